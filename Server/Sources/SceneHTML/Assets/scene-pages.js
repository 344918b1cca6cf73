// The frames in which pages of messages are shown: waits until they have loaded, hears what they say, and tells them what changes around them.
//
// A page is a stranger. Its frame has no origin. What our script in it says comes through a port, which it sent before anything of the page ran; it is text,
// and its length is known before anybody reads it. What comes any other way is from the page itself and is not even looked at: a value may be small on its
// way and endless when it is read. A page that says more than it may is taken out, and the frame with it.

import { watchPainting } from "./scene-painting.js";

// A page that the bridge has not spoken from so long after its frame loaded is none of ours: an error of the server, or of the browser.
const GRACE = 2_000;
// Pages that were written for other surroundings may say a few words to the window around them.
const MOST_STRAYS = 50;
// What stands around the arguments of a call.
const FORM = 200;
// Of what a page says of its own text, in characters.
const MOST_WORDS = 60;

export class PageFrames {
  #hear;
  // By frame: how often it spoke, and who waits for it to load.
  #frames = new WeakMap();
  #known = new Set();
  #asked = 0;

  /**
   * `hear` is called with (message, frame, {isFromPerson}): {call, arguments, isTooLarge}, {link, target, input}, {escape}, or {lost, words}, which says
   * why as MartletUI's PageLoss does. A frame that is lost is taken out right after.
   */
  constructor(hear) {
    this.#hear = hear;
    addEventListener("message", (event) => this.#received(event));
  }

  /** The first frame whose page could not be loaded in time; null when all have. */
  async load(element, deadline) {
    const frames = [...element.querySelectorAll("iframe.web")];
    this.#known = new Set(frames);
    const loads = frames.map((frame) => new Promise((resolve) => {
      const state = { limits: JSON.parse(frame.dataset.limits), said: 0, length: 0, strays: 0, lastInput: 0, isLoaded: false, resolve };
      this.#frames.set(frame, state);
      watchPainting(frame, () => this.#lose(frame, "painting"));
      setTimeout(resolve, deadline, false);
      if (!frame.hasAttribute("src")) resolve(false);
      frame.addEventListener("load", () => {
        // It has gone to another place: nothing there is the message.
        if (state.hasPage) return this.#lose(frame, "left");
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

  /** Why a frame was taken out, as MartletUI's PageLoss says it; undefined: it was not. */
  loss(frame) {
    return this.#frames.get(frame)?.loss;
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

  /** The first of a window's messages brings the port; a page comes into its window after that. */
  #received(event) {
    const frame = [...this.#known].find((frame) => frame.isConnected && frame.contentWindow === event.source);
    if (!frame) return;
    const state = this.#frames.get(frame);
    if (!state.port) {
      state.port = event.ports[0];
      // Without one the page is none of ours, and is found out when it does not say that it has loaded.
      if (state.port) state.port.onmessage = ({ data }) => this.#said(data, frame, state);
      else state.port = {};
    } else if (++state.strays > MOST_STRAYS) {
      this.#lose(frame, "messages");
    }
  }

  #said(text, frame, state) {
    if (!this.#known.has(frame) || !frame.isConnected) return;
    if (typeof text !== "string" || text.length > state.limits.callLength + FORM) return this.#lose(frame, "invalid");
    const message = JSON.parse(text);
    if (message.loaded) {
      state.isLoaded = true;
      return state.resolve(true);
    }
    if (message.measured) {
      // Only what was asked for is heard, and once.
      if (message.measured.number !== state.asked?.number) return;
      state.asked.resolve({ sideways: fewWords(message.measured.sideways), outside: fewWords(message.measured.outside) });
      state.asked = null;
      return;
    }
    state.length += text.length;
    if (++state.said > state.limits.calls) return this.#lose(frame, "calls");
    if (state.length > state.limits.totalLength) return this.#lose(frame, "length");
    if (message.escape) {
      this.#hear({ escape: true }, frame, {});
    } else if (message.call !== undefined) {
      const { call, arguments: given, isTooLarge, isFromPerson } = message;
      this.#hear({ call, arguments: given, isTooLarge }, frame, { isFromPerson });
    } else if (message.link !== undefined) {
      const { link, target } = message;
      const input = this.#isUsed(message.input, frame, state) ? message.input.kind : null;
      this.#hear({ link, target, input }, frame, { isFromPerson: input !== null });
    }
  }

  /** Whether the page has this input from a person, and has opened nothing by it yet. The browser must agree, as far as it says something of it. */
  #isUsed(input, frame, state) {
    if (!input || !(input.number > state.lastInput)) return false;
    state.lastInput = input.number;
    return (navigator.userActivation?.isActive ?? true) && frame.getRootNode().activeElement === frame;
  }

  /** Whatever else its page has said is not heard any more. */
  #lose(frame, reason) {
    if (!this.#known.delete(frame)) return;
    const state = this.#frames.get(frame);
    state.loss = reason;
    state.port?.close?.();
    state.resolve(false);
    state.asked?.resolve(null);
    this.#hear({ lost: reason, words: JSON.parse(frame.dataset.losses)[reason] }, frame, {});
    frame.remove();
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
