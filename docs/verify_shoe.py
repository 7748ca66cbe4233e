#!/usr/bin/env python3
"""Checks one shoe that was promised, dealt and shown, by docs/fairness.md alone. Standard library only.

usage: verify_shoe.py SHOE.json [ROOT]      exit 0 if everything holds, 4 if not

ROOT is the promise that you noted before the cut; without it the one in the file is taken for it.
"""

import hashlib
import json
import struct
import sys

RANKS, SUITS = "A23456789TJQK", "cdhs"


class Wrong(Exception):
    pass


def need(holds, why):
    if not holds:
        raise Wrong(why)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def u16(number):
    return struct.pack("<H", number)


def leaves(opening):
    secret, found = bytes.fromhex(opening["secret"]), []
    for place, card in enumerate(cards_of(opening)):
        salt = sha256(b"banco shoe salt 1", secret, u16(place))
        found.append(sha256(b"banco card", salt, u16(place), card.encode()))
    return found


def cards_of(opening):
    text = opening["cards"]
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def whole(pack):
    one = [rank + suit for suit in SUITS for rank in RANKS if rank not in pack["without"]]
    return one * pack["decks"]


# ChaCha20 with a counter and a stream number of 64 bits, both from nothing: the words of its key stream.
def chacha20(key):
    begin = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8I", key)]
    counter = 0
    while True:
        state = begin + [counter & 0xFFFFFFFF, counter >> 32, 0, 0]
        x = state[:]
        for _ in range(10):
            for a, b, c, d in ROUNDS:
                x[a] = (x[a] + x[b]) & 0xFFFFFFFF
                x[d] = turn(x[d] ^ x[a], 16)
                x[c] = (x[c] + x[d]) & 0xFFFFFFFF
                x[b] = turn(x[b] ^ x[c], 12)
                x[a] = (x[a] + x[b]) & 0xFFFFFFFF
                x[d] = turn(x[d] ^ x[a], 8)
                x[c] = (x[c] + x[d]) & 0xFFFFFFFF
                x[b] = turn(x[b] ^ x[c], 7)
        for word, start in zip(x, state):
            yield (word + start) & 0xFFFFFFFF
        counter += 1


ROUNDS = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
ROUNDS += [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]


def turn(word, by):
    return (word << by | word >> (32 - by)) & 0xFFFFFFFF


def numbers(seed):
    """The lower 16 bits of the sum (exclusive or) of all streams."""
    streams = [chacha20(seed[at : at + 32]) for at in range(0, len(seed), 32)]
    while True:
        word = 0
        for stream in streams:
            word ^= next(stream)
        yield word & 0xFFFF


def below(bound, source):
    mask = (1 << (bound - 1).bit_length()) - 1
    while True:
        number = next(source) & mask
        if number < bound:
            return number


def drawn(pack, first, seed):
    """The order and the secret that a seed leads to."""
    source, stack, start = numbers(seed), whole(pack), 0
    if first is not None:
        at = stack.index(first)
        stack[0], stack[at] = stack[at], stack[0]
        start = 1
    for left in range(len(stack) - start, 1, -1):
        chosen = start + below(left, source)
        last = start + left - 1
        stack[chosen], stack[last] = stack[last], stack[chosen]
    return stack, b"".join(u16(next(source)) for _ in range(16))


def check(proof, noted):
    promise, opening, steps = proof["promise"], proof["shown"]["opening"], proof["steps"]
    need(proof["v"] == 1, "another version")
    order = [promise["number"], *(step["number"] for step in steps), proof["shown"]["number"]]
    need(all(one < other for one, other in zip(order, order[1:])), "not in order")
    stack, leaf = cards_of(opening), leaves(opening)
    need(len(stack) == promise["cards"], "another number of cards")
    root = sha256(b"banco shoe root 1", u16(len(stack)), *leaf).hex()
    need(root == promise["root"], "the cards are not those that were promised")
    need(noted is None or noted == root, "another shoe was promised")
    need(sorted(stack) == sorted(whole(proof["pack"])), "the cards are not those of the pack")
    seed = bytes.fromhex(opening["seed"])
    if seed:
        first = stack[0] if opening["aside"] else None
        need(drawn(proof["pack"], first, seed) == (stack, bytes.fromhex(opening["secret"])), "another seed")
    walk(promise, opening, steps, stack, leaf)
    return f"{len(steps)} steps, {len(seed) * 8} bits of seed, root {root}"


def walk(promise, opening, steps, stack, leaf):
    cut, cuts, dealt, burned = 0, 0, 0, []
    following, aside = (1, {0}) if opening["aside"] else (0, set())
    for step in steps:
        what = step["what"]
        if what == "wager":
            continue
        if what == "recut":
            need(dealt == 0, "a recut after the deal")
            following, burned, aside = 0, [], set()
            continue
        if what == "cut":
            need(following == 0, "a cut after cards had left the shoe")
            need(not step["dealer"] or step["at"] == promise["cut"], "a cut of the dealer's choice")
            need(step["at"] < len(stack), "a cut behind the last card")
            cut, cuts = (cut + step["at"]) % len(stack), cuts + 1
            continue
        place = step["place"]
        if what == "dealt" and place in aside:
            aside.remove(place)
        else:
            need(place == following, "a card out of its turn")
            following += 1
        need(place < len(stack), "no such card")
        at = (place + cut) % len(stack)
        need(step["card"] in (None, stack[at]), f"card {place} is another one")
        need(step.get("commitment") in (None, leaf[at].hex()), f"card {place} has another commitment")
        dealt += what == "dealt"
        if what == "aside":
            aside.add(place)
        if what == "burned" and dealt == 0:
            burned.append(stack[at])
    need(cuts > 0 or following == 0 or promise["cut"] is None, "the cards were not cut")
    if burned:
        wanted = 1 + min(RANKS.index(burned[0][0]) + 1, 10)
        need(len(burned) == wanted or (dealt == 0 and len(burned) < wanted), "another number of burned cards")


def main():
    if len(sys.argv) not in (2, 3):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8") as file:
        proof = json.load(file)
    try:
        print("everything holds:", check(proof, sys.argv[2] if len(sys.argv) == 3 else None))
    except (Wrong, KeyError, ValueError, TypeError, IndexError) as problem:
        print(f"{sys.argv[1]}: {problem!r}", file=sys.stderr)
        return 4
    return 0


if __name__ == "__main__":
    sys.exit(main())
