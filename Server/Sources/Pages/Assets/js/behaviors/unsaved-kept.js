// On an error page: the server did not accept what the editor sent last, so it is kept until the editor opens again. If there is no error, the editor
// itself discards it.
import { register } from "./behaviors.js";

register("unsaved-kept", (page) => {
  try {
    const kept = JSON.parse(sessionStorage.getItem("martlet.unsaved") ?? "null");
    if (!kept) return;
    // Only for the answer to that form, not for a page that failed later.
    if (kept.isRefused !== true && kept.path !== location.pathname) return;
    sessionStorage.setItem("martlet.unsaved", JSON.stringify({ ...kept, isRefused: true }));
    page.querySelector("[data-unsaved-note]").hidden = false;
  } catch {
    // Without storage there is nothing to keep.
  }
});
