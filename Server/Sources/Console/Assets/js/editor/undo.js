// Steps back through what was saved by itself since the page was opened: with the button, or with Ctrl+Z or Cmd+Z outside text fields, where these keys
// undo the typing. The server renders the form with all its rows, and stores nothing.
import { register } from "./behaviors.js";
import { PATIENCE, pathOf, stateOf } from "./form-state.js";
import { isShortcut, nameShortcut } from "./keys.js";

const MOST = 100;
const TEXT = "textarea, [contenteditable], input:not([type=radio], [type=checkbox])";

register("undo", (form) => {
  const button = form.querySelector("[data-undo]");
  const status = form.querySelector("[data-save-status]");
  const states = [stateOf(form)];
  // What is on its way to the server. Undoing takes it back, although it will be saved.
  let pending = null;
  let isBusy = false;
  nameShortcut(button, "Z");

  const offer = () => (button.hidden = states.length < 2 && stateOf(form) === states[0]);

  const undo = async () => {
    if (isBusy) return;
    const isSaved = stateOf(form) === states.at(-1);
    if (isSaved && states.length < 2) return;
    isBusy = true;
    pending = null;
    try {
      const hadFocus = form.querySelector(".editor-step[data-current]")?.contains(document.activeElement);
      await restore(form, states.at(isSaved ? -2 : -1));
      if (isSaved) states.pop();
      if (hadFocus) form.querySelector(".editor-step[data-current]").focus({ preventScroll: true });
      // The server may have numbered rows anew.
      states[states.length - 1] = stateOf(form);
      status.textContent = "Undone";
      form.querySelector(".editor-step").dispatchEvent(new Event("input", { bubbles: true }));
    } catch {
      status.textContent = "Not undone: the server did not answer. Try again.";
    }
    isBusy = false;
  };

  form.addEventListener("saving", ({ detail }) => (pending = isBusy ? null : detail.state));
  form.addEventListener("saved", ({ detail }) => {
    if (detail.state === pending && detail.state !== states.at(-1)) states.push(detail.state);
    if (states.length > MOST) states.shift();
    offer();
  });
  form.addEventListener("input", offer);
  button.addEventListener("click", undo);
  const pressed = (event) => {
    if (!isShortcut(event, "z") || event.target.closest?.(TEXT)) return;
    event.preventDefault();
    undo();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
});

/** Replaces what is in the steps by the form with that content. */
async function restore(form, state) {
  const body = new URLSearchParams(state);
  for (const name of ["csrf", "id", "revision"]) body.set(name, form.querySelector(`[name="${name}"]`).value);
  body.set("do", "preview");
  const steps = [...form.querySelectorAll(".editor-step")];
  // What is typed now would be replaced.
  for (const step of steps) step.inert = true;
  try {
    const answer = await fetch(pathOf(form), { method: "POST", body, headers: { accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok || answer.redirected) throw new Error(`${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const step of steps) step.replaceChildren(...document.adoptNode(page.getElementById(step.id)).childNodes);
  } finally {
    for (const step of steps) step.inert = false;
  }
}
