"""Baccarat by the book: exact odds, PAR sheets, settlement and simulation.

Every function asks the question that the command of the same name asks, and whatever ``banco`` answers on the command
line, you get here to the byte. Options have the names of the command line with ``_`` for ``-``:
``banco odds tie -r co-rule-28 --without "9h 9s"`` is

>>> round(odds("tie", "co-rule-28", without="9h 9s")["house_edge"], 6)
0.142717

An option that is given many times takes a list, one without a value takes ``True``. What goes wrong is a
:class:`BancoError`, which prints like the command line's message and has every finding in ``diagnostics``.
"""

from banco._banco import BancoError, __version__
from banco._questions import count, deal, odds, par, rulebooks, settle, solve, submission
from banco._roads import Roads, roads
from banco._sim import SimResult, merge, read, sim
from banco._table import Event, Table
from banco._words import BancoNote

__all__ = [
    "BancoError",
    "BancoNote",
    "Event",
    "Roads",
    "SimResult",
    "Table",
    "__version__",
    "count",
    "deal",
    "merge",
    "odds",
    "par",
    "read",
    "roads",
    "rulebooks",
    "settle",
    "sim",
    "solve",
    "submission",
]
