// The bridge of a message page in a browser. It runs before any code of the page, in a frame without an origin of its own.
//
// It decides nothing. Calls and links go to the frame's owner and from there to the presenter, which checks everything. A page that changes this
// script only harms itself. `guard` and the channel prevent what a page must not be able to do.
((given, guard, openChannel, measure) => {
  "use strict";
  guard();
  const { names, readyEvents, surroundings, limits } = given;
  const owner = window.parent;
  const channel = openChannel(limits);
  if (measure) measure(channel);

  const { call } = channel;
  // Those of an object have its name before them: `getUser.setEmail`.
  const methods = (prefix) => Object.fromEntries(
    given.methods
      .filter((name) => name.startsWith(prefix) && !name.slice(prefix.length).includes("."))
      .map((name) => [name.slice(prefix.length), (...items) => call(name, items)]));

  // A name that does not exist is usually a mistake, so it is reported once, for whoever watches the page.
  const told = new Set();
  const noticing = (prefix, object) => new Proxy(Object.freeze(object), {
    get: (object, name) => {
      if (name in object || typeof name !== "string" || ["then", "toJSON"].includes(name)) return object[name];
      const method = prefix + name.slice(0, 60);
      if (!told.has(method) && told.size < 10) told.add(method) && call(method, []);
      return undefined;
    },
  });

  const user = noticing("getUser.", methods("getUser."));
  const bridge = noticing("", {
    ...methods(""),
    getUser: () => user,
    // These methods are meant for standalone web pages.
    web: new Proxy(Object.freeze({}), {
      get: (_, name) => (typeof name === "string" && name !== "then" ? (...given) => call(`web.${name.slice(0, 60)}`, given) : undefined),
    }),
  });
  for (const name of ["martletBridge", ...names]) {
    if (name in window) console.warn(`The bridge is not available as ${name}, because the page already has something with this name.`);
    else Object.defineProperty(window, name, { value: bridge, enumerable: true });
  }

  // MARK: Links

  const follow = (url, frame) => {
    let address;
    try {
      address = new URL(url, document.baseURI).href;
    } catch {
      address = String(url);
    }
    channel.link(address, frame);
  };

  addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    const path = event.composedPath().filter((node) => node instanceof Element);
    const link = path.find((node) => ["a", "area"].includes(node.localName) && (node.hasAttribute("href") || node.hasAttribute("xlink:href")));
    if (link) {
      const written = link.getAttribute("href") ?? link.getAttribute("xlink:href");
      // Anchors in the page and its scripts are left to the page.
      if (written.startsWith("#") || /^\s*javascript:/i.test(written)) return;
      event.preventDefault();
      follow(written, link.getAttribute("target") || document.querySelector("base[target]")?.target);
      return;
    }
    // A form cannot be sent from here, but the page's scripts still get the event.
    const button = path.find((node) => node.matches("button, input") && ["submit", "image"].includes(node.type) && node.form);
    if (!button) return;
    event.preventDefault();
    if (button.formNoValidate || button.form.noValidate || button.form.reportValidity()) {
      button.form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: button }));
    }
  });

  window.open = (url, frame) => {
    if (url) follow(url, frame || "_blank");
    return null;
  };

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.isTrusted && !event.defaultPrevented) channel.escape();
  });

  // MARK: Dialogs of the page

  const waiting = [];
  const say = () => {
    const dialog = document.createElement("dialog");
    const words = document.createElement("p");
    words.textContent = waiting[0];
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "OK";
    button.addEventListener("click", () => dialog.close());
    dialog.append(words, button);
    dialog.addEventListener("close", () => {
      dialog.remove();
      waiting.shift();
      if (waiting.length) say();
    });
    document.body.append(dialog);
    dialog.showModal();
  };
  window.alert = (text = "") => {
    // A page that calls alert() in a loop must not block anyone.
    if (waiting.length >= 3) return;
    waiting.push(String(text));
    if (waiting.length > 1) return;
    if (document.body) say();
    else addEventListener("DOMContentLoaded", say);
  };
  window.confirm = (text) => {
    console.warn(`confirm() is not available in a message page and returns false: ${text}`);
    return false;
  };
  window.prompt = (text) => {
    console.warn(`prompt() is not available in a message page and returns null: ${text}`);
    return null;
  };

  // MARK: Surroundings

  const sheet = new CSSStyleSheet();
  // Any rule of the page overrides these.
  sheet.replaceSync(":where(html) { font-size: calc(100% * var(--martlet-text-scale)); color-scheme: var(--martlet-color-scheme); background: transparent }");
  document.adoptedStyleSheets = [sheet];
  const apply = ({ scheme, textScale, direction, reduceMotion, reduceTransparency, increaseContrast, safeArea }) => {
    const root = document.documentElement;
    const isLeft = direction === "ltr";
    const values = {
      "text-scale": textScale,
      "color-scheme": scheme,
      direction,
      "reduced-motion": reduceMotion ? 1 : 0,
      "reduced-transparency": reduceTransparency ? 1 : 0,
      "more-contrast": increaseContrast ? 1 : 0,
      "safe-area-top": `${safeArea.top}px`,
      "safe-area-right": `${isLeft ? safeArea.trailing : safeArea.leading}px`,
      "safe-area-bottom": `${safeArea.bottom}px`,
      "safe-area-left": `${isLeft ? safeArea.leading : safeArea.trailing}px`,
    };
    for (const [name, value] of Object.entries(values)) root.style.setProperty(`--martlet-${name}`, value);
    Object.assign(root.dataset, { martletColorScheme: scheme, martletDirection: direction, martletReducedMotion: reduceMotion ? "true" : "false" });
    if (root.dir === ourDirection) root.dir = ourDirection = direction;
  };
  // The direction that this script has set on the root. null: none yet, or the page has set its own.
  let ourDirection = null;
  apply(surroundings);

  addEventListener("message", (event) => {
    const message = event.source === owner ? event.data?.martlet : null;
    if (message?.surroundings) {
      apply(message.surroundings);
      dispatchEvent(new CustomEvent("martlet.SurroundingsChanged"));
    } else if (message?.refused) {
      console.warn(`martletBridge: ${message.refused.words}`);
      dispatchEvent(new CustomEvent("martlet.BridgeRefused", { detail: message.refused }));
    }
  });

  // MARK: Lifecycle

  addEventListener("DOMContentLoaded", () => {
    const root = document.documentElement;
    if (!root.hasAttribute("dir")) root.dir = ourDirection = root.dataset.martletDirection;
    if (document.querySelector('meta[name="martlet-close"][content="page"]')) bridge.declareClose();
    // After the page's own handlers of the same event.
    setTimeout(() => {
      for (const name of ["martlet.BridgeReady", ...readyEvents]) dispatchEvent(new CustomEvent(name));
    });
  });
  addEventListener("load", (event) => event.isTrusted && channel.loaded());
})
