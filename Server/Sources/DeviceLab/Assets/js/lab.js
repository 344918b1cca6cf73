// The Device Lab's page: which devices are shown, which one is selected, and what they exchange with the server.
import { Problem, call, useToken } from "./lab-api.js";
import { h } from "./lab-dom.js";
import { room } from "./lab-fit.js";
import { Palette } from "./lab-palette.js";
import { Phone } from "./lab-phone.js";
import { Share } from "./lab-share.js";
import { DeviceStream } from "./lab-stream.js";
import { Timeline } from "./lab-timeline.js";

// Browsers open at most six connections to a server. Each device uses one in each tab.
const SIDE_BY_SIDE = 2;
// These commands end only when the phone has done what they ask, which can take a while.
const LASTING = ["advance", "flush"];
// Distinguishes this window from others that show the same device.
const VIEWER = String(Math.random()).slice(2);

class Lab {
  #known = [];
  // How many times this page has added or removed a device.
  #changes = 0;
  #seats = [];
  #selected = null;
  #part = (name) => document.getElementById(`lab-${name}`);

  async start(root) {
    useToken(root.dataset.csrf);
    this.sharedCSS = await (await fetch(root.dataset.sceneStyles)).text();
    this.palette = new Palette(root.querySelector(".lab-palette"), (command, throws) => this.#perform(this.#selected, command, throws));
    this.#part("order").addEventListener("submit", (event) => this.#order(event));
    this.#part("first").addEventListener("click", () => this.#add({}));
    this.share = new Share(this.#part, () => this.#selected?.phone.device.link);
    this.#part("requests").addEventListener("change", (event) => root.classList.toggle("hides-requests", !event.target.checked));
    new ResizeObserver(() => this.#fit()).observe(this.#part("stage"));
    addEventListener("resize", () => this.#fit());
    addEventListener("focus", () => this.#refresh());
    await this.#refresh();
    const linked = await this.#fromLink();
    if (linked) return this.#begin(root, [linked]);
    if (this.#known.length === 0 && !sessionStorage.getItem("lab-cleared")) await this.#add({});
    const seated = (sessionStorage.getItem("lab-seated") ?? "").split(" ");
    const wanted = this.#known.filter(({ id }) => seated.includes(id));
    this.#begin(root, (wanted.length > 0 ? wanted : this.#known).slice(0, SIDE_BY_SIDE));
  }

  #begin(root, devices) {
    for (const device of devices) this.#seat(device);
    this.#draw();
    root.dataset.ready = "";
  }

  /**
   * Creates the device of a shared link, or returns the one on which this browser tries drafts. Returns null if there is no link, or if the link is
   * invalid, which the page then says. Reloading does not create a second device.
   */
  async #fromLink() {
    const link = location.search.slice(1);
    if (!link) return null;
    history.replaceState(null, "", location.pathname);
    try {
      const device = await call("POST", "/lab/devices", { link });
      this.#known = [...this.#known.filter(({ id }) => id !== device.id), device];
      return device;
    } catch (problem) {
      this.#tell(problem, "link-problem");
      return null;
    }
  }

  async #refresh() {
    await this.#trying(async () => {
      const before = this.#changes;
      const { devices, suggestions, campaigns, experiments } = await call("GET", "/lab/devices");
      // A device was added or removed during this request, so the answer is outdated.
      if (before !== this.#changes) return;
      this.#known = devices;
      this.palette.campaigns = campaigns;
      this.palette.experiments = experiments;
      this.palette.suggestions = suggestions;
      for (const seat of [...this.#seats]) if (!devices.some(({ id }) => id === seat.id)) this.#gone(seat);
      this.#draw();
    });
  }

  async #order(event) {
    event.preventDefault();
    const { model, minimum_interval } = Object.fromEntries(new FormData(event.target));
    event.target.closest("details").open = false;
    await this.#add({ model, minimum_interval: Number(minimum_interval) });
  }

  #add(order) {
    return this.#trying(async () => {
      const device = await call("POST", "/lab/devices", order);
      this.#changes += 1;
      sessionStorage.removeItem("lab-cleared");
      this.#known.push(device);
      this.#seat(device);
      this.#draw();
    });
  }

