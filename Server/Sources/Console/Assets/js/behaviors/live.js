// Follows a part of the page that changes on the server: fetches the page every two seconds and takes the part from it. Stops when the new part is not
// live any more or gone, and waits while somebody uses something inside it.
import { register } from "./behaviors.js";

const PAUSE = 2_000;

register("live", (part) => {
  let timer = 0;
  const again = () => (timer = setTimeout(follow, PAUSE));
  const follow = async () => {
    if (document.hidden || part.contains(document.activeElement)) return again();
    const answer = await fetch(location.pathname + location.search, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer?.ok) return again();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.getElementById(part.id);
    if (part.contains(document.activeElement)) return again();
    if (!next) return part.remove();
    if (part.innerHTML !== next.innerHTML) part.replaceChildren(...next.childNodes);
    if (next.dataset.behavior === "live") again();
  };
  again();
  return () => clearTimeout(timer);
});
