// Changes the colours immediately. The server remembers the choice.
import { register } from "./behaviors.js";

register("scheme-switch", (form) => {
  form.addEventListener("submit", (event) => {
    const chosen = event.submitter?.value;
    if (!chosen) return;
    event.preventDefault();
    if (chosen === "system") delete document.documentElement.dataset.scheme;
    else document.documentElement.dataset.scheme = chosen;
    for (const button of form.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button === event.submitter));
    fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form, event.submitter)) });
  });
});
