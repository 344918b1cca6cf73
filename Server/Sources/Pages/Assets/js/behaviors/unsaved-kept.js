// On an error page: what the editor sent just before was not taken, so it is kept for when the editor is open again. Without an error it is
// forgotten by the editor itself.
import { register } from "./behaviors.js";

register("unsaved-kept", (page) => {
  try {
    const kept = JSON.parse(sessionStorage.getItem("martlet.unsaved") ?? "null");
    if (!kept) return;
    // Only the answer to that form, not a page that failed later.
    if (kept.isRefused !== true && kept.path !== location.pathname) return;
    sessionStorage.setItem("martlet.unsaved", JSON.stringify({ ...kept, isRefused: true }));
    page.querySelector("[data-unsaved-note]").hidden = false;
  } catch {
    // No storage here: there is nothing to keep.
  }
});
