// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// Written by scripts/embed-assets from the files in Assets; change those and run it again.

package enum EmbeddedFiles {
  package static let all: [(path: String, text: StaticString)] = [
    file0,
    file1,
    file2,
    file3,
    file4,
  ]
}

private let file0: (path: String, text: StaticString) = ("page-bridge.js", #"""
// The bridge of a page that is shown in a browser. It runs before anything of the page, in a frame that has no origin of its own.
//
// It decides nothing: calls and links go to the frame's owner, which knows by the source of a message that it is from here, and from there to the
// presenter, which checks everything. What a page does to this script, it does to itself only.
((given) => {
  "use strict";
  const { names, readyEvents, surroundings } = given;
  const owner = window.parent;
  // The frame's address is one of its owner's server; its own origin is none.
  const target = new URL(location.href).origin;
  const send = (message) => owner.postMessage({ martlet: message }, target);

  /** As JSON; dates are kept as dates, what JSON cannot hold becomes null. */
  const plain = (value) => {
    try {
      const text = JSON.stringify(value, function (key, given) {
        const own = this[key];
        if (own instanceof Date) return { $date: own.getTime() };
        return typeof own === "bigint" ? Number(own) : given;
      });
      return text === undefined ? null : JSON.parse(text);
    } catch {
      return null;
    }
  };

  const call = (method, given) => send({ call: method, arguments: given.map(plain) });
  const methods = (prefix, list) => Object.fromEntries(list.split(" ").map((name) => [name, (...given) => call(prefix + name, given)]));

  const user = Object.freeze(methods("getUser.", `setFirstName setLastName setEmail setGender setDateOfBirth setCountry setHomeCity setLanguage
    setPhoneNumber setEmailNotificationSubscriptionType setPushNotificationSubscriptionType setCustomUserAttribute addToCustomAttributeArray
    removeFromCustomAttributeArray incrementCustomUserAttribute setCustomLocationAttribute addAlias addToSubscriptionGroup
    removeFromSubscriptionGroup`.replace(/\s+/g, " ")));
  const bridge = Object.freeze({
    ...methods("", `closeMessage declareClose logClick logCustomEvent logPurchase requestImmediateDataFlush requestPushPermission changeUser
      setBannerHeight`.replace(/\s+/g, " ")),
    getUser: () => user,
    // Whatever a page calls here is meant for a browser of its own.
    web: new Proxy(Object.freeze({}), {
      get: (_, name) => (typeof name === "string" && name !== "then" ? (...given) => call(`web.${name}`, given) : undefined),
    }),
  });
  for (const name of ["martletBridge", ...names]) {
    if (name in window) console.warn(`The bridge is not called ${name} here: the page has something of that name.`);
    else Object.defineProperty(window, name, { value: bridge, enumerable: true });
  }

  // MARK: Links

  const follow = (url, frame) => {
    let address;
    try {
      address = new URL(url, document.baseURI).href;
    } catch {
      address = String(url);
    }
    send({ link: address, target: frame || null });
  };

  addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    const path = event.composedPath().filter((node) => node instanceof Element);
    const link = path.find((node) => ["a", "area"].includes(node.localName) && (node.hasAttribute("href") || node.hasAttribute("xlink:href")));
    if (link) {
      const written = link.getAttribute("href") ?? link.getAttribute("xlink:href");
      // Places in the page, and scripts of the page, are its own affair.
      if (written.startsWith("#") || /^\s*javascript:/i.test(written)) return;
      event.preventDefault();
      follow(written, link.getAttribute("target") || document.querySelector("base[target]")?.target);
      return;
    }
    // A form sends nothing from here; its scripts hear of it all the same.
    const button = path.find((node) => node.matches("button, input") && ["submit", "image"].includes(node.type) && node.form);
    if (!button) return;
    event.preventDefault();
    if (button.formNoValidate || button.form.noValidate || button.form.reportValidity()) {
      button.form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: button }));
    }
  });

  window.open = (url, frame) => {
    if (url) follow(url, frame || "_blank");
    return null;
  };

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) send({ escape: true });
  });

  // MARK: Words of the page

  const waiting = [];
  const say = () => {
    const dialog = document.createElement("dialog");
    const words = document.createElement("p");
    words.textContent = waiting[0];
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "OK";
    button.addEventListener("click", () => dialog.close());
    dialog.append(words, button);
    dialog.addEventListener("close", () => {
      dialog.remove();
      waiting.shift();
      if (waiting.length) say();
    });
    document.body.append(dialog);
    dialog.showModal();
  };
  window.alert = (text = "") => {
    // A page in a circle keeps nobody busy.
    if (waiting.length >= 3) return;
    waiting.push(String(text));
    if (waiting.length > 1) return;
    if (document.body) say();
    else addEventListener("DOMContentLoaded", say);
  };
  window.confirm = (text) => {
    console.warn(`A browser shows no question here; the answer is no: ${text}`);
    return false;
  };
  window.prompt = (text) => {
    console.warn(`A browser shows no question here; the answer is none: ${text}`);
    return null;
  };

  // MARK: Surroundings

  const sheet = new CSSStyleSheet();
  // Any rule of the page's own wins over these.
  sheet.replaceSync(":where(html) { font-size: calc(100% * var(--martlet-text-scale)); color-scheme: var(--martlet-color-scheme); background: transparent }");
  document.adoptedStyleSheets = [sheet];
  const apply = ({ scheme, textScale, direction, reduceMotion, reduceTransparency, increaseContrast, safeArea }) => {
    const root = document.documentElement;
    const isLeft = direction === "ltr";
    const values = {
      "text-scale": textScale,
      "color-scheme": scheme,
      direction,
      "reduced-motion": reduceMotion ? 1 : 0,
      "reduced-transparency": reduceTransparency ? 1 : 0,
      "more-contrast": increaseContrast ? 1 : 0,
      "safe-area-top": `${safeArea.top}px`,
      "safe-area-right": `${isLeft ? safeArea.trailing : safeArea.leading}px`,
      "safe-area-bottom": `${safeArea.bottom}px`,
      "safe-area-left": `${isLeft ? safeArea.leading : safeArea.trailing}px`,
    };
    for (const [name, value] of Object.entries(values)) root.style.setProperty(`--martlet-${name}`, value);
    Object.assign(root.dataset, { martletColorScheme: scheme, martletDirection: direction, martletReducedMotion: reduceMotion ? "true" : "false" });
  };
  apply(surroundings);

  addEventListener("message", (event) => {
    const message = event.source === owner ? event.data?.martlet : null;
    if (message?.surroundings) {
      apply(message.surroundings);
      dispatchEvent(new CustomEvent("martlet.SurroundingsChanged"));
    } else if (message?.refused) {
      console.warn(`martletBridge: ${message.refused.words}`);
      dispatchEvent(new CustomEvent("martlet.BridgeRefused", { detail: message.refused }));
    }
  });

  // MARK: Life

  addEventListener("DOMContentLoaded", () => {
    if (!document.documentElement.hasAttribute("dir")) document.documentElement.dir = surroundings.direction;
    if (document.querySelector('meta[name="martlet-close"][content="page"]')) bridge.declareClose();
    // After whatever else of the page waited for the same moment.
    setTimeout(() => {
      for (const name of ["martlet.BridgeReady", ...readyEvents]) dispatchEvent(new CustomEvent(name));
    });
  });
  addEventListener("load", () => send({ loaded: true }));
})