  #remove(id) {
    return this.#trying(async () => {
      const seat = this.#seats.find((seat) => seat.id === id);
      // What the phone still has to report comes first, because afterwards there is nobody to report to.
      await seat?.told();
      // Then what it shows goes, because a page that a frame still loads ends with the device.
      seat?.stream.close();
      seat?.phone.draw(null);
      await call("DELETE", `/lab/devices/${id}`).catch((problem) => {
        if (problem.status === 404) return;
        if (seat) {
          this.#leave(seat);
          this.#seat(seat.phone.device);
        }
        throw problem;
      });
      this.#changes += 1;
      this.#known = this.#known.filter((device) => device.id !== id);
      if (seat) this.#leave(seat);
      if (this.#known.length === 0) sessionStorage.setItem("lab-cleared", "1");
      else if (this.#seats.length === 0) this.#seat(this.#known[0]);
      this.#draw();
    });
  }

  /** Shows a device. If there is no room, it replaces one that is not selected. */
  #seat(device) {
    if (this.#seats.some(({ id }) => id === device.id)) return this.#select(this.#seats.find(({ id }) => id === device.id));
    if (this.#seats.length === SIDE_BY_SIDE) this.#leave(this.#seats.find((seat) => seat !== this.#selected) ?? this.#seats[0]);
    const id = device.id;
    // Reports are sent one after another, in the order of events on a phone. Parallel requests could overtake each other.
    let told = Promise.resolve();
    // The scene whose page was removed. Calls that the page made before and that are not yet sent are dropped.
    let lost = null;
    const phone = new Phone({
      perform: (command) => this.#perform(seat, command),
      report: (event, sceneID, { isFromPerson = true } = {}) => {
        const body = { scene_id: sceneID, event, viewer: VIEWER, is_from_person: isFromPerson };
        if (event.failed) lost = sceneID;
        told = told.then(() => (event.called && lost === sceneID ? null : call("POST", `/lab/devices/${id}/events`, body))).catch((problem) => this.#tell(problem));
        return told;
      },
      select: () => this.#select(seat),
      remove: () => this.#remove(id),
    }, this.sharedCSS);
    const timeline = new Timeline({ point: (decision) => phone.point(decision), say: (text) => this.#say(seat, text) });
    const seat = { id, phone, timeline, hasState: false, turn: Promise.resolve(), told: () => told };
    phone.update(device);
    this.#seats.push(seat);
    this.#part("stage").append(phone.element);
    this.#part("timelines").append(timeline.element);
    seat.stream = new DeviceStream(id, {
      state: (state) => this.#state(seat, state),
      device: (facts) => this.#facts(seat, facts),
      scene: (message) => phone.draw(message),
      feed: (entry) => this.#entry(seat, entry),
      lost: () => (phone.lost = "Connection lost. Trying again…"),
      gone: () => this.#gone(seat),
    });
    this.#select(seat);
  }

  #leave(seat) {
    seat.stream.close();
    seat.phone.close();
    seat.timeline.element.remove();
    this.#seats = this.#seats.filter((other) => other !== seat);
    if (this.#selected === seat) this.#select(this.#seats[0] ?? null);
  }

  #gone(seat) {
    seat.stream.close();
    seat.phone.lost = "This device no longer exists. Remove it and add a new one.";
  }

  #select(seat) {
    if (this.#selected === seat) return;
    this.#selected = seat;
    for (const other of this.#seats) {
      other.phone.isSelected = other === seat;
      other.timeline.element.hidden = other !== seat;
    }
    if (seat) this.palette.device = seat.phone.device;
    this.share.update();
    this.#draw();
  }

  // MARK: From the server

  #state(seat, { device, scene, entries, is_whole: isWhole }) {
    seat.phone.lost = "";
    if (isWhole) seat.timeline.reset();
    this.#facts(seat, device);
    seat.phone.draw(scene);
    for (const entry of entries) seat.timeline.add(entry, seat.hasState);
    seat.hasState = true;
    this.#draw();
  }

  #facts(seat, device) {
    // An answer to an earlier command can arrive after a later state from the stream.
    if (device.revision < seat.phone.device.revision) return;
    seat.phone.update(device);
    this.#known = this.#known.map((known) => (known.id === device.id ? device : known));
    if (seat === this.#selected) this.palette.device = device;
    this.share.update();
    this.#fit();
  }

  #entry(seat, entry) {
    seat.timeline.add(entry, true);
    if (seat === this.#selected) this.#part("timeline-empty").hidden = true;
    if (entry.kind === "request" && entry.detail?.includes("received")) this.#refresh();
  }

  // MARK: To the server

  async #perform(seat, command, throws = false) {
    if (!seat) return;
    // One after another, because parallel requests could overtake each other. What comes after a lasting command does not wait for its end.
    const answer = seat.turn.then(() => call("POST", `/lab/devices/${seat.id}/commands`, command));
    if (!LASTING.includes(command.command)) seat.turn = answer.catch(() => null);
    const work = async () => this.#facts(seat, await answer);
    return throws ? work() : this.#trying(work);
  }

  async #trying(work) {
    try {
      await work();
      this.#part("banner").replaceChildren();
    } catch (problem) {
      this.#tell(problem);
    }
  }

  #tell(problem, place = "banner") {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.status === 401) return location.reload();
    this.#part(place).replaceChildren(h("div", { class: "flash flash-bad" }, h("p", {}, h("strong", {}, problem.message), ` ${problem.remedy}`)));
  }

  #say(seat, text) {
    if (seat === this.#selected || this.#seats.length > 1) this.#part("live").textContent = this.#seats.length > 1 ? `${seat.phone.device.label}: ${text}` : text;
  }

  // MARK: Drawing

  #draw() {
    const hasAny = this.#known.length > 0 || this.#seats.length > 0;
    this.#part("empty").hidden = hasAny;
    this.#part("table").hidden = !hasAny;
    sessionStorage.setItem("lab-seated", this.#seats.map(({ id }) => id).join(" "));
    const choices = this.#known.length > this.#seats.length ? this.#known : [];
    this.#part("devices").hidden = choices.length === 0;
    this.#part("devices").replaceChildren(...choices.map((device) => h("button", {
      class: "filter", type: "button", "aria-pressed": String(this.#seats.some(({ id }) => id === device.id)),
      on: { click: () => { this.#seat(device); this.#draw(); } },
    }, device.label)));
    this.#part("timeline-empty").hidden = !this.#selected || !this.#selected.timeline.isEmpty;
    this.#fit();
  }

  #fit() {
    if (this.#seats.length === 0) return;
    // Two devices, or one wide device, need the space beside the timeline.
    const isWide = this.#seats.length > 1 || this.#seats.some(({ phone }) => phone.isWide);
    this.#part("table").classList.toggle("is-wide", isWide);
    const available = room(this.#part("stage"), this.#seats.length);
    for (const { phone } of this.#seats) phone.fit(available);
  }
}

const root = document.getElementById("lab");
if (root) new Lab().start(root);
