#!/usr/bin/env python3
"""A guest sits down, bets and follows a round to its end.

The standard library is enough: the round is followed by server-sent events. Where `websockets` is installed, a WebSocket
is used instead. Both carry the same envelopes.
"""

import json
import sys
import urllib.error
import urllib.request
import uuid


class Floor:
    """A floor over HTTP, for one guest."""

    def __init__(self, address, name):
        self.address = address
        self.token = None
        come = self.ask("POST", "/api/v1/guests", {"name": name, "bearer": True})
        self.token = come["token"]

    def request(self, method, path, body=None, **headers):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data=data, method=method, headers=headers)
        request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        return request

    def ask(self, method, path, body=None, **headers):
        with urllib.request.urlopen(self.request(method, path, body, **headers), timeout=20) as answer:
            return json.load(answer)

    def command(self, table, command):
        """Gives a command once, however often it has to be sent. Returns the problem where it is refused."""
        key = str(uuid.uuid4())
        for _ in range(3):
            try:
                self.ask("POST", f"/api/v1/tables/{table}/commands", command, **{"Idempotency-Key": key})
                return None
            except urllib.error.HTTPError as refused:
                problem = json.load(refused)
                if refused.code not in (429, 503):
                    return problem
            except (urllib.error.URLError, TimeoutError):
                # Nobody knows whether it happened: the same key asks again.
                continue
        return {"code": "no_answer"}

    def events(self, table):
        """Envelopes of a table, by server-sent events."""
        with urllib.request.urlopen(self.request("GET", f"/api/v1/tables/{table}/events"), timeout=60) as lines:
            for line in lines:
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])

    def socket(self, table):
        """The same by a WebSocket."""
        from websockets.sync.client import connect

        headers = {"Authorization": f"Bearer {self.token}"}
        address = self.address.replace("http", "ws", 1) + "/api/v1/stream"
        with connect(address, additional_headers=headers) as line:
            line.send(json.dumps({"v": 1, "resume": {f"table/{table}": None}}))
            for message in line:
                yield json.loads(message)

    def follow(self, table):
        try:
            import websockets.sync.client  # noqa: F401
        except ImportError:
            return self.events(table)
        return self.socket(table)


def sit(floor, table, view):
    taken = {place["seat"] for place in view["places"]}
    for seat in view["terms"]["seats"]:
        if seat["number"] not in taken and not floor.command(table, {"do": "sit", "seat": seat["number"]}):
            print("sits at seat", seat["number"])
            return
    sys.exit("every seat is taken")


def play(address, table):
    floor = Floor(address, "Python")
    view, known, seated, wagered = {}, None, False, False
    for envelope in floor.follow(table):
        if envelope["kind"] == "snapshot":
            if envelope["data"]["whole"]:
                view = {}
            view.update(envelope["data"]["parts"])
        elif envelope["kind"] == "event":
            # Every number comes once and in order; some are covered by a skip.
            assert known is None or envelope["seq"] == known + 1, "an event is missing"
            print(envelope["data"]["text"])
            if wagered and envelope["data"]["what"] == "settlement.round_settled":
                print("the round is over")
                return
        known = envelope["seq"]
        if envelope["kind"] != "snapshot":
            continue
        # What was seen before sitting down may still be on its way.
        if not seated:
            seated = True
            sit(floor, table, view)
            chips = {"minor": 100_000, "currency": view["terms"]["currency"]}
            problem = floor.command(table, {"do": "buy_in", "amount": chips, "with": "chips"})
            if problem:
                sys.exit(f"refused: {problem}")
        elif not wagered and any(prompt["prompt"] == "place_wagers" for prompt in view["prompts"]):
            offer = next(one for one in view["terms"]["wagers"] if one["side"] and one["least"])
            bet = {"do": "place_wager", "spot": offer["spot"], "amount": offer["least"]}
            wagered = floor.command(table, bet) is None
    sys.exit("the line ended")


if __name__ == "__main__":
    given = sys.argv[1:]
    play(given[0] if given else "http://127.0.0.1:8080", given[1] if len(given) > 1 else "5")
