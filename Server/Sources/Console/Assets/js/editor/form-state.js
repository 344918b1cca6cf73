// What was typed and chosen in the form, as text that can be compared, kept and sent again.

// Fields of the page itself, not of the campaign.
const OWN = new Set(["csrf", "do", "id", "revision"]);

// How long a script waits for an answer.
export const PATIENCE = 15_000;

// The answer to the form of somebody whose session has ended, or who has signed in anew since the page was opened.
export const SIGNED_OUT = "Not saved: your session has ended. Your changes are still here. Press Save to sign in again and get them back.";

const answers = new WeakMap();

/** The server's last answer to what the form holds, as the event `drawn` has it; undefined before the first. */
export function answerOf(form) {
  return answers.get(form);
}

export function keepAnswer(form, answer) {
  answers.set(form, answer);
}

/** Where the form is sent, without the step. Not `form.action`, because a field with that name hides it. */
export function pathOf(form) {
  return form.getAttribute("action").split("#")[0];
}

export function stateOf(form) {
  return stateIn(new FormData(form));
}

/** The same of what was collected before. */
export function stateIn(fields) {
  return new URLSearchParams([...fields].filter(([name]) => !OWN.has(name) && !name.startsWith("preview."))).toString();
}
