// What was said of a field no longer holds once it is changed: its notes go. How things stand now is in the review.
import { register } from "./behaviors.js";

register("notes", (form) => {
  form.addEventListener("input", ({ target }) => {
    // How well colours can be told apart is a matter of two of them.
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
