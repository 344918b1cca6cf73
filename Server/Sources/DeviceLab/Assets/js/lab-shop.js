// The demo app on the phone: a small shop. It gives messages a background and events a reason. Pressing its buttons logs what a real app would log.
import { clone } from "./lab-dom.js";

const FIRST_SCREEN = "shop";
const money = new Intl.NumberFormat("en", { style: "currency", currency: "EUR" });

export class Shop {
  #cart = new Map();
  #perform;

  constructor(place, perform) {
    this.#perform = perform;
    this.element = clone("lab-shop");
    place.append(this.element);
    for (const item of this.element.querySelectorAll(".shop-item")) item.addEventListener("click", () => this.#add(item.dataset));
    this.#part("cart").addEventListener("click", () => this.#viewCart());
    this.#part("buy").addEventListener("click", () => this.#buy());
    for (const tab of this.element.querySelectorAll(".shop-tab")) tab.addEventListener("click", () => this.#open(tab.dataset.name));
    this.#draw();
  }

  /** Called when the app was closed: a new process starts with an empty cart. */
  reset() {
    this.#cart.clear();
    this.screen = FIRST_SCREEN;
    this.#draw();
  }

  /** The place for banners on one of the screens. */
  get area() {
    return this.#part("area");
  }

  /** The screen that is open. A name of no screen changes nothing. */
  set screen(name) {
    const tabs = [...this.element.querySelectorAll(".shop-tab")];
    if (!tabs.some((tab) => tab.dataset.name === name)) return;
    for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.name === name));
    for (const part of this.element.querySelectorAll("[data-screen]")) part.hidden = part.dataset.screen !== name;
  }

  #open(name) {
    this.screen = name;
    return this.#perform({ command: "log_screen", name, properties: {} });
  }

  #part(name) {
    return this.element.querySelector(`.shop-${name}`);
  }

  get #total() {
    return [...this.#cart.values()].reduce((sum, { price, count }) => sum + price * count, 0);
  }

  get #count() {
    return [...this.#cart.values()].reduce((sum, { count }) => sum + count, 0);
  }

  #add({ product, price }) {
    const line = this.#cart.get(product) ?? { price: Number(price), count: 0 };
    this.#cart.set(product, { ...line, count: line.count + 1 });
    this.#draw();
    this.#log("added_to_cart", { product, price: Number(price), total: this.#total });
  }

  #viewCart() {
    this.#log("cart_viewed", { total: this.#total, items: this.#count });
  }

  async #buy() {
    const lines = [...this.#cart];
    this.reset();
    for (const [product, { price, count }] of lines) {
      await this.#perform({ command: "purchase", product_id: product, currency: "EUR", price, quantity: Math.min(count, 100) });
    }
  }

  #log(name, properties) {
    return this.#perform({ command: "log_event", name, properties });
  }

  #draw() {
    const count = this.#count;
    this.#part("cart").textContent = count === 0 ? "Cart is empty" : `Cart · ${count} · ${money.format(this.#total)}`;
    this.#part("buy").disabled = count === 0;
  }
}
