"""From Python's values to the words of the command line, and back from its JSON."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from banco import _banco

# A rulebook by its id, a submission, a wager: whatever can be a file as well as a name.
Name: TypeAlias = "str | os.PathLike[str]"


class BancoNote(UserWarning):
    """What Banco says beside an answer; ``warnings.simplefilter("ignore", banco.BancoNote)`` silences it."""


def options(given: Mapping[str, Any]) -> list[str]:
    """Options of the command line.

    >>> options({"by_decks": True, "set": ["variant=ez"], "seat": 3, "stake": None, "json": False})
    ['--by-decks', '--set=variant=ez', '--seat=3']
    """
    words = []
    for name, value in given.items():
        flag = "--" + name.strip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(flag)
        elif isinstance(value, (list, tuple)):
            words.extend(f"{flag}={text(one)}" for one in value)
        else:
            words.append(f"{flag}={text(value)}")
    return words


def text(value: object) -> str:
    """A value as somebody would type it."""
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def several(values: Name | Iterable[Name]) -> list[str]:
    """One text or many, as a list.

    >>> several("banker=100"), several(("tie", "banker"))
    (['banker=100'], ['tie', 'banker'])
    """
    return [text(values)] if isinstance(values, (str, os.PathLike)) else [text(value) for value in values]


def rules(rulebook: Name | None) -> list[str]:
    """A rulebook by its id, or a submission: one of a rulebook (``co-rule-28/eternal``), a file or a bundle."""
    if rulebook is None:
        return []
    name = text(rulebook)
    is_submission = "/" in name or os.sep in name or name.endswith((".toml", ".json"))
    return [f"--submission={name}" if is_submission else f"--rulebook={name}"]


def cards(given: str | Iterable[str]) -> str:
    """Cards as one text.

    >>> cards(["7h", "2c"]), cards("7h 2c")
    ('7h 2c', '7h 2c')
    """
    return given if isinstance(given, str) else " ".join(given)


def note(notes: list[tuple[bool, str]]) -> None:
    """Hands on what was said beside an answer."""
    for is_warning, said in notes:
        warnings.warn(("warning: " if is_warning else "") + said, BancoNote, stacklevel=4)


def ask(words: list[str], input: bytes | None = None) -> bytes:  # noqa: A002 - what comes from standard input
    """What the command line prints."""
    printed, notes = _banco.ask(words, input)
    note(notes)
    return printed


def ask_json(words: list[str]) -> Any:
    """What the command line prints as JSON."""
    return json.loads(ask(words))


def ask_dict(words: list[str]) -> dict[str, Any]:
    """The same, where it is one object."""
    answer: dict[str, Any] = ask_json(words)
    return answer
