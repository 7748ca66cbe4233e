"""Questions with one answer: rounds, wagers, odds, sheets, best play, rulebooks, submissions."""

from __future__ import annotations

import io
from typing import Any

import numpy

from banco import _banco
from banco._words import ask, ask_json, cards as card_words, note, options, rules, several, text


def deal(rulebook, cards, **more) -> dict[str, Any]:
    """Deal a round from these cards and tell who draws, step by step, and why: ``banco deal --json``.

    >>> round_ = deal("ma-baccarat", "7h 2c Kd 6s")
    >>> round_["outcome"], round_["banker"]["total"]
    ('banker', 8)
    """
    return ask_json(["deal", *rules(rulebook), f"--cards={card_words(cards)}", *options(more), "--json"])


def settle(rulebook, cards, wagers, **more) -> dict[str, Any]:
    """Settle wagers on a round, with amounts in cents: ``banco settle --json``.

    ``wagers`` is one text or many, such as ``"banker=100"``, or a dict of stakes by wager.

    >>> paid = settle("ma-baccarat", "7h 2c Kd 6s", {"banker": 100, "tie": "10"})
    >>> [(wager["wager"], wager["result"], wager["net"]) for wager in paid["wagers"]]
    [('banker', 'win', 9500), ('tie', 'lose', -1000)]
    """
    if isinstance(wagers, dict):
        wagers = [f"{wager}={text(stake)}" for wager, stake in wagers.items()]
    made = [f"--wager={wager}" for wager in several(wagers)]
    return ask_json(["settle", *rules(rulebook), f"--cards={card_words(cards)}", *made, *options(more), "--json"])


def par(rulebook, wager=None, decks=8, *, frame="pandas", **more):
    """PAR sheets as a DataFrame with the columns of ``banco par --csv``, a row for each line of each pay table.

    ``wager`` may be a file of your own (``"./my-wager.toml"``); ``decks=None`` takes those of the submission.
    ``frame`` is ``"pandas"``, ``"polars"`` or ``"csv"`` (the bytes).

    >>> sheet = par("co-rule-28", "dragon-7")
    >>> sheet["ways"].sum() == sheet["total"].iloc[0]
    np.True_
    """
    asked = ["par", *rules(rulebook), *options({"decks": decks, **more}), "--csv"]
    printed = ask(asked if wager is None else [*asked, "--", text(wager)])
    return framed(printed, frame)


def framed(csv: bytes, frame: str):
    """CSV as whatever frame was asked for."""
    if frame == "csv":
        return csv
    if frame == "polars":
        try:
            import polars
        except ImportError as error:
            raise ImportError("`frame=\"polars\"` needs polars: pip install polars") from error
        return polars.read_csv(io.BytesIO(csv), infer_schema_length=None)
    if frame != "pandas":
        raise ValueError(f"`frame` is {frame!r}; it can be 'pandas', 'polars' or 'csv'")
    try:
        import pandas
    except ImportError as error:
        raise ImportError("a DataFrame needs pandas: pip install pandas, or ask with `frame=\"csv\"`") from error
    return pandas.read_csv(io.BytesIO(csv))


def odds(wager, rulebook, compositions=None, **more):
    """Exact odds of a wager for any cards left in the shoe: ``banco odds --json``.

    With ``compositions``, an array of whole numbers with a row for each shoe, you get the house edge of each as a numpy
    array. A row has 10 counts (values 0 to 9), 13 (ranks ace to king) or 52 (clubs, diamonds, hearts, spades, each ace
    to king). The array is read where it lies, by all cores; a shoe from which no round can be finished has the edge
    ``nan``.

    >>> import numpy
    >>> shoes = numpy.array([[128, 32, 32, 32, 32, 32, 32, 32, 32, 32], [16, 4, 4, 4, 4, 4, 4, 4, 4, 4]])
    >>> odds("tie", "co-rule-28", compositions=shoes).round(6).tolist()
    [0.143596, 0.157461]
    >>> odds("banker:commission", "co-rule-28", given="player1=9")["house_edge"] > 0.2
    True
    """
    asked = ["odds", *rules(rulebook), *options(more)]
    if compositions is None:
        return ask_json([*asked, "--json", "--", text(wager)])
    found, notes = _banco.edges([*asked, "--", text(wager)], numpy.asarray(compositions))
    note(notes)
    return found


def solve(rulebook, wager=None, **more) -> Any:
    """Best play where the rules give a choice: ``banco solve --json``.

    >>> book = solve("ma-chemin-de-fer", with_replacement=True, vigorish="0%", set="options.banker-draw=optional")
    >>> book["player_draws_on_five"]
    '9/11'
    """
    asked = ["solve", *rules(rulebook), *options(more), "--json"]
    return ask_json(asked if wager is None else [*asked, "--", text(wager)])


def rulebooks(**more) -> list[dict[str, Any]]:
    """The rulebooks, with the submissions that come with them: ``banco rules list --json``.

    >>> "co-rule-28" in [rulebook["id"] for rulebook in rulebooks()]
    True
    """
    return ask_json(["rules", "list", *options(more), "--json"])


def submission(name, set=()) -> dict[str, Any]:  # noqa: A002 - the name of the option
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
    return ask_json(["check", *options({"set": changes}), "--json", "--", text(name)])
