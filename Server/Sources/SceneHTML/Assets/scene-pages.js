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
