// What every page does where there are scripts: a menu closes by Escape, and another look comes without losing one's place.

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
