// Draws rendered scenes into a shadow root and reports what the person does. It decides nothing: the presenter does.
//
// `report` is called with (event, sceneID); an event has the form of MartletUI's SceneEvent, for example {pressed: {nodeID: "close"}}.
// Events of pages have a third argument: {isFromPerson}, which says whether a person touched the page just before.

import { chooseBeside } from "./scene-keys.js";
import { PageFrames } from "./scene-pages.js";

const IMAGE_DEADLINE = 15_000;
// Points. A slow swipe must be this long to dismiss a card. A quick one (a flick) can be shorter.
const SWIPE_DISTANCE = 48;
const FLICK_DISTANCE = 12;
// Points per millisecond.
const FLICK_SPEED = 0.5;
// Points. A shorter movement is a tap with an unsteady finger.
const TAP_SLOP = 8;

export class SceneView {
  #root;
  #report;
  #own = new CSSStyleSheet();
  #element = null;
  #token = 0;
  #returnFocusTo = null;
  #isEmbedded;
  // Stand before and after a message with a page. Keys inside its frame do not arrive here, but the focus passes these when it leaves the frame.
  #gates = [document.createElement("span"), document.createElement("span")];
  // Exists before anything is announced, because screen readers need that.
  #announcer = document.createElement("p");
  #pages;

