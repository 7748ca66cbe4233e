"""Simulations: on this machine, in parts, or over a cluster; always the same bytes."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from banco._banco import Simulated
from banco._frames import framed
from banco._words import Name, note, options, rules, several

if TYPE_CHECKING:
    import pandas
    import polars
    from distributed import Client


class SimResult:
    """What came of a simulation. ``to_json()`` is what ``banco sim --json`` prints, to the byte."""

    def __init__(self, simulated: Simulated) -> None:
        self._simulated = simulated

    def to_json(self) -> str:
        """What ``banco sim --json`` prints."""
        return self._simulated.print("json").decode()

    def to_csv(self) -> str:
        """What ``banco sim --csv`` prints: a row for each line of each wager."""
        return self._simulated.print("csv").decode()

    def to_dict(self) -> dict[str, Any]:
        """The JSON, read."""
        read: dict[str, Any] = json.loads(self.to_json())
        return read

    def to_pandas(self) -> pandas.DataFrame:
        """The rows of ``to_csv()`` as a pandas DataFrame."""
        return framed(self._simulated.print("csv"), "pandas")

    def to_polars(self) -> polars.DataFrame:
        """The rows of ``to_csv()`` as a polars DataFrame."""
        return framed(self._simulated.print("csv"), "polars")

    def save(self, file: Name) -> None:
        """Writes the file that ``banco sim --out`` writes, whole or not at all; ``banco sim merge`` reads it."""
        beside = f"{os.fspath(file)}.part"
        with io.open(beside, "w", encoding="utf-8", newline="") as out:
            out.write(self._simulated.write())
        os.replace(beside, file)

    def __getstate__(self) -> str:
        return self._simulated.write()

    def __setstate__(self, state: str) -> None:
        self._simulated = Simulated.read(state)

    def __str__(self) -> str:
        return self._simulated.print("text").decode()

    __repr__ = __str__


def sim(
    rulebook: Name,
    shoes: int = 10_000,
    seed: int = 1,
    wagers: Name | Iterable[Name] = (),
    *,
    progress: bool = True,
    cluster: Client | None = None,
    parts: int | None = None,
    **more: Any,
) -> SimResult:
    """Simulate whole shoes: ``banco sim``. The same seed gives the same shoes, wherever and on however many cores.

    ``wagers`` are those to look at; without them, every wager of the submission. ``progress`` shows a bar if tqdm is
    there. With ``cluster``, a ``distributed.Client``, the shoes are dealt in ``parts`` on its workers (usually four for
    each) and put together here; a part that is lost with its worker is dealt again on another.

    >>> run = sim("ma-baccarat", shoes=200, seed=7, wagers=["banker", "tie"])
    >>> run.to_dict()["configuration"]["shoes"]
    200
    """
    made = [f"--wager={wager}" for wager in several(wagers)]
    words = ["sim", *rules(rulebook), *made, *options({"shoes": shoes, "seed": seed, **more})]
    if cluster is not None:
        return _spread(words, cluster, parts, _sessions(shoes, more.get("session", 1)), progress)
    with _Bar(progress, "shoes") as bar:
        simulated, notes = Simulated.deal(words, None, bar.move)
    note(notes)
    return SimResult(simulated)


def read(file: Name) -> SimResult:
    """A result that ``SimResult.save`` or ``banco sim --out`` wrote."""
    with io.open(file, encoding="utf-8", newline="") as text:
        return SimResult(Simulated.read(text.read()))


def merge(results: Iterable[SimResult]) -> SimResult:
    """Puts the parts of a run together; the result is exactly that of a single run: ``banco sim merge``.

    Parts that are missing at either end are told by a :class:`BancoNote`, parts missing in between are an error.
    """
    merged = Simulated.merge([result._simulated.write() for result in results])
    missing = merged.incomplete()
    note([(True, missing)] if missing else [])
    return SimResult(merged)


def _sessions(shoes: int, session: int) -> int:
    """How many parts a run has at most: a session is not torn."""
    return max(1, int(shoes) // max(1, int(session)))


def _part(words: list[str], number: int, of: int) -> tuple[str, list[tuple[bool, str]]]:
    """One part, on a worker."""
    simulated, notes = Simulated.deal(words, (number, of), None)
    return simulated.write(), notes


def _spread(words: list[str], cluster: Any, parts: int | None, most: int, progress: bool) -> SimResult:
    """The parts of a run over a cluster. Which worker deals which part changes nothing, so lost ones are dealt again."""
    import distributed

    completed: Any = distributed.as_completed
    cores = sum(cluster.ncores().values()) or 1
    of = min(most, 4 * cores if parts is None else max(1, int(parts)))
    # A worker that keeps dying is the cluster's trouble, not that of the part it happened to hold.
    dealt = [cluster.submit(_part, words, number, of, pure=False, retries=10) for number in range(1, of + 1)]
    written: dict[Any, str] = {}
    noted: list[tuple[bool, str]] = []
    with _Bar(progress, "parts") as bar:
        try:
            for future, (text, notes) in completed(dealt, with_results=True):
                written[future.key] = text
                noted = noted or notes
                bar.move(len(written), of)
        except BaseException:
            cluster.cancel(dealt)
            raise
    note(noted)
    return SimResult(Simulated.merge([written[future.key] for future in dealt]))


class _Bar:
    """A bar in a notebook or a terminal, if tqdm is there."""

    def __init__(self, wanted: bool, unit: str) -> None:
        self._unit = unit
        self._bar: Any = None
        self._tqdm: Any = None
        if wanted:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return
            self._tqdm = tqdm

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def move(self, done: int, of: int) -> None:
        """Shows how much is done; of how much is not known at first."""
        if self._tqdm is None or of == 0:
            return
        if self._bar is None:
            self._bar = self._tqdm(total=of, unit=f" {self._unit}", leave=False, delay=0.5)
        self._bar.update(done - self._bar.n)
