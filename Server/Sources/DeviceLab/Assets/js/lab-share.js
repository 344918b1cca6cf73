// An address that makes an equal device: copied where the browser lets a page do that, and there to be copied by hand everywhere.
export class Share {
  #part;
  #link;

  /** `link()`: the path of the selected device's link; nothing when none is selected. */
  constructor(part, link) {
    this.#part = part;
    this.#link = link;
    part("share").addEventListener("click", () => this.#open());
    part("share-close").addEventListener("click", () => this.#close());
    part("shared").addEventListener("keydown", (event) => event.key === "Escape" && this.#close());
    part("link").addEventListener("focus", (event) => event.target.select());
  }

  /** The selected device is another one, or another state of it. */
  update() {
    const link = this.#link();
    this.#part("share").disabled = !link;
    const address = link ? new URL(link, location.origin).href : "";
    if (this.#part("link").value === address) return;
    this.#part("link").value = address;
    if (!this.#part("shared").hidden) this.#say("The device has changed. Copy the link again.");
  }

  async #open() {
    this.update();
    this.#part("shared").hidden = false;
    // Before the wait: only what a press leads to directly may write to the clipboard.
    const copied = navigator.clipboard?.writeText(this.#part("link").value).then(() => true, () => false) ?? false;
    this.#say((await copied) ? "Link copied." : "The link is selected. Copy it.");
    this.#part("link").focus();
  }

  #close() {
    this.#part("shared").hidden = true;
    this.#say("");
    this.#part("share").focus();
  }

  #say(text) {
    this.#part("share-status").textContent = text;
  }
}
