// The dealer's console by number pad. Forms do everything; this file presses their keys, and sends them without leaving the page.
// The pad: digits press what carries them, Enter goes on, minus takes back, the point opens the wizard. While a card is
// entered: 1 to 9 and 0 are ace to ten, / * + are jack, queen and king, then 1 to 4 are spades, hearts, diamonds, clubs. Where
// results alone are recorded, digits are the toggles of a scoreboard.

import { busy, confirm, DOUBLE_MS, isArmed, isBusy, send, showRefusal } from "./forms.js";

// Lists and the wizard follow nothing.
const live = document.body.dataset.streams ? await import("./live.js") : null;

// ---------------------------------------------------------------- forms

function refused(problem) {
  const words = [problem.title, problem.clauses?.join(", "), problem.hint].filter(Boolean).join(" · ");
  live?.say(words, true);
  showRefusal(words);
}

let sending = false;
// Until when no other form that moves money is sent: the second press of a double click may fall onto the next one.
let moneyFrom = 0;
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-live]");
  if (!form || !live) return;
  event.preventDefault();
  if (sending || live.isLost() || isBusy(form) || !isArmed(form)) return;
  const money = form.matches("[data-money]");
  if (money && performance.now() < moneyFrom) return;
  sending = true;
  document.body.setAttribute("aria-busy", "true");
  // Keys of the pad follow each other fast: the next one counts as soon as this one is answered. Money is not like that.
  const done = busy(form, money ? DOUBLE_MS : 0);
  let wait;
  try {
    const { problem, confirm: asked, see, leaves } = await send(form, event.submitter);
    // Until the next page is there the form stays as it is: it was sent.
    if (see) location.assign(see);
    if (see || leaves) {
      wait = 60_000;
      return;
    }
    if (asked) {
      // The page behind a dialog cannot be pressed.
      wait = 0;
      confirm(asked);
      return;
    }
    if (money) {
      form.closest("dialog")?.close();
      if (!problem) form.reset();
    }
    if (form.matches("[data-entry]")) clear(form);
    if (form.matches("[data-result]")) clearResult(form);
    await live.refresh();
    if (problem) refused(problem);
  } finally {
    sending = false;
    if (money && wait !== 0) moneyFrom = performance.now() + DOUBLE_MS;
    done(wait);
    document.body.removeAttribute("aria-busy");
  }
});

// ---------------------------------------------------------------- cards

const chosen = (form, what) => form.querySelector(`[data-${what}]:checked`);

function show(form) {
  for (const what of ["rank", "suit"]) {
    const place = form.querySelector(`[data-shows="${what}"]`);
    if (place) place.textContent = chosen(form, what)?.dataset.face ?? "";
  }
}

function clear(form) {
  for (const input of form.querySelectorAll("[data-rank], [data-suit]")) input.checked = false;
  show(form);
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-entry]");
  if (form) show(form);
  if (event.target.matches("[data-wizard] [name=what]")) location.assign(`?what=${event.target.value}`);
});
document.addEventListener("reset", (event) => setTimeout(() => show(event.target)));

// The first card that lacks a key: a panel has one, the wizard may have two.
const cardsOf = (form) => (form.matches("[data-entry]") ? [form] : [...form.querySelectorAll(".wizard-card")]);

