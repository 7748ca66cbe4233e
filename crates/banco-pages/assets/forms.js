// Forms that are sent without leaving the page. What was not answered is asked again under the same key, so that it happens once.

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export async function send(form, submitter) {
  const fields = new URLSearchParams(new FormData(form, submitter));
  const action = submitter?.getAttribute("formaction") || form.getAttribute("action");
  fields.set("key", newKey());
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await fetch(action, { method: "POST", body: fields, headers: { Accept: "application/json" } });
      if (answer.redirected) {
        location.assign(answer.url);
        return {};
      }
      const told = answer.status === 204 ? {} : await answer.json();
      if (answer.status !== 503 || tries > 4) return answer.ok ? { said: told.said } : { problem: told };
    } catch {
      if (tries > 4) return { problem: { title: document.body.dataset.lineLost.replace("#", "…") } };
    }
    await new Promise((done) => setTimeout(done, 400 * (tries + 1)));
  }
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
