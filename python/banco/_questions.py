"""Questions with one answer: rounds, wagers, odds, counts, sheets, best play, rulebooks, submissions."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast, overload

import numpy
import numpy.typing

from banco import _banco
from banco._frames import FrameName, framed, is_frame, shoes_of
from banco._words import Name, ask, ask_dict, ask_json, cards as card_words, note, options, rules, several, text

if TYPE_CHECKING:
    import pandas
    import polars

def deal(rulebook: Name, cards: str | Iterable[str], **more: Any) -> dict[str, Any]:
    """Deal a round from these cards and tell who draws, step by step, and why: ``banco deal --json``.

    >>> round_ = deal("ma-baccarat", "7h 2c Kd 6s")
    >>> round_["outcome"], round_["banker"]["total"]
    ('banker', 8)
    """
    return ask_dict(["deal", *rules(rulebook), f"--cards={card_words(cards)}", *options(more), "--json"])


def settle(
    rulebook: Name,
    cards: str | Iterable[str],
    wagers: str | Iterable[str] | Mapping[str, object],
    **more: Any,
) -> dict[str, Any]:
    """Settle wagers on a round, with amounts in cents: ``banco settle --json``.

    ``wagers`` is one text or many, such as ``"banker=100"``, or a dict of stakes by wager.

    >>> paid = settle("ma-baccarat", "7h 2c Kd 6s", {"banker": 100, "tie": "10"})
    >>> [(wager["wager"], wager["result"], wager["net"]) for wager in paid["wagers"]]
    [('banker', 'win', 9500), ('tie', 'lose', -1000)]
    """
    if isinstance(wagers, Mapping):
        wagers = [f"{wager}={text(stake)}" for wager, stake in wagers.items()]
    made = [f"--wager={wager}" for wager in several(wagers)]
    return ask_dict(["settle", *rules(rulebook), f"--cards={card_words(cards)}", *made, *options(more), "--json"])


@overload
def par(
    rulebook: Name, wager: Name | None = None, decks: int | str | None = 8, *, format: str, **more: Any
) -> bytes: ...
@overload
def par(
    rulebook: Name, wager: Name | None = None, decks: int | str | None = 8, *, output: Name, **more: Any
) -> None: ...
@overload
def par(
    rulebook: Name,
    wager: Name | None = None,
    decks: int | str | None = 8,
    *,
    frame: Literal["pandas"] = "pandas",
    **more: Any,
) -> pandas.DataFrame: ...
@overload
def par(
    rulebook: Name, wager: Name | None = None, decks: int | str | None = 8, *, frame: Literal["polars"], **more: Any
) -> polars.DataFrame: ...
@overload
def par(
    rulebook: Name, wager: Name | None = None, decks: int | str | None = 8, *, frame: Literal["csv"], **more: Any
) -> bytes: ...


def par(
    rulebook: Name,
    wager: Name | None = None,
    decks: int | str | None = 8,
    *,
    frame: FrameName = "pandas",
    format: str | None = None,  # noqa: A002 - the name of the option
    output: Name | None = None,
    **more: Any,
) -> pandas.DataFrame | polars.DataFrame | bytes | None:
    """PAR sheets as a DataFrame with the columns of ``banco par --csv``, a row for each line of each pay table.

    ``wager`` may be a file of your own (``"./my-wager.toml"``); ``decks=None`` takes those of the submission.
    ``frame`` is ``"pandas"``, ``"polars"`` or ``"csv"`` (the bytes).

    >>> sheet = par("co-rule-28", "dragon-7")
    >>> sheet["ways"].sum() == sheet["total"].iloc[0]
    np.True_

    ``output="sheet.xlsx"`` writes a file instead, in the format that its name ends in (``.parquet``, ``.html``,
    ``.json``, ``.csv``, ``.txt``); ``format="parquet"`` gives you the bytes of it.

    >>> par("co-rule-28", "dragon-7", format="parquet")[:4]
    b'PAR1'
    """
    if more.get("composition") is not None:
        decks = None
    asked = ["par", *rules(rulebook), *options({"decks": decks, "format": format, "output": output, **more})]
    named = [] if wager is None else ["--", text(wager)]
    if output is not None:
        ask([*asked, *named])
        return None
    if format is not None:
        return ask([*asked, *named])
    return framed(ask([*asked, "--csv", *named]), frame)


@overload
def odds(
    wager: Name | Sequence[Name], rulebook: Name, compositions: Any = None, *, frame: Literal["pandas"], **more: Any
) -> pandas.DataFrame: ...
@overload
def odds(
    wager: Name | Sequence[Name], rulebook: Name, compositions: Any = None, *, frame: Literal["polars"], **more: Any
) -> polars.DataFrame: ...
@overload
def odds(
    wager: Name | Sequence[Name], rulebook: Name, compositions: Any = None, *, frame: Literal["csv"], **more: Any
) -> bytes: ...
@overload
def odds(
    wager: Name | Sequence[Name], rulebook: Name, compositions: Any, *, output: Name, **more: Any
) -> None: ...
@overload
def odds(
    wager: Name | Sequence[Name],
    rulebook: Name,
    compositions: None = None,
    *,
    frame: None = None,
    output: None = None,
    **more: Any,
) -> Any: ...
@overload
def odds(
    wager: Name | Sequence[Name],
    rulebook: Name,
    compositions: Any,
    *,
    frame: None = None,
    output: None = None,
    **more: Any,
) -> numpy.typing.NDArray[numpy.float64]: ...


def odds(
    wager: Name | Sequence[Name],
    rulebook: Name,
    compositions: Any = None,
    *,
    frame: FrameName | None = None,
    output: Name | None = None,
    **more: Any,
) -> Any:
    """Exact odds of a wager for any cards left in the shoe: ``banco odds --json``.

    >>> odds("banker:commission", "co-rule-28", given="player1=9")["house_edge"] > 0.2
    True

    With ``frame`` (``"pandas"``, ``"polars"`` or ``"csv"``) you get the rows of ``banco odds --csv``:

    >>> odds("tie", "co-rule-28", by_decks=True, frame="pandas")["decks"].max()
    np.int64(12)

    With ``compositions``, an array of whole numbers with a row for each shoe, you get the house edge of each as a numpy
    array. A row has 10 counts (values 0 to 9), 13 (ranks ace to king) or 52 (clubs, diamonds, hearts, spades, each ace
    to king). The array is read where it lies, by all cores; a shoe from which no round can be finished has the edge
    ``nan``. Several wagers have a column each.

    >>> import numpy
    >>> shoes = numpy.array([[128, 32, 32, 32, 32, 32, 32, 32, 32, 32], [16, 4, 4, 4, 4, 4, 4, 4, 4, 4]])
    >>> odds("tie", "co-rule-28", compositions=shoes).round(6).tolist()
    [0.143596, 0.157461]

    ``compositions`` may also be a DataFrame or a file (text, CSV or Parquet), whose columns are found by their names. All
    figures come with ``frame``, or go into a file with ``output="odds.parquet"``:

    >>> list(odds(["tie", "dragon-7"], "co-rule-28", compositions=shoes, frame="pandas")["wager"])
    ['tie', 'dragon-7', 'tie', 'dragon-7']
    """
    asked, wagers = ["odds", *rules(rulebook), *options(more)], several(wager)
    if compositions is None:
        if frame is None:
            return ask_json([*asked, *options({"output": output}), "--json", "--", *wagers])
        return framed(ask([*asked, "--csv", "--", *wagers]), frame)
    if frame is None and output is None and not is_named(compositions):
        edges = [array_edges([*asked, "--", one], compositions) for one in wagers]
        return edges[0] if isinstance(wager, (str, os.PathLike)) else numpy.stack(edges, axis=1)
    form = "--csv" if output is None else f"--output={text(output)}"
    printed = figures([*asked, form], wagers, compositions)
    if output is not None:
        return None
    if frame is not None:
        return framed(printed, frame)
    rows = csv.DictReader(printed.decode().splitlines())
    found = numpy.array([float(row["house_edge"] or "nan") for row in rows], dtype=numpy.float64)
    return found if isinstance(wager, (str, os.PathLike)) else found.reshape(-1, len(wagers))


def is_named(compositions: Any) -> bool:
    """Whether shoes come from a file or a frame, whose columns may have names."""
    return isinstance(compositions, (str, os.PathLike)) or is_frame(compositions)


def counts(compositions: Any) -> numpy.typing.NDArray[Any]:
    """Shoes as an array whose numbers can be read where they lie; nearly every array is one."""
    return numpy.require(compositions, requirements=["A"])


def array_edges(words: list[str], compositions: Any) -> numpy.typing.NDArray[numpy.float64]:
    """The edge of one wager for each row of an array."""
    found, notes = _banco.edges(words, counts(compositions))
    note(notes)
    return found


def figures(words: list[str], wagers: list[str], compositions: Any) -> bytes:
    """All figures of shoes from a file, a frame or an array, as CSV or into a file."""
    if isinstance(compositions, (str, os.PathLike)):
        return ask([*words, f"--composition={text(compositions)}", "--", *wagers])
    words = [*words, "--composition=-", "--", *wagers]
    if is_frame(compositions):
        return ask(words, shoes_of(compositions))
    printed, notes = _banco.figures(words, counts(compositions))
    note(notes)
    return printed


@overload
def count(wager: Name, rulebook: Name, *, frame: None = None, **more: Any) -> dict[str, Any]: ...
@overload
def count(wager: Name, rulebook: Name, *, frame: Literal["pandas"], **more: Any) -> pandas.DataFrame: ...
@overload
def count(wager: Name, rulebook: Name, *, frame: Literal["polars"], **more: Any) -> polars.DataFrame: ...
@overload
def count(wager: Name, rulebook: Name, *, frame: Literal["csv"], **more: Any) -> bytes: ...


def count(wager: Name, rulebook: Name, *, frame: FrameName | None = None, **more: Any) -> Any:
    """What counting a wager is worth: tags, edge by true count, trigger, betting: ``banco count --json``.

    >>> dragon = count("dragon-7", "co-rule-28")
    >>> dragon["tags"], round(dragon["betting"]["units_a_shoe"], 3)
    ('4567=-1 89=+2', 0.604)

    With ``frame`` (``"pandas"``, ``"polars"`` or ``"csv"``) you get the rows of ``banco count --csv``: one for each true
    count, or for each place of the cut card with ``sweep_cut``:

    >>> list(count("dragon-7", "co-rule-28", sweep_cut="14..104/45", frame="pandas")["cards_behind"])
    [14, 59, 104]
    """
    asked = ["count", *rules(rulebook), *options(more)]
    if frame is None:
        return ask_json([*asked, "--json", "--", text(wager)])
    return framed(ask([*asked, "--csv", "--", text(wager)]), frame)


def solve(rulebook: Name, wager: Name | None = None, **more: Any) -> Any:
    """Best play where the rules give a choice: ``banco solve --json``.

    >>> book = solve("ma-chemin-de-fer", with_replacement=True, vigorish="0%", set="options.banker-draw=optional")
    >>> book["player_draws_on_five"]
    '9/11'
    """
    asked = ["solve", *rules(rulebook), *options(more), "--json"]
    return ask_json(asked if wager is None else [*asked, "--", text(wager)])


def rulebooks(**more: Any) -> list[dict[str, Any]]:
    """The rulebooks, with the submissions that come with them: ``banco rules list --json``.

    >>> "co-rule-28" in [rulebook["id"] for rulebook in rulebooks()]
    True
    """
    return cast("list[dict[str, Any]]", ask_json(["rules", "list", *options(more), "--json"]))


def submission(name: Name, set: Name | Sequence[str] = ()) -> dict[str, Any]:  # noqa: A002 - the name of the option
    """Check a Rules Submission and get the terms in force: ``banco check --json``.

    ``name`` is a file, a bundle, or a submission that comes with a rulebook.

    >>> submission("co-rule-28/eternal")["accepted"]
    True

    One that is not within its rulebook is a :class:`banco.BancoError` with every finding:

    >>> try:
    ...     submission("ma-baccarat/default", set="decks=3")
    ... except _banco.BancoError as error:
    ...     sorted({finding["severity"] for finding in error.diagnostics})
    ['error']
    """
    changes = several(set)
    accepted, told, findings = _banco.check(text(name), changes)
    if not accepted:
        error = _banco.BancoError(told)
        error.diagnostics = findings
        error.exit_code = 3
        raise error
    return ask_dict(["check", *options({"set": changes}), "--json", "--", text(name)])