function pick(input) {
  input.checked = true;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

// Whether a key belongs to a card that is being entered.
function entered(form, key) {
  const card = cardsOf(form).find((one) => !chosen(one, "rank") || !chosen(one, "suit"));
  if (!card) return false;
  const letter = key.toUpperCase();
  const [what, name] = chosen(card, "rank") ? ["suit", "letter"] : ["rank", "face"];
  const face = letter === "T" ? "10" : letter;
  const input = card.querySelector(`[data-${what}="${CSS.escape(key)}"], [data-${what}][data-${name}="${CSS.escape(face)}"]`);
  if (!input) return false;
  pick(input);
  return true;
}

// Takes the last key of a card back; says whether there was one.
function takenBack(form) {
  for (const card of cardsOf(form).reverse()) {
    const last = chosen(card, "suit") ?? chosen(card, "rank");
    if (!last) continue;
    last.checked = false;
    show(form);
    return true;
  }
  return false;
}

// ---------------------------------------------------------------- results without cards

// Toggles first; Enter goes on to the counts, and a second one records. Seven clears, minus takes the last key back.
const HANDS = ["player", "banker"];
let toggled = [];

const countOf = (form, hand) => form.querySelector(`[data-count="${hand}"]:checked`);
const withoutCount = (form) => HANDS.find((hand) => !countOf(form, hand));

function clearResult(form) {
  form.reset();
  toggled = [];
}

// A natural is the count of whoever won with it.
function beginCounts(form) {
  const winner = form.querySelector("[name=won]:checked")?.value;
  if (!winner) return false;
  form.querySelector("[data-counts]").checked = true;
  const natural = form.querySelector("[name=natural]:checked")?.value;
  const known = winner === "tie" ? HANDS : [winner];
  for (const hand of natural ? known : []) pick(form.querySelector(`[data-count="${hand}"][value="${natural}"]`));
  return true;
}

function enterResult(form) {
  if (!form.querySelector("[data-counts]").checked) return beginCounts(form);
  return withoutCount(form) ? false : press(form.querySelector("[data-accept]"));
}

function keyResult(form, key) {
  if (!/^[0-9]$/.test(key)) return false;
  if (form.querySelector("[data-counts]").checked) {
    const hand = withoutCount(form);
    if (hand) pick(form.querySelector(`[data-count="${hand}"][value="${key}"]`));
    return true;
  }
  if (key === "7") {
    clearResult(form);
    return true;
  }
  const input = form.querySelector(`[data-toggle="${key}"]`);
  if (!input) return true;
  if (input.checked) input.checked = false;
  else {
    pick(input);
    toggled.push(input);
  }
  return true;
}

function backResult(form) {
  const counted = [...HANDS].reverse().map((hand) => countOf(form, hand)).find(Boolean);
  const counts = form.querySelector("[data-counts]");
  if (counted) counted.checked = false;
  else if (counts.checked) counts.checked = false;
  else {
    const last = toggled.pop();
    if (last) last.checked = false;
  }
  return true;
}

// ---------------------------------------------------------------- the pad

const press = (element) => {
  element?.click();
  return Boolean(element);
};

const isWhole = (form) => cardsOf(form).every((card) => chosen(card, "rank") && chosen(card, "suit"));

function enter() {
  const result = document.querySelector("[data-result]");
  if (result) return enterResult(result);
  const entry = document.querySelector("[data-entry]");
  if (entry && isWhole(entry)) return press(entry.querySelector("[data-accept]"));
  if (entry && !chosen(entry, "rank")) return press(entry.querySelector("[data-unseen]"));
  const open = document.querySelector("[data-tick]:not(:checked)");
  if (open) {
    open.checked = true;
    open.focus();
    return true;
  }
  return press(document.querySelector("[data-report]") ?? document.querySelector("[data-enter]"));
}

function back() {
  const result = document.querySelector("[data-result]");
  if (result) return backResult(result);
  const form = document.querySelector("[data-entry], [data-wizard]");
  if (form && takenBack(form)) return true;
  const last = [...document.querySelectorAll("[data-tick]:checked")].pop();
  if (last) {
    last.checked = false;
    return true;
  }
  return press(document.querySelector("[data-undo]:not([type=reset])"));
}

function pressed(key) {
  if (key === "Enter") return enter();
  if (key === "-" || key === "Backspace") return back();
  const result = document.querySelector("[data-result]");
  if (result && keyResult(result, key)) return true;
  const form = document.querySelector("[data-entry], [data-wizard]");
  if (form && (form.matches("[data-entry]") || form.querySelector("[name=what]:checked")) && entered(form, key)) return true;
  if (key.length !== 1) return false;
  const target = document.querySelector(`[data-pad="${CSS.escape(key)}"]:not([disabled])`);
  if (target?.matches("input")) return pick(target) ?? true;
  return press(target);
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // What is to be confirmed has the keys.
  if (document.querySelector("dialog[open]")) return;
  const typing = event.target.closest?.("input:not([type=radio]):not([type=checkbox]), select, textarea");
  const pad = event.code.startsWith("Numpad");
  // Characters of other keys than those of the pad work for those who want it, as at a seat; what is focused keeps its own keys.
  const wanted = event.key.length > 1 || document.querySelector("[data-keys]");
  const own = event.key.length > 1 && event.target.closest?.("a, button, summary, input, select");
  if (typing || (!pad && (!wanted || own))) return;
  if (pressed(event.key)) event.preventDefault();
});

document.documentElement.dataset.script = "on";
document.querySelectorAll("[data-entry]").forEach(show);
