// Adds and removes rows without leaving the page: the server renders the page again, and only the part with the rows is replaced.
import { register } from "./behaviors.js";
import { replaceTranslations } from "./translations.js";

register("rows", (form) => {
  form.addEventListener("submit", async (event) => {
    const button = event.submitter;
    const part = button?.dataset.rows;
    if (!part) return;
    event.preventDefault();
    const isAdding = button.value.startsWith("add.");
    const body = new URLSearchParams(new FormData(form, button));
    button.disabled = true;
    try {
      // Not `form.action`, because the form has a field with that name.
      const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { accept: "text/html" } });
      if (!answer.ok || answer.redirected) throw new Error(`${answer.status}`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.getElementById(part).replaceWith(document.adoptNode(page.getElementById(part)));
      // What follows from the rows, as the variants of a survey do from its questions.
      for (const old of document.querySelectorAll(`[data-drawn-with="${part}"]`)) {
        old.replaceWith(document.adoptNode(page.getElementById(old.id)));
      }
      // Texts that move are translated by fields with other names.
      const [translations, renamed] = [document, page].map((place) => place.querySelector("[data-translations]"));
      if (translations && renamed && part !== translations.id) replaceTranslations(translations, document.adoptNode(renamed));
    } catch {
      // Submit the form without script, so that the server can say what is wrong.
      button.disabled = false;
      delete button.dataset.rows;
      form.requestSubmit(button);
      return;
    }
    // Not on the form itself, because a field hides its `name`.
    document.getElementById(part).dispatchEvent(new Event("input", { bubbles: true }));
    focusIn(document.getElementById(part), button.value, isAdding);
  });
});

/** Focuses the first field of a new row. After a removal, focuses the list's add button, because the button that was pressed no longer exists. */
function focusIn(part, command, isAdding) {
  // For example `add.trigger.0.condition` or `remove.trigger.0.part.1`. Conditions replace a kept one.
  const moved = /^(?:up|down)\.(.*)\.(\d+)$/.exec(command);
  if (moved) return focusMoved(part, command.startsWith("up") ? "up" : "down", moved[1], Number(moved[2]));
  const copied = /^copy\.(.*)$/.exec(command);
  if (copied) return [...part.querySelectorAll(`[name^="${copied[1]}.question."]`)].find((field) => field.checkVisibility())?.focus();
  const ended = /^uncopy\.(.*)$/.exec(command);
  if (ended) return part.querySelector(`button[value="copy.${ended[1]}"]`)?.focus();
  const list = command.replace(/^\w+\./, "").replace(/\.kept$/, ".condition").replace(/\.\d+$/, "");
  const fields = [...part.querySelectorAll(`[name^="${list}."]`)].filter((field) => field.checkVisibility());
  const row = (field) => Number(field.name.slice(list.length + 1).split(".")[0]);
  const last = Math.max(...fields.map(row));
  const target = isAdding ? fields.find((field) => row(field) === last) : null;
  (target ?? part.querySelector(`button[value="add.${list}"]`) ?? fields[0])?.focus();
}

/** Focuses the same button of a row that has moved, so that it can be moved on; at the end, the other one. */
function focusMoved(part, direction, list, number) {
  const place = number + (direction === "up" ? -1 : 1);
  const button = (name) => part.querySelector(`button[value="${name}.${list}.${place}"]`);
  (button(direction) ?? button(direction === "up" ? "down" : "up"))?.focus();
}
