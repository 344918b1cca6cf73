// While somebody writes, Tab indents at the caret, or the lines with a selection. Shift+Tab takes it back, and Enter keeps the indentation. Whoever only
// passes by with Tab goes on to the next field, and Escape lets Tab leave again. All changes go through the browser's own editing, so that Ctrl+Z undoes them.

/** Answers a function that removes the keys again. */
export function addKeys(area) {
  let isWriting = false;
  const write = () => (isWriting = true);
  const stop = () => (isWriting = false);
  const press = (event) => {
    // 229: a key that ends a composition, which Safari sends after its end.
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape" && isWriting) {
      event.stopPropagation();
      stop();
    } else if (event.key === "Tab" && isWriting) {
      event.preventDefault();
      if (event.shiftKey) outdent(area);
      else indent(area);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      const { from, start } = selectedLines(area);
      const [space] = /^[ \t]*/.exec(area.value.slice(from, start));
      insert(area, `\n${space}`);
    }
  };
  const listeners = { keydown: press, input: write, pointerdown: write, blur: stop };
  for (const [name, act] of Object.entries(listeners)) area.addEventListener(name, act);
  return () => {
    for (const [name, act] of Object.entries(listeners)) area.removeEventListener(name, act);
  };
}

function indent(area) {
  const { from, start, end, text } = selectedLines(area);
  const step = stepOf(area.value);
  if (start === end) return insert(area, step);
  replaceLines(area, from, text, (line) => (line === "" ? line : step + line));
}

function outdent(area) {
  const { from, text } = selectedLines(area);
  const step = stepOf(area.value);
  replaceLines(area, from, text, (line) => (line.startsWith(step) ? line.slice(step.length) : line.replace(/^[ \t]/, "")));
}

/** A tab if the text has any at the beginning of a line, otherwise two spaces. */
function stepOf(text) {
  return /^\t/m.test(text) ? "\t" : "  ";
}

/** The selection, and the whole lines that it touches. */
function selectedLines(area) {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const from = start === 0 ? 0 : value.lastIndexOf("\n", start - 1) + 1;
  // A selection that ends at the beginning of a line does not touch that line.
  const last = end > start && value[end - 1] === "\n" ? end - 1 : end;
  const next = value.indexOf("\n", last);
  return { from, start, end, text: value.slice(from, next === -1 ? value.length : next) };
}

/** Changes each of these lines. Afterwards they are selected. In a single line, the caret or the selection stays at its text. */
function replaceLines(area, from, text, change) {
  const fresh = text.split("\n").map(change).join("\n");
  if (fresh === text) return;
  const { selectionStart: start, selectionEnd: end } = area;
  area.setSelectionRange(from, from + text.length);
  if (text.includes("\n")) {
    insertLines(area, fresh);
    area.setSelectionRange(from, from + fresh.length);
  } else {
    insert(area, fresh);
    area.setSelectionRange(...[start, end].map((place) => Math.max(from, place + fresh.length - text.length)));
  }
}

/** Types many lines. As text, Chromium inserts each line by itself, which takes seconds for a thousand. As markup, it inserts them at once. */
function insertLines(area, text) {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const wanted = value.slice(0, start) + text + value.slice(end);
  document.execCommand("insertHTML", false, text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
  if (area.value === wanted) return;
  // Firefox has no markup in such a field, and is quick with text.
  if (area.value === value) return insert(area, text);
  area.value = wanted;
  tell(area);
}

/** Types a text in the place of the selection. */
function insert(area, text) {
  const isDone = text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
  if (isDone) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  tell(area);
}

function tell(area) {
  area.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
