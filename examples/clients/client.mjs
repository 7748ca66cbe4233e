// A guest sits down, bets and follows a round to its end. It runs in Node, and its functions run in a browser as well.

/** A floor over HTTP, for one guest. */
export class Floor {
  constructor(address) {
    this.address = address;
  }

  async comeIn(name) {
    const come = await this.ask("POST", "/api/v1/guests", { name, bearer: true });
    this.token = come.token;
  }

  headers(more = {}) {
    const own = this.token ? { Authorization: `Bearer ${this.token}` } : {};
    return { "Content-Type": "application/json", ...own, ...more };
  }

  async ask(method, path, body, more) {
    const answer = await fetch(this.address + path, {
      method,
      headers: this.headers(more),
      body: body && JSON.stringify(body),
    });
    const told = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(told.title), { problem: told, status: answer.status });
    return told;
  }

  /** Gives a command once, however often it has to be sent. Returns the problem where it is refused. */
  async command(table, command) {
    const key = crypto.randomUUID();
    for (let tries = 0; tries < 3; tries += 1) {
      try {
        await this.ask("POST", `/api/v1/tables/${table}/commands`, command, { "Idempotency-Key": key });
        return null;
      } catch (error) {
        // Without an answer nobody knows whether it happened: the same key asks again.
        if (error.problem && ![429, 503].includes(error.status)) return error.problem;
      }
    }
    return { code: "no_answer" };
  }

  /** Envelopes of a table: by a WebSocket where that can name the token, else by server-sent events. */
  follow(table) {
    return typeof WebSocket === "undefined" ? this.events(table) : this.socket(table);
  }

  async *events(table) {
    const answer = await fetch(`${this.address}/api/v1/tables/${table}/events`, { headers: this.headers() });
    const decoder = new TextDecoder();
    let text = "";
    for await (const bytes of answer.body) {
      text += decoder.decode(bytes, { stream: true });
      const events = text.split("\n\n");
      text = events.pop();
      for (const event of events) {
        const data = event.split("\n").find((line) => line.startsWith("data: "));
        if (data) yield JSON.parse(data.slice(6));
      }
    }
  }

  async *socket(table) {
    // Node lets a socket name the token; in a browser the session's cookie comes along by itself.
    const options = typeof process === "undefined" ? undefined : { headers: this.headers() };
    const socket = new WebSocket(`${this.address.replace("http", "ws")}/api/v1/stream`, options);
    const queue = [];
    let wake = () => {};
    socket.onmessage = (message) => (queue.push(JSON.parse(message.data)), wake());
    socket.onclose = socket.onerror = () => (queue.push(null), wake());
    socket.onopen = () => socket.send(JSON.stringify({ v: 1, resume: { [`table/${table}`]: null } }));
    try {
      for (;;) {
        while (queue.length === 0) await new Promise((resolve) => (wake = resolve));
        const envelope = queue.shift();
        if (envelope === null) return;
        yield envelope;
      }
    } finally {
      socket.close();
    }
  }
}

async function sit(floor, table, view) {
  const taken = view.places.map((place) => place.seat);
  for (const { number } of view.terms.seats) {
    if (!taken.includes(number) && !(await floor.command(table, { do: "sit", seat: number }))) {
      console.log("sits at seat", number);
      return;
    }
  }
  throw new Error("every seat is taken");
}

async function buyIn(floor, table, view) {
  const amount = { minor: 100000, currency: view.terms.currency };
  const problem = await floor.command(table, { do: "buy_in", amount, with: "chips" });
  if (problem) throw new Error(problem.title);
}

/** Plays one round; returns once it is over. */
export async function play(address, table) {
  const floor = new Floor(address);
  await floor.comeIn("JavaScript");
  let view = {};
  let known = null;
  let seated = false;
  let wagered = false;
  for await (const envelope of floor.follow(table)) {
    if (envelope.kind === "snapshot") {
      view = envelope.data.whole ? envelope.data.parts : { ...view, ...envelope.data.parts };
    } else if (envelope.kind === "event") {
      // Every number comes once and in order; some are covered by a skip.
      if (known !== null && envelope.seq !== known + 1) throw new Error("an event is missing");
      console.log(envelope.data.text);
      if (wagered && envelope.data.what === "settlement.round_settled") {
        console.log("the round is over");
        return;
      }
    }
    known = envelope.seq;
    if (envelope.kind !== "snapshot") continue;
    // What was seen before sitting down may still be on its way.
    if (!seated) {
      await sit(floor, table, view);
      await buyIn(floor, table, view);
      seated = true;
    } else if (!wagered && view.prompts.some((prompt) => prompt.prompt === "place_wagers")) {
      const offer = view.terms.wagers.find((one) => one.side && one.least);
      const bet = { do: "place_wager", spot: offer.spot, amount: offer.least };
      wagered = (await floor.command(table, bet)) === null;
    }
  }
  throw new Error("the line ended");
}

if (typeof process !== "undefined" && process.argv[1]?.endsWith("client.mjs")) {
  await play(process.argv[2] ?? "http://127.0.0.1:8080", process.argv[3] ?? "5");
  process.exit(0);
}
