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
  // Before and after a message with a page: keys inside its frame are not heard here, but the focus that leaves it comes by.
  #gates = [document.createElement("span"), document.createElement("span")];
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
    for (const gate of this.#gates) {
      gate.tabIndex = 0;
      gate.addEventListener("focus", () => this.#element && this.#enter(this.#element));
    }
    // From the browser's own controls the focus comes back to wherever the page begins.
    if (!isEmbedded) document.addEventListener("focusin", (event) => this.#focusMoved(event));
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
      if (broken) this.#report({ failed: { _0: { asset: { nodeID } } } }, id);
      else this.#report(pageFailed(nodeID, this.#pages.loss(lost)), id);
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
    if ("modal" in this.#element.dataset && !this.#isEmbedded && this.#element.querySelector("iframe.web")) {
      this.#element.before(this.#gates[0]);
      this.#element.after(this.#gates[1]);
    }
    // What is too long for its card scrolls under the finger; then only its edge or a key takes the card away.
    const scrolls = [...this.#element.querySelectorAll(".scrolls")].some((box) => box.scrollHeight > box.clientHeight + 1);
    if (this.#element.dataset.swipe && !scrolls) this.#element.dataset.drags = "";
    return this.#element;
  }

  #remove() {
    if (!this.#element) return;
    this.#element.remove();
    for (const gate of this.#gates) gate.remove();
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
      if (element.dataset.state !== "leaving") this.#report({ called: { nodeID, _1: { method: message.call, arguments: message.arguments, isTooLarge: message.isTooLarge } } }, id, details);
    } else if (message.link !== undefined) {
      const { link: url, target, input } = message;
      if (isVisible) this.#report({ openedLink: { nodeID, url, ...(target === null ? {} : { target }), ...(input === null ? {} : { input }) } }, id, details);
    } else if (message.escape && isVisible) {
      this.#report({ escaped: {} }, id);
    } else if (message.lost && element.dataset.state === "entering") {
      this.#token += 1;
      this.#remove();
      this.#report(pageFailed(nodeID, message.lost), id);
    } else if (message.lost && isVisible) {
      this.#report(pageFailed(nodeID, message.lost), id);
    }
  }

  #takeFocus(element) {
    if (!("modal" in element.dataset) || this.#isEmbedded) return;
    this.#returnFocusTo = document.activeElement;
    this.#enter(element);
  }

  #enter(element) {
    const wanted = element.dataset.focus;
    const target = wanted ? node(element, wanted) : null;
    if (!target || !focusOn(target)) element.focus({ preventScroll: true });
  }

  /** A message that covers the screen has the focus until it goes. */
  #focusMoved(event) {
    const element = this.#element;
    if (!element || !("modal" in element.dataset) || element.dataset.state !== "visible") return;
    if (!event.composedPath().includes(element)) this.#enter(element);
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

function pageFailed(nodeID, loss) {
  return { failed: { _0: { page: { nodeID, ...(loss ? { loss } : {}) } } } };
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
