// Turning up a card that one holds, from an edge or a corner: by drag, by buttons, by keys. Its face is on this page alone;
// others are told how far.

const TURN = { "top-left": [-1, -1], top: [0, -1], "top-right": [1, -1], left: [-1, 0], right: [1, 0], "bottom-left": [-1, 1], bottom: [0, 1], "bottom-right": [1, 1] };
const OPEN_AT = 75;
const EVERY_MS = 100;
const table = document.querySelector("[data-table]");

// The part of a unit square on the near side of the fold, as a polygon for clip-path.
function covered(edge, percent) {
  const [nx, ny] = TURN[edge];
  const corners = [[0, 0], [1, 0], [1, 1], [0, 1]];
  const high = (nx > 0 ? 1 : 0) * nx + (ny > 0 ? 1 : 0) * ny;
  const limit = high - (percent / 100) * (Math.abs(nx) + Math.abs(ny));
  const depth = ([x, y]) => nx * x + ny * y - limit;
  const kept = [];
  corners.forEach((corner, at) => {
    const next = corners[(at + 1) % 4];
    const [from, to] = [depth(corner), depth(next)];
    if (from <= 0) kept.push(corner);
    if (from * to < 0) {
      const part = from / (from - to);
      kept.push([corner[0] + part * (next[0] - corner[0]), corner[1] + part * (next[1] - corner[1])]);
    }
  });
  if (kept.length < 3) return "polygon(0 0, 0 0, 0 0)";
  return `polygon(${kept.map(([x, y]) => `${(x * 100).toFixed(2)}% ${(y * 100).toFixed(2)}%`).join(", ")})`;
}

const panelOf = (card) => card.closest(".squeeze");
const edgeOf = (panel) => panel.querySelector('[data-edge][aria-pressed="true"]')?.dataset.edge ?? "right";
const percentOf = (card) => Number(card.getAttribute("aria-valuenow"));

function choose(panel, edge) {
  for (const button of panel.querySelectorAll("[data-edge]")) button.setAttribute("aria-pressed", button.dataset.edge === edge);
}

function lift(card, percent, edge = edgeOf(panelOf(card))) {
  const panel = panelOf(card);
  const bounded = Math.max(0, Math.min(100, Math.round(percent)));
  choose(panel, edge);
  card.setAttribute("aria-valuenow", bounded);
  card.setAttribute("aria-valuetext", `${bounded}%`);
  card.querySelector(".squeeze-back").style.clipPath = covered(edge, bounded);
  card.classList.toggle("is-open", bounded >= OPEN_AT);
  panel.querySelector(".squeeze-percent").textContent = bounded;
  tell(panel, card, edge, bounded);
  if (bounded === 100) over(panel);
}

// The last thing that was seen is told in any case; what lies between may be left out.
let waiting;
let told = 0;
function tell(panel, card, edge, percent) {
  clearTimeout(waiting);
  const post = () => {
    told = Date.now();
    const body = JSON.stringify({ side: panel.dataset.side, card: Number(card.dataset.at), edge, percent });
    const headers = { "Content-Type": "application/json", "X-CSRF-Token": document.body.dataset.csrf };
    fetch(`/api/v1/tables/${table.dataset.table}/squeeze`, { method: "POST", body, headers }).catch(() => {});
  };
  const rest = told + EVERY_MS - Date.now();
  if (rest <= 0) post();
  else waiting = setTimeout(post, rest);
}

// All cards are open: the hand is turned over.
function over(panel) {
  const cards = [...panel.querySelectorAll(".squeeze-card")];
  if (cards.every((card) => percentOf(card) === 100)) turn();
}

function turn() {
  document.querySelector('[data-prompt="turn_cards"] button')?.click();
}

const last = (panel) =>
  panel.querySelector(".squeeze-card.is-last") ?? [...panel.querySelectorAll(".squeeze-card")].find((card) => percentOf(card) < 100) ?? panel.querySelector(".squeeze-card");

function mark(card) {
  for (const one of panelOf(card).querySelectorAll(".squeeze-card")) one.classList.toggle("is-last", one === card);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.(".squeeze [data-edge], .squeeze [data-lift]");
  if (!button) return;
  const panel = button.closest(".squeeze");
  const card = last(panel);
  if (button.dataset.edge) lift(card, Math.max(percentOf(card), 5), button.dataset.edge);
  else lift(card, percentOf(card) + Number(button.dataset.lift));
});

document.addEventListener("focusin", (event) => {
  const card = event.target.closest?.(".squeeze-card");
  if (card) mark(card);
});

document.addEventListener("keydown", (event) => {
  const card = event.target.closest?.(".squeeze-card");
  if (!card) return;
  const steps = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5, PageUp: 20, PageDown: -20 };
  if (event.key === "Enter") turn();
  else if (event.key === "Home") lift(card, 0);
  else if (event.key === "End") lift(card, 100);
  else if (steps[event.key]) lift(card, percentOf(card) + steps[event.key]);
  else return;
  event.preventDefault();
});

// ---------------------------------------------------------------- drag

let drag;
document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest?.(".squeeze-card");
  if (!card) return;
  const box = card.getBoundingClientRect();
  const third = (part) => (part < 1 / 3 ? -1 : part > 2 / 3 ? 1 : 0);
  const from = [third((event.clientX - box.left) / box.width), third((event.clientY - box.top) / box.height)];
  const edge = Object.keys(TURN).find((name) => TURN[name][0] === from[0] && TURN[name][1] === from[1]);
  if (!edge) return;
  mark(card);
  drag = { card, edge, box, x: event.clientX, y: event.clientY, before: percentOf(card) };
  card.setPointerCapture(event.pointerId);
});
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [nx, ny] = TURN[drag.edge];
  const across = (-nx * (event.clientX - drag.x)) / drag.box.width;
  const along = (-ny * (event.clientY - drag.y)) / drag.box.height;
  const way = (across + along) / (Math.abs(nx) + Math.abs(ny));
  lift(drag.card, drag.before + way * 100, drag.edge);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { drag = null; });

// ---------------------------------------------------------------- what others do

document.addEventListener("banco:passing", ({ detail }) => {
  if (detail.stream !== `table/${table.dataset.table}`) return;
  const { side, card, edge, percent } = detail.data.squeeze;
  const place = document.querySelector(`[data-card="${side}-${card}"].face-down`);
  if (!place || !TURN[edge]) return;
  place.classList.add("is-lifted");
  place.dataset.percent = percent;
  place.querySelector("svg").style.clipPath = covered(edge, percent);
});
