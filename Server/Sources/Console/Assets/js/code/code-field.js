// A field for code: colours, line numbers, the keys of an editor, a counter of bytes, and problems beside their lines. Without this script, it is a plain
// text field that can do the same but for these.
import { register } from "./behaviors.js";
import { addKeys } from "./code-keys.js";
import { CodeLines } from "./code-lines.js";
import { CodePaper } from "./code-paper.js";
import { answerOf } from "./form-state.js";

const NUMBER = new Intl.NumberFormat("en-US");
const WRAPS = "martlet.code-wraps";

register("code-field", (field) => {
  const part = (name) => field.querySelector(`[data-code-${name}]`);
  const area = field.querySelector("textarea");
  const form = area.form;
  const lines = new CodeLines(field.dataset.language);
  lines.replace(area.value);
  const paper = new CodePaper(part("view"), area, lines);
  let marks = [];

  // Of several problems on a line, an error is shown.
  const mark = () => {
    const last = marks.toSorted((one, other) => (one.tone === "error") - (other.tone === "error"));
    paper.mark(new Map(last.map(({ line, tone, text }) => [line - 1, { tone, text }])));
  };
  const changed = () => {
    const change = lines.replace(area.value);
    // Until the server has looked again, problems stay with their lines.
    const moved = change.added - change.removed;
    if (moved !== 0 && marks.length > 0) {
      marks = marks.map((one) => (one.line > change.start + change.removed ? { ...one, line: one.line + moved } : one));
      list(part("marks"), area, marks);
    }
    paper.change(change);
    mark();
    count();
  };
  const count = () => {
    const counter = field.querySelector(".code-count");
    const bytes = new TextEncoder().encode(area.value).length;
    const isTooLong = bytes > Number(counter.dataset.limit ?? Infinity);
    part("bytes").textContent = NUMBER.format(bytes);
    part("over").hidden = !isTooLong;
    counter.classList.toggle("error", isTooLong);
  };
  const point = () => paper.point(document.activeElement === area ? lines.at(area.selectionStart) : -1);
  const scroll = () => paper.scroll();
  const draw = () => paper.draw();

  // MARK: - Problems

  const take = ({ detail }) => {
    // An answer to another text names other lines.
    if (detail.sent.get(area.name)?.replaceAll("\r\n", "\n") !== area.value) return;
    const said = (detail.marks?.[area.name] ?? []).toSorted((one, other) => one.line - other.line);
    // What the server has said below the field is now beside its line.
    for (const note of field.querySelectorAll(":scope > [data-line]")) forget(area, note);
    const isWrong = said.some(({ tone }) => tone === "error") || field.querySelector(":scope > .error") !== null;
    if (isWrong) area.setAttribute("aria-invalid", "true");
    else area.removeAttribute("aria-invalid");
    if (JSON.stringify(said) === JSON.stringify(marks)) return;
    marks = said;
    mark();
    list(part("marks"), area, marks);
  };
  // A line to scroll to. The field may be in a step or a fold that opens only later.
  let wanted = -1;
  const reach = () => {
    if (wanted < 0 || area.clientHeight === 0) return;
    area.scrollTop = Math.max(0, paper.top(Math.min(wanted, lines.count - 1)) - area.clientHeight / 3);
    wanted = -1;
  };
  const lead = (event) => {
    const link = event.target.closest?.("a[data-line]");
    if (link?.hash !== `#${area.id}`) return;
    wanted = Math.min(Number(link.dataset.line), lines.count) - 1;
    select(area, wanted);
    requestAnimationFrame(reach);
  };

  // MARK: - Wrapping

  const wraps = part("wrap").querySelector("input");
  const wrap = (event) => {
    // Not a change of what the form holds.
    event.stopPropagation();
    paper.wrap(wraps.checked);
    remember(wraps.checked);
  };
  part("wrap").hidden = false;
  wraps.checked = isRemembered();
  paper.wrap(wraps.checked);

  part("keys").hidden = false;
  describe(area, part("keys").id);
  const removeKeys = addKeys(area);
  const observer = new ResizeObserver(() => {
    draw();
    reach();
  });
  observer.observe(area);
  area.addEventListener("input", changed);
  area.addEventListener("scroll", scroll);
  area.addEventListener("blur", point);
  wraps.addEventListener("input", wrap);
  document.addEventListener("selectionchange", point);
  form.addEventListener("drawn", take);
  form.addEventListener("click", lead);
  // A field that comes later, such as one of a new language, was part of what the server has looked at.
  const answer = answerOf(form);
  if (answer) take({ detail: answer });
  return () => {
    observer.disconnect();
    removeKeys();
    document.removeEventListener("selectionchange", point);
    form.removeEventListener("drawn", take);
    form.removeEventListener("click", lead);
  };
});

function select(area, line) {
  const lines = area.value.split("\n").slice(0, line + 1);
  const end = lines.join("\n").length;
  area.setSelectionRange(end - lines.at(-1).length, end);
}

/** Says the problems below the field, each with a link to its line. Screen readers say them with the field. */
function list(place, area, marks) {
  const name = `${area.id}-mark-`;
  place.replaceChildren(
    ...marks.map(({ line, tone, text }, index) => {
      const item = document.createElement("li");
      item.id = name + index;
      item.className = tone;
      const link = document.createElement("a");
      link.href = `#${area.id}`;
      link.dataset.line = line;
      link.textContent = `Line ${line}`;
      item.append(link, `: ${text}`);
      return item;
    }),
  );
  place.hidden = marks.length === 0;
  const rest = area.getAttribute("aria-describedby").split(" ").filter((id) => !id.startsWith(name));
  area.setAttribute("aria-describedby", [...marks.map((_, index) => name + index), ...rest].join(" "));
}

function describe(area, id) {
  area.setAttribute("aria-describedby", [area.getAttribute("aria-describedby"), id].filter(Boolean).join(" "));
}

function forget(area, note) {
  const rest = area.getAttribute("aria-describedby")?.split(" ").filter((id) => id !== note.id) ?? [];
  area.setAttribute("aria-describedby", rest.join(" "));
  note.remove();
}

function isRemembered() {
  try {
    return localStorage.getItem(WRAPS) === "yes";
  } catch {
    return false;
  }
}

function remember(isWrapped) {
  try {
    localStorage.setItem(WRAPS, isWrapped ? "yes" : "no");
  } catch {
    // Then the next page does not wrap.
  }
}
