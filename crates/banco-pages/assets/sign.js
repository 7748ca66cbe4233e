// A sign asks for itself every two seconds, whatever it hears, counts down between, and says so when what it shows is old.

import { now, refresh } from "./live.js";

const EVERY_MS = 2000;
const OLD_MS = 5000;
let shown = Date.now();

document.addEventListener("banco:parts", () => { shown = Date.now(); });
setInterval(refresh, EVERY_MS);

function tick() {
  document.getElementById("delayed").hidden = Date.now() - shown < OLD_MS;
  for (const clock of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.until) - now()) / 1000));
    if (clock.textContent !== String(left)) clock.firstElementChild.textContent = left;
  }
}
setInterval(tick, 250);
