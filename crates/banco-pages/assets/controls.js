// How loud things are, and which key does what: kept in this browser alone.

const read = (name, usual) => {
  try {
    return localStorage.getItem(`banco-${name}`) ?? usual;
  } catch {
    return usual;
  }
};

const write = (name, value) => {
  try {
    localStorage.setItem(`banco-${name}`, value);
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
};

// From 0 to 1.
export const volume = (name) => {
  const field = document.querySelector(`[data-volume="${name}"]`);
  return field ? Number(field.value) / 100 : 0;
};

// What a key does, by the name of the field that sets it.
export const actionOf = (key) =>
  [...document.querySelectorAll("[data-key-for]")].find((field) => field.value.toLowerCase() === key)?.dataset.keyFor;

const nameOf = (field) => (field.dataset.volume ? `volume-${field.dataset.volume}` : `key-${field.dataset.keyFor}`);

for (const field of document.querySelectorAll("[data-volume], [data-key-for]")) field.value = read(nameOf(field), field.value);

document.addEventListener("input", ({ target }) => {
  if (target.matches?.("[data-volume], [data-key-for]")) write(nameOf(target), target.value);
});