"""#)

private let file1: (path: String, text: StaticString) = ("page-measure.js", #"""
// Says, when the editor asks, what of a page cannot be seen whole on a screen of this size. It runs before anything of the page, and only where a page is
// previewed.
(() => {
  "use strict";
  const owner = window.parent;
  const target = new URL(location.href).origin;
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
    owner.postMessage({ martlet: { measured: { number, ...look() } } }, target);
  });
})

"""#)

private let file2: (path: String, text: StaticString) = ("scene-pages.js", #"""
// The frames in which pages of messages are shown: waits until they have loaded, hears what they say, and tells them what changes around them.
//
// A page is a stranger. Its frame has no origin, it is known by its window only, and of what it says nothing is taken that has not the right form.

// A page that the bridge has not spoken from so long after its frame loaded is none of ours: an error of the server, or of the browser.
const GRACE = 2_000;
// The presenter refuses more calls than 500; what a page in a circle says beyond is not even sent. Closing is always heard.
const MOST_CALLS = 510;
const LONGEST = 60_000;
// Of what a page says of its own text, in characters.
const MOST_WORDS = 60;

export class PageFrames {
  #hear;
  // By frame: how often it spoke, and who waits for it to load.
  #frames = new WeakMap();
  #known = new Set();
  #asked = 0;

