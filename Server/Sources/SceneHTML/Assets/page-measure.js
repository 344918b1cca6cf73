// When the editor asks, this says which parts of a page are cut off on a screen of this size. It runs before the page's code, and only in previews.
((channel) => {
  "use strict";
  const owner = window.parent;
  const MOST_PIECES = 3_000;
  const MOST_WORDS = 40;
  // Anything less beyond an edge is rounding.
  const SLACK = 1;
  // Phones draw their scroll bars on top of the page.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { scrollbar-width: none !important }");

  /** Ends all animations. Returns the elements whose animations never end. */
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

  /** Whether a finger scrolls the page in this direction. The root decides, or the body if the root says nothing. */
  const scrolls = (axis) => {
    const own = getComputedStyle(document.documentElement)[axis];
    const style = own === "visible" && document.body ? getComputedStyle(document.body)[axis] : own;
    return !/hidden|clip/.test(style);
  };

  /** Texts and form fields: {element, rect, words}. */
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

  /** The part of a piece that its boxes do not clip, in coordinates of the unscrolled page. A piece in a scrolling box counts as inside that box. */
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

  /** The words of the first piece that extends beyond a side, and of the first piece above or below that no scrolling reaches. null: none. */
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
      // Pieces this small are meant for screen readers.
      if (right - left <= SLACK || bottom - top <= SLACK) continue;
      const all = piece.words.trim().replace(/\s+/g, " ");
      const words = all.length > MOST_WORDS ? `${all.slice(0, MOST_WORDS).trimEnd()}…` : all;
      // A piece entirely beside the screen is kept for later, unless the page scrolls sideways to it, which nobody expects.
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
