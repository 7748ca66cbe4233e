// The house's own pages: forms are sent without leaving the page, times run down, and what was refused says why. Everything
// here can be done without this file, a little slower.

import { busy, confirm, isArmed, isBusy, send } from "./forms.js";

const followed = document.body.dataset.streams !== undefined;
const live = followed ? await import("./live.js") : null;
const now = live ? live.now : () => Date.now();

// ---------------------------------------------------------------- forms

// Why something was not done stands where it was asked for, with clause and hint, until it is asked for again.
function refused(form, problem) {
  let note = form.querySelector(".form-refused");
  if (!note) {
    note = document.createElement("p");
    note.className = "form-refused";
    note.dataset.key = "refused";
    form.append(note);
  }
  note.textContent = [problem.title, problem.clauses?.join(", "), problem.hint].filter(Boolean).join(" · ");
  const region = document.getElementById("alerts");
  const line = document.createElement("p");
  line.textContent = note.textContent;
  region?.append(line);
}

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-live]");
  if (!form) return;
  event.preventDefault();
  if (isBusy(form) || !isArmed(form)) return;
  form.querySelector(".form-refused")?.remove();
  const done = busy(form);
  const { problem, confirm: asked, see, leaves } = await send(form, event.submitter);
  // Until the next page is there the form stays as it is: it was sent.
  if (leaves) return;
  if (see) {
    location.assign(see);
    return;
  }
  if (!problem && !asked && !live) {
    location.reload();
    return;
  }
  if (asked) {
    // The page behind a dialog cannot be pressed.
    done(0);
    confirm(asked);
    return;
  }
  if (problem) {
    // Nothing has happened: it may be corrected and sent at once.
    done(0);
    refused(form, problem);
  } else {
    done();
    form.reset();
    form.closest("details.act")?.removeAttribute("open");
    form.closest("dialog")?.close();
    await live.refresh();
  }
});

// ---------------------------------------------------------------- times

const words = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function tick() {
  for (const time of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil((Number(time.dataset.until) - now()) / 1000));
    const text = left >= 3600 ? time.textContent : words(left);
    if (time.textContent !== text) time.textContent = text;
    const over = left === 0;
    if (over && time.dataset.over === undefined) {
      time.dataset.over = "";
      live?.refresh();
    }
  }
  for (const time of document.querySelectorAll("[data-since]")) {
    const age = Math.max(0, Math.floor((now() - Number(time.dataset.since)) / 1000));
    const text = age >= 3600 ? `${Math.floor(age / 3600)} h` : words(age);
    if (time.textContent !== text) time.textContent = text;
  }
}
setInterval(tick, 250);
tick();

// ---------------------------------------------------------------- alerts

// A new alert is said once, however often the page is drawn anew.
const told = new Set([...document.querySelectorAll("[data-alert]")].map((line) => line.dataset.alert));
document.addEventListener("banco:parts", () => {
  for (const line of document.querySelectorAll("[data-alert]")) {
    if (told.has(line.dataset.alert)) continue;
    told.add(line.dataset.alert);
    live?.say(line.dataset.say ?? line.textContent, true);
  }
  tick();
});

// What comes from no table and no link, such as a correction of a balance or a proposed table, is looked for now and then.
const OTHERS_MS = 4000;
if (document.body.classList.contains("page-calm")) setInterval(() => live?.refresh(), OTHERS_MS);

document.documentElement.dataset.script = "on";
