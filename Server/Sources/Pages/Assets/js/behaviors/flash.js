// What was just done is said at the top of the page. If the page opens further down, the words come along until somebody has had the time to read them.
import { register } from "./behaviors.js";

const READING = 8_000;

register("flash", (flash) => {
  let timer = 0;
  // After the browser has scrolled to what the address names.
  const frame = requestAnimationFrame(() => {
    if (flash.getBoundingClientRect().bottom > 0) return;
    flash.toggleAttribute("data-pinned", true);
    timer = setTimeout(() => flash.removeAttribute("data-pinned"), READING);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
});
