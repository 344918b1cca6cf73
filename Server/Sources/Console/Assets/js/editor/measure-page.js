// Finds what an HTML message cuts off. Nothing outside can look into its sandbox, so the page is drawn off screen at the size of a small phone, and
// asked.
import { PageFrames } from "./scene-pages.js";

const LOAD_DEADLINE = 15_000;
const ANSWER_DEADLINE = 3_000;

export class PageProbe {
  #root;
  #own = new CSSStyleSheet();
  // Calls of the page are ignored here: the visible preview reports the same calls.
  #frames = new PageFrames(() => {});
  // Resolves to the frame whose page could not be loaded, or to null if all pages loaded.
  #loading = null;
  #turn = 0;

  /** `place`: an element that is not visible. */
  constructor(place, shared) {
    this.#root = place.attachShadow({ mode: "open" });
    this.#root.adoptedStyleSheets = [shared, this.#own];
  }

  /**
   * The probes show one page in different surroundings. Returns findings: {field, text}. Returns none if the page does not answer, or if a newer
   * measurement has started.
   */
  async measure(probes) {
    const own = ++this.#turn;
    for (const probe of probes) {
      const frame = await this.#draw(probe);
      if (own !== this.#turn || !frame) return [];
      const cut = await this.#frames.measure(frame, ANSWER_DEADLINE);
      if (own !== this.#turn || !cut) return [];
      const text = words(cut, probe.size);
      // Text that is cut off at the usual size needs no second warning.
      if (text) return [{ field: "page", text }];
    }
    return [];
  }

  clear() {
    this.#turn += 1;
    this.#frames.forget();
    this.#root.replaceChildren();
  }

  /** Returns the frame once its page has loaded and knows its surroundings. If the same page is already drawn, it is kept. */
  async #draw({ width, height, html, css }) {
    this.#root.host.style.cssText = `width:${width}px;height:${height}px`;
    this.#own.replaceSync(css);
    let scene = this.#root.querySelector(".scene");
    if (!scene || !this.#frames.keeps(scene, html)) {
      this.#frames.forget();
      this.#root.innerHTML = html;
      scene = this.#root.querySelector(".scene");
      this.#loading = this.#frames.load(scene, LOAD_DEADLINE);
    }
    if (await this.#loading) return null;
    this.#frames.update(scene, html);
    return scene.querySelector("iframe.web");
  }
}

function words({ sideways, outside }, size) {
  const whom = size === "largest" ? " at the largest text size" : "";
  const sentences = [];
  if (sideways) sentences.push(`On a small phone, “${sideways}” extends beyond the side of the screen${whom}. Let it wrap, or make it narrower.`);
  if (outside) sentences.push(`On a small phone, “${outside}” is cut off${whom}, and the page does not scroll. Let the page scroll, or shorten it.`);
  return sentences.join(" ");
}
