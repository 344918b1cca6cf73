// Ctrl+K or Cmd+K opens a quick search over the whole console. The link that has the behaviour leads to a page with the same search.
import { register } from "./behaviors.js";

/// Milliseconds between the last key and the request.
const PAUSE = 120;

register("palette", (link) => {
  let palette;
  const open = () => {
    palette ??= new Palette(link.dataset.source);
    palette.open();
  };
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  if (isMac) link.querySelector("kbd")?.replaceChildren("⌘ K");
  const pressed = (event) => {
    if (event.key.toLowerCase() !== "k" || !(isMac ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    open();
  };
  const clicked = (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  };
  document.addEventListener("keydown", pressed);
  link.addEventListener("click", clicked);
  return () => {
    document.removeEventListener("keydown", pressed);
    palette?.remove();
  };
});

class Palette {
  #source;
  #dialog = make("dialog", { class: "palette", "aria-label": "Search" });
  #field = make("input", {
    class: "input", type: "search", role: "combobox", "aria-label": "Search pages, campaigns, audiences, people and events", maxlength: "120",
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-autocomplete": "list", "aria-expanded": "false",
    "aria-controls": "palette-found", placeholder: "Search or go to …",
  });
  #list = make("div", { id: "palette-found", class: "palette-found", role: "listbox", "aria-label": "Results" });
  #status = make("p", { class: "palette-status", role: "status" });
  #options = [];
  #current = -1;
  #timer;
  #request;

  constructor(source) {
    this.#source = source;
    this.#dialog.append(this.#field, this.#list, this.#status);
    document.body.append(this.#dialog);
    this.#field.addEventListener("input", () => this.#findSoon());
    this.#field.addEventListener("keydown", (event) => this.#press(event));
    this.#dialog.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.#go(option, event);
      else if (event.target === this.#dialog) this.#dialog.close();
    });
    // The event comes later than the closing: by then the dialog may be open again, with a request of its own.
    this.#dialog.addEventListener("close", () => this.#dialog.open || this.#request?.abort());
  }

  open() {
    if (this.#dialog.open) return;
    this.#dialog.showModal();
    this.#field.select();
    this.#find();
  }

  remove() {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#dialog.remove();
  }

  #findSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#find(), PAUSE);
  }

  async #find() {
    clearTimeout(this.#timer);
    this.#request?.abort();
    const request = (this.#request = new AbortController());
    try {
      const answer = await fetch(`${this.#source}?${new URLSearchParams({ q: this.#field.value })}`, { signal: request.signal });
      if (!answer.ok) throw new Error(answer.status);
      const { groups } = await answer.json();
      if (request.signal.aborted) return;
      this.#show(groups);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.#show([]);
      this.#status.textContent = "The search does not work right now. Reload the page and try again.";
    }
  }

  #show(groups) {
    this.#options = [];
    this.#list.replaceChildren(...groups.map((group, place) => this.#group(group, place)));
    this.#field.setAttribute("aria-expanded", String(this.#options.length > 0));
    this.#choose(this.#options.length ? 0 : -1);
    const count = this.#options.length;
    this.#status.textContent = count === 0 ? "Nothing found." : count === 1 ? "1 result" : `${count} results`;
  }

  #group({ title, found }, place) {
    const name = make("p", { class: "palette-title", id: `palette-group-${place}`, role: "presentation" }, title);
    const group = make("div", { role: "group", "aria-labelledby": name.id });
    group.append(name);
    for (const { label, href, note } of found) {
      const option = make("div", { role: "option", id: `palette-option-${this.#options.length}`, "aria-selected": "false" });
      option.dataset.href = href;
      option.append(make("span", {}, label));
      if (note) option.append(make("span", { class: "quiet" }, note));
      option.addEventListener("pointermove", () => this.#choose(this.#options.indexOf(option)));
      this.#options.push(option);
      group.append(option);
    }
    return group;
  }

  #choose(index) {
    this.#options[this.#current]?.setAttribute("aria-selected", "false");
    this.#current = index;
    const option = this.#options[index];
    if (!option) {
      this.#field.removeAttribute("aria-activedescendant");
      return;
    }
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    this.#field.setAttribute("aria-activedescendant", option.id);
  }

  #press(event) {
    const last = this.#options.length - 1;
    const to = {
      ArrowDown: this.#current < last ? this.#current + 1 : 0, ArrowUp: this.#current > 0 ? this.#current - 1 : last,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      if (last >= 0) this.#choose(to);
    } else if (event.key === "Escape") {
      // A search field would only empty itself.
      event.preventDefault();
      this.#dialog.close();
    } else if (event.key === "Enter") {
      event.preventDefault();
      const option = this.#options[this.#current];
      if (option) this.#go(option, event);
    }
  }

  /// With Ctrl or Cmd, in another tab.
  #go(option, event) {
    const { href } = option.dataset;
    if (event.ctrlKey || event.metaKey) window.open(href, "_blank", "noopener");
    else {
      this.#dialog.close();
      location.assign(href);
    }
  }
}

function make(name, attributes, text) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}
