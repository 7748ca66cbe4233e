"""How fast house edges of whole arrays are: shoes a second, beside plain Python and numpy in the same run.

    python python/bench/speed.py [SHOES]

Install the package as people do (``pip install ./python``); one that was built for tests is several times slower. The
yardstick counts every deal of six values of a shoe once in plain Python for the Tie, and with numpy for many shoes.
"""

from __future__ import annotations

import itertools
import sys
import time

import numpy

import banco

WAGERS = ["tie", "banker:commission", "dragon-7", "panda-8"]


# The Player's third cards on which the Banker draws, by the Banker's count.
BANKER_DRAWS = [
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    {0, 1, 2, 3, 4, 5, 6, 7, 9},
    {2, 3, 4, 5, 6, 7},
    {4, 5, 6, 7},
    {6, 7},
    set(),
]


def tie(cards: tuple[int, ...]) -> bool:
    """Whether six values, as they come, make a tie."""
    player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
    if max(player, banker) > 7:
        return player == banker
    if player > 5:
        return player == ((banker + cards[4]) % 10 if banker < 6 else banker)
    if cards[4] in BANKER_DRAWS[banker]:
        banker += cards[5]
    return (player + cards[4] - banker) % 10 == 0


def deals() -> list[tuple[int, ...]]:
    """Every deal of six values that ties."""
    return [cards for cards in itertools.product(range(10), repeat=6) if tie(cards)]


def plain(shoe: list[int], tied: list[tuple[int, ...]]) -> float:
    """The edge of the Tie at 8 to 1, deal by deal in Python."""
    ways = 0
    for cards in tied:
        left, one = list(shoe), 1
        for value in cards:
            one *= left[value]
            left[value] -= 1
        ways += one
    return 1 - 9 * ways / total(sum(shoe))


def total(cards: int) -> float:
    """All ordered deals of six."""
    product = 1.0
    for gone in range(6):
        product *= cards - gone
    return product


class Numpy:
    """The same with numpy: deals with the same values together, each product taken for all shoes at once."""

    def __init__(self, tied: list[tuple[int, ...]]) -> None:
        kinds, self.often = numpy.unique(numpy.sort(numpy.array(tied), axis=1), axis=0, return_counts=True)
        self.kinds = [numpy.unique(kind, return_counts=True) for kind in kinds]

    def edges(self, shoes: numpy.ndarray) -> numpy.ndarray:
        left = shoes.astype(float)
        powers = [numpy.ones_like(left)]
        for gone in range(6):
            powers.append(powers[-1] * (left - gone))
        ways = numpy.zeros(len(shoes))
        for (values, counts), often in zip(self.kinds, self.often):
            product = numpy.full(len(shoes), float(often))
            for value, count in zip(values, counts):
                product *= powers[count][:, value]
            ways += product
        cards = left.sum(axis=1)
        return 1 - 9 * ways / numpy.prod([cards - gone for gone in range(6)], axis=0)


def rate(shoes: int, work) -> float:
    """Shoes a second, the best of three."""
    best = float("inf")
    for _ in range(3):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return shoes / best


def main() -> None:
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    dice = numpy.random.default_rng(18)
    full = numpy.array([128, 32, 32, 32, 32, 32, 32, 32, 32, 32])
    shoes = full - dice.integers(0, full // 4, size=(many, 10))
    tied = deals()
    few, some = shoes[:2], shoes[:10_000]
    by_numpy = Numpy(tied)
    edges = banco.odds("tie", "co-rule-28", compositions=some)
    numpy.testing.assert_allclose(by_numpy.edges(some), edges, rtol=1e-9)
    numpy.testing.assert_allclose([plain(shoe, tied) for shoe in few.tolist()], edges[: len(few)], rtol=1e-9)

    python = rate(len(few), lambda: [plain(shoe, tied) for shoe in few.tolist()])
    vector = rate(len(some), lambda: by_numpy.edges(some))
    print(f"{'tie, plain Python':<38}{python:>14,.1f} shoes/s")
    print(f"{'tie, numpy':<38}{vector:>14,.0f} shoes/s")
    for wager in WAGERS:
        for kind in ["u1", "i8"]:
            of_kind = shoes.astype(kind)
            found = rate(many, lambda: banco.odds(wager, "co-rule-28", compositions=of_kind))
            name = f"{wager}, {of_kind.dtype}"
            print(f"{name:<38}{found:>14,.0f} shoes/s {found / vector:>8,.0f} times numpy")
    fortran = numpy.asfortranarray(shoes)
    found = rate(many, lambda: banco.odds("tie", "co-rule-28", compositions=fortran))
    print(f"{'tie, column by column':<38}{found:>14,.0f} shoes/s {found / vector:>8,.0f} times numpy")


if __name__ == "__main__":
    main()
