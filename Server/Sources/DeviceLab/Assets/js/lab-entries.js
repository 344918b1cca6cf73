// The rows of a timeline.
import { h } from "./lab-dom.js";

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const number = new Intl.NumberFormat("en");

export function time(at) {
  const date = new Date(at);
  return h("time", { class: "row-time", datetime: date.toISOString() }, clock.format(date));
}

/** `12 s`, `1 h 5 min`, `2 d`: the two largest units. */
export function span(milliseconds) {
  const seconds = Math.round(milliseconds / 1_000);
  const parts = [[Math.floor(seconds / 86_400), "d"], [Math.floor(seconds / 3_600) % 24, "h"], [Math.floor(seconds / 60) % 60, "min"], [seconds % 60, "s"]];
  const first = parts.findIndex(([count]) => count > 0);
  return first < 0 ? "0 s" : parts.slice(first, first + 2).filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`).join(" ");
}

/** One candidate: its name, the gate that stopped it, and the values that were compared. */
function candidate({ name, verdict, label, tone, words, version }) {
  const chosen = verdict === "chosen";
  return h("li", { class: `candidate${chosen ? " candidate-chosen" : ""}` },
    h("span", { class: `chip chip-${tone}` }, label),
    h("span", { class: "candidate-name", title: `Version ${version}` }, name),
    chosen ? null : h("span", { class: "candidate-words" }, words));
}

/** A decision. Its row expands to the candidates and to what followed. Later entries are added to the list `steps`. */
export function decisionRow(entry, pointing) {
  const steps = h("ol", { class: "steps" });
  const status = h("span", { class: `row-summary tone-${entry.tone}` }, entry.summary);
  const candidates = entry.candidates.map(candidate);
  if (entry.omitted > 0) candidates.push(h("li", { class: "candidate-words" }, `and ${entry.omitted} more`));
  const details = h("details", {},
    h("summary", {}, h("span", { class: "row-head" }, h("span", { class: "row-event" }, entry.title), time(entry.at)), status),
    h("div", { class: "row-body" },
      entry.detail ? h("p", { class: "row-detail" }, entry.detail) : null,
      candidates.length > 0 ? h("ul", { class: "candidates", "aria-label": "Campaigns considered for this event" }, ...candidates) : null,
      steps));
  const row = h("li", { class: "row row-decision", on: pointing }, details);
  return { row, details, steps, status };
}

export function plainRow(entry) {
  const words = h("span", { class: "row-words" }, entry.title);
  const more = [entry.detail, entry.ms > 0 ? `${number.format(entry.ms)} ms` : null].filter(Boolean).join(" · ");
  const head = [h("span", { class: "row-head" }, words, time(entry.at)), more ? h("span", { class: "row-detail" }, more) : null];
  const attributes = { class: `row row-${entry.kind} tone-${entry.tone ?? "plain"}` };
  return entry.records ? h("li", attributes, h("details", {}, h("summary", {}, ...head), records(entry.records))) : h("li", attributes, ...head);
}

/** The analytics records that were sent with a request. */
function records(list) {
  return h("ul", { class: "records", "aria-label": "Records in this request" }, ...list.map(({ kind, words }) =>
    h("li", {}, h("span", { class: "record-kind" }, kind), words ? h("span", { class: "record-words" }, words) : null)));
}

/** What followed a decision. Times are relative to the decision. */
export function stepRow(entry, start) {
  const after = Math.max(0, entry.at - start);
  const words = after < 10_000 ? `+${number.format(after)} ms` : `+${span(after)}`;
  return h("li", { class: `step step-${entry.kind} tone-${entry.tone ?? "plain"}` },
    h("span", { class: "step-words" }, entry.title, entry.detail ? h("span", { class: "step-detail" }, entry.detail) : null),
    h("span", { class: "row-time" }, words));
}
