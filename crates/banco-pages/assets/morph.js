// Puts new HTML into an element and keeps what its viewer is at: focus, what they typed or chose, what they unfolded, how
// far they scrolled. Elements are told apart by id or data-key.

const KEPT = new Set(["style", "data-ask", "aria-valuenow"]);

const keyOf = (node) => (node.nodeType === 1 ? node.id || node.dataset.key || null : null);

// A field of another name or kind is another field: what was typed into one does not come to stand in the other.
const sameField = (one, other) => one.nodeName !== "INPUT" || (one.name === other.name && one.type === other.type);

// A form that does something else is another form, with a key of its own: a press of one does not hold up the next.
const doing = (form) => [form.getAttribute("action"), ...[...form.querySelectorAll('input[type="hidden"]')].filter((one) => ["do", "act", "to", "ask"].includes(one.name)).map((one) => one.value)].join(" ");
const sameForm = (one, other) => one.nodeName !== "FORM" || doing(one) === doing(other);

const alike = (one, other) =>
  one.nodeType === other.nodeType && one.nodeName === other.nodeName && keyOf(one) === keyOf(other) && sameField(one, other) && sameForm(one, other);

// The key of a form stays until the form was used: the answer to it brings the next one. So does the mark that it is being sent.
const isOfSending = (node, name) =>
  (name === "value" && node.nodeName === "INPUT" && node.type === "hidden" && node.name === "key") ||
  (name === "aria-busy" && node.nodeName === "FORM") ||
  ((name === "data-busy" || name === "aria-disabled") && node.dataset.busy !== undefined);

// A field belongs to whoever types in it; what is hidden belongs to the page.
const isTheirs = (node, name) =>
  isOfSending(node, name) ||
  (name === "open" && node.nodeName === "DETAILS") ||
  ((name === "value" || name === "checked") && node.nodeName === "INPUT" && node.type !== "hidden") ||
  KEPT.has(name);

function attributes(from, to) {
  for (const { name, value } of to.attributes) {
    if (!isTheirs(from, name) && from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  for (const { name } of [...from.attributes]) {
    if (!isTheirs(from, name) && !to.hasAttribute(name)) from.removeAttribute(name);
  }
}

function node(from, to) {
  if (from.nodeType !== 1) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  if (from.isEqualNode(to)) return;
  attributes(from, to);
  children(from, to);
}

function children(from, to) {
  const keyed = new Map();
  for (const child of from.childNodes) {
    const key = keyOf(child);
    if (key) keyed.set(key, child);
  }
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const key = keyOf(wanted);
    const known = key ? keyed.get(key) : null;
    if (known && alike(known, wanted)) {
      if (known !== at) from.insertBefore(known, at);
      else at = at.nextSibling;
      node(known, wanted);
    } else if (!key && at && !keyOf(at) && alike(at, wanted)) {
      const next = at.nextSibling;
      node(at, wanted);
      at = next;
    } else {
      from.insertBefore(wanted, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

export function morph(element, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  children(element, template.content);
}
