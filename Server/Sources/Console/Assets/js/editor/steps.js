// Shows one step of the editor at a time. The address names it (`#step-trigger`), so it can be linked, and the browser's Back button leads to the step
// before. An address that names a field opens the step and the fold that contain it.
import { register } from "./behaviors.js";
import { pathOf } from "./form-state.js";

register("steps", (form) => {
  const steps = [...form.querySelectorAll(".editor-step")];
  const links = [...form.querySelectorAll("[data-step]")];
  const next = form.querySelector("[data-next]");
  const launch = form.querySelector("[data-launch]");
  let current = null;

  // A step that nobody has left yet has no problems to show, unless the campaign was written before.
  const left = new Set(form.querySelector('[name="id"]').value !== "" || "unsaved" in form.dataset ? steps : []);
  let counts = {};
  const mark = () => {
    const isReviewed = current === steps.at(-1);
    for (const place of form.querySelectorAll("[data-step-mark]")) {
      const step = document.getElementById(place.closest("[data-step]").dataset.step);
      put(place, (isReviewed || left.has(step) ? counts[place.dataset.stepMark] : 0) || 0);
    }
  };

  const show = (step) => {
    if (current && current !== step) left.add(current);
    current = step;
    mark();
    for (const other of steps) other.toggleAttribute("data-current", other === step);
    for (const link of links) {
      if (link.dataset.step === step.id) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    const following = links[steps.indexOf(step) + 1];
    next.hidden = !following;
    if (following) {
      next.href = `#${following.dataset.step}`;
      next.textContent = `Next: ${titleOf(following)}`;
    }
    if (launch) launch.hidden = following !== undefined;
    form.toggleAttribute("data-stepped", true);
    // The page that answers opens at the same step.
    form.setAttribute("action", `${pathOf(form)}#${step.id}`);
  };

  const arrive = (moves) => {
    const target = targetOf(location.hash);
    const step = location.hash.length < 2 ? steps[0] : steps.find((one) => one === target || one.contains(target));
    // The address may also name something outside the steps, such as the preview.
    show(step ?? current ?? steps[0]);
    if (!moves || !step) return;
    if (target && target !== step) reveal(target);
    else {
      step.focus({ preventScroll: true });
      if (form.getBoundingClientRect().top < 0) step.scrollIntoView({ block: "start" });
    }
  };

  const moved = () => arrive(true);
  // A link to where the address leads already.
  const pressed = (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (link && link.hash === location.hash && !event.defaultPrevented) arrive(true);
  };
  addEventListener("hashchange", moved);
  form.addEventListener("click", pressed);

  form.addEventListener("drawn", ({ detail }) => {
    counts = detail.steps;
    mark();
  });

  arrive(form.querySelector("[data-behavior~=focus-problems]") === null && location.hash.length > 1);
  return () => removeEventListener("hashchange", moved);
});

function titleOf(link) {
  return [...link.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent).join("").trim();
}

function targetOf(hash) {
  try {
    return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    return null;
  }
}

/** Opens what contains the field, and focuses it. */
function reveal(field) {
  for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  field.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
}

function put(mark, count) {
  if (mark.hidden === (count === 0) && Number.parseInt(mark.textContent || "0", 10) === count) return;
  mark.hidden = count === 0;
  const noun = document.createElement("span");
  noun.className = "visually-hidden";
  noun.textContent = count === 1 ? " problem" : " problems";
  mark.replaceChildren(...(count === 0 ? [] : [String(count), noun]));
}
