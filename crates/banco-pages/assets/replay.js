// A round once more, step by step: which cards lay open then, and what happened next.

const steps = [...document.querySelectorAll(".story-step")];
const bar = document.querySelector(".replay");
let at = steps.length;

function show(step) {
  at = Math.max(1, Math.min(steps.length, step));
  steps.forEach((one, place) => {
    one.classList.toggle("is-later", place >= at);
    one.toggleAttribute("aria-current", place === at - 1 && at < steps.length);
  });
  for (const hand of document.querySelectorAll("[data-hand]")) {
    const cards = [...hand.querySelectorAll(".card")];
    const open = Number(steps[at - 1].dataset[hand.dataset.hand]);
    cards.forEach((card, place) => { card.hidden = place >= open; });
    hand.querySelector("b").classList.toggle("is-later", open < cards.length);
  }
  bar.querySelector(".replay-at").textContent = bar.dataset.words.replace("#", at).replace("#", steps.length);
  if (at < steps.length) steps[at - 1].scrollIntoView({ block: "nearest" });
}

const go = { first: () => 1, back: () => at - 1, on: () => at + 1, last: () => steps.length };

if (bar && steps.length) {
  document.documentElement.dataset.script = "on";
  bar.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]")?.dataset.step;
    if (step) show(go[step]());
  });
  show(steps.length);
}
