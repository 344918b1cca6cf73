// Highlights what a decision put on the screen: the message itself while it is visible, its outline afterwards.
const KEPT = 30;

export class SceneMarks {
  #kept = new Map();
  #scene;
  #ghost;
  #own = new CSSStyleSheet();

  constructor(scene, ghost, sharedCSS) {
    this.#scene = scene;
    const root = ghost.attachShadow({ mode: "open" });
    const shared = new CSSStyleSheet();
    shared.replaceSync(sharedCSS);
    root.adoptedStyleSheets = [shared, this.#own];
    this.#ghost = root;
    const mark = new CSSStyleSheet();
    mark.replaceSync(":host(.is-pointed-at) .scene-stage > * { outline: 3px solid #2b59d9; outline-offset: 3px; }");
    scene.shadowRoot.adoptedStyleSheets = [...scene.shadowRoot.adoptedStyleSheets, mark];
  }

  keep({ decision, scene }) {
    if (!decision) return;
    this.#kept.delete(decision);
    this.#kept.set(decision, scene);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value);
  }

  point(decision, sceneID) {
    const scene = decision ? this.#kept.get(decision) : null;
    const isThere = Boolean(scene) && scene.id === sceneID;
    this.#scene.classList.toggle("is-pointed-at", isThere);
    this.#ghost.replaceChildren();
    this.#ghost.host.classList.toggle("is-shown", Boolean(scene) && !isThere);
    if (!scene || isThere) return;
    this.#ghost.host.dataset.window = scene.window ?? "";
    this.#own.replaceSync(scene.css);
    const template = document.createElement("template");
    template.innerHTML = scene.html;
    // The outline of the page is enough. With its `src`, the page would run again.
    for (const frame of template.content.querySelectorAll("iframe")) frame.removeAttribute("src");
    this.#ghost.append(template.content);
  }
}
