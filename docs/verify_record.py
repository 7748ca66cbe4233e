#!/usr/bin/env python3
"""Verifies a journal of Banco by what docs/record.md says, without the engine.

    python3 verify_record.py JOURNAL.jsonl [SEALED.jsonl]

Checks that every line is canonical, that streams are numbered without gaps, that the money of every table adds up to
zero, no account of a person is overdrawn, nobody leaves with more or less than they have, and tables win what they
say, that the accounts of the cage add up to zero, that time never runs backward in them and that together they have
brought to each table what it has received from them, that meters hold what readings say, and that every opened trigger
and every card of the sealed part keeps its promise. The tables of record.md, beside this file, are read as they stand there.
"""
import hashlib
import json
import pathlib
import re
import sys

EXACT = 2**53 - 1
KEYS = {"account", "clauses", "link", "number", "table", "v", "what"}
STREAMS = ("account", "link", "table")


def rows(marker):
    """The rows of the table after a marker in record.md by their first cell; cells are without backquotes."""
    page = pathlib.Path(__file__).with_name("record.md").read_text(encoding="utf-8")
    table = page.split(f"<!-- {marker} -->")[1].split("<!-- end -->")[0]
    lines = [line for line in table.splitlines() if line.startswith("| `")]
    table = {}
    for line in lines:
        event, *cells = [cell.strip().replace("`", "") for cell in line.strip("|").split("|")]
        table.setdefault(event, []).append(cells)
    return table


def unique(pairs):
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), "a key is there twice"
    return dict(pairs)


def no_float(text):
    raise AssertionError(f"{text} is not an integer")


def parse(line):
    """Reads a line and checks that it is written in the one way."""
    value = json.loads(line, object_pairs_hook=unique, parse_float=no_float, parse_constant=no_float)
    again = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    assert again == line, "not canonical"
    check_figures(value)
    return value


def check_figures(value):
    if isinstance(value, dict):
        for inner in value.values():
            check_figures(inner)
    elif isinstance(value, list):
        for inner in value:
            check_figures(inner)
    elif isinstance(value, int) and not isinstance(value, bool):
        assert abs(value) <= EXACT, f"{value} is too large"


def under(value, path):
    """What lies under a path of keys; None if it is not there."""
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def minor(amount):
    """The minor units of an amount; nothing if there is none."""
    if amount is None:
        return 0
    (units,) = amount.values()
    return units


def fine(value):
    """Money of a meter, or an amount, in ten-thousandths of the minor unit."""
    return int(value) if isinstance(value, str) else minor(value) * 10_000


def holds(keys, condition):
    """Whether all of `a` = true, `b` = "cash" holds."""
    for part in filter(None, condition.split(", ")):
        key, wanted = part.split(" = ")
        if under(keys, key) != json.loads(wanted):
            return False
    return True


def account(keys, text):
    if text.startswith("the account under "):
        named = keys[text.removeprefix("the account under ")]
        return named if isinstance(named, str) else next(iter(named.items()))
    call = re.fullmatch(r"(\w+)\(([\w.]+)\)", text)
    if not call:
        return text
    kind, path = call.groups()
    if kind == "winner":
        bet = keys[path]
        return "tokes" if bet["for_dealer"] else ("chips", bet["owner"])
    return (kind, under(keys, path))


def amount(keys, text):
    plus, _, less = text.partition(" - ")
    return minor(under(keys, plus)) - (minor(under(keys, less)) if less else 0)


class Table:
    """The accounts of a table."""

    POSTINGS = rows("postings of tables")
    NEVER_NEGATIVE = {"tray", "drop", "layout", "chips", "promotional", "coupons"}

    def __init__(self):
        self.accounts = {}
        self.told = set()
        self.from_accounts = 0

    def happen(self, name, keys):
        self.count_from_accounts(name, keys)
        for where, source, target, much in self.POSTINGS.get(name, []):
            if holds(keys, where):
                self.move(account(keys, source), -amount(keys, much))
                self.move(account(keys, target), amount(keys, much))
        assert sum(self.accounts.values()) == 0, "the accounts do not add up to zero"
        if name == "people.left":
            kept = [key for key, balance in self.accounts.items() if balance and key[1:] == (keys["person"],)]
            assert not kept, f"whoever has left still has {kept}"
        if name == "opening.table_closed":
            result = sum(self.accounts.get(key, 0) for key in ("tray", "drop", "house"))
            assert minor(keys["result"]) == result, "the table has won something else"
        for owner, balance in self.accounts.items():
            kind = owner if isinstance(owner, str) else owner[0]
            assert balance >= 0 or kind not in self.NEVER_NEGATIVE, f"{owner} is overdrawn"

    def count_from_accounts(self, name, keys):
        person = keys.get("person") if isinstance(keys, dict) else None
        if name == "people.account_told":
            self.told.add(person)
        if person not in self.told:
            return
        if name in ("people.bought_in", "people.cash_taken"):
            self.from_accounts += minor(keys["amount"])
        elif name == "people.cashed_out":
            self.from_accounts -= minor(keys["amount"])
        elif name == "people.left":
            self.from_accounts -= minor(keys["chips"])
            self.told.remove(person)

    def move(self, owner, much):
        self.accounts[owner] = self.accounts.get(owner, 0) + much


class Account:
    """The funds of somebody's account."""

    POSTINGS = rows("postings of accounts")

    def __init__(self):
        self.funds = {}
        self.clock = 0

    def happen(self, name, keys):
        assert keys["at"] >= self.clock, "time runs backward"
        self.clock = keys["at"]
        for _, source, target, much in self.POSTINGS.get(name, []):
            self.move(account(keys, source), -amount(keys, much))
            self.move(account(keys, target), amount(keys, much))
        assert sum(self.funds.values()) == 0, "the funds do not add up to zero"
        assert all(self.funds.get(fund, 0) >= 0 for fund in ("balance", "held")), "the account is overdrawn"

    def move(self, fund, much):
        self.funds[fund] = self.funds.get(fund, 0) + much


