"""Tables driven from Python."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from banco import _banco
from banco._words import Name, several, text


class Event(dict[str, Any]):
    """Something that happened: a record of the journal as a dict, and in words by ``str``."""

    def __init__(self, record: str, told: str) -> None:
        super().__init__(json.loads(record))
        self._text = told

    def __str__(self) -> str:
        return self._text


class Table:
    """A table with nothing in it but the rules: no clock and no randomness.

    You say who does what and which card comes; the table answers with what has happened, or refuses with the clause and
    changes nothing. ``rules`` is a rulebook, a submission that comes with one (``"co-rule-28/ez"``) or a file.

    >>> table = Table("co-rule-28")
    >>> ready = table.say("ready 1")
    >>> banker = {"do": "place_wager", "spot": "banker", "amount": {"minor": 10000, "currency": "USD"}}
    >>> print(table.decide(banker, person=1)[0])
    seat 1 wagers $100 on Banker
    >>> for line in ["dealer: no more bets", "shoe: 7h 2c Kd 6s", "seat 1: turn"]:
    ...     events = table.say(line)
    >>> print(*table.decide({"do": "settle"}, "dealer"), sep="\\n")
    seat 1 is paid $100 on Banker: Banker wins
    seat 1 pays $5 of vigorish
    round 1 is settled
    >>> table.view("participant", person=1)["own"]["chips"]["minor"]
    1009500
    """

    def __init__(self, rules: Name, *, set: str | Sequence[str] = ()) -> None:  # noqa: A002 - the name of the option
        self._table = _banco.Table(text(rules), several(set))

    def decide(
        self, command: Mapping[str, Any], role: str = "participant", person: int | None = None, *, minute: int = 0
    ) -> list[Event]:
        """Do what a command asks for, as its role: a dict in the form of the API, with its name under ``do``.

        Roles are ``participant``, ``dealer``, ``floor``, ``executive``, ``surveillance`` and ``cashier``. A participant is
        a number; the staff need none. ``minute`` is the time on the house's clock, which notices and opening hours go by.
        """
        return _events(self._table.decide(json.dumps(dict(command)), role, person, minute))

    def say(self, line: str) -> list[Event]:
        """Carry out a line of a script, such as ``seat 1: bet banker $100`` or ``shoe: 7h 2c Kd 6s``.

        ``ready 1 3`` opens the table and makes it ready with guests on seats 1 and 3. Guest ``n`` is person ``n``.
        ``banco run --help`` tells the lines there are.
        """
        return _events(self._table.say(line))

    def view(self, role: str = "onlooker", person: int | None = None) -> dict[str, Any]:
        """What somebody sees, as a dict in the form of the API.

        Roles are ``participant``, ``onlooker``, ``dealer``, ``floor``, ``surveillance`` and ``display``. What waits for an
        answer is under ``prompts``.
        """
        seen: dict[str, Any] = json.loads(self._table.view(role, person))
        return seen

    def record(self) -> list[dict[str, Any]]:
        """Everything that has happened so far, from the first event on."""
        return [json.loads(line) for line in self._table.record()]


def _events(told: list[tuple[str, str]]) -> list[Event]:
    return [Event(record, words) for record, words in told]
