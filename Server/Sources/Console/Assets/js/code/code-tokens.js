// Splits lines of code into tokens to colour. What a line begins in, such as a comment, is the mode that the line before it ended in.

// Each mode has rules: what is looked for at a place, the kind of its token, and the mode after it (none: the same). Other text is plain. The first
// rule of a mode only passes quickly over what no other rule begins with.
const PLACEHOLDER = [/\{\{\{?[^{}\n]*\}\}+/y, "placeholder"];

/** Strings of code inside an element. Browsers end the element at its end tag, also inside a string. */
function strings(element) {
  return [`"`, `'`].map((quote) => [new RegExp(`${quote}(?:(?!</${element})[^${quote}\\\\]|\\\\(?!</${element}).)*${quote}?`, "iy"), "string"]);
}

const MODES = {
  plain: [[/.+/y, ""]],
  html: [
    [/[^<{&]+/y, ""],
    [/<!--/y, "comment", "comment"],
    [/<[!?][^>]*>?/y, "comment"],
    [/<\/?[a-z][^\s/>]*/iy, "tag", "tag"],
    PLACEHOLDER,
    [/&(?:#\w+|\w+);/y, "string"],
  ],
  comment: [
    [/-->/y, "comment", "html"],
    [/(?:(?!-->).)+/y, "comment"],
  ],
  tag: [
    [/\/?>/y, "tag", "html"],
    PLACEHOLDER,
    [/=\s*"/y, "string", "double"],
    [/=\s*'/y, "string", "single"],
    [/=\s*[^\s"'>]+/y, "string"],
    [/[^\s=/>"'{]+/y, "attribute"],
  ],
  double: [[/"/y, "string", "tag"], PLACEHOLDER, [/(?:(?!\{\{)[^"])+|\{\{/y, "string"]],
  single: [[/'/y, "string", "tag"], PLACEHOLDER, [/(?:(?!\{\{)[^'])+|\{\{/y, "string"]],
  script: [
    [/[^<\/`{"']+/y, ""],
    [/<\/script(?=[\s/>]|$)/iy, "tag", "tag"],
    [/\/\*/y, "comment", "script-comment"],
    [/\/\/.*?(?=<\/script|$)/iy, "comment"],
    [/`/y, "string", "template"],
    PLACEHOLDER,
    ...strings("script"),
  ],
  "script-comment": [
    [/\*\//y, "comment", "script"],
    [/(?:(?!\*\/|<\/script).)+/iy, "comment"],
    [/(?=<\/script)/iy, "", "script"],
  ],
  template: [
    [/(?=<\/script)/iy, "", "script"],
    [/`/y, "string", "script"],
    [/(?:[^`\\<]|\\[^<])+|</y, "string"],
  ],
  style: [[/[^<\/{"']+/y, ""], [/<\/style(?=[\s/>]|$)/iy, "tag", "tag"], [/\/\*/y, "comment", "style-comment"], PLACEHOLDER, ...strings("style")],
  "style-comment": [
    [/\*\//y, "comment", "style"],
    [/(?:(?!\*\/|<\/style).)+/iy, "comment"],
    [/(?=<\/style)/iy, "", "style"],
  ],
  json: [
    [/[^"{\d\-tfn]+/y, ""],
    PLACEHOLDER,
    [/"(?:[^"\\]|\\.)*"(?=\s*:)/y, "attribute"],
    [/"(?:[^"\\]|\\.)*"?/y, "string"],
    [/-?\d[\d.eE+-]*/y, "tag"],
    [/\b(?:true|false|null)\b/y, "tag"],
  ],
};

// Elements whose content has a mode of its own.
const CONTENTS = { "<script": "script", "<style": "style" };

// The rest of a longer line is drawn plain, so that a page in a single line is quick too.
const MOST_COLOURED = 5_000;

/** The mode in which a text begins. */
export function firstMode(language, text) {
  if (language !== "data") return language;
  return /^\s*[[{"]/.test(text) ? "json" : "plain";
}

/**
 * The tokens of a line, `[kind, text]`, and the mode in which the next line begins. `mode` may have the element whose tag it is in: `tag <script`.
 */
export function tokensOf(line, mode) {
  const tokens = [];
  let [name, element] = mode.split(" ");
  let plain = 0;
  let at = 0;
  let drawn = 0;
  const push = (kind, from, to) => {
    if (from === to || from >= MOST_COLOURED) return;
    tokens.push([kind, line.slice(from, to)]);
    drawn = to;
  };
  // To its end, because the next line begins in the mode in which this one ends.
  while (at < line.length) {
    const rule = MODES[name].find(([pattern]) => {
      pattern.lastIndex = at;
      return pattern.test(line);
    });
    if (!rule) {
      at += 1;
      continue;
    }
    const [pattern, kind, next] = rule;
    const end = pattern.lastIndex;
    push("", plain, at);
    push(kind, at, end);
    const text = line.slice(at, end);
    plain = at = end;
    if (!next) continue;
    if (name !== "double" && name !== "single" && next === "tag") element = text.toLowerCase();
    name = next === "html" && name === "tag" ? (CONTENTS[element] ?? "html") : next;
  }
  push("", plain, line.length);
  if (drawn < line.length) tokens.push(["", line.slice(drawn)]);
  return { tokens, mode: ["tag", "double", "single"].includes(name) ? `${name} ${element}` : name };
}
