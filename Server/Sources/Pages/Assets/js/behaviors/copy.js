// Copies the text of the element named by data-copy. The button is hidden until this script runs.
import { register } from "./behaviors.js";

register("copy", (button) => {
  if (!navigator.clipboard) return;
  const label = button.textContent;
  let timer = 0;
  button.hidden = false;
  const copy = async () => {
    const source = document.getElementById(button.dataset.copy);
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    button.textContent = "Copied";
    clearTimeout(timer);
    timer = setTimeout(() => (button.textContent = label), 2000);
  };
  button.addEventListener("click", copy);
  return () => clearTimeout(timer);
});
