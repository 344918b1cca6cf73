// One phone: its frame, the app on it, and above the app what the presenter shows.
import { clone, h } from "./lab-dom.js";
import { span } from "./lab-entries.js";
import { fit } from "./lab-fit.js";
import { SceneView } from "./scene.js";
import { SceneMarks } from "./lab-marks.js";
import { Notices } from "./lab-notices.js";
import { Shop } from "./lab-shop.js";

const APP = "Corner Shop";
const KEYS = [[..."qwertyuiop"], [..."asdfghjkl"], ["shift", ..."zxcvbnm", "delete"], ["digits", "space", "return"]];
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const moment = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

export class Phone {
  device = null;
  #view;
  // What is drawn in the banner area of the shop.
  #areaView;
  #shop;
  // The shop in the second window, if there are two.
  #secondShop;
  #marks;
  #notices;
  #isCovered = false;
  #quietUntil = 0;
  // How far the device's clock is ahead of this page's.
  #ahead = 0;
  #timer = 0;

  /** Delegate: perform(command), report(event, sceneID), select(), remove(). */
  constructor(delegate, sharedCSS) {
    this.delegate = delegate;
    this.element = clone("lab-phone");
    const scene = this.#part("scene");
    const root = scene.attachShadow({ mode: "open" });
    this.#view = new SceneView(root, { sharedCSS, report: (...told) => delegate.report(...told), isEmbedded: true });
    this.#marks = new SceneMarks(scene, this.#part("ghost"), sharedCSS);
    this.#shop = new Shop(this.#part("app"), (command) => delegate.perform(command));
    const area = this.#shop.area.attachShadow({ mode: "open" });
    this.#areaView = new SceneView(area, { sharedCSS, report: (...told) => delegate.report(...told), isEmbedded: true });
    this.#secondShop = new Shop(this.#part("second"), (command) => delegate.perform(command));
    this.#part("name").addEventListener("click", () => delegate.select());
    this.element.addEventListener("pointerdown", () => delegate.select());
    this.element.addEventListener("focusin", () => delegate.select());
    this.#part("remove").addEventListener("click", () => delegate.remove());
    this.#part("icon").addEventListener("click", () => this.open());
    this.#part("keyboard").append(...KEYS.map((row) => h("div", { class: "keyboard-row" }, ...row.map((key) => h("span", { class: `key key-${key.length > 1 ? key : "letter"}` }, key.length > 1 ? "" : key)))));
    this.#notices = new Notices(this.element, (command) => delegate.perform(command), () => this.#drawInert());
    this.#part("bell").addEventListener("click", () => this.#notices.open());
    this.#timer = setInterval(() => this.#drawFacts(), 1_000);
  }

