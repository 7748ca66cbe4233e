"""Tables driven from Python."""

import json
import os

from banco import _banco


class Event(dict):
    """Something that happened: a record of the journal as a dict, and in words by ``str``."""

    def __init__(self, record, text):
        super().__init__(json.loads(record))
        self._text = text

    def __str__(self):
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

    def __init__(self, rules, *, set=()):
        self._table = _banco.Table(os.fspath(rules), [set] if isinstance(set, str) else list(set))

    def decide(self, command, role="participant", person=None, *, minute=0):
        """Do what a command asks for, as its role: a dict in the form of the API, with its name under ``do``.

        Roles are ``participant``, ``dealer``, ``floor``, ``executive``, ``surveillance`` and ``cashier``. A participant is
        a number; the staff need none. ``minute`` is the time on the house's clock, which notices and opening hours go by.
        """
        return _events(self._table.decide(json.dumps(command), role, person, minute))

    def say(self, line):
        """Carry out a line of a script, such as ``seat 1: bet banker $100`` or ``shoe: 7h 2c Kd 6s``.

        ``ready 1 3`` opens the table and makes it ready with guests on seats 1 and 3. Guest ``n`` is person ``n``.
        ``banco run --help`` tells the lines there are.
        """
        return _events(self._table.say(line))

    def view(self, role="onlooker", person=None):
        """What somebody sees, as a dict in the form of the API.

        Roles are ``participant``, ``onlooker``, ``dealer``, ``floor``, ``surveillance`` and ``display``. What waits for an
        answer is under ``prompts``.
        """
        return json.loads(self._table.view(role, person))

    def record(self):
        """Everything that has happened so far, from the first event on."""
        return [json.loads(line) for line in self._table.record()]


def _events(told):
    return [Event(record, text) for record, text in told]
