// Moves focus to the list of problems, so that whoever sent the form hears of them first.
import { register } from "./behaviors.js";

register("focus-problems", (summary) => {
  summary.focus();
});
