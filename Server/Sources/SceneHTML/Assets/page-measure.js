// Says, when the editor asks, what of a page cannot be seen whole on a screen of this size. It runs before anything of the page, and only where a page is
// previewed.
((channel) => {
  "use strict";
  const owner = window.parent;
  const MOST_PIECES = 3_000;
  const MOST_WORDS = 40;
  // Less than this beyond an edge is rounding.
  const SLACK = 1;
  // Phones draw their scroll bars over the page.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { scrollbar-width: none !important }");

  /** Ends whatever moves; returns what cannot be ended, because it moves for ever. */
  const still = () => {
    const moving = [];
    for (const animation of document.getAnimations()) {
      try {
        animation.finish();
      } catch {
        if (animation.effect?.target) moving.push(animation.effect.target);
      }
    }
    return moving;
  };

  /** Whether a finger moves the page that way: as the root says, or the body where the root says nothing. */
  const scrolls = (axis) => {
    const own = getComputedStyle(document.documentElement)[axis];
    const style = own === "visible" && document.body ? getComputedStyle(document.body)[axis] : own;
    return !/hidden|clip/.test(style);
  };

  /** Texts, and the fields that one writes in: {element, rect, words}. */
  function* pieces() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    const range = document.createRange();
    for (let count = 0; count < MOST_PIECES && walker.nextNode(); ) {
      const node = walker.currentNode;
      if (node instanceof Text && node.data.trim()) {
        range.selectNodeContents(node);
        yield { element: node.parentElement, rect: range.getBoundingClientRect(), words: node.data };
        count += 1;
      } else if (node instanceof Element && node.matches("input:not([type=hidden]), select, textarea")) {
        yield { element: node, rect: node.getBoundingClientRect(), words: node.labels?.[0]?.textContent || node.placeholder || node.localName };
        count += 1;
      }
    }
  }

  /** What the boxes around a piece leave of it, on the page as it begins; boxes that scroll are where their pieces are reached. */
  const remains = ({ element, rect }) => {
    let { left, top, right, bottom } = rect;
    let isFixed = false;
    for (let box = element; box && box !== document.body && box !== document.documentElement && !isFixed; box = box.parentElement) {
      const style = getComputedStyle(box);
      const around = box.getBoundingClientRect();
      if (style.overflowX !== "visible") [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
      if (style.overflowY !== "visible") [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
      isFixed = style.position === "fixed";
    }
    const [x, y] = isFixed ? [0, 0] : [scrollX, scrollY];
    return { left: left + x, top: top + y, right: right + x, bottom: bottom + y, isFixed };
  };

  /** The words of the first piece that reaches beyond a side, and of the first that lies above or below where nobody can scroll; null: none. */
  const look = () => {
    const found = { sideways: null, outside: null };
    if (!document.body) return found;
    const moving = still();
    const scrollsX = scrolls("overflowX");
    const scrollsY = scrolls("overflowY");
    const isLeftward = getComputedStyle(document.documentElement).direction === "rtl";
    for (const piece of pieces()) {
      if (found.sideways !== null && found.outside !== null) break;
      const { element } = piece;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest("[inert], [aria-hidden='true']") || moving.some((target) => target.contains(element))) continue;
      const { left, top, right, bottom, isFixed } = remains(piece);
      // What is that small is there for screen readers.
      if (right - left <= SLACK || bottom - top <= SLACK) continue;
      const all = piece.words.trim().replace(/\s+/g, " ");
      const words = all.length > MOST_WORDS ? `${all.slice(0, MOST_WORDS).trimEnd()}…` : all;
      // Wholly beside the screen lies what a page keeps for later, unless one can scroll there, which nobody expects.
      const isCut = left < innerWidth && right > 0 && (left < -SLACK || right > innerWidth + SLACK);
      const isBeside = scrollsX && !isFixed && (isLeftward ? right <= 0 : left >= innerWidth);
      if (isCut || isBeside) found.sideways ??= words;
      const isAbove = bottom > 0 && top < -SLACK;
      const isBelow = bottom > innerHeight + SLACK && (isFixed ? top < innerHeight : !scrollsY);
      if (isAbove || isBelow) found.outside ??= words;
    }
    return found;
  };

  addEventListener("message", async (event) => {
    const number = event.source === owner ? event.data?.martlet?.measure : undefined;
    if (number === undefined) return;
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
    await document.fonts.ready;
    const { sideways, outside } = look();
    channel.measured(number, sideways, outside);
  });
})
