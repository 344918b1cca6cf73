// Moves focus to the list of problems, so that whoever sent the form hears of them first.
import { register } from "./behaviors.js";

register("focus-problems", (summary) => {
  summary.focus();
  // An address with a fragment takes the focus away again once the page is complete.
  if (location.hash && document.readyState !== "complete") addEventListener("load", () => requestAnimationFrame(() => summary.focus()), { once: true });
});
