// Follows a part of the page that changes on the server: fetches the page every two seconds and takes the part from it. Stops when the new part is not
// live any more or gone, and waits while somebody uses something inside it. The words of `data-state` are read aloud when they change.
import { register } from "./behaviors.js";

const PAUSE = 2_000;

register("live", (part) => {
  let timer = 0;
  let { state } = part.dataset;
  // It has to be there before its text changes, or nothing is read.
  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.setAttribute("role", "status");
  if (state) part.after(status);
  const again = () => (timer = setTimeout(follow, PAUSE));
  const follow = async () => {
    if (document.hidden || part.contains(document.activeElement)) return again();
    const answer = await fetch(location.pathname + location.search, { headers: { Accept: "text/html" } }).catch(() => null);
    // The page has a problem that stands elsewhere, or the session has ended.
    if (answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429) return location.reload();
    if (!answer?.ok) return again();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.getElementById(part.id);
    if (part.contains(document.activeElement)) return again();
    if (!next) return part.remove();
    if (part.innerHTML !== next.innerHTML) part.replaceChildren(...next.childNodes);
    if (state !== next.dataset.state) status.textContent = state = next.dataset.state ?? "";
    if (next.dataset.behavior === "live") again();
  };
  again();
  return () => {
    clearTimeout(timer);
    status.remove();
  };
});
