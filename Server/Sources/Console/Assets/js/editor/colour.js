// A colour can be typed, picked, or left to the app. The picker and the button that clears it are hidden until this script runs.
import { register } from "./behaviors.js";

register("colour", (field) => {
  const text = field.querySelector(".input");
  const swatch = field.querySelector(".colour-swatch");
  const clear = field.querySelector(".colour-clear");
  const show = () => {
    const value = text.value.trim();
    const rgb = /^#?([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(value)?.[1];
    field.classList.toggle("colour-unset", !rgb);
    if (rgb) swatch.value = `#${rgb.toLowerCase()}`;
    clear.hidden = value === "";
  };
  const changed = () => {
    show();
    text.dispatchEvent(new Event("input", { bubbles: true }));
  };
  text.addEventListener("input", show);
  swatch.addEventListener("input", (event) => {
    event.stopPropagation();
    text.value = swatch.value.toUpperCase();
    changed();
  });
  clear.addEventListener("click", () => {
    text.value = "";
    changed();
    text.focus();
  });
  swatch.hidden = false;
  show();
});
