// Ask: what the board would draw stays for three seconds, or until something else is drawn. A history that did not simply
// grow was corrected, and that is said for ten seconds.

const ASKED_MS = 3000;
const CORRECTED_MS = 10000;
let asked;

function ask(roads, side) {
  clearTimeout(asked);
  roads.dataset.ask = side;
  asked = setTimeout(() => roads.removeAttribute("data-ask"), ASKED_MS);
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest(".ask");
  const roads = form?.closest(".roads");
  if (!roads || !event.submitter) return;
  event.preventDefault();
  ask(roads, event.submitter.value);
});

const corrected = (before, after) => before !== "" && after !== "" && !after.startsWith(before);

function follow(roads) {
  let before = roads.dataset.history;
  new MutationObserver(() => {
    const after = roads.dataset.history;
    if (after === before) return;
    roads.removeAttribute("data-ask");
    if (corrected(before, after)) {
      const note = roads.querySelector(".road-corrected");
      note.hidden = false;
      setTimeout(() => { note.hidden = true; }, CORRECTED_MS);
    }
    before = after;
  }).observe(roads, { attributes: true, attributeFilter: ["data-history"] });
}

document.querySelectorAll("[data-history]").forEach(follow);
