// The demo app on the phone: a small shop. It gives messages a background and events a reason. Pressing its buttons logs what a real app would log.
import { clone } from "./lab-dom.js";

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
    this.#draw();
  }

  /** Called when the app was closed: a new process starts with an empty cart. */
  reset() {
    this.#cart.clear();
    this.#draw();
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
