// Keeps the fields of other languages in step with the texts of the campaign: the server renders them again after each change.
import { register } from "./behaviors.js";
import { stateOf } from "./form-state.js";

// A click must end where it began, so nothing moves while it is made.
const PAUSE = 400;

// What the server has sent of each part. Scripts add to what is on the page.
const sent = new WeakMap();

register("translated", (part) => {
  if (!sent.has(part)) sent.set(part, part.innerHTML);
});

register("translations", (form) => {
  let latest = null;
  // What the page says at first, such as that a language is there twice, stays until something changes.
  let isChanged = false;

  const apply = () => {
    const part = form.querySelector("[data-translations]");
    // What somebody types in stays until they are done.
    if (!latest || part.contains(document.activeElement)) return;
    const fresh = latest;
    latest = null;
    if (fresh.innerHTML === sent.get(part)) return;
    replaceTranslations(part, fresh);
  };

  form.addEventListener("drawn", ({ detail }) => {
    const select = form.querySelector('[name="preview.language"]');
    for (const { tag, name } of detail.languages) {
      if (![...select.options].some(({ value }) => value === tag)) select.add(new Option(name, tag));
    }
    // An answer to what was there before would undo what has been typed since.
    if (!isChanged || detail.state !== stateOf(form)) return;
    const template = document.createElement("template");
    template.innerHTML = detail.translations;
    latest = template.content.firstElementChild;
    // What a fold is called and lacks is said at once.
    for (const [place, fold] of form.querySelectorAll("[data-translations] details").entries()) {
      const drawn = latest.querySelectorAll("details")[place];
      if (!drawn) continue;
      const [said, says] = [fold, drawn].map((part) => part.querySelector("summary"));
      if (said.innerHTML !== says.innerHTML) said.innerHTML = says.innerHTML;
      fold.querySelector("[data-remove]").ariaLabel = drawn.querySelector("[data-remove]").ariaLabel;
    }
    apply();
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!relatedTarget?.closest?.("[data-translations]")) setTimeout(apply, PAUSE);
  });
  // What is typed later is not in the answer.
  form.addEventListener("input", ({ target }) => {
    if (target.name?.startsWith("preview.")) return;
    latest = null;
    isChanged = true;
  });
});

/** Puts other folds of languages in the place of these. Those that are open stay open. */
export function replaceTranslations(part, fresh) {
  sent.set(fresh, fresh.innerHTML);
  const open = [...part.querySelectorAll("details")].map((fold) => fold.open);
  for (const [place, fold] of fresh.querySelectorAll("details").entries()) fold.open ||= open[place] ?? false;
  part.replaceWith(fresh);
}
