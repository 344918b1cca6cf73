// The frames that show message pages. Waits until they have loaded, receives what they send, and tells them what changes around them.
//
// A page is untrusted. Its frame has no origin. Our script in the frame sends text through a port, which it handed over before any code of the page
// ran. The length of the text is known before anyone reads it. Anything that arrives another way is from the page itself and is not even looked at: a
// value can be small in transit and endless when it is read. A page that exceeds a limit is removed together with its frame.

import { watchPainting } from "./scene-painting.js";

// If the bridge says nothing for this long after a frame has loaded, the frame shows no page of ours, but an error of the server or the browser.
const GRACE = 2_000;
// Pages that were written for other environments may post a few messages to the window around them.
const MOST_STRAYS = 50;
// The length of what surrounds the arguments of a call.
const FORM = 200;
// The longest text that a page may report about itself, in characters.
const MOST_WORDS = 60;

export class PageFrames {
  #hear;
  // By frame: how much it has sent, and who waits for it to load.
  #frames = new WeakMap();
  #known = new Set();
  #asked = 0;

  /**
   * `hear` is called with (message, frame, {isFromPerson}): {call, arguments, isTooLarge}, {link, target, input}, {escape}, or {lost, words},
   * which gives the reason as MartletUI's PageLoss does. A lost frame is removed immediately afterwards.
   */
  constructor(hear) {
    this.#hear = hear;
    addEventListener("message", (event) => this.#received(event));
  }

  /** The first frame whose page could not be loaded in time, or null if all have loaded. */
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
        // The frame has navigated away, so it no longer shows the message.
        if (state.hasPage) return this.#lose(frame, "left");
        state.hasPage = true;
        setTimeout(() => !state.isLoaded && resolve(false), GRACE);
      });
    }));
    const results = await Promise.all(loads);
    return frames.find((_, index) => !results[index]) ?? null;
  }

  /** Ends the wait for these frames, because others replace them. */
  forget() {
    for (const frame of this.#known) this.#frames.get(frame)?.resolve(true);
    this.#known = new Set();
  }

  /** Why a frame was removed, as MartletUI's PageLoss says it. undefined: it was not removed. */
  loss(frame) {
    return this.#frames.get(frame)?.loss;
  }

  tell(frame, message) {
    // The frame's origin is opaque, so no target origin can be given. Only the frame's own window receives the message.
    frame?.contentWindow?.postMessage({ martlet: message }, "*");
  }

  /**
   * Asks a loaded page which parts of it are cut off: {sideways, outside}, each a few words of the page, or null.
   * Returns null if the page does not answer within `deadline` milliseconds.
   */
  measure(frame, deadline) {
    const state = this.#frames.get(frame);
    return new Promise((resolve) => {
      state.asked = { number: ++this.#asked, resolve };
      setTimeout(resolve, deadline, null);
      this.tell(frame, { measure: state.asked.number });
    });
  }

  /** Whether the drawn scene already shows the same pages. If so, the pages stay, with their state. */
  keeps(element, html) {
    const sources = (root) => [...root.querySelectorAll("iframe.web")].map((frame) => frame.getAttribute("src")).join(" ");
    const before = sources(element);
    return before !== "" && before === sources(parse(html));
  }

  /** Redraws everything except the frames. */
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

  /** The first message from a window brings the port. The page's own code runs only after that. */
  #received(event) {
    const frame = [...this.#known].find((frame) => frame.isConnected && frame.contentWindow === event.source);
    if (!frame) return;
    const state = this.#frames.get(frame);
    if (!state.port) {
      state.port = event.ports[0];
      // Without a port it is no page of ours. This is noticed because it never says that it has loaded.
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
      // Only the answer to the latest question counts, and only once.
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

  /** Whether the page got this input from a person and has not used it for a link yet. The browser must agree, if it can tell. */
  #isUsed(input, frame, state) {
    if (!input || !(input.number > state.lastInput)) return false;
    state.lastInput = input.number;
    return (navigator.userActivation?.isActive ?? true) && frame.getRootNode().activeElement === frame;
  }

  /** Removes a frame. Anything else that its page has sent is ignored. */
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

/** Text from a page, short enough to show. null: there is none. */
function fewWords(given) {
  return typeof given === "string" && given !== "" ? given.slice(0, MOST_WORDS) : null;
}

function holdsFrame(element) {
  return element.matches("iframe.web") || Boolean(element.querySelector("iframe.web"));
}

function surroundings(frame) {
  return JSON.parse(frame.dataset.surroundings);
}
