// Ctrl+S or Cmd+S saves; a draft that saves itself does so at once, and whoever is typing keeps the place. Ctrl+Enter or Cmd+Enter leads to the review, and from there on to the launch, which a page of its own asks about. The titles
// of the buttons say so.
import { register } from "./behaviors.js";

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

register("editor-keys", (form) => {
  const save = form.querySelector("[data-save]");
  const launch = form.querySelector("[data-launch]");
  const review = form.querySelector('[data-step="step-review"]');
  nameShortcut(save, "S");
  nameShortcut(review, "Enter");
  nameShortcut(launch, "Enter");

  const pressed = (event) => {
    if (isShortcut(event, "s")) {
      event.preventDefault();
      if (event.repeat) return;
      // `autosave` takes it on, unless it cannot save what is written: then the page that answers says why.
      if (form.dispatchEvent(new CustomEvent("save-now", { cancelable: true }))) form.requestSubmit(save);
    } else if (isShortcut(event, "enter")) {
      event.preventDefault();
      if (event.repeat) return;
      if (!review.hasAttribute("aria-current")) review.click();
      else if (launch) form.requestSubmit(launch);
    }
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
});

/** Whether the event is that key with Ctrl, or Cmd on Apple's systems. */
export function isShortcut(event, key) {
  const isHeld = (isMac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey;
  return isHeld && event.key.toLowerCase() === key && !document.querySelector("dialog[open]");
}

/** Says which keys press the button. */
export function nameShortcut(button, key) {
  if (!button) return;
  button.title = isMac ? `⌘${key === "Enter" ? "↩" : key}` : `Ctrl+${key}`;
  button.setAttribute("aria-keyshortcuts", `${isMac ? "Meta" : "Control"}+${key}`);
}
