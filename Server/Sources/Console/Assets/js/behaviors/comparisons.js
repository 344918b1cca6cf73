// Once a condition is about another event, property or comparison, the server says which comparisons fit, and which field its value has. What somebody
// types in the meantime stays.
import { register } from "./behaviors.js";

register("comparisons", (form) => {
  let request = new AbortController();
  // Parts whose value somebody typed before the answer came. They are asked about again once it is typed.
  const skipped = new Set();
  const parts = () => [...form.querySelectorAll("[data-comparison]")];

  const refit = async ({ target }) => {
    const value = target.closest(".field-value");
    if (!target.closest("[data-refits]") || (value && !skipped.has(value.closest("[data-comparison]")?.id))) return;
    skipped.clear();
    request.abort();
    request = new AbortController();
    const before = new Map(parts().map((part) => [part.id, stateOf(part)]));
    const body = new URLSearchParams(new FormData(form));
    body.set("do", "preview");
    try {
      // Not `form.action`, because the form may have a field with that name.
      const path = form.getAttribute("action").split("#")[0];
      const [address, sent] = form.method === "get" ? [`${path}?${body}`, {}] : [path, { method: "POST", body }];
      const answer = await fetch(address, { ...sent, headers: { accept: "text/html" }, signal: request.signal });
      if (!answer.ok || answer.redirected) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const part of parts()) {
        const fresh = suited(page.getElementById(part.id));
        if (!fresh || looksOf(part) === looksOf(fresh)) continue;
        if (stateOf(part) === before.get(part.id)) replace(part, document.adoptNode(fresh));
        else skipped.add(part.id);
      }
      for (const list of form.querySelectorAll("[data-refits] datalist")) {
        const fresh = page.getElementById(list.id);
        if (fresh && !list.closest("[data-comparison]")) list.replaceChildren(...document.adoptNode(fresh).children);
      }
    } catch {
      // All comparisons that are offered stay.
    }
  };
  // Whatever puts other rows into the form says so with this event on what it put there.
  const arrived = ({ target }) => {
    if (!("value" in target)) parts().forEach(suited);
  };
  parts().forEach(suited);
  form.addEventListener("input", arrived);
  form.addEventListener("change", refit);
  return () => {
    request.abort();
    form.removeEventListener("input", arrived);
    form.removeEventListener("change", refit);
  };
});

/** Gives fields the type that suits their values. */
function suited(part) {
  for (const field of part?.querySelectorAll("[data-suits]") ?? []) {
    field.type = field.dataset.suits;
    // Seconds are a time too.
    field.step = "any";
  }
  return part;
}

function replace(part, fresh) {
  const focused = part.contains(document.activeElement) ? document.activeElement.name : null;
  const isOther = stateOf(part) !== stateOf(fresh);
  part.replaceWith(fresh);
  if (focused) fresh.querySelector(`[name="${CSS.escape(focused)}"]`)?.focus();
  if (isOther) fresh.dispatchEvent(new Event("input", { bubbles: true }));
}

const fieldsOf = (part) => [...part.querySelectorAll("select, input, textarea")];

/** What is typed and chosen. */
function stateOf(part) {
  return JSON.stringify(fieldsOf(part).map(({ name, value }) => [name, value]));
}

/** What is offered: the comparisons, the kind of field, samples, and what is said about them. */
function looksOf(part) {
  const fields = fieldsOf(part).map(({ localName, type, options }) => [localName, type, [...(options ?? [])].map(({ value }) => value)]);
  const samples = [...part.querySelectorAll("datalist option")].map(({ value }) => value);
  return JSON.stringify([fields, samples, [...part.querySelectorAll(".hint, .warning")].map((words) => words.textContent)]);
}
