// Adds and removes rows without leaving the page: the server draws it anew, and only the part with the rows is put in place.
import { register } from "./behaviors.js";

register("rows", (form) => {
  form.addEventListener("submit", async (event) => {
    const button = event.submitter;
    const part = button?.dataset.rows;
    if (!part) return;
    event.preventDefault();
    const isAdding = button.value.startsWith("add_");
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
    focusIn(document.getElementById(part), button.value, isAdding);
  });
});

/** The first field of a new row; else the button that adds one, since the one that was pressed has gone. */
function focusIn(part, command, isAdding) {
  const [name, row] = command.split(".");
  const scope = row !== undefined && name.endsWith("condition") ? document.getElementById(`trigger-${row}`) ?? part : part;
  const rows = scope.querySelectorAll(name.endsWith("trigger") ? ".trigger" : ".condition, .extra");
  const target = isAdding ? rows[rows.length - 1]?.querySelector("input, select") : null;
  (target ?? scope.querySelector("button[value^=add_]"))?.focus();
}
