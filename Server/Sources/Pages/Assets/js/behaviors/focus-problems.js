// Moves focus to the list of problems, so that a screen reader reads them first.
import { register } from "./behaviors.js";

register("focus-problems", (summary) => {
  summary.focus();
  // If the URL has a fragment, the browser moves the focus again when the page has loaded.
  if (location.hash && document.readyState !== "complete") addEventListener("load", () => requestAnimationFrame(() => summary.focus()), { once: true });
});
