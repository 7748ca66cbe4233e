// Numbers follow while somebody changes what they ask: no button, and the address always says what is shown.

import { morph } from "./morph.js";

const WAIT_MS = 60;
const form = document.getElementById("odds-controls");
const answer = document.getElementById("odds-answer");
let waiting;
let asked = 0;

document.documentElement.classList.add("has-script");

const query = () => {
  const fields = new URLSearchParams(new FormData(form));
  for (const [key, value] of [...fields]) if (value === "") fields.delete(key);
  return fields;
};

async function show(address) {
  const turn = (asked += 1);
  answer.setAttribute("aria-busy", "true");
  try {
    const reply = await fetch(`/odds/parts?${address}`, { headers: { Accept: "application/json" } });
    if (turn !== asked) return;
    if (reply.status === 503) {
      setTimeout(() => { if (turn === asked) show(address); }, 1000 * Number(reply.headers.get("Retry-After") ?? 1));
      return;
    }
    if (!reply.ok) return;
    const { parts } = await reply.json();
    if (turn !== asked) return;
    for (const [id, html] of Object.entries(parts)) morph(document.getElementById(id), html);
    history.replaceState(null, "", `/odds?${address}`);
  } finally {
    if (turn === asked) answer.removeAttribute("aria-busy");
  }
}

const ask = () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => show(query()), WAIT_MS);
};

form.addEventListener("input", ask);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
