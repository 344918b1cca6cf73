// Says how many people are in an audience: an estimate while its rule is being edited, and then, as soon as the server has it, the exact number.
import { register } from "./behaviors.js";

const PAUSE = 500;
const PARTS = ["words", "people"];

register("audience-count", (section) => {
  const form = section.closest("form");
  let timer = 0;
  let request = new AbortController();

  const isEstimated = () => section.querySelector('[data-part="exactly"]') !== null;

  /** Takes the parts of the section from the page that the server answers with. */
  const load = async (path, options = {}) => {
    const answer = await fetch(path, { headers: { accept: "text/html" }, signal: request.signal, ...options });
    // The page of a rule that is not complete says what is wrong, and has no number.
    if (!answer.ok) throw new Error(`${answer.status}`);
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(section.id);
    if (!next) throw new Error("no count");
    // A count that grows must not push the button that has the focus out of the window.
    const held = document.activeElement;
    const { top } = held.getBoundingClientRect();
    for (const name of PARTS) {
      const part = section.querySelector(`[data-part="${name}"]`);
      const fresh = next.querySelector(`[data-part="${name}"]`);
      if (part.contains(document.activeElement) || part.innerHTML === fresh.innerHTML) continue;
      part.replaceChildren(...fresh.childNodes);
    }
    if (held !== document.body) scrollBy({ top: held.getBoundingClientRect().top - top, behavior: "instant" });
  };

  const count = (command) => {
    const body = new URLSearchParams(new FormData(form));
    body.set("do", command);
    return load(form.getAttribute("action"), { method: "POST", body });
  };

  const again = async (estimate, exact) => {
    request.abort();
    request = new AbortController();
    try {
      await estimate?.();
      if (isEstimated()) await exact();
    } catch {
      // What is shown stays, with a link for the exact number.
    }
  };

  const change = ({ target }) => {
    if (target.name === "name") return;
    clearTimeout(timer);
    timer = setTimeout(() => again(() => count("count"), () => count("count_exactly")), PAUSE);
  };

  if (form?.querySelector('[name="do"][value="count"]')) form.addEventListener("input", change);
  // On the page of a rule that is not saved, the button counts what is typed. The address counts what is stored.
  const exactly = () => (section.querySelector('[data-part="exactly"] button') ? count("count_exactly") : load(`${location.pathname}?count=exact`));
  if (isEstimated()) again(null, exactly);
  return () => {
    clearTimeout(timer);
    request.abort();
    form?.removeEventListener("input", change);
  };
});
