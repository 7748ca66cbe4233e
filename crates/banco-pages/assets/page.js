// What every page does where there are scripts: a menu closes by Escape, another look comes without losing one's place, and
// a form that is being sent is not sent again.

import { busy, isBusy } from "./forms.js";

addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && event.target.closest?.("details.menu[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});

document.addEventListener("submit", async (event) => {
  const form = event.target.closest('form[action="/look"]');
  if (!form) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  await fetch(form.getAttribute("action"), { method: "POST", body: fields, redirect: "manual" });
  location.reload();
});

// A form that leads to another page is released only where none comes: an answer that is a file, or the page shown once more.
const NO_PAGE_MS = 5000;
let sent = [];
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.matches('[action="/look"]')) return;
  if (isBusy(form)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  if (form.matches("[data-live]")) return;
  const done = busy(form, 0);
  sent.push(done);
  setTimeout(done, NO_PAGE_MS);
});
addEventListener("pageshow", () => {
  sent.forEach((done) => done());
  sent = [];
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) print();
});
