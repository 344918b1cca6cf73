// Saves a draft by itself a moment after a change, and says so. If somebody else has saved the campaign in the meantime, the page says who, and nothing
// is saved until the author has chosen a version. `saving` and `saved` on the form tell others what is on its way, and what was saved.
import { register } from "./behaviors.js";
import { PATIENCE, SIGNED_OUT, pathOf, stateOf } from "./form-state.js";

const PAUSE = 1_500;
const MINUTE = 60_000;

register("autosave", (form) => {
  const status = form.querySelector("[data-save-status]");
  let changes = "unsaved" in form.dataset ? 1 : 0;
  let savedChanges = 0;
  let saving = null;
  let isStopped = false;
  let timer = 0;
  let ageing = 0;

  const say = (words) => {
    clearTimeout(ageing);
    status.setAttribute("aria-live", "polite");
    if (status.textContent !== words) status.textContent = words;
  };
  const sayTime = (at) => {
    say("Saved just now");
    // Later it says when, without being read aloud.
    ageing = setTimeout(() => {
      status.setAttribute("aria-live", "off");
      status.textContent = `Saved at ${at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`;
    }, MINUTE);
  };
  const saveSoon = () => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(save, PAUSE);
  };

  // Whether somebody asked for it and waits for the answer.
  let isAsked = false;

  const save = async () => {
    clearTimeout(timer);
    if (isStopped || saving || savedChanges === changes) return;
    const wasAsked = isAsked;
    isAsked = false;
    const own = changes;
    const state = stateOf(form);
    form.dispatchEvent(new CustomEvent("saving", { detail: { state } }));
    saving = send(form);
    const answer = await saving;
    saving = null;
    if (answer.saved) {
      savedChanges = own;
      form.querySelector('[name="revision"]').value = answer.revision;
      settle(form, answer.id);
      sayTime(new Date());
      form.dispatchEvent(new CustomEvent("saved", { detail: { state, isAll: own === changes } }));
    } else {
      isStopped = answer.conflict !== undefined;
      if (isStopped) form.querySelector("[data-steps]").before(answer.conflict);
      say(answer.words);
      if (wasAsked && !isStopped) return form.requestSubmit(form.querySelector("[data-save]"));
      if (answer.isRetried) timer = setTimeout(save, PATIENCE);
    }
    if (own !== changes) saveSoon();
  };

  form.addEventListener("save-now", (event) => {
    if (isStopped || (changes === 0 && form.querySelector('[name="id"]').value === "")) return;
    event.preventDefault();
    if (savedChanges === changes) return say("All changes are saved");
    isAsked = true;
    save();
  });
  form.addEventListener("input", ({ target }) => {
    if (target.name?.startsWith("preview.")) return;
    changes += 1;
    saveSoon();
  });
  // Before all others: the answer to a save that is on its way has the revision that the form needs.
  const submitting = (event) => {
    const button = event.submitter;
    if (button?.dataset.rows || button?.formTarget) return;
    // A press that tries the draft may wait for the preview, and then open in another tab.
    if (!button?.matches("[data-try]")) clearTimeout(timer);
    if (!saving) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    saving.then(() => form.requestSubmit(button));
  };
  form.addEventListener("submit", submitting, { capture: true });
  if (changes > 0) saveSoon();
  return () => {
    clearTimeout(timer);
    clearTimeout(ageing);
  };
});

/** A new campaign has an address once it is stored. Reloading the page, and everything that is sent from now on, leads there. */
function settle(form, id) {
  const field = form.querySelector('[name="id"]');
  if (field.value === id) return;
  field.value = id;
  const path = `/campaigns/${id}/edit`;
  form.setAttribute("action", form.getAttribute("action").replace(pathOf(form), path));
  history.replaceState(history.state, "", path + location.hash);
  const backtest = form.querySelector("[data-backtest]");
  if (!backtest) return;
  backtest.href = `/campaigns/${id}/backtest`;
  for (const hint of form.querySelectorAll("[data-if-stored], [data-unless-stored]")) hint.hidden = "unlessStored" in hint.dataset;
}

/** Returns `{saved, id, revision}`, or the words that say why it was not saved, with the notice of a conflict if there is one. */
async function send(form) {
  const body = new URLSearchParams(new FormData(form));
  body.set("do", "autosave");
  try {
    const answer = await fetch(pathOf(form), { method: "POST", body, headers: { accept: "application/json" }, redirect: "manual", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok) return await answer.json();
    if (answer.type === "opaqueredirect") return { words: "Not saved: you are signed out, or the campaign is finished. Your changes are still here." };
    if (answer.status === 401 || answer.status === 403) return { words: SIGNED_OUT };
    const page = answer.status === 409 && new DOMParser().parseFromString(await answer.text(), "text/html");
    const conflict = page && page.querySelector("[data-conflict]");
    if (!conflict) return { words: "Not saved. Your changes are still here." };
    // It is an alert, which is read aloud. Whoever is typing keeps the focus.
    delete conflict.dataset.behavior;
    return { conflict: document.adoptNode(conflict), words: "Not saved: choose which version to keep." };
  } catch {
    return { words: "Not saved: the server did not answer. Your changes are still here.", isRetried: true };
  }
}
