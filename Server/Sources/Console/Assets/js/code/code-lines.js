// The lines of a text, with the mode in which each begins. Modes are found when they are needed, from the first line that changed.
import { firstMode, tokensOf } from "./code-tokens.js";

export class CodeLines {
  #language;
  #lines = [];
  #modes = [];

  constructor(language) {
    this.#language = language;
  }

  get count() {
    return this.#lines.length;
  }

  text(index) {
    return this.#lines[index];
  }

  /** The line that has this place in the text. */
  at(place) {
    let begin = 0;
    const line = this.#lines.findIndex((text) => (begin += text.length + 1) > place);
    return line === -1 ? this.count - 1 : line;
  }

  /** Takes a new text. Answers which lines differ: so many are removed at a place, and so many are there instead. */
  replace(text) {
    const old = this.#lines;
    const lines = text.split("\n");
    const most = Math.min(old.length, lines.length);
    let start = 0;
    while (start < most && old[start] === lines[start]) start += 1;
    let end = 0;
    while (end < most - start && old[old.length - 1 - end] === lines[lines.length - 1 - end]) end += 1;
    this.#lines = lines;
    const first = firstMode(this.#language, text);
    if (this.#modes[0] === first) this.#modes.length = Math.min(this.#modes.length, start + 1);
    else this.#modes = [first];
    return { start, removed: old.length - start - end, added: lines.length - start - end };
  }

  /** The mode in which a line begins. */
  mode(index) {
    for (let known = this.#modes.length - 1; known < index; known += 1) {
      this.#modes[known + 1] = tokensOf(this.#lines[known], this.#modes[known]).mode;
    }
    return this.#modes[index];
  }

  tokens(index) {
    return tokensOf(this.#lines[index], this.mode(index)).tokens;
  }
}