  /** `isEmbedded`: the screen is part of a larger page, so a message neither takes the focus from that page nor traps it. */
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
    shadowRoot.addEventListener("input", (event) => this.#entered(event));
    shadowRoot.addEventListener("pointerdown", (event) => this.#swipeBegan(event));
    for (const gate of this.#gates) {
      gate.tabIndex = 0;
      gate.addEventListener("focus", () => this.#element && this.#enter(this.#element));
    }
    // When the focus returns from the browser's own controls, it lands at the start of the page.
    if (!isEmbedded) document.addEventListener("focusin", (event) => this.#focusMoved(event));
  }

  get sceneID() {
    return this.#element?.dataset.scene ?? null;
  }

  /** Loads the images, animates the scene in, and reports `appeared` or `failed`. */
  async show({ id, html, css }) {
    const token = ++this.#token;
    this.#remove();
    this.#draw(html, css).dataset.state = "loading";
    let broken, lost, element;
    do {
      // A redraw in the meantime has its own images and pages.
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

  /** Draws a scene that is already visible elsewhere. There is no transition, and nothing is reported. */
  draw({ id, html, css }) {
    if (this.sceneID === id) return this.update({ id, html, css });
    this.#token += 1;
    this.#remove();
    const element = this.#draw(html, css);
    element.dataset.state = "visible";
    replaceBrokenImages(element);
    this.#pages.load(element, IMAGE_DEADLINE);
  }

  /** Tells a page that the presenter refused a call. */
  tell({ id, node: name, refusal }) {
    if (this.sceneID === id) this.#pages.tell(node(this.#element, name), { refused: refusal });
  }

  /** Removes a scene immediately and reports nothing. Without an id, removes the current one. A scene that is already leaving is left alone. */
  clear(id = this.sceneID) {
    if (!this.#element || this.sceneID !== id || this.#element.dataset.state === "leaving") return;
    this.#token += 1;
    this.#remove();
  }

  /**
   * Redraws the same scene without a transition. The focus and the scroll positions stay, unless the scene wants the focus elsewhere. A field that is
   * being edited stays as it is.
   */
  update({ id, html, css }) {
    if (this.sceneID !== id) return;
    const state = this.#element.dataset.state;
    const focused = this.#root.activeElement?.dataset.node;
    const wanted = this.#element.dataset.focus;
    if (this.#pages.keeps(this.#element, html)) {
      this.#own.replaceSync(css);
      this.#pages.update(this.#element, html);
      return;
    }
    const places = [...this.#element.querySelectorAll(".scrolls")].map((box) => [box.dataset.node, box.scrollTop]);
    const field = this.#root.activeElement?.matches("textarea.field") ? this.#root.activeElement : null;
    const element = field && this.#redrawAround(field, html, css) ? this.#element : this.#replace(html, css);
    element.dataset.state = state;
    // A scene that is still loading is shown completely or not at all.
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
    if (state === "visible" && element.dataset.focus !== wanted && "modal" in element.dataset && !this.#isEmbedded) this.#enter(element);
    else if (focused && this.#root.activeElement?.dataset.node !== focused) focusOn(node(element, focused));
  }

  #replace(html, css) {
    this.#element.remove();
    return this.#draw(html, css);
  }

  /** Replaces everything except a field and the boxes around it, so that its caret and an unfinished word of an input method stay. False if it is gone. */
  #redrawAround(field, html, css) {
    const template = document.createElement("template");
    template.innerHTML = html;
    const drawn = template.content.firstElementChild;
    const next = node(drawn, field.dataset.node);
    if (!next?.matches("textarea.field") || !graft(this.#element, drawn, field, next)) return false;
    this.#own.replaceSync(css);
    return true;
  }

  /** Hides the scene and reports `disappeared`. Can be called at any time. */
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
    // Content that is too long for its card scrolls with the finger. Then only the card's edge or a key dismisses the card.
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

  /** Reports what a page sends. The presenter checks it. Here it is only checked whether the scene is in the right state for it. */
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

  /** A message that covers the screen keeps the focus until it leaves. */
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

  /** The stage covers the backdrop, so a click on its empty part counts as a click on the backdrop. */
  #isOutside(target) {
    return target.matches(".scene-stage") && Boolean(this.#element.querySelector(".scene-backdrop[data-dismisses]"));
  }

  #keyed(event) {
    const element = this.#element;
    if (!element || element.dataset.state !== "visible") return;
    if (event.key === "Escape") {
      event.stopPropagation();
      this.#report({ escaped: {} }, element.dataset.scene);
    } else if (event.target.matches('[role="radio"]') && event.key.startsWith("Arrow")) {
      event.preventDefault();
      chooseBeside(event.target, event.key, element.dir === "rtl");
    } else if ((event.key === "Enter" || event.key === " ") && event.target.matches("div[data-action]")) {
      event.preventDefault();
      event.target.click();
    } else if (event.key === "Tab" && "modal" in element.dataset && !this.#isEmbedded) {
      keepFocusIn(element, this.#root, event);
    }
  }

  #entered(event) {
    const element = this.#element;
    if (!element || element.dataset.state !== "visible" || !event.target.matches("textarea.field")) return;
    this.#report({ entered: { nodeID: event.target.dataset.node, text: event.target.value } }, element.dataset.scene);
  }

  #dragged = false;

  /** The card follows the finger: freely toward its edge, and with resistance away from it. */
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
      // The click that ends a drag is not a tap. It arrives before any timer fires.
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

/**
 * Makes an element like another one, without touching a field inside: attributes and all children are replaced, except those that contain the field.
 * Returns false, and changes nothing, if the field is not in the same boxes.
 */
function graft(old, next, field, nextField) {
  const pairs = [];
  for (let [mine, theirs] = [field, nextField]; ; [mine, theirs] = [mine.parentElement, theirs.parentElement]) {
    if (!mine || !theirs || mine.localName !== theirs.localName || mine.dataset.node !== theirs.dataset.node) return false;
    pairs.push([mine, theirs]);
    if (mine === old && theirs === next) break;
    if (mine === old || theirs === next) return false;
  }
  for (const [index, [mine, theirs]] of pairs.entries()) {
    for (const { name } of [...mine.attributes]) if (!theirs.hasAttribute(name)) mine.removeAttribute(name);
    for (const { name, value } of [...theirs.attributes]) if (mine.getAttribute(name) !== value) mine.setAttribute(name, value);
    if (index === 0) continue;
    const [kept, place] = pairs[index - 1];
    for (const child of [...mine.childNodes]) if (child !== kept) child.remove();
    const siblings = [...theirs.childNodes];
    kept.before(...siblings.slice(0, siblings.indexOf(place)));
    kept.after(...siblings.slice(siblings.indexOf(place) + 1));
  }
  return true;
}

/** Returns whether the target now has the focus. Elements that cannot be pressed can be focused too, so that screen readers start there. */
function focusOn(target) {
  if (!target) return false;
  if (!target.hasAttribute("tabindex") && target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return target.getRootNode().activeElement === target;
}

/** Converts a movement of the finger to a distance down the scene, in the scene's points. The scene may be scaled down or turned. */
function travel(element) {
  const { width, height } = element.getBoundingClientRect();
  const isTurned = Math.abs(width * element.offsetHeight - height * element.offsetWidth) > width * height * 0.02;
  const scale = (isTurned ? width : height) / element.offsetHeight || 1;
  return (x, y) => (isTurned ? x : y) / scale;
}

/** Replaces each image that no longer loads with its text, or removes it if it has none. */
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

/** Replaces an animated image with its first frame. */
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

/** The first image that could not be loaded in time, or null if all have loaded. */
async function firstBrokenImage(element) {
  const images = [...element.querySelectorAll("img")];
  const deadline = new Promise((resolve) => setTimeout(resolve, IMAGE_DEADLINE, false));
  const loads = images.map((image) => Promise.race([image.decode().then(() => true, () => false), deadline]));
  const results = await Promise.all(loads);
  return images.find((_, index) => !results[index]) ?? null;
}

/** Waits until all transitions of the scene have finished. */
async function finished(element) {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const animations = element.getAnimations({ subtree: true });
  await Promise.allSettled(animations.map((animation) => animation.finished));
}

function keepFocusIn(element, root, event) {
  const stops = [...element.querySelectorAll("button:not([tabindex='-1']), textarea, [tabindex='0'], iframe")].filter((stop) => stop.checkVisibility());
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

/** Whether no focusable element comes before it. */
function isFirstAfter(stops, current) {
  return !stops.some((stop) => stop.compareDocumentPosition(current) & Node.DOCUMENT_POSITION_FOLLOWING);
}
