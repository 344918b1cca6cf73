// Closes an open menu on Escape, on a press outside, and when focus leaves it. Near the end of the window, it opens upwards.
import { register } from "./behaviors.js";

register("dismiss-menu", (menu) => {
  const pressed = (event) => {
    if (menu.open && !menu.contains(event.target)) menu.open = false;
  };
  menu.addEventListener("toggle", () => {
    delete menu.dataset.up;
    if (!menu.open) return;
    const [list, button] = [menu.querySelector(".menu-list"), menu.querySelector("summary")].map((part) => part.getBoundingClientRect());
    if (list.bottom > innerHeight && button.top > list.height) menu.dataset.up = "";
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
  });
  document.addEventListener("pointerdown", pressed);
  return () => document.removeEventListener("pointerdown", pressed);
});
