// Once a field changes, its notes no longer apply, so they are removed. The review shows the current state.
import { register } from "./behaviors.js";

register("notes", (form) => {
  form.addEventListener("input", ({ target }) => {
    // Contrast depends on two colours, so the notes of the whole group are removed.
    const colours = target.closest?.(".colours");
    for (const field of colours ? colours.querySelectorAll("[aria-describedby]") : [target]) forget(field);
  });
});

function forget(field) {
  const ids = field.getAttribute?.("aria-describedby")?.split(" ") ?? [];
  const kept = ids.filter((id) => !id.includes("-note-"));
  if (kept.length === ids.length) return;
  for (const id of ids) if (!kept.includes(id)) document.getElementById(id)?.remove();
  field.removeAttribute("aria-invalid");
  if (kept.length > 0) field.setAttribute("aria-describedby", kept.join(" "));
  else field.removeAttribute("aria-describedby");
}
