// Adds and removes rows without leaving the page: the server draws it anew, and only the part with the rows is put in place.
import { register } from "./behaviors.js";

register("rows", (form) => {
  form.addEventListener("submit", async (event) => {
    const button = event.submitter;
    const part = button?.dataset.rows;
    if (!part) return;
    event.preventDefault();
    const isAdding = button.value.startsWith("add.");
    const scope = button.closest(".trigger")?.id;
    const body = new URLSearchParams(new FormData(form, button));
    button.disabled = true;
    try {
      // Not `form.action`: the form has a field of that name.
      const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { accept: "text/html" } });
      if (!answer.ok || answer.redirected) throw new Error(`${answer.status}`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.getElementById(part).replaceWith(document.adoptNode(page.getElementById(part)));
    } catch {
      // The way without script says what is wrong.
      button.disabled = false;
      delete button.dataset.rows;
      form.requestSubmit(button);
      return;
    }
    // Not on the form itself, whose `name` is a field.
    document.getElementById(part).dispatchEvent(new Event("input", { bubbles: true }));
    focusIn(document.getElementById(part), button.value, isAdding, scope);
  });
});

/** The first field of a new row; else the button that adds one, since the one that was pressed has gone. */
function focusIn(part, command, isAdding, trigger) {
  // `add.trigger.0.condition`, `remove.trigger.0.part.1`
  const kind = command.split(".").findLast((word) => !/^\d+$/.test(word));
  const scope = (["condition", "part"].includes(kind) && trigger && document.getElementById(trigger)) || part;
  const kinds = kind === "condition" ? ".condition" : kind === "part" ? ".trigger .trigger" : ".trigger, .extra, .cap";
  const rows = scope.querySelectorAll(`:scope ${kinds.replaceAll(", ", ", :scope ")}`);
  const target = isAdding ? rows[rows.length - 1]?.querySelector("input, select") : null;
  (target ?? scope.querySelector("button[value^='add.']"))?.focus();
}
