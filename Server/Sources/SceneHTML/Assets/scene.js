// Draws rendered scenes into a shadow root and reports what the person does. It decides nothing: the presenter does.
//
// `report` is called with (event, sceneID); an event has the form of MartletUI's SceneEvent, for example {pressed: {nodeID: "close"}}.

const IMAGE_DEADLINE = 15_000;
const SWIPE_DISTANCE = 48;

export class SceneView {
  #root;
  #report;
  #own = new CSSStyleSheet();
  #element = null;
  #token = 0;
  #returnFocusTo = null;
  #isEmbedded;

  /** `isEmbedded`: the screen is a part of a larger page, so that a message neither takes the focus from it nor keeps it in. */
  constructor(shadowRoot, { sharedCSS, report, isEmbedded = false }) {
    this.#root = shadowRoot;
    this.#report = report;
    this.#isEmbedded = isEmbedded;
    const shared = new CSSStyleSheet();
    shared.replaceSync(sharedCSS);
    shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, shared, this.#own];
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
    const element = this.#draw(html, css);
    element.dataset.state = "loading";
    const broken = await firstBrokenImage(element);
    if (token !== this.#token) return;
    if (broken) {
      this.#remove();
      this.#report({ failed: { _0: { asset: { nodeID: broken.closest("[data-node]").dataset.node } } } }, id);
      return;
    }
    element.dataset.state = "entering";
    await finished(element);
    if (token !== this.#token) return;
    element.dataset.state = "visible";
    this.#takeFocus(element);
    this.#report({ appeared: {} }, id);
  }

  /** Draws a scene that is visible elsewhere already: without a transition, and reports nothing. */
  draw({ id, html, css }) {
    if (this.sceneID === id) return this.update({ id, html, css });
    this.#token += 1;
    this.#remove();
    this.#draw(html, css).dataset.state = "visible";
  }

  /** Takes a scene away at once and reports nothing; without an id, whichever there is. One that leaves by itself is left to do so. */
  clear(id = this.sceneID) {
    if (!this.#element || this.sceneID !== id || this.#element.dataset.state === "leaving") return;
    this.#token += 1;
    this.#remove();
  }

  /** Draws the same scene anew, without a transition; keeps the focus where it was. */
  update({ id, html, css }) {
    if (this.sceneID !== id) return;
    const state = this.#element.dataset.state;
    const focused = this.#root.activeElement?.dataset.node;
    this.#element.remove();
    const element = this.#draw(html, css);
    element.dataset.state = state;
    if (focused) element.querySelector(`[data-node="${CSS.escape(focused)}"]`)?.focus();
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
    return this.#element;
  }

  #remove() {
    if (!this.#element) return;
    this.#element.remove();
    this.#element = null;
    this.#returnFocusTo?.focus?.();
    this.#returnFocusTo = null;
  }

  #takeFocus(element) {
    if (!("modal" in element.dataset) || this.#isEmbedded) return;
    this.#returnFocusTo = document.activeElement;
    const wanted = element.dataset.focus;
    const target = wanted ? element.querySelector(`[data-node="${CSS.escape(wanted)}"]`) : null;
    (target ?? element).focus({ preventScroll: true });
    if (!this.#root.activeElement) element.focus({ preventScroll: true });
  }

  #clicked(event) {
    const element = this.#element;
    if (!element || element.dataset.state !== "visible" || this.#swiped) {
      this.#swiped = false;
      return;
    }
    const node = event.target.closest("[data-action]");
    if (node) {
      this.#report({ pressed: { nodeID: node.dataset.node } }, element.dataset.scene);
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

  #swiped = false;

  #swipeBegan(event) {
    const element = this.#element;
    const edge = element?.dataset.swipe;
    if (!edge || element.dataset.state !== "visible") return;
    const stage = element.querySelector(".scene-stage");
    const direction = edge === "top" ? -1 : 1;
    const start = event.clientY;
    const moved = (later) => {
      const way = Math.max(0, (later.clientY - start) * direction);
      stage.style.translate = `0 ${way * direction}px`;
    };
    const ended = (later) => {
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", ended);
      removeEventListener("pointercancel", ended);
      if (later.type === "pointerup" && (later.clientY - start) * direction > SWIPE_DISTANCE) {
        this.#swiped = true;
        this.#report({ swipedAway: {} }, element.dataset.scene);
      } else {
        stage.style.translate = "";
      }
    };
    addEventListener("pointermove", moved);
    addEventListener("pointerup", ended);
    addEventListener("pointercancel", ended);
  }
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
  const stops = [...element.querySelectorAll("button, [tabindex='0'], iframe")];
  if (stops.length === 0) {
    event.preventDefault();
    return;
  }
  const first = stops[0];
  const last = stops[stops.length - 1];
  const current = root.activeElement;
  if (event.shiftKey && (current === first || current === element)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && current === last) {
    event.preventDefault();
    first.focus();
  }
}