  close() {
    clearInterval(this.#timer);
    this.#notices.close();
    this.element.remove();
  }

  /** Does what a press on the app's icon does. */
  open() {
    this.delegate.perform({ command: this.device.phase === "background" ? "foreground" : "start_session" });
  }

  set isSelected(value) {
    this.element.classList.toggle("is-selected", value);
    this.#part("name").setAttribute("aria-pressed", String(value));
  }

  set lost(text) {
    const line = this.#part("lost");
    line.textContent = text;
    line.hidden = !text;
    this.element.classList.toggle("is-lost", Boolean(text));
  }

  update(device) {
    if (this.device?.phase !== "closed" && device.phase === "closed") for (const shop of [this.#shop, this.#secondShop]) shop.reset();
    this.device = device;
    this.#quietUntil = performance.now() + device.quiet_ms;
    this.#ahead = device.now - performance.now();
    Object.assign(this.element.dataset, { model: device.model, phase: device.phase, orientation: device.orientation });
    this.element.toggleAttribute("data-split", device.windows > 1);
    this.#part("second").hidden = device.windows === 1;
    this.#shop.screen = device.screen;
    const screen = this.#part("screen");
    Object.assign(screen.dataset, { scheme: device.scheme, online: device.online });
    screen.dir = device.direction;
    this.#part("name").textContent = device.label;
    this.#part("remove").querySelector("span").textContent = `Remove ${device.label}`;
    this.#part("icon").querySelector("span").textContent = APP;
    this.#part("icon").setAttribute("aria-label", device.phase === "background" ? `Back to ${APP}` : `Open ${APP}`);
    const isOpen = device.phase === "active";
    const badge = this.#part("badge");
    badge.hidden = device.badge === 0;
    badge.textContent = device.badge;
    if (device.badge > 0) this.#part("icon").setAttribute("aria-label", `${this.#part("icon").getAttribute("aria-label")}, badge ${device.badge}`);
    const count = device.notifications.length;
    this.#part("bell").hidden = count === 0 || device.is_locked;
    this.#part("bell").textContent = count === 1 ? "1 notification" : `${count} notifications`;
    this.#notices.update(device);
    this.#part("home").hidden = isOpen;
    this.#part("keyboard").hidden = !isOpen || device.keyboard_height === 0;
    this.#part("lock").hidden = !device.lock;
    this.#part("lock").textContent = device.lock ? `${device.lock}.` : "";
    this.#drawFacts();
  }

  fit(room) {
    if (this.device) fit(this.element, this.device, room);
  }

  /** Whether the device, as it is held, is wider than an upright phone. */
  get isWide() {
    const { device } = this;
    return Boolean(device) && (device.settings.held === device.orientation ? device.width : device.height) > 600;
  }

  draw(message) {
    if (!message) message = { op: "clear" };
    const isInArea = Boolean(message.scene?.area) || (!message.scene && message.id && this.#areaView.sceneID === message.id);
    const view = isInArea ? this.#areaView : this.#view;
    if (message.scene) {
      // A scene that moves between the area and the window keeps its id.
      const other = isInArea ? this.#view : this.#areaView;
      if (other.sceneID === message.scene.id) other.clear();
      this.#shop.area.classList.toggle("is-used", isInArea);
      if (!isInArea) this.#marks.keep(message);
      this.#part("scene").dataset.window = message.scene.window ?? "";
      this.element.classList.toggle("hides-status", message.scene.hides_status_bar);
    }
    if (message.op === "show") view.show(message.scene);
    else if (message.op === "draw") view.draw(message.scene);
    else if (message.op === "update" && view.sceneID !== message.scene.id) view.draw(message.scene);
    else if (message.op === "update") view.update(message.scene);
    else if (message.op === "tell") return view.tell(message);
    else if (message.op === "hide") view.hide({ id: message.id, animated: message.animated });
    else if (message.op === "clear") {
      for (const each of [this.#view, this.#areaView]) each.clear(message.id);
    }
    if (!this.#areaView.sceneID) this.#shop.area.classList.remove("is-used");
    if (message.op === "hide" || message.op === "clear") this.element.classList.remove("hides-status");
    this.#isCovered = Boolean(message.scene?.is_modal);
    this.#drawInert();
  }

  /** A message that takes all touches also keeps keys from the app below it. The app in the other window still gets them. */
  #drawInert() {
    const isActive = this.device?.phase === "active" && !this.#notices.covers;
    this.#part("scene").inert = !isActive;
    this.#part("home").inert = this.#notices.covers;
    const covered = this.#isCovered ? this.#part("scene").dataset.window || "first" : null;
    this.#part("app").inert = !isActive || covered === "first";
    this.#part("second").inert = !isActive || covered === "second";
  }

  /** Highlights what a decision put on the screen. null: nothing. */
  point(decision) {
    this.#marks.point(decision, this.#view.sceneID);
  }

  #drawFacts() {
    const device = this.device;
    if (!device) return;
    const now = performance.now() + this.#ahead;
    for (const place of this.element.querySelectorAll(".device-clock, .device-home-clock, .device-lock-clock")) place.textContent = clock.format(now);
    this.#drawWaits(now);
    const seconds = Math.ceil((this.#quietUntil - performance.now()) / 1_000);
    const facts = [
      device.user ? ["user", device.user] : null,
      device.enabled ? null : ["warn", "SDK off"],
      device.online ? null : ["warn", "Offline"],
      device.ahead_ms >= 1_000 ? ["clock", `${clock.format(now)}, ${span(device.ahead_ms)} ahead`] : null,
      device.waiting > 0 ? ["warn", `${device.waiting} waiting`] : null,
      seconds > 0 ? ["quiet", `Interval: ${seconds} s left`] : null,
      device.minimum_interval === 0 ? ["quiet", "No minimum interval"] : null,
    ].filter(Boolean);
    const text = facts.map((fact) => fact.join(":")).join("|");
    const place = this.#part("facts");
    if (place.dataset.text === text) return;
    place.dataset.text = text;
    place.replaceChildren(...facts.map(([kind, words]) => h("span", { class: `device-fact device-fact-${kind}` }, words)));
  }

  /** Lists the queued messages: what each one waits for, and until when. */
  #drawWaits(now) {
    const place = this.#part("waits");
    const lines = this.device.waits.map(({ name, reason, until }) =>
      `${name}: ${reason}${until === null ? "" : `, until ${moment.format(until)}${until > now ? ` (${span(until - now)} left)` : ""}`}`);
    if (place.dataset.text === lines.join("|")) return;
    place.dataset.text = lines.join("|");
    place.hidden = lines.length === 0;
    place.replaceChildren(...lines.map((line) => h("li", {}, line)));
  }

  #part(name) {
    return this.element.querySelector(`.device-${name}`);
  }
}
