// What happened on one device, newest first. What follows from a decision is shown inside its row.
import { h } from "./lab-dom.js";
import { decisionRow, plainRow, stepRow } from "./lab-entries.js";

const LIMIT = 400;

export class Timeline {
  #rows = new Map();
  #last = 0;
  #newest = null;
  #point;
  #say;

  /** `point(decision)` is called with null when no row is pointed at. `say(text)` announces text to screen readers. */
  constructor({ point, say }) {
    this.#point = point;
    this.#say = say;
    this.element = h("ol", { class: "timeline" });
  }

  get isEmpty() {
    return this.element.childElementCount === 0;
  }

  reset() {
    this.#rows.clear();
    this.#last = 0;
    this.#newest = null;
    this.element.replaceChildren();
  }

  /** `isNews`: the entry just happened. Entries that were loaded with the page are not news. */
  add(entry, isNews) {
    if (entry.n <= this.#last) return;
    this.#last = entry.n;
    if (entry.kind === "decision") this.#addDecision(entry, isNews);
    else if (this.#rows.has(entry.decision)) this.#addStep(entry, isNews);
    else {
      this.element.prepend(plainRow(entry));
      if (isNews && entry.kind === "note") this.#say(entry.title);
    }
    while (this.element.childElementCount > LIMIT) this.element.lastElementChild.remove();
  }

  #addDecision(entry, isNews) {
    const point = () => this.#point(entry.decision);
    const leave = () => this.#point(null);
    const parts = decisionRow(entry, { mouseenter: point, focusin: point, mouseleave: leave, focusout: leave });
    this.#rows.set(entry.decision, { ...parts, at: entry.at });
    this.element.prepend(parts.row);
    if (this.#newest && !this.#newest.isPinned) this.#newest.details.open = false;
    this.#newest = parts;
    parts.details.open = true;
    parts.details.querySelector("summary").addEventListener("click", () => (parts.isPinned = true));
    if (isNews) this.#say(`${entry.title}. ${entry.summary}`);
  }

  #addStep(entry, isNews) {
    const { steps, status, row, at } = this.#rows.get(entry.decision);
    steps.append(stepRow(entry, at));
    if (entry.kind !== "outcome") return;
    row.dataset.outcome = entry.tone;
    // The latest outcome of a message also appears in the row's head.
    if (!entry.title.startsWith("Click")) {
      const words = [entry.title, entry.tone === "good" ? null : entry.detail].filter(Boolean).join(": ");
      row.querySelector(".row-outcome")?.remove();
      status.after(h("span", { class: `row-outcome tone-${entry.tone}` }, words));
    }
    if (isNews) this.#say([entry.title, entry.detail].filter(Boolean).join(". "));
  }
}
