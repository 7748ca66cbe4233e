// Forms that are sent without leaving the page. The server issues an idempotency key with every form it renders; a script
// sends that key and never makes its own. What was not answered is asked again under the same key, so that it happens once;
// the answer brings the key of the form's next use.

const inFlight = new WeakSet();
// Both presses of a double click belong to one use of a form.
export const DOUBLE_MS = 500;

export const isBusy = (form) => inFlight.has(form);

// Marks a form as being sent until the function it gives back is called. A button keeps its focus, so it is not disabled outright.
export function busy(form, least = DOUBLE_MS) {
  const since = performance.now();
  inFlight.add(form);
  form.setAttribute("aria-busy", "true");
  const buttons = [...form.elements].filter((one) => one.nodeName === "BUTTON" && !one.hasAttribute("aria-disabled"));
  for (const button of buttons) {
    button.dataset.busy = "";
    button.setAttribute("aria-disabled", "true");
  }
  const release = () => {
    inFlight.delete(form);
    form.removeAttribute("aria-busy");
    for (const button of buttons) {
      delete button.dataset.busy;
      button.removeAttribute("aria-disabled");
    }
  };
  return (wait = since + least - performance.now()) => setTimeout(release, Math.max(0, wait));
}

const keyField = (form) => form.querySelector('input[type="hidden"][name="key"]');

// The answer is final, so the form gets the key of its next use.
function takeNextKey(form, used, answer) {
  const field = keyField(form);
  const next = answer.headers.get("form-key");
  if (field && next && field.value === used) field.value = next;
}

// Sends a form. A press of its own, as of a chip, has a key of its own: the form's key and the number of the press.
export async function send(form, submitter, press) {
  const fields = new URLSearchParams(new FormData(form, submitter));
  const key = fields.get("key");
  const action = submitter?.getAttribute("formaction") || form.getAttribute("action");
  if (press) fields.set("key", `${key}.${press}`);
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await fetch(action, { method: "POST", body: fields, headers: { Accept: "application/json" } });
      if (answer.redirected) {
        location.assign(answer.url);
        return { leaves: true };
      }
      const told = answer.status === 204 ? {} : await answer.json();
      if (answer.status !== 503 || tries > 4) {
        if (!press && answer.status !== 503) takeNextKey(form, key, answer);
        return answer.ok ? told : { problem: told };
      }
    } catch {
      if (tries > 4) return { problem: { title: document.body.dataset.lineLost?.replace("#", "…") ?? "" } };
    }
    await new Promise((done) => setTimeout(done, 400 * (tries + 1)));
  }
}

// What moves money is shown once more before it is done, as the server has worked it out. Where the second press of a
// double click falls onto the button that confirms, it is not a confirmation.
const ARMED_MS = 350;

// Behind a question nothing is sent, and its own form only once it is armed.
export function isArmed(form) {
  const asked = document.querySelector("dialog.confirm[open]");
  return !asked || (asked.contains(form) && asked.dataset.armed !== undefined);
}

export function confirm(html) {
  const opener = document.activeElement;
  const dialog = document.createElement("dialog");
  dialog.className = "confirm";
  dialog.setAttribute("aria-labelledby", "confirm-title");
  dialog.innerHTML = html;
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    opener?.focus();
  });
  dialog.addEventListener("click", (event) => {
    if (!event.target.closest("[data-close]")) return;
    event.preventDefault();
    dialog.close();
  });
  dialog.showModal();
  dialog.querySelector("[autofocus]")?.focus();
  setTimeout(() => { dialog.dataset.armed = ""; }, ARMED_MS);
}

// Shows for a while why something was refused.
export function showRefusal(words) {
  const note = document.getElementById("refused");
  if (!note) return;
  note.textContent = words;
  note.hidden = false;
  clearTimeout(showRefusal.timer);
  showRefusal.timer = setTimeout(() => { note.hidden = true; }, 8000);
}