  /** `hear` is called with (message, frame, {isFromPerson}): {call, arguments}, {link, target}, {escape} or {lost}. */
  constructor(hear) {
    this.#hear = hear;
    addEventListener("message", (event) => this.#received(event));
  }

  /** The first frame whose page could not be loaded in time; null when all have. */
  async load(element, deadline) {
    const frames = [...element.querySelectorAll("iframe.web")];
    this.#known = new Set(frames);
    const loads = frames.map((frame) => new Promise((resolve) => {
      const state = { calls: 0, isLoaded: false, resolve };
      this.#frames.set(frame, state);
      setTimeout(resolve, deadline, false);
      if (!frame.hasAttribute("src")) resolve(false);
      frame.addEventListener("load", () => {
        // It has gone to another place: nothing there is the message.
        if (state.hasPage) this.#hear({ lost: true }, frame, {});
        state.hasPage = true;
        setTimeout(() => !state.isLoaded && resolve(false), GRACE);
      });
    }));
    const results = await Promise.all(loads);
    return frames.find((_, index) => !results[index]) ?? null;
  }

  /** Nobody waits for them any more: others take their place. */
  forget() {
    for (const frame of this.#known) this.#frames.get(frame)?.resolve(true);
    this.#known = new Set();
  }

  tell(frame, message) {
    // Its origin is none, so that no other can be named; only the frame's own window gets it.
    frame?.contentWindow?.postMessage({ martlet: message }, "*");
  }

  /**
   * Asks a page that has loaded what of it cannot be seen whole: {sideways, outside}, each a few words of the page, or null.
   * null: it has not answered within so many milliseconds.
   */
  measure(frame, deadline) {
    const state = this.#frames.get(frame);
    return new Promise((resolve) => {
      state.asked = { number: ++this.#asked, resolve };
      setTimeout(resolve, deadline, null);
      this.tell(frame, { measure: state.asked.number });
    });
  }

  /** True when what is drawn shows the same pages: then they stay, with all that is in them. */
  keeps(element, html) {
    const sources = (root) => [...root.querySelectorAll("iframe.web")].map((frame) => frame.getAttribute("src")).join(" ");
    const before = sources(element);
    return before !== "" && before === sources(parse(html));
  }

  /** Draws all but the frames anew. */
  update(element, html) {
    this.#merge(element, parse(html));
  }

  #merge(old, next) {
    for (const { name, value } of next.attributes) {
      if (old.getAttribute(name) !== value && name !== "src") old.setAttribute(name, value);
    }
    if (old.matches("iframe.web")) return this.tell(old, { surroundings: surroundings(old) });
    const holder = [...old.children].find(holdsFrame);
    const nextHolder = [...next.children].find(holdsFrame);
    for (const child of [...old.childNodes]) if (child !== holder) child.remove();
    let isBefore = true;
    for (const child of [...next.childNodes]) {
      if (child === nextHolder) {
        isBefore = false;
        this.#merge(holder, nextHolder);
      } else if (isBefore) {
        holder.before(child);
      } else {
        old.append(child);
      }
    }
  }

  #received(event) {
    const frame = [...this.#known].find((frame) => frame.isConnected && frame.contentWindow === event.source);
    const message = event.data?.martlet;
    if (!frame || typeof message !== "object" || message === null) return;
    const state = this.#frames.get(frame);
    if (message.loaded === true) {
      state.isLoaded = true;
      state.resolve(true);
      return;
    }
    if (typeof message.measured === "object" && message.measured !== null) {
      // Only what was asked for is heard, and once.
      if (!state.asked || message.measured.number !== state.asked.number) return;
      state.asked.resolve({ sideways: fewWords(message.measured.sideways), outside: fewWords(message.measured.outside) });
      state.asked = null;
      return;
    }
    // The window was touched just now, and what has the focus since is this frame.
    const isFromPerson = (navigator.userActivation?.isActive ?? true) && frame.getRootNode().activeElement === frame;
    if (message.escape === true) return this.#hear({ escape: true }, frame, {});
    if (typeof message.call === "string" && Array.isArray(message.arguments)) {
      if (message.call !== "closeMessage" && ++state.calls > MOST_CALLS) return;
      const text = JSON.stringify([message.call, message.arguments]);
      if (text.length > LONGEST || message.arguments.length > 16) {
        return this.tell(frame, { refused: { method: message.call.slice(0, 64), reason: "too_many", words: "A call may have 60,000 characters." } });
      }
      const [call, given] = JSON.parse(text);
      this.#hear({ call, arguments: given }, frame, { isFromPerson });
    } else if (typeof message.link === "string") {
      // A link leads somewhere when a person follows it, and not when a script says so.
      if (!isFromPerson || ++state.calls > MOST_CALLS) return;
      const target = typeof message.target === "string" ? message.target.slice(0, 64) : null;
      this.#hear({ link: message.link.slice(0, 8_200), target }, frame, { isFromPerson });
    }
  }
}

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

/** Text of a page, short enough to be repeated; null: it said none. */
function fewWords(given) {
  return typeof given === "string" && given !== "" ? given.slice(0, MOST_WORDS) : null;
}

function holdsFrame(element) {
  return element.matches("iframe.web") || Boolean(element.querySelector("iframe.web"));
}

function surroundings(frame) {
  return JSON.parse(frame.dataset.surroundings);
}

"""#)

private let file3: (path: String, text: StaticString) = ("scene.css", #"""
/* How scenes are laid out. Every value of one message comes from its own rules; these are the rules that all share. */
@layer scene {
  .scene {
    position: absolute;
    inset: 0;
    display: grid;
    overflow: hidden;
    pointer-events: none;
    font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
    color-scheme: light;
    text-align: start;
    -webkit-text-size-adjust: 100%;
    outline: none;
  }

  .scene *,
  .scene *::before {
    box-sizing: border-box;
    margin: 0;
  }

  .scene-backdrop,
  .scene-stage {
    grid-area: 1 / 1;
    min-width: 0;
    min-height: 0;
  }

  .scene[data-modal] .scene-backdrop {
    pointer-events: auto;
  }

  .scene-stage {
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    max-height: 100%;
    overflow: hidden;
  }

  .scene[data-placement="top"] .scene-stage {
    justify-content: flex-start;
  }

  .scene[data-placement="bottom"] .scene-stage {
    justify-content: flex-end;
  }

  .scene-stage > * {
    pointer-events: auto;
    min-height: 0;
    max-height: 100%;
    width: 100%;
  }

  /* A card without a width of its own is as wide as what is in it. */
  .scene[data-placement="center"] .scene-stage > * {
    flex-shrink: 1;
    width: fit-content;
    max-width: 100%;
  }

  .scene[data-placement="fill"] .scene-stage > * {
    flex: 1 1 auto;
    width: 100%;
  }

  .scene .row,
  .scene .column {
    display: flex;
    min-width: 0;
    min-height: 0;
  }

  .scene .column {
    flex-direction: column;
  }

  .scene .row > *,
  .scene .column > * {
    flex: 0 1 auto;
    min-width: 0;
  }

  .scene .column > * {
    min-height: 0;
  }

  .scene .wraps {
    flex-wrap: wrap;
  }

  .scene .wraps > * {
    flex: 1 1 auto;
  }

  .scene .grows {
    flex: 1 1 0;
  }

  .scene .column > .grows {
    flex-basis: auto;
  }

  .scene .keeps {
    flex-shrink: 0;
  }

  /* A continuous curve: as far from the corner on the diagonal as a circle of the same radius, which it leaves sooner. */
  @supports (corner-shape: superellipse(1.7)) {
    .scene .smooth {
      --corner-reach: 1.53;
      corner-shape: superellipse(1.7);
    }
  }

  .scene .row.align-leading { align-items: flex-start; }
  .scene .row.align-center { align-items: center; }
  .scene .row.align-trailing { align-items: flex-end; }
  .scene .column.align-leading { align-items: flex-start; }
  .scene .column.align-center { align-items: center; }
  .scene .column.align-trailing { align-items: flex-end; }
  .scene .align-fill { align-items: stretch; }

  .scene .overlay {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: minmax(0, 1fr);
    overflow: hidden;
  }

  .scene .overlay > * {
    grid-area: 1 / 1;
    min-height: 0;
  }

  .scene .at-top { align-self: start; justify-self: center; }
  .scene .at-bottom { align-self: end; justify-self: center; }
  .scene .at-center { align-self: center; justify-self: center; }
  .scene .at-top-leading { align-self: start; justify-self: start; }
  .scene .at-top-trailing { align-self: start; justify-self: end; }

  .scene .scrolls {
    overflow: hidden auto;
    overscroll-behavior: contain;
    min-height: 0;
    /* In the text's colour, so that it fits light and dark scenes alike. */
    scrollbar-width: thin;
    scrollbar-color: color-mix(in srgb, currentColor 45%, transparent) transparent;
  }

  .scene .text {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }

  .scene .clamp {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: var(--lines, 3);
    line-clamp: var(--lines, 3);
    overflow: hidden;
  }

  .scene .web {
    display: block;
    width: 100%;
    height: 100%;
    border: 0;
    background: transparent;
  }

  .scene .image {
    display: block;
    max-width: 100%;
    user-select: none;
  }

  .scene .image > img,
  .scene .image > canvas {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: inherit;
  }

  /* What stands in the place of a picture that is not there any more. */
  .scene .words {
    display: grid;
    place-content: center;
    min-height: 44px;
    padding: 12px 16px;
    overflow: hidden;
    overflow-wrap: anywhere;
  }

  .scene .fit-contain { object-fit: contain; }
  .scene .fit-cover { object-fit: cover; }

  .scene .icon,
  .scene .symbol {
    display: grid;
    place-items: center;
    line-height: 1;
    overflow: hidden;
  }

  .scene .symbol svg {
    width: 20px;
    height: 20px;
  }

  .scene[dir="rtl"] .symbol-chevron {
    transform: scaleX(-1);
  }

  .scene button {
    appearance: none;
    border: 0;
    padding: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: inherit;
  }

  .scene [data-action] {
    cursor: pointer;
    touch-action: manipulation;
    -webkit-tap-highlight-color: transparent;
  }

  .scene [data-action]:active {
    filter: brightness(0.96);
  }

  .scene [data-action]:focus-visible,
  .scene .scrolls:focus-visible {
    outline: 2px solid #2b59d9;
    outline-offset: -2px;
    box-shadow: inset 0 0 0 4px #ffffff;
  }

  /* Where the focus goes to be read from; nothing can be pressed there. */
  .scene [tabindex="-1"]:focus {
    outline: none;
  }

  /* A finger moves the card, not the page, and selects nothing: a selection would be dragged in its place. */
  .scene[data-swipe] .scene-stage {
    -webkit-user-select: none;
    user-select: none;
  }

  .scene[data-drags] .scene-stage > * {
    touch-action: none;
  }

  .scene[data-state="visible"][data-returns] .scene-stage {
    transition: translate 160ms ease-out;
  }

  /* Heard and not seen. */
  .scene-announcer {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  /* Entering and leaving. A scene that is not yet complete is laid out but not seen. */
  .scene[data-state="loading"] {
    visibility: hidden;
  }

  .scene[data-state="entering"] .scene-backdrop {
    animation: scene-fade var(--enter-ms) ease-out both;
  }

  .scene[data-state="entering"][data-enter="fade"] .scene-stage {
    animation: scene-fade var(--enter-ms) ease-out both;
  }

  .scene[data-state="entering"][data-enter="slide-top"] .scene-stage {
    animation: scene-from-top var(--enter-ms) cubic-bezier(0.2, 0.9, 0.3, 1.05) both;
  }

  .scene[data-state="entering"][data-enter="slide-bottom"] .scene-stage {
    animation: scene-from-bottom var(--enter-ms) cubic-bezier(0.2, 0.9, 0.3, 1.05) both;
  }

  .scene[data-state="leaving"] {
    pointer-events: none;
  }

  .scene[data-state="leaving"] .scene-backdrop {
    animation: scene-fade var(--leave-ms) ease-in reverse both;
  }

  .scene[data-state="leaving"][data-leave="fade"] .scene-stage {
    animation: scene-fade var(--leave-ms) ease-in reverse both;
  }

  .scene[data-state="leaving"][data-leave="slide-top"] .scene-stage {
    animation: scene-to-top var(--leave-ms) ease-in both;
  }

  .scene[data-state="leaving"][data-leave="slide-bottom"] .scene-stage {
    animation: scene-to-bottom var(--leave-ms) ease-in both;
  }

  @keyframes scene-fade {
    from { opacity: 0; }
  }

  @keyframes scene-from-top {
    from { transform: translateY(-100%); }
  }

  @keyframes scene-from-bottom {
    from { transform: translateY(100%); }
  }

  @keyframes scene-to-top {
    to { transform: translateY(-110%); }
  }

  @keyframes scene-to-bottom {
    to { transform: translateY(110%); }
  }
}

"""#)

private let file4: (path: String, text: StaticString) = ("scene.js", #"""
// Draws rendered scenes into a shadow root and reports what the person does. It decides nothing: the presenter does.
//
// `report` is called with (event, sceneID); an event has the form of MartletUI's SceneEvent, for example {pressed: {nodeID: "close"}}.
// Events of pages come with a third argument: {isFromPerson}, whether somebody touched the page just before.

import { PageFrames } from "./scene-pages.js";

const IMAGE_DEADLINE = 15_000;
// Points. A slower finger must go this far to take a card away; a quick one need only mean it.
const SWIPE_DISTANCE = 48;
const FLICK_DISTANCE = 12;
// Points for each millisecond.
const FLICK_SPEED = 0.5;
// Less is a tap with an unsteady finger.
const TAP_SLOP = 8;

export class SceneView {
  #root;
  #report;
  #own = new CSSStyleSheet();
  #element = null;
  #token = 0;
  #returnFocusTo = null;
  #isEmbedded;
  // There before anything is said, as screen readers need it.
  #announcer = document.createElement("p");
  #pages;

  /** `isEmbedded`: the screen is a part of a larger page, so that a message neither takes the focus from it nor keeps it in. */
  constructor(shadowRoot, { sharedCSS, report, isEmbedded = false }) {
    this.#root = shadowRoot;
    this.#report = report;
    this.#isEmbedded = isEmbedded;
    const shared = new CSSStyleSheet();
    shared.replaceSync(sharedCSS);
    shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, shared, this.#own];
    this.#announcer.className = "scene-announcer";
    this.#announcer.setAttribute("role", "status");
    shadowRoot.append(this.#announcer);
    this.#pages = new PageFrames((message, node, details) => this.#heard(message, node, details));
    shadowRoot.addEventListener("click", (event) => this.#clicked(event));
    shadowRoot.addEventListener("keydown", (event) => this.#keyed(event));
    shadowRoot.addEventListener("pointerdown", (event) => this.#swipeBegan(event));
  }

  get sceneID() {
    return this.#element?.dataset.scene ?? null;
  }

  /** Loads the images, lets the scene enter, reports `appeared` or `failed`. */
  async show({ id, html, css }) {
    const token = ++this.#token;
    this.#remove();
    this.#draw(html, css).dataset.state = "loading";
    let broken, lost, element;
    do {
      // A redraw meanwhile has images and pages of its own.
      element = this.#element;
      [broken, lost] = await Promise.all([firstBrokenImage(element), this.#pages.load(element, IMAGE_DEADLINE)]);
      if (token !== this.#token) return;
    } while (element !== this.#element);
    if (broken || lost) {
      const nodeID = (broken ?? lost).closest("[data-node]").dataset.node;
      this.#remove();
      this.#report({ failed: { _0: broken ? { asset: { nodeID } } : { page: { nodeID } } } }, id);
      return;
    }
    holdStill(element);
    element.dataset.state = "entering";
    do {
      element = this.#element;
      await finished(element);
      if (token !== this.#token) return;
    } while (element !== this.#element);
    element.dataset.state = "visible";
    this.#takeFocus(element);
    if (!("modal" in element.dataset)) this.#announcer.textContent = element.getAttribute("aria-label");
    this.#report({ appeared: {} }, id);
  }

  /** Draws a scene that is visible elsewhere already: without a transition, and reports nothing. */
  draw({ id, html, css }) {
    if (this.sceneID === id) return this.update({ id, html, css });
    this.#token += 1;
    this.#remove();
    const element = this.#draw(html, css);
    element.dataset.state = "visible";
    replaceBrokenImages(element);
    this.#pages.load(element, IMAGE_DEADLINE);
  }

  /** Says to a page that the presenter refused a call. */
  tell({ id, node: name, refusal }) {
    if (this.sceneID === id) this.#pages.tell(node(this.#element, name), { refused: refusal });
  }

  /** Takes a scene away at once and reports nothing; without an id, whichever there is. One that leaves by itself is left to do so. */
  clear(id = this.sceneID) {
    if (!this.#element || this.sceneID !== id || this.#element.dataset.state === "leaving") return;
    this.#token += 1;
    this.#remove();
  }

  /** Draws the same scene anew, without a transition; keeps the focus and what is scrolled where they were. */
  update({ id, html, css }) {
    if (this.sceneID !== id) return;
    const state = this.#element.dataset.state;
    const focused = this.#root.activeElement?.dataset.node;
    if (this.#pages.keeps(this.#element, html)) {
      this.#own.replaceSync(css);
      this.#pages.update(this.#element, html);
      return;
    }
    const places = [...this.#element.querySelectorAll(".scrolls")].map((box) => [box.dataset.node, box.scrollTop]);
    this.#element.remove();
    const element = this.#draw(html, css);
    element.dataset.state = state;
    // One that still loads is shown whole or not at all.
    if (state === "loading") {
      this.#pages.forget();
    } else {
      replaceBrokenImages(element);
      this.#pages.load(element, IMAGE_DEADLINE);
    }
    for (const [name, top] of places) {
      const box = node(element, name);
      if (box && top > 0) box.scrollTop = top;
    }
    if (focused) focusOn(node(element, focused));
  }

  /** Lets the scene leave and reports `disappeared`; legal at any moment. */
  async hide({ id, animated }) {
    if (this.sceneID !== id) return;
    const token = ++this.#token;
    const element = this.#element;
    if (animated && element.dataset.state === "visible") {
      element.dataset.state = "leaving";
      await finished(element);
      if (token !== this.#token) return;
    }
    this.#remove();
    this.#report({ disappeared: {} }, id);
  }

  #draw(html, css) {
    this.#own.replaceSync(css);
    const template = document.createElement("template");
    template.innerHTML = html;
    this.#element = template.content.firstElementChild;
    if (this.#isEmbedded) this.#element.removeAttribute("aria-modal");
    this.#root.append(this.#element);
    // What is too long for its card scrolls under the finger; then only its edge or a key takes the card away.
    const scrolls = [...this.#element.querySelectorAll(".scrolls")].some((box) => box.scrollHeight > box.clientHeight + 1);
    if (this.#element.dataset.swipe && !scrolls) this.#element.dataset.drags = "";
    return this.#element;
  }

  #remove() {
    if (!this.#element) return;
    this.#element.remove();
    this.#element = null;
    this.#announcer.textContent = "";
    this.#returnFocusTo?.focus?.();
    this.#returnFocusTo = null;
  }

  /** A page has something to say; what it says is checked by the presenter, and here only whether it could be true. */
  #heard(message, node, details) {
    const element = this.#element;
    if (!element?.contains(node)) return;
    const isVisible = element.dataset.state === "visible";
    const nodeID = node.dataset.node;
    const id = element.dataset.scene;
    if (message.call !== undefined) {
      if (element.dataset.state !== "leaving") this.#report({ called: { nodeID, _1: { method: message.call, arguments: message.arguments } } }, id, details);
    } else if (message.link !== undefined) {
      if (isVisible) this.#report({ openedLink: { nodeID, url: message.link, ...(message.target === null ? {} : { target: message.target }) } }, id, details);
    } else if (message.escape && isVisible) {
      this.#report({ escaped: {} }, id);
    } else if (message.lost && isVisible) {
      this.#report({ failed: { _0: { page: { nodeID } } } }, id);
    }
  }

  #takeFocus(element) {
    if (!("modal" in element.dataset) || this.#isEmbedded) return;
    this.#returnFocusTo = document.activeElement;
    const wanted = element.dataset.focus;
    const target = wanted ? node(element, wanted) : null;
    if (!target || !focusOn(target)) element.focus({ preventScroll: true });
  }

  #clicked(event) {
    const element = this.#element;
    if (!element || element.dataset.state !== "visible" || this.#dragged) return;
    const pressed = event.target.closest("[data-action]");
    if (pressed) {
      this.#report({ pressed: { nodeID: pressed.dataset.node } }, element.dataset.scene);
    } else if (event.target.matches(".scene-backdrop[data-dismisses]") || this.#isOutside(event.target)) {
      this.#report({ backdropTapped: {} }, element.dataset.scene);
    }
  }

  /** The stage covers the backdrop; a click on its empty part is a click on the backdrop. */
  #isOutside(target) {
    return target.matches(".scene-stage") && Boolean(this.#element.querySelector(".scene-backdrop[data-dismisses]"));
  }

  #keyed(event) {
    const element = this.#element;
    if (!element || element.dataset.state !== "visible") return;
    if (event.key === "Escape") {
      event.stopPropagation();
      this.#report({ escaped: {} }, element.dataset.scene);
    } else if ((event.key === "Enter" || event.key === " ") && event.target.matches("div[data-action]")) {
      event.preventDefault();
      event.target.click();
    } else if (event.key === "Tab" && "modal" in element.dataset && !this.#isEmbedded) {
      keepFocusIn(element, this.#root, event);
    }
  }

  #dragged = false;

  /** The card follows the finger, freely toward its edge and unwillingly away from it. */
  #swipeBegan(event) {
    const element = this.#element;
    const edge = element?.dataset.swipe;
    if (!edge || element.dataset.state !== "visible" || !event.isPrimary) return;
    const direction = edge === "top" ? -1 : 1;
    const toPoints = travel(element);
    const start = event;
    const wayOf = (later) => toPoints(later.clientX - start.clientX, later.clientY - start.clientY) * direction;
    const stage = () => this.#element?.querySelector(".scene-stage");
    delete element.dataset.returns;
    const moved = (later) => {
      const way = wayOf(later);
      const place = stage();
      if (place) place.style.translate = `0 ${(way > 0 ? way : way / 6) * direction}px`;
    };
    const ended = (later) => {
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", ended);
      removeEventListener("pointercancel", ended);
      const way = wayOf(later);
      // The click that belongs to this is no tap. It comes before any timer.
      this.#dragged = Math.abs(way) > TAP_SLOP;
      setTimeout(() => (this.#dragged = false));
      const isQuick = way > FLICK_DISTANCE && way / Math.max(1, later.timeStamp - start.timeStamp) > FLICK_SPEED;
      if (later.type === "pointerup" && (way > SWIPE_DISTANCE || isQuick)) {
        this.#report({ swipedAway: {} }, element.dataset.scene);
        return;
      }
      if (this.#element && this.#element.dataset.leave !== "fade") this.#element.dataset.returns = "";
      const place = stage();
      if (place) place.style.translate = "";
    };
    addEventListener("pointermove", moved);
    addEventListener("pointerup", ended);
    addEventListener("pointercancel", ended);
  }
}

function node(element, name) {
  return element.querySelector(`[data-node="${CSS.escape(name)}"]`);
}

/** True when the focus is there now. What cannot be pressed can be read from. */
function focusOn(target) {
  if (!target) return false;
  if (!target.hasAttribute("tabindex") && target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return target.getRootNode().activeElement === target;
}

/** How far a way of the finger is down the scene, in its own points: it may be drawn smaller, or lying on its side. */
function travel(element) {
  const { width, height } = element.getBoundingClientRect();
  const isTurned = Math.abs(width * element.offsetHeight - height * element.offsetWidth) > width * height * 0.02;
  const scale = (isTurned ? width : height) / element.offsetHeight || 1;
  return (x, y) => (isTurned ? x : y) / scale;
}

/** Words in the place of each picture that is not there any more; without words its place goes. */
function replaceBrokenImages(element) {
  for (const image of element.querySelectorAll("img")) {
    image.decode().then(() => hold(image), () => {
      if (!image.isConnected) return;
      const words = image.dataset.fallback;
      if (!words) return image.remove();
      const box = document.createElement(image.parentElement.localName === "button" ? "span" : "div");
      box.className = image.dataset.node ? `${image.className} words` : "words";
      for (const name of ["n", "node"]) if (image.dataset[name]) box.dataset[name] = image.dataset[name];
      box.textContent = words;
      image.replaceWith(box);
    });
  }
}

function holdStill(element) {
  for (const image of element.querySelectorAll("img")) hold(image);
}

/** The first picture of a moving one, in its place. */
function hold(image) {
  if (!("still" in image.dataset) || !image.isConnected) return;
  const still = document.createElement("canvas");
  [still.width, still.height] = [image.naturalWidth, image.naturalHeight];
  still.getContext("2d").drawImage(image, 0, 0);
  still.className = image.className;
  for (const name of ["n", "node"]) if (image.dataset[name]) still.dataset[name] = image.dataset[name];
  if (image.alt) {
    still.setAttribute("role", "img");
    still.setAttribute("aria-label", image.alt);
  } else {
    still.setAttribute("aria-hidden", "true");
  }
  image.replaceWith(still);
}

/** The first image that could not be loaded in time; null when all are there. */
async function firstBrokenImage(element) {
  const images = [...element.querySelectorAll("img")];
  const deadline = new Promise((resolve) => setTimeout(resolve, IMAGE_DEADLINE, false));
  const loads = images.map((image) => Promise.race([image.decode().then(() => true, () => false), deadline]));
  const results = await Promise.all(loads);
  return images.find((_, index) => !results[index]) ?? null;
}

/** When all transitions of the scene have run. */
async function finished(element) {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const animations = element.getAnimations({ subtree: true });
  await Promise.allSettled(animations.map((animation) => animation.finished));
}

function keepFocusIn(element, root, event) {
  const stops = [...element.querySelectorAll("button, [tabindex='0'], iframe")].filter((stop) => stop.checkVisibility());
  if (stops.length === 0) {
    event.preventDefault();
    return;
  }
  const first = stops[0];
  const last = stops[stops.length - 1];
  const current = root.activeElement;
  const isBefore = current === first || current === element || (current && !stops.includes(current) && isFirstAfter(stops, current));
  if (event.shiftKey && isBefore) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && current === last) {
    event.preventDefault();
    first.focus();
  }
}

/** Whether no stop comes before it. */
function isFirstAfter(stops, current) {
  return !stops.some((stop) => stop.compareDocumentPosition(current) & Node.DOCUMENT_POSITION_FOLLOWING);
}

"""#)
