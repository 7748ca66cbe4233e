// One line to the floor: it says that something has changed, and the page asks for its sections. What is shown is always
// what the server has written. A line that is lost is tried again; nothing is shown as live meanwhile.

import { morph } from "./morph.js";

const { streams, parts, lineLost, lineBack } = document.body.dataset;
const SILENT_MS = 12000;
// The server closes a line so when its session has ended.
const SIGNED_OUT = 4401;
const WAITS = [1, 2, 4, 8, 15];
// A page that follows a whole floor is drawn anew no more often than this.
const CALM_MS = document.body.classList.contains("page-calm") ? 600 : 0;

const positions = new Map(streams.split(" ").map((name) => [name, null]));
const shown = new Map();
let socket;
let tries = 0;
let heard = 0;
let again;
let asking = false;
let askedMeanwhile = false;
let lostAt = 0;
let offset = 0;
let leaving = false;

// The server's clock, in milliseconds.
export const now = () => Date.now() + offset;
export const isLost = () => lostAt > 0;

// Says something aloud: politely, or at once.
export function say(words, urgent = false) {
  if (!words) return;
  const region = document.getElementById(urgent ? "alerts" : "news");
  const line = document.createElement("p");
  line.textContent = words;
  region.append(line);
  while (region.childElementCount > 8) region.firstElementChild.remove();
}

// Asks for the sections: one request at a time, and one more if something has changed meanwhile.
export async function refresh() {
  if (asking) {
    askedMeanwhile = true;
    return;
  }
  asking = true;
  try {
    do {
      askedMeanwhile = false;
      await fetchParts();
      if (CALM_MS && askedMeanwhile) await new Promise((done) => setTimeout(done, CALM_MS));
    } while (askedMeanwhile);
  } catch {
    // The line says so, if it is more than a moment.
  } finally {
    asking = false;
  }
}

// The session is over: nothing on this page is to be read by whoever passes.
function leave() {
  leaving = true;
  // Nobody signs in at a sign: the server says where it goes.
  if (document.body.classList.contains("page-sign")) return location.reload();
  location.replace(`/sign-in?back=${encodeURIComponent(location.pathname)}`);
}

async function fetchParts() {
  const sent = Date.now();
  const answer = await fetch(parts, { headers: { Accept: "application/json" }, cache: "no-store" });
  if (answer.status === 401) return leave();
  if (answer.status === 404) {
    location.reload();
    return;
  }
  if (!answer.ok) return;
  const sections = await answer.json();
  // The moment lies somewhere between question and answer.
  offset = sections.now - (sent + Date.now()) / 2;
  for (const [id, html] of Object.entries(sections.parts)) {
    const element = document.getElementById(id);
    // Every rendering has new keys for its forms; that alone is no change.
    const words = html.replaceAll(/ name="key" value="[^"]*"/g, "");
    if (!element || shown.get(id) === words) continue;
    shown.set(id, words);
    morph(element, html);
  }
  document.dispatchEvent(new CustomEvent("banco:parts", { detail: sections }));
}

function hear(envelope) {
  if (envelope.kind === "passing") {
    if ("clock" in envelope.data) refresh();
    else document.dispatchEvent(new CustomEvent("banco:passing", { detail: envelope }));
    return;
  }
  if (envelope.kind === "bye" && envelope.data.code === "signed_out") leave();
  if (envelope.kind === "bye" || envelope.kind === "notice") return;
  positions.set(envelope.stream, { epoch: envelope.epoch, seq: envelope.seq });
  if (envelope.kind !== "heartbeat" && envelope.kind !== "skip") refresh();
}

function connect() {
  clearTimeout(again);
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(`${scheme}//${location.host}/api/v1/stream`);
  socket.onopen = () => {
    heard = Date.now();
    socket.send(JSON.stringify({ v: 1, resume: Object.fromEntries(positions) }));
  };
  socket.onmessage = (message) => {
    heard = Date.now();
    found();
    hear(JSON.parse(message.data));
  };
  socket.onclose = lost;
}

function lost(closed) {
  if (closed.code === SIGNED_OUT) leave();
  if (leaving) return;
  if (!lostAt) lostAt = Date.now();
  const wait = WAITS[Math.min(tries, WAITS.length - 1)];
  tries += 1;
  document.body.dataset.line = "lost";
  showLine(Date.now() + wait * 1000);
  clearTimeout(again);
  // Not all at once after a restart.
  again = setTimeout(connect, wait * 1000 + Math.random() * 400);
  if (tries === 2) say(lineLost.replace("#", wait), true);
}

function found() {
  if (!lostAt) return;
  if (tries > 1) say(lineBack);
  lostAt = 0;
  tries = 0;
  delete document.body.dataset.line;
  showLine(0);
}

let nextTry = 0;
function showLine(at) {
  nextTry = at;
  const banner = document.getElementById("line");
  if (!banner) return;
  // A moment is no reason to alarm anybody.
  banner.hidden = !at || Date.now() - lostAt < 1500;
  if (at) banner.textContent = lineLost.replace("#", Math.max(0, Math.ceil((at - Date.now()) / 1000)));
}

setInterval(() => {
  if (nextTry) showLine(nextTry);
  if (socket.readyState === WebSocket.OPEN && Date.now() - heard > SILENT_MS) socket.close();
}, 500);

const wake = () => {
  if (document.visibilityState === "visible" && socket.readyState > WebSocket.OPEN) connect();
};
addEventListener("online", wake);
addEventListener("visibilitychange", wake);
addEventListener("pageshow", wake);
connect();
