"""Calls as people write them, with the types that they get. Nobody runs this: `test_types.py` has it checked."""

from __future__ import annotations

import pathlib
from typing import Any, assert_type

import numpy
import numpy.typing
import pandas
import polars
from distributed import Client

import banco

Edges = numpy.typing.NDArray[numpy.float64]
shoes = numpy.full((4, 10), 16)
file = pathlib.Path("shoes.parquet")

assert_type(banco.deal("ma-baccarat", "7h 2c Kd 6s"), dict[str, Any])
assert_type(banco.deal("ma-baccarat", ["7h", "2c", "Kd", "6s"]), dict[str, Any])
assert_type(banco.settle("ma-baccarat", "7h 2c Kd 6s", {"banker": 100}), dict[str, Any])
assert_type(banco.settle("ma-baccarat", "7h 2c Kd 6s", ["banker=100"], seat=3), dict[str, Any])

assert_type(banco.par("co-rule-28"), pandas.DataFrame)
assert_type(banco.par("co-rule-28", "tie", 6), pandas.DataFrame)
assert_type(banco.par("co-rule-28", pathlib.Path("mine.toml"), decks=None, frame="polars"), polars.DataFrame)
assert_type(banco.par("co-rule-28", frame="csv"), bytes)
assert_type(banco.par("co-rule-28", "tie", format="html"), bytes)
banco.par("co-rule-28", "tie", output=file)

assert_type(banco.odds("tie", rulebook="co-rule-28", compositions=shoes), Edges)
assert_type(banco.odds(["tie", "panda-8"], "co-rule-28", file), Edges)
assert_type(banco.odds("tie", "co-rule-28", shoes, frame="pandas"), pandas.DataFrame)
assert_type(banco.odds("tie", "co-rule-28", pandas.DataFrame(shoes), frame="polars"), polars.DataFrame)
edge: float = banco.odds("tie", "co-rule-28", given="player1=9")["house_edge"]
assert_type(banco.odds("tie", "co-rule-28", by_decks=True, frame="pandas"), pandas.DataFrame)
banco.odds("tie", "co-rule-28", file, output="odds.parquet")

assert_type(banco.count("dragon-7", rulebook="co-rule-28", cut=20), dict[str, Any])
assert_type(banco.count("dragon-7", "co-rule-28", sweep_cut="14..66/26", frame="pandas"), pandas.DataFrame)

best: str = banco.solve("ma-chemin-de-fer")["player_gain"]
assert_type(banco.rulebooks(), list[dict[str, Any]])
assert_type(banco.submission("co-rule-28/eternal", set="decks=8"), dict[str, Any])
assert_type(banco.roads("BBPPB").to_svg(), str)


def spread(client: Client) -> bytes:
    run = banco.sim("co-rule-28", shoes=100, seed=7, wagers=["tie"], cluster=client)
    assert_type(run, banco.SimResult)
    assert_type(run.to_pandas(), pandas.DataFrame)
    return banco.merge([run, banco.read("run.json")]).to_json().encode()


def played(table: banco.Table) -> str:
    events = table.decide({"do": "settle"}, "dealer")
    assert_type(events, list[banco.Event])
    return str(events[0]) + str(table.view("participant", person=1)["own"])


try:
    banco.submission("mine.toml")
except banco.BancoError as error:
    codes: list[str] = [finding["code"] for finding in error.diagnostics]
    number: int = error.exit_code
