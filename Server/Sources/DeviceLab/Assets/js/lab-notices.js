// What a phone's system shows of notifications: the lock screen, the notification centre, and the banner at the top of the screen.
import { h } from "./lab-dom.js";

// How long a notification stays at the top of the screen.
const BANNER_TIME = 8_000;
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

export class Notices {
  #perform;
  #place;
  #banner;
  #centre;
  #device = null;
  #isOpen = false;
  #drawn = "";
  // The banner that was shown last, so that it goes away only once.
  #shown = 0;
  #timer = 0;

  /** change: called when what covers the screen has changed. */
  constructor(element, perform, change) {
    this.#perform = perform;
    this.change = change;
    this.#place = element.querySelector(".device-notices");
    this.#centre = this.#place.querySelector(".notices-list");
    this.#banner = element.querySelector(".device-notice");
    this.#place.querySelector(".notices-close").addEventListener("click", () => this.#close());
    this.#place.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#close();
    });
  }

  /** Whether the system covers the app. */
  get covers() {
    return Boolean(this.#device) && (this.#device.is_locked || this.#isOpen);
  }

  open() {
    this.#isOpen = true;
    this.update(this.#device);
    this.#place.querySelector("button")?.focus();
  }

  update(device) {
    this.#device = device;
    const isLocked = device.is_locked;
    if (isLocked) this.#isOpen = false;
    this.#place.hidden = !this.covers;
    this.#place.dataset.kind = isLocked ? "lock" : "centre";
    this.#place.setAttribute("aria-label", isLocked ? "Lock screen" : "Notification centre");
    this.#place.querySelector(".notices-close").textContent = isLocked ? "Unlock" : "Close";
    this.#place.querySelector(".notices-title").hidden = isLocked;
    const drawn = JSON.stringify(device.notifications);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      const hadFocus = this.#centre.contains(document.activeElement);
      this.#centre.replaceChildren(...device.notifications.map((notification) => h("li", { class: "notice" }, ...this.#notice(notification, true))));
      if (hadFocus) (this.#centre.querySelector("button") ?? this.#place.querySelector(".notices-close")).focus();
    }
    this.#place.querySelector(".notices-none").hidden = isLocked || device.notifications.length > 0;
    this.#drawBanner(device.banner);
    this.change();
  }

  close() {
    clearTimeout(this.#timer);
  }

  #drawBanner(notification) {
    if (!notification || this.covers) {
      this.#banner.hidden = true;
      return;
    }
    if (notification.number === this.#shown) return;
    this.#shown = notification.number;
    this.#banner.replaceChildren(...this.#notice(notification, false));
    this.#banner.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#hideBanner(), BANNER_TIME);
  }

  /** Not while somebody reads or uses it. */
  #hideBanner() {
    if (this.#banner.matches(":hover, :focus-within")) this.#timer = setTimeout(() => this.#hideBanner(), BANNER_TIME);
    else this.#banner.hidden = true;
  }

  #notice({ id, title, subtitle, body, image, at }, canClear) {
    const part = (name, text) => (text ? h("span", { class: `notice-${name}` }, text) : null);
    const send = (command) => {
      if (command === "tap_notification") this.#isOpen = false;
      this.#perform({ command, notification: id });
    };
    return [
      h("button", { class: "notice-open", type: "button", on: { click: () => send("tap_notification") } },
        h("span", { class: "notice-app" }, "Corner Shop", h("time", {}, clock.format(at))),
        part("title", title), part("subtitle", subtitle), part("body", body),
        image ? h("img", { class: "notice-image", src: image, alt: "", referrerpolicy: "no-referrer" }) : null),
      canClear ? h("button", { class: "notice-clear", type: "button", "aria-label": `Clear ${title ?? body ?? "notification"}`, on: { click: () => send("clear_notification") } }, "Clear") : null,
    ].filter(Boolean);
  }

  #close() {
    if (this.#device.is_locked) return this.#perform({ command: "lock", on: false });
    this.#isOpen = false;
    this.update(this.#device);
  }
}
