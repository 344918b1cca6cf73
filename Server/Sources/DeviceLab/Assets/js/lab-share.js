// A link that creates a device with the same state. The page copies it if the browser allows that, and always shows it for copying by hand.
export class Share {
  #part;
  #link;

  /** `link()` returns the path of the selected device's link, or undefined if no device is selected. */
  constructor(part, link) {
    this.#part = part;
    this.#link = link;
    part("share").addEventListener("click", () => this.#open());
    part("share-close").addEventListener("click", () => this.#close());
    part("shared").addEventListener("keydown", (event) => event.key === "Escape" && this.#close());
    part("link").addEventListener("focus", (event) => event.target.select());
  }

  /** Called when another device is selected, or when the selected device has changed. */
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
    // Before any await: browsers only allow writing to the clipboard as a direct result of a press.
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
