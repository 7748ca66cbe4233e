// Cards come out of the shoe and turn over, chips land, meters run. The page is complete before anything moves: whoever
// comes late, or wants no motion, sees where things lie and nothing else.

const DEAL = { duration: 350, easing: "cubic-bezier(.2, .7, .3, 1)", fill: "backwards" };
const BETWEEN_CARDS_MS = 150;
const TURN = { duration: 250, easing: "ease-out" };
const CHIP = { duration: 200, easing: "ease-out" };
const WALK = { duration: 400, easing: "ease-in-out" };
const PULSE = { duration: 400, easing: "ease-out" };
const METER_MS = 900;

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const cards = new Map();
const stakes = new Map();
const places = new Map();
const meters = new Map();
const rolls = new Map();
let result = "";

// What lies at a place: nothing, a back, or a face.
const lies = (place) => place.dataset.face ?? (place.classList.contains("face-down") ? "down" : "");

// The order in which a dealer lays the first four cards out: by turns.
const turnOf = (place) => {
  const [side, at] = place.dataset.card.split("-");
  return Number(at) * 2 + (side === "banker" ? 1 : 0);
};

function follow(known, name, value) {
  const before = known.get(name);
  known.set(name, value);
  return before;
}

function moveCards(still) {
  const places = [...document.querySelectorAll("[data-card]")].sort((one, other) => turnOf(one) - turnOf(other));
  let late = 0;
  for (const place of places) {
    const now = lies(place);
    const before = follow(cards, place.dataset.card, now);
    if (still || before === now || !now) continue;
    if (before === "") deal(place, late++);
    else if (before === "down") place.animate({ scale: ["0 1", "1 1"] }, TURN);
  }
}

// From the shoe, which stands at the dealer's hand above the felt.
function deal(place, late) {
  const box = place.getBoundingClientRect();
  const stage = place.closest(".stage")?.getBoundingClientRect();
  if (!stage) return;
  const from = `${Math.round(stage.right - 40 - box.left)}px ${Math.round(stage.top - box.bottom)}px`;
  place.animate({ translate: [from, "0 0"] }, { ...DEAL, delay: late * BETWEEN_CARDS_MS });
}

function moveChips(still) {
  for (const spot of document.querySelectorAll("[data-stake]")) {
    const now = Number(spot.dataset.stake);
    const before = follow(stakes, spot.value, now);
    if (!still && before !== undefined && now > before) {
      spot.querySelector(".stack")?.animate({ translate: ["0 -16px", "0 0"], opacity: [0.4, 1] }, CHIP);
    }
  }
}

function pulseResult(still) {
  const panel = document.querySelector(".result-panel");
  const now = panel?.dataset.round ?? "";
  if (!still && now && now !== result) panel.animate({ scale: [0.985, 1], opacity: [0.5, 1] }, PULSE);
  result = now;
}

// A button that lies at another seat now goes there.
function walkButtons(still) {
  for (const button of document.querySelectorAll("[data-walks]")) {
    const { left, top } = button.getBoundingClientRect();
    const before = follow(places, button.dataset.walks, { left, top });
    if (still || !before || (before.left === left && before.top === top)) continue;
    button.animate({ translate: [`${before.left - left}px ${before.top - top}px`, "0 0"] }, WALK);
  }
}

const figureIn = (text) => Number(text.replace(/[^0-9.]/g, ""));

// A meter runs up to its value and never beyond it; down it jumps, because it was hit.
function runMeters(still) {
  for (const meter of document.querySelectorAll("[data-meter]")) {
    const text = meter.textContent;
    const value = figureIn(text);
    const before = follow(meters, meter.dataset.meter, value);
    cancelAnimationFrame(rolls.get(meter.dataset.meter));
    if (!still && before < value) roll(meter, before, value, text);
  }
}

function roll(meter, from, to, text) {
  const began = performance.now();
  const digits = text.includes(".") ? 2 : 0;
  const written = new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const step = (at) => {
    const part = Math.min(1, Math.max(0, (at - began) / METER_MS));
    const now = Math.floor((from + (to - from) * part) * 100) / 100;
    meter.textContent = part < 1 ? text.replace(/[0-9.,]+/, written.format(now)) : text;
    if (part < 1) rolls.set(meter.dataset.meter, requestAnimationFrame(step));
  };
  step(began);
}

function moved(still) {
  const rest = still || calm.matches || document.visibilityState === "hidden";
  moveCards(rest);
  moveChips(rest);
  walkButtons(rest);
  pulseResult(rest);
  runMeters(rest);
}

moved(true);
document.addEventListener("banco:parts", () => moved(false));
