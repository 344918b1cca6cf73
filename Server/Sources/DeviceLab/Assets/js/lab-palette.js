// The controls for the selected device. Every control sends a command. None keeps its own state.
import { h } from "./lab-dom.js";
import { Problem } from "./lab-api.js";

export class Palette {
  #root;
  #perform;
  #device = null;
  #suggestions = [];
  #campaigns = [];
  #experiments = [];
  #listedArms = "";

  constructor(root, perform) {
    this.#root = root;
    this.#perform = perform;
    for (const button of root.querySelectorAll("[data-command]")) {
      button.addEventListener("click", () => perform({ command: button.dataset.command }));
    }
    for (const form of root.querySelectorAll("[data-form]")) form.addEventListener("submit", (event) => this.#submit(event));
    for (const button of root.querySelectorAll("[data-switch]")) {
      button.addEventListener("click", () => perform(this.#commandOf(button.dataset.switch)));
    }
    for (const button of root.querySelectorAll("[data-advance]")) {
      button.addEventListener("click", () => this.#advance(button));
    }
    for (const button of root.querySelectorAll("[data-show]")) {
      button.addEventListener("click", () => perform({ command: "show", message: button.dataset.show }));
    }
    root.querySelector("#lab-show").addEventListener("submit", (event) => {
      event.preventDefault();
      perform({ command: "show", message: event.target.elements.message.value });
    });
    root.querySelector("#lab-suggestions-search").addEventListener("input", () => this.#listSuggestions());
    root.querySelector("#lab-show-search").addEventListener("input", () => this.#listCampaigns());
    for (const control of root.querySelectorAll("[data-set]")) {
      const isButton = control.localName === "button";
      control.addEventListener(isButton ? "click" : "change", () => {
        perform({ command: "set", setting: control.dataset.set, value: isButton ? this.#other(control) : control.value });
      });
    }
    const text = root.querySelector("#lab-text");
    text.addEventListener("input", () => this.#showTextSize(text.value));
  }

  set device(device) {
    const isOther = this.#device?.id !== device.id;
    const hasOtherDraft = JSON.stringify(this.#device?.draft) !== JSON.stringify(device.draft);
    this.#device = device;
    if (hasOtherDraft) this.#listSuggestions();
    this.#listArms();
    this.#root.querySelector("#lab-target").textContent = device.label;
    for (const control of this.#root.querySelectorAll("[data-set]")) {
      const value = device.settings[control.dataset.set];
      if (control.localName === "button") control.setAttribute("aria-pressed", String(value === onOf(control)));
      else control.value = value;
    }
    this.#showTextSize(device.settings.text);
    if (isOther) this.#root.querySelector("#lab-user").value = device.user ?? "";
    const pressed = { background: device.phase === "background", enabled: !device.enabled, lock: device.is_locked };
    for (const [name, value] of Object.entries(pressed)) this.#switch(name).setAttribute("aria-pressed", String(value));
    const isClosed = device.phase === "closed";
    for (const name of ["background", "enabled"]) this.#switch(name).disabled = isClosed;
    for (const button of this.#root.querySelectorAll("[data-command]:not([data-command=start_session]), [data-form] button")) {
      button.disabled = isClosed;
    }
    this.#root.querySelector("[data-command=start_session]").textContent = isClosed ? "Start session" : "Relaunch";
    this.#enableSuggestions();
  }

  set suggestions(list) {
    this.#suggestions = list;
    this.#listSuggestions();
  }

  set experiments(list) {
    this.#experiments = list;
    this.#listArms();
  }

  set campaigns(list) {
    this.#campaigns = list;
    this.#root.querySelector("#lab-show").hidden = list.length === 0;
    this.#root.querySelector("#lab-show-search").hidden = list.length <= listedWithoutSearch;
    this.#listCampaigns();
  }

  /** A device with a draft receives no other campaigns, so it gets the draft's triggers as suggestions. */
  #listSuggestions() {
    const draft = this.#device?.draft;
    const list = draft ? draft.suggestions : this.#suggestions;
    const place = this.#root.querySelector("#lab-suggestions");
    const search = place.querySelector("#lab-suggestions-search");
    place.hidden = list.length === 0;
    search.hidden = list.length <= listedWithoutSearch;
    place.querySelector("h3").textContent = draft ? `Triggers of the draft “${draft.name}”` : "Triggers of running campaigns";
    const found = matching(list, search, ({ label, words, campaigns }) => [label, words, ...campaigns]);
    place.querySelector("ul").replaceChildren(...found.map((suggestion) => h("li", {}, this.#suggestion(suggestion))));
    place.querySelector("[role=status]").textContent = counted(found, list, search);
    this.#enableSuggestions();
  }

  /** The arms that the device can take: of its draft, or of the running campaigns. An open list is only replaced when it has changed. */
  #listArms() {
    if (!this.#device) return;
    const { draft, settings } = this.#device;
    const experiments = draft ? draft.experiments : this.#experiments;
    const listed = JSON.stringify([experiments, settings.arm]);
    if (listed === this.#listedArms) return;
    this.#listedArms = listed;
    const option = ({ value, label }) => h("option", { value }, label);
    const groups = experiments.map(({ name, arms }) => h("optgroup", { label: name }, ...arms.map(option)));
    const isListed = settings.arm === "none" || experiments.some(({ arms }) => arms.some(({ value }) => value === settings.arm));
    const gone = isListed ? [] : [option({ value: settings.arm, label: "No longer available" })];
    this.#root.querySelector("#lab-arms").hidden = experiments.length === 0 && settings.arm === "none";
    const select = this.#root.querySelector("#lab-arm");
    select.replaceChildren(option({ value: "none", label: "As in the campaign" }), ...groups, ...gone);
    select.value = settings.arm;
  }

  #enableSuggestions() {
    const isClosed = this.#device?.phase === "closed";
    // Without a button that can be pressed, the list itself can be reached, so that it can be scrolled with the keyboard.
    this.#root.querySelector(".lab-suggestions").tabIndex = isClosed ? 0 : -1;
    for (const button of this.#root.querySelectorAll(".lab-suggestion")) button.disabled = isClosed && button.dataset.commandName !== "start_session";
  }

  #listCampaigns() {
    const form = this.#root.querySelector("#lab-show");
    const select = form.elements.message;
    const chosen = select.value;
    const search = form.querySelector("#lab-show-search");
    const found = matching(this.#campaigns, search, ({ name }) => [name]);
    const option = ({ id, name }) => h("option", { value: `campaign:${id}` }, name);
    const group = (label, list) => (list.length > 0 ? h("optgroup", { label }, ...list.map(option)) : "");
    select.replaceChildren(
      group("Running", found.filter((campaign) => campaign.is_running)), group("Not running", found.filter((campaign) => !campaign.is_running)));
    if (found.some(({ id }) => `campaign:${id}` === chosen)) select.value = chosen;
    form.querySelector("button").disabled = found.length === 0;
    form.querySelector("[role=status]").textContent = counted(found, this.#campaigns, search);
  }

  #suggestion({ command, label, properties, campaigns, words }) {
    const text = Object.keys(properties).length > 0 ? JSON.stringify(properties) : "";
    return h("button", {
      class: "lab-suggestion", type: "button", "data-command-name": command.command, title: `${campaigns.join(", ")}: ${words}`, on: { click: () => this.#perform(command) },
    }, h("span", { class: "lab-suggestion-name" }, label),
    text ? h("span", { class: "lab-code" }, text) : null, h("span", { class: "lab-suggestion-for" }, forWords(campaigns)));
  }

  /** Takes a moment, because everything that is due in that time happens. */
  async #advance(button) {
    const buttons = [...this.#root.querySelectorAll("[data-advance]")];
    const hadFocus = document.activeElement === button;
    for (const other of buttons) other.setAttribute("aria-disabled", "true");
    if (!button.dataset.busy) {
      for (const other of buttons) other.dataset.busy = "1";
      await this.#perform({ command: "advance", seconds: Number(button.dataset.advance) });
      for (const other of buttons) delete other.dataset.busy;
    }
    for (const other of buttons) other.removeAttribute("aria-disabled");
    if (hadFocus) button.focus();
  }

  #commandOf(name) {
    const device = this.#device;
    return {
      enabled: { command: "enabled", on: !device.enabled },
      lock: { command: "lock", on: !device.is_locked },
      background: { command: device.phase === "background" ? "foreground" : "background" },
    }[name];
  }

  /** The value that pressing a switch sets. */
  #other(button) {
    return this.#device.settings[button.dataset.set] === onOf(button) ? button.dataset.off ?? "off" : onOf(button);
  }

  async #submit(event) {
    event.preventDefault();
    const form = event.target;
    this.#showErrors(form, []);
    const fields = Object.fromEntries(new FormData(form));
    try {
      for (const { name, value, dataset } of form.elements) {
        if (dataset.type === "json") fields[name] = parse(value, name);
        if (dataset.type === "number") fields[name] = number(value);
        if ("optional" in dataset && value === "") delete fields[name];
      }
      await this.#perform({ command: form.dataset.form, ...fields }, true);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.#showErrors(form, problem.errors.length > 0 ? problem.errors : [{ field: problem.field, message: `${problem.message} ${problem.remedy}` }]);
    }
  }

  #showErrors(form, errors) {
    for (const line of form.querySelectorAll("[data-error]")) {
      const messages = errors.filter(({ field }) => field.split(/[.[]/)[0] === line.dataset.error);
      line.textContent = messages.map(({ field, message }) => (field === line.dataset.error ? message : `${field}: ${message}`)).join(" ");
      const input = form.elements[line.dataset.error];
      if (messages.length > 0) {
        input.setAttribute("aria-invalid", "true");
        input.setAttribute("aria-describedby", line.id);
      } else {
        input.removeAttribute("aria-invalid");
        input.removeAttribute("aria-describedby");
      }
    }
    form.querySelector("[aria-invalid=true]")?.focus();
    if (errors.length > 0 && !form.querySelector("[aria-invalid=true]")) throw new Problem({ title: errors[0].message });
  }

  #showTextSize(percent) {
    this.#root.querySelector("#lab-text-output").textContent = `${percent}%`;
    this.#root.querySelector("#lab-text").setAttribute("aria-valuetext", `${percent}%`);
  }

  #switch(name) {
    return this.#root.querySelector(`[data-switch=${name}]`);
  }
}

/** Up to this many entries are listed without a search field. */
const listedWithoutSearch = 8;

/** The entries that contain every word of the search. */
function matching(list, search, texts) {
  const words = search.hidden ? [] : search.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return list;
  return list.filter((one) => {
    const text = texts(one).join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function counted(found, all, search) {
  if (search.hidden || found.length === all.length) return "";
  return found.length === 0 ? "No results" : `${found.length} of ${all.length}`;
}

function forWords(campaigns) {
  const rest = campaigns.length - 3;
  return campaigns.slice(0, 3).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function onOf(button) {
  return button.dataset.on ?? "on";
}

function number(text) {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() === "" || Number.isNaN(value) ? text : value;
}

function parse(text, field) {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `This is not JSON: ${error.message}`;
    throw new Problem({ title: message, errors: [{ field, message }] });
  }
}
