"""Roads that draw themselves in a notebook."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from banco._words import ask, ask_json, options


class Roads:
    """The roads of a shoe: a picture in a notebook, letters in a terminal.

    >>> board = roads("BBPPB T B")
    >>> board._repr_svg_().startswith("<svg")
    True
    >>> "big road" in str(board).lower()
    True
    """

    def __init__(self, history: str, more: dict[str, Any]) -> None:
        self._words = ["roads", *options(more)]
        self._history = ["--", history]
        # Whatever is wrong with the history is told now, not when it is drawn.
        self._text = ask([*self._words, *self._history]).decode()

    def to_svg(self) -> str:
        """The picture: ``banco roads --svg``."""
        return ask([*self._words, "--svg", *self._history]).decode()

    def to_dict(self) -> Any:
        """Every road with its places: ``banco roads --json``."""
        return ask_json([*self._words, "--json", *self._history])

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__


def roads(history: str | Iterable[str], **more: Any) -> Roads:
    """The roads of a history such as ``"BBPPB"`` or ``["B", "B", "P"]``; options as for ``banco roads``.

    >>> roads(["B", "B", "P"], rows=6).to_dict() == roads("BBP").to_dict()
    True
    """
    return Roads(history if isinstance(history, str) else " ".join(history), more)
