// Finds problems that only drawing shows: text that is cut off on a small screen, and images that are too large, too small or missing.
// It measures with this browser's fonts. Fonts on devices differ by a few per cent.
import { PageProbe } from "./measure-page.js";

const MOST_BYTES = 5 * 1024 * 1024;
const MOST_PIXELS = 4096;

/** Draws the probes where nobody sees them. Returns findings: {field, text}. */
export class Probes {
  #place = document.createElement("div");
  #texts = document.createElement("div");
  #shared = null;
  #page = null;

  constructor(form, sheet) {
    this.#place.className = "probes";
    this.#place.inert = true;
    this.#place.setAttribute("aria-hidden", "true");
    this.#place.append(this.#texts);
    form.append(this.#place);
    this.#shared = fetch(sheet)
      .then((answer) => answer.text())
      .then((css) => new CSSStyleSheet().replace(css));
  }

  async measure(probes) {
    const shared = await this.#shared;
    const pages = probes.filter((probe) => probe.is_page);
    if (pages.length > 0) return (this.#page ??= new PageProbe(this.#newPlace(), shared)).measure(pages);
    this.#page?.clear();
    const places = probes.map(({ width, height, html, css }) => {
      const place = document.createElement("div");
      place.style.cssText = `width:${width}px;height:${height}px`;
      const root = place.attachShadow({ mode: "open" });
      const own = new CSSStyleSheet();
      own.replaceSync(css);
      root.adoptedStyleSheets = [shared, own];
      root.innerHTML = html;
      return place;
    });
    this.#texts.replaceChildren(...places);
    await document.fonts.ready;
    const findings = new Map();
    places.forEach((place, index) => {
      for (const field of clippedFields(place.shadowRoot)) {
        // Text that is cut off at the usual size needs no second warning.
        if (!findings.has(field)) findings.set(field, { field, text: clippedWords(probes[index].size) });
      }
      const hidden = probes[index].size === "largest" ? hiddenButton(place.shadowRoot) : null;
      if (hidden && !findings.has(hidden)) findings.set(hidden, { field: hidden, text: HIDDEN });
    });
    this.#texts.replaceChildren();
    return [...findings.values()];
  }

  remove() {
    this.#place.remove();
  }

  #newPlace() {
    const place = document.createElement("div");
    this.#place.append(place);
    return place;
  }
}

const HIDDEN =
  "On a small phone at the largest text size, people must scroll to see it. Shorten the text above it, or remove the image.";

/** The field of the main button (the last one) if most of it is only visible after scrolling. null if it is visible, or if there is no button. */
function hiddenButton(root) {
  const button = [...root.querySelectorAll('[data-node^="button-"][data-action]')].at(-1);
  if (!button) return null;
  const own = button.getBoundingClientRect();
  const screen = root.host.getBoundingClientRect();
  let [top, bottom] = [Math.max(own.top, screen.top), Math.min(own.bottom, screen.bottom)];
  for (let around = button.parentElement; around && !around.matches(".scene"); around = around.parentElement) {
    if (getComputedStyle(around).overflowY === "visible") continue;
    const frame = around.getBoundingClientRect();
    [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
  }
  return bottom - top < own.height / 2 ? fieldOf(button.dataset.node) : null;
}

function clippedWords(size) {
  return size === "largest"
    ? "On a small phone, its end is cut off at the largest text size. Shorten it."
    : "On a small phone, its end is cut off. Shorten it.";
}

/** The fields whose text is cut off even after scrolling. */
function clippedFields(root) {
  const fields = new Set();
  for (const element of root.querySelectorAll(".text")) {
    const field = fieldOf(element.closest("[data-node]")?.dataset.node);
    if (field && isClipped(element)) fields.add(field);
  }
  return fields;
}

function fieldOf(node) {
  if (node === "header" || node === "message") return node;
  const button = /^button-(\d+)/.exec(node ?? "");
  return button ? `button.${button[1]}.text` : null;
}

function isClipped(element) {
  const clamp = element.matches(".clamp") ? element : element.querySelector(".clamp");
  if (clamp && clamp.scrollHeight > clamp.clientHeight + 1) return true;
  let box = element.getBoundingClientRect();
  for (let around = element.parentElement; around && !around.matches(".scene"); around = around.parentElement) {
    const style = getComputedStyle(around);
    const frame = around.getBoundingClientRect();
    // Content that scrolls can be reached. From here on, the scrolling box itself must be visible.
    if (/auto|scroll/.test(style.overflowY)) box = frame;
    else if (/hidden|clip/.test(style.overflowY) && (box.bottom > frame.bottom + 1 || box.top < frame.top - 1)) return true;
    if (/hidden|clip/.test(style.overflowX) && (box.right > frame.right + 1 || box.left < frame.left - 1)) return true;
  }
  return false;
}

/** Checks the image in the preview. `scale` is the scale of the drawn device, and `field` the field with its address. */
export async function measureImage(root, scale, field) {
  const image = root.querySelector("img");
  if (!image) return [];
  const finding = (text) => [{ field, text }];
  const source = image.currentSrc || image.src;
  if (!image.getAttribute("src")) return [];
  try {
    await image.decode();
  } catch {
    return finding("The image could not be loaded. Devices that cannot load it do not show the message.");
  }
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  // Other servers only reveal the size if they choose to. 0 means unknown.
  const bytes = performance.getEntriesByName(source).at(-1)?.encodedBodySize ?? 0;
  if (bytes > MOST_BYTES) return finding(`The image is ${(bytes / 1_048_576).toFixed(1)} MB. Devices load up to 5 MB. Use a smaller file.`);
  if (Math.max(width, height) > MOST_PIXELS) {
    return finding(`The image is ${width} × ${height}, larger than any screen needs, so it loads slowly. Use at most ${MOST_PIXELS} × ${MOST_PIXELS}.`);
  }
  const drawn = image.getBoundingClientRect().width / scale;
  if (drawn > 0 && width < drawn * 1.5) {
    return finding(`The image is ${width} × ${height} but is drawn ${Math.round(drawn)} points wide, so it looks blurred. Use an image at least ${Math.round(drawn * 2)} pixels wide.`);
  }
  return [];
}
