// Asks before a page is left on which something was typed and not saved.
import { register } from "./behaviors.js";

register("unsaved", (form) => {
  let isUnsaved = "unsaved" in form.dataset;
  const leaving = (event) => {
    if (isUnsaved) event.preventDefault();
  };
  form.addEventListener("input", (event) => {
    if (!event.target.name?.startsWith("preview.")) isUnsaved = true;
  });
  form.addEventListener("submit", (event) => {
    if (!event.defaultPrevented) isUnsaved = false;
  });
  addEventListener("beforeunload", leaving);
  return () => removeEventListener("beforeunload", leaving);
});
