#!/usr/bin/env python3
"""Checks an export of a journal by docs/journal.md alone: chains, order, anchors. Standard library only.

usage: verify_journal.py EXPORT        exit 0 if everything holds, 4 if not
"""

import hashlib
import json
import sys

ZEROS = "0" * 64
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


# Ed25519 as RFC 8032 has it. Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, x*y = T/Z.
def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def same(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


def point(data):
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - x2) % P:
        raise ValueError("not a point")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point(bytes.fromhex("58" + "66" * 31))


def signed(key, signature, text):
    key, signature = bytes.fromhex(key), bytes.fromhex(signature)
    s = int.from_bytes(signature[32:], "little")
    if s >= L:
        return False
    digest = hashlib.sha512(signature[:32] + key + text.encode()).digest()
    h = int.from_bytes(digest, "little") % L
    return same(times(s, BASE), add(point(signature[:32]), times(h, point(key))))


def main(path):
    problems, heads, seen, entries, anchors = [], {}, {}, 0, []
    with open(path, encoding="utf-8", newline="\n") as lines:
        for number, line in enumerate(lines, 1):
            line = line.rstrip("\n")
            value = json.loads(line)
            if canonical(value) != line:
                problems.append(f"line {number}: not in canonical form")
            if "statement" in value:
                anchors.append(value)
                continue
            entries += 1
            stream, version = value["stream"], value["version"]
            at, cause, known, prev = heads.get(stream, (0, None, 0, ZEROS))
            without = {key: kept for key, kept in value.items() if key != "hash"}
            if value["v"] != (2 if "input" in value else 1):
                problems.append(f"line {number}: version {value['v']} is not known")
            if version != known + 1:
                problems.append(f"line {number}: {stream} {version} where {known + 1} should be")
            if value["prev"] != prev or sha256(canonical(without)) != value["hash"]:
                problems.append(f"line {number}: {stream} {version} is not the entry that was hashed")
            if known and value["at"] < (at if cause == value["cause"] else at + 1):
                problems.append(f"line {number}: {stream} {version} is older than the one before it")
            heads[stream] = (value["at"], value["cause"], version, value["hash"])
            seen[stream, version] = value["hash"]
    last = ZEROS
    for number, anchor in enumerate(anchors, 1):
        said = json.loads(anchor["statement"])
        if not signed(anchor["key"], anchor["signature"], anchor["statement"]):
            problems.append(f"anchor {number}: the signature is not that of the statement")
        if said["number"] != number or said["prev"] != last:
            problems.append(f"anchor {number}: does not follow the one before it")
        for head in said["heads"]:
            if seen.get((head["stream"], head["version"])) != head["hash"]:
                problems.append(f"anchor {number}: {head['stream']} {head['version']} is not there")
        last = sha256(anchor["statement"])
    for problem in problems:
        print(problem)
    print(f"{entries} entries of {len(heads)} streams, {len(anchors)} anchors, {len(problems)} problems")
    return 4 if problems else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
