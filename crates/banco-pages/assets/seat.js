// A seat: bets and answers are forms, sent without leaving the page. What was sent is pending until the server's own page
// shows it. Everything here can be done without this file, a little slower.

import { actionOf, volume } from "./controls.js";
import { busy, isBusy, send, showRefusal } from "./forms.js";
import { isLost, now, refresh, say } from "./live.js";
import "./squeeze.js";

const table = document.querySelector("[data-table]");
const said = new Set([...document.querySelectorAll("[data-say]")].map((line) => line.dataset.say));
const spoken = new Map();

// ---------------------------------------------------------------- forms

function pending(submitter) {
  const state = submitter.querySelector(".spot-state, .side-stake");
  submitter.classList.add("is-pending");
  if (!state) return () => submitter.classList.remove("is-pending");
  const mark = document.createElement("span");
  mark.className = "state-pending";
  mark.dataset.key = "pending";
  mark.textContent = "…";
  state.append(mark);
  return () => {
    mark.remove();
    submitter.classList.remove("is-pending");
  };
}

// A spot by its name for people, where a message has its name in commands.
const labelled = (words) =>
  words?.replace(/`([^`]+)`/g, (_, name) => document.querySelector(`[name="spot"][value="${CSS.escape(name)}"]`)?.dataset.label ?? name);

function refused(submitter, problem) {
  const words = [labelled(problem.title), problem.clauses?.join(", ")].filter(Boolean).join(" · ");
  say(words, true);
  // A sentence that names the spot by itself needs no other name before it.
  const label = submitter?.dataset.label;
  showRefusal(label && !words.startsWith(label) ? `${label}: ${words}` : words);
}

let presses = 0;

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-live]");
  if (!form) return;
  event.preventDefault();
  const submitter = event.submitter;
  if (submitter?.getAttribute("aria-disabled") === "true" || submitter?.value === "nothing" || isLost()) return;
  // Chips go down as fast as they are pressed: each press is a command of its own. Everything else is done once.
  const press = form.dataset.live === "bets" && !submitter?.hasAttribute("formaction") ? (presses += 1) : 0;
  if (!press && isBusy(form)) return;
  const release = press ? () => {} : busy(form);
  const done = submitter ? pending(submitter) : () => {};
  const { problem, said: words, leaves } = await send(form, submitter, press);
  if (leaves) return;
  if (!problem && !press) form.reset();
  await refresh();
  done();
  release(problem ? 0 : undefined);
  if (problem) refused(submitter, problem);
  else if (words) say(words);
  if (!problem && form.dataset.live === "bets") sound(440);
});

// ---------------------------------------------------------------- the clock

function tick() {
  for (const clock of document.querySelectorAll(".countdown")) {
    const until = Number(clock.dataset.until);
    const left = Math.max(0, until - now());
    const seconds = Math.ceil(left / 1000);
    const figure = clock.querySelector(".countdown-seconds");
    if (figure.textContent !== String(seconds)) figure.textContent = seconds;
    const whole = Number(clock.dataset.seconds) * 1000;
    clock.querySelector(".ring-time").setAttribute("stroke-dashoffset", Math.round(1000 - (1000 * Math.min(left, whole)) / whole));
    if (clock.dataset.what !== "wagers") continue;
    for (const [at, words] of [[10, clock.dataset.ten], [5, clock.dataset.five]]) {
      if (seconds === at && whole > at * 1000 && !spoken.has(`${until}-${at}`)) {
        spoken.set(`${until}-${at}`, true);
        say(words);
      }
    }
    if (spoken.size > 40) spoken.clear();
  }
}
setInterval(tick, 200);

// ---------------------------------------------------------------- what is said, and heard

document.addEventListener("banco:parts", () => {
  const present = new Set();
  for (const line of document.querySelectorAll("[data-say]")) {
    present.add(line.dataset.say);
    if (said.has(line.dataset.say)) continue;
    said.add(line.dataset.say);
    say(line.textContent);
    announce(line.textContent);
    sound(line.dataset.say.endsWith("-open") ? 660 : 330);
  }
  // What is over is not said again; nothing is kept for good.
  for (const name of said) if (said.size > 60 && !present.has(name)) said.delete(name);
  tick();
});

// The last round stays open a while, then folds to its head. Whoever opens it again keeps it open.
const READ_MS = 4000;
let folded = "";
document.addEventListener("banco:parts", () => {
  const panel = document.querySelector('.result-panel[open][data-phase="betting"]');
  if (!panel || folded === panel.dataset.round) return;
  folded = panel.dataset.round;
  setTimeout(() => { panel.open = false; }, READ_MS);
});

let audio;
addEventListener("pointerdown", () => {
  if (table.dataset.sound && !audio) audio = new AudioContext();
}, { passive: true });

function sound(pitch) {
  const loudness = volume("effects");
  if (!audio || !loudness) return;
  const tone = audio.createOscillator();
  const loud = audio.createGain();
  tone.frequency.value = pitch;
  loud.gain.setValueAtTime(0.12 * loudness, audio.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.18);
  tone.connect(loud).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.2);
}

// The announcer reads what stands on the page anyway.
function announce(words) {
  const loudness = volume("voice");
  if (!audio || !loudness || !("speechSynthesis" in window)) return;
  const spokenWords = new SpeechSynthesisUtterance(words);
  spokenWords.lang = document.documentElement.lang;
  spokenWords.volume = loudness;
  speechSynthesis.speak(spokenWords);
}

// ---------------------------------------------------------------- the same bets once more

// Once, in the next round: nothing is played by itself for longer.
document.addEventListener("banco:parts", () => {
  const wanted = document.getElementById("rebet-next");
  const button = document.querySelector('[name="act"][value="rebet"]:not([aria-disabled])');
  if (!wanted?.checked || !button) return;
  wanted.checked = false;
  button.click();
});

// ---------------------------------------------------------------- keys

const spotOf = (name) => document.querySelector(`[name="spot"][value="${name}"]`);
const doneBy = (action) => spotOf(action) ?? document.querySelector(`[name="act"][value="${action}"]`);

addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input:not([type=radio]), select, textarea");
  if (!table.dataset.keys || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const chip = document.querySelectorAll('[name="minor"][type="radio"]')[Number(event.key) - 1];
  if (chip) chip.checked = true;
  else {
    const action = actionOf(event.key.toLowerCase());
    if (action) doneBy(action)?.click();
  }
});

document.documentElement.dataset.script = "on";
// On a phone the side bets begin folded.
if (matchMedia("(max-width: 760px)").matches) document.getElementById("shelf")?.removeAttribute("open");
tick();
