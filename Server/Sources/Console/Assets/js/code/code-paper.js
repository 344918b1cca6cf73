// Draws coloured text behind a field whose own text is transparent, and line numbers beside it. Only lines in view are coloured. Without wrapping, only
// they are drawn, because all lines have the same height. With it, all lines are there as plain text, so that the browser says how high each is.

// Lines that are drawn above and below the view.
const BEYOND = 10;
export class CodePaper {
  #view;
  #area;
  #lines;
  #paper = make("code-paper");
  #sheet = make("code-sheet");
  #gutter = make("code-gutter");
  #numbers = make("code-numbers");
  #marks = new Map();
  #current = -1;
  #isWrapped = false;
  // With wrapping, the blocks of all lines.
  #blocks = [];
  // Without it, the range of lines that are drawn.
  #drawn = { first: 0, end: 0 };
  #frame = 0;

  constructor(view, area, lines) {
    this.#view = view;
    this.#area = area;
    this.#lines = lines;
    for (const part of [this.#paper, this.#gutter]) part.setAttribute("aria-hidden", "true");
    this.#paper.append(this.#sheet);
    this.#gutter.append(this.#numbers);
    view.prepend(this.#gutter, this.#paper);
    view.toggleAttribute("data-drawn", true);
  }

  /** Whether long lines go on in the next row. */
  wrap(isWrapped) {
    this.#isWrapped = isWrapped;
    this.#view.toggleAttribute("data-wraps", isWrapped);
    this.#blocks = isWrapped ? this.#plain(0, this.#lines.count) : [];
    this.#sheet.replaceChildren(together(this.#blocks));
    this.draw();
  }

  /** Problems by line, from 0: `{ tone, text }`. */
  mark(marks) {
    this.#marks = marks;
    this.draw();
  }

  /** The line with the caret, from 0; -1 for none. */
  point(line) {
    if (line === this.#current) return;
    this.#current = line;
    this.draw();
  }

  /** The text has changed: from `start`, so many lines are replaced. */
  change({ start, removed, added }) {
    if (this.#isWrapped) {
      const fresh = this.#plain(start, added);
      const [before, gone, after] = [this.#blocks.slice(0, start), this.#blocks.slice(start, start + removed), this.#blocks.slice(start + removed)];
      for (const block of gone) block.remove();
      this.#sheet.insertBefore(together(fresh), after[0] ?? null);
      this.#blocks = before.concat(fresh, after);
    }
    this.draw();
  }

  /** Where a line begins, in pixels from the beginning of the text. */
  top(line) {
    return this.#isWrapped ? this.#blocks[line].offsetTop : line * this.#lineHeight();
  }

  /** Draws before the browser paints next, once for all changes until then. */
  draw() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** Follows the field when it scrolls. */
  scroll() {
    const { first, end } = this.#visible(0);
    if (this.#isWrapped || first < this.#drawn.first || end > this.#drawn.end) this.#draw();
    else this.#move();
  }

  // MARK: - Parts

  #draw() {
    const { offsetWidth, clientWidth, clientHeight } = this.#area;
    if (clientHeight === 0) return;
    const { first, end } = this.#visible();
    // Both fill the same column, whose width may be no whole number. Only the text field has a bar to scroll.
    put(this.#paper, "margin-inline-end", `${offsetWidth - clientWidth}px`);
    put(this.#paper, "block-size", `${clientHeight}px`);
    put(this.#view, "--digits", String(Math.max(2, String(this.#lines.count).length)));
    if (this.#isWrapped) {
      for (let line = first; line < end; line += 1) this.#colour(this.#blocks[line], line);
    } else {
      const blocks = [];
      for (let line = first; line < end; line += 1) blocks.push(this.#colour(make("code-line"), line));
      this.#sheet.replaceChildren(...blocks);
    }
    this.#drawn = { first, end };
    this.#number();
    this.#move();
  }

  #lineHeight() {
    return Number.parseFloat(getComputedStyle(this.#area).lineHeight);
  }

  #plain(start, count) {
    return Array.from({ length: count }, (_, index) => {
      const block = make("code-line");
      block.textContent = this.#lines.text(start + index);
      return block;
    });
  }

  #visible(beyond = BEYOND) {
    const { scrollTop, clientHeight } = this.#area;
    const [first, last] = [scrollTop, scrollTop + clientHeight].map((place) => this.#lineAt(place));
    return { first: Math.max(0, first - beyond), end: Math.min(this.#lines.count, last + 1 + beyond) };
  }

  #lineAt(place) {
    if (!this.#isWrapped) return Math.min(this.#lines.count - 1, Math.floor(place / this.#lineHeight()));
    let [low, high] = [0, this.#blocks.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#blocks[middle].offsetTop <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #colour(block, line) {
    const mark = this.#marks.get(line);
    block.className = mark ? `code-line code-line-${mark.tone}` : "code-line";
    const key = `${this.#lines.mode(line)}\n${this.#lines.text(line)}`;
    if (block.key === key) return block;
    block.key = key;
    const parts = this.#lines.tokens(line).map(([kind, text]) => {
      if (kind === "") return text;
      const part = document.createElement("span");
      part.className = `code-${kind}`;
      part.textContent = text;
      return part;
    });
    block.replaceChildren(...parts);
    return block;
  }

  #number() {
    const numbers = [];
    for (let line = this.#drawn.first; line < this.#drawn.end; line += 1) {
      const mark = this.#marks.get(line);
      const number = make(mark ? `code-number code-number-${mark.tone}` : "code-number");
      number.toggleAttribute("data-current", line === this.#current);
      number.style.insetBlockStart = `${this.top(line)}px`;
      number.textContent = line + 1;
      if (mark) number.title = mark.text;
      numbers.push(number);
    }
    this.#numbers.replaceChildren(...numbers);
  }

  #move() {
    const { scrollLeft, scrollTop } = this.#area;
    const begin = this.#isWrapped ? 0 : this.#drawn.first * this.#lineHeight();
    this.#sheet.style.transform = `translate(${-scrollLeft}px, ${begin - scrollTop}px)`;
    this.#numbers.style.transform = `translateY(${-scrollTop}px)`;
  }
}

function together(parts) {
  const fragment = document.createDocumentFragment();
  for (const part of parts) fragment.append(part);
  return fragment;
}

/** Only a value that differs makes the browser lay the page out again. */
function put(part, name, value) {
  if (part.style.getPropertyValue(name) !== value) part.style.setProperty(name, value);
}

function make(name) {
  const part = document.createElement("div");
  part.className = name;
  return part;
}