def check_mirrors(streams):
    """What accounts have brought to a table is what it has received from accounts."""
    brought = {}
    for (kind, _), (_, books) in streams.items():
        for fund, much in books.funds.items() if kind == "account" else ():
            if fund[0] == "at_table":
                brought[fund[1]] = brought.get(fund[1], 0) + much
    for (kind, name), (_, books) in streams.items():
        if kind == "table":
            assert books.from_accounts == brought.get(name, 0), f"table {name} has received something else"


class Link:
    """The meters of a link."""

    MOVEMENTS = rows("movements of links")

    def __init__(self):
        self.meters = {}
        self.owed = {}

    def happen(self, name, keys):
        total = lambda part, text: sum(fine(under(part, path)) for path in filter(None, text.split(" + ")))
        for each, meter, into, out in self.MOVEMENTS.get(name, []):
            for part in keys[each] if each else [keys]:
                moved = total(part, into) - total(part, out)
                self.meters[part[meter]] = self.meters.get(part[meter], 0) + moved
                if name.startswith("operation."):
                    back = total(part, "feed.pot + feed.reserve") if out else -total(part, "owed.pot + owed.reserve")
                    self.owed[part[meter]] = self.owed.get(part[meter], 0) + back
        if name == "reading.taken":
            for read in keys["meters"]:
                held = sum(int(read[key]) for key in ("pot", "reserve", "held"))
                assert held == self.meters.get(read["meter"], 0), f"{read['meter']} does not hold what went in"
                assert int(read["owed"]) == self.owed.get(read["meter"], 0), f"{read['meter']} is owed otherwise"


def commitment(label, nonce, thing):
    return hashlib.sha256(label + bytes.fromhex(nonce) + thing).hexdigest()


def trigger_commitment(fraction, nonce):
    return commitment(b"banco must hit trigger", nonce, int(fraction, 16).to_bytes(8, "little"))


def check_opened(keys):
    """Every trigger that an event opens is what was promised."""
    opened = [keys.get("opened")] if "opened" in keys else []
    spent = keys.get("spent") or []
    for one in filter(None, opened + (spent if isinstance(spent, list) else [spent])):
        assert trigger_commitment(one["fraction"], one["nonce"]) == one["commitment"], "a broken promise"
        start, most = fine(one["from"]), fine(one["max"])
        wanted = min(most, start + 1 + int(one["fraction"], 16) * (most - start) // 2**64)
        assert int(one["trigger"]) == wanted, "the trigger lies elsewhere"


def check_secret(secret, promises):
    kind, part = next(iter(secret.items()))
    stream = ("table", part["table"]) if kind == "face" else ("link", part["link"])
    promised = promises[(stream, part["number"])]
    if promised is None or part["nonce"] is None:
        return
    if kind == "face":
        thing = part["stack"].to_bytes(2, "little") + part["card"].encode("ascii")
        assert commitment(b"banco card", part["nonce"], thing) == promised, "a broken promise"
    else:
        assert trigger_commitment(part["fraction"], part["nonce"]) == promised, "a broken promise"


def check_record(record, streams, promises):
    kinds = [kind for kind in STREAMS if kind in record]
    assert set(record) <= KEYS and len(kinds) == 1, "not a record"
    assert record["v"] == 1, f"version {record['v']} is not known here"
    kind = kinds[0]
    stream = (kind, record[kind])
    numbers, books = streams.setdefault(stream, ([0], {"account": Account, "link": Link, "table": Table}[kind]()))
    numbers[0] += 1
    assert record["number"] == numbers[0], f"record {numbers[0]} of {stream} is missing"
    ((topic, event),) = record["what"].items()
    name, keys = (event, {}) if isinstance(event, str) else next(iter(event.items()))
    untold = {("people", "account_told"), ("preparation", "shoe_committed"), ("preparation", "shoe_opened")}
    untold |= {("floor", "dealer_signed_on"), ("floor", "dealer_signed_off")}
    beyond = kind == "account" or (topic, name) in untold
    assert bool(record["clauses"]) != beyond, "a clause too few or too many"
    books.happen(f"{topic}.{name}", keys)
    check_opened(keys)
    face = under(keys, "card.face")
    if face and "down" in face:
        promises[(stream, record["number"])] = face["down"]
    if (topic, name) == ("trigger", "sealed"):
        promises[(stream, record["number"])] = keys["commitment"]


def lines(path):
    text = pathlib.Path(path).read_bytes().decode("utf-8")
    assert text.endswith("\n") or not text, "the last line is cut off"
    return text.split("\n")[:-1]


def main(journal, sealed=None):
    streams, promises = {}, {}
    for path, check in ((journal, check_record), (sealed, None)):
        for at, line in enumerate(lines(path) if path else [], 1):
            try:
                value = parse(line)
                check(value, streams, promises) if check else check_secret(value, promises)
            except (AssertionError, KeyError, TypeError, ValueError) as problem:
                sys.exit(f"{path}, line {at}: {problem!r}")
    try:
        check_mirrors(streams)
    except AssertionError as problem:
        sys.exit(f"{journal}: {problem!r}")
    print(f"{journal}: {sum(numbers[0] for numbers, _ in streams.values())} records of {len(streams)} streams hold")


if __name__ == "__main__":
    main(*sys.argv[1:])
