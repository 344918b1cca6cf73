// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The part of a page's bridge that is the same on every host, as JavaScript, for hosts that show
/// pages.
public enum PageBridge {
  /// An expression that is a function `(given, channel) => hear`. A host calls it before any code
  /// of the page runs.
  ///
  /// `given` is an object with `names`, `readyEvents`, `methods` and `surroundings` of the scene.
  /// Without `surroundings`, the page keeps its own style. `channel` has the functions
  /// `call(method, arguments)`, `escape()` and `loaded()`, which pass on what the page does. The
  /// function offers the bridge to the page, applies the surroundings, and dispatches the events of
  /// the bridge. The host passes its messages to `hear`: objects with `surroundings` or `refused`.
  public static let script = #"""
    (given, channel) => {
      const { call, escape, loaded } = channel;
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
          get: (_, name) => (typeof name === "string" && name !== "then" ? (...items) => call(`web.${name.slice(0, 60)}`, items) : undefined),
        }),
      });
      for (const name of ["martletBridge", ...given.names]) {
        if (name in window) console.warn(`The bridge is not available as ${name}, because the page already has something with this name.`);
        else Object.defineProperty(window, name, { value: bridge, enumerable: true });
      }

      let { surroundings } = given;
      if (surroundings) {
        // Any rule of the page overrides these.
        const rules = ":where(html) { font-size: calc(100% * var(--martlet-text-scale)); color-scheme: var(--martlet-color-scheme); background: transparent }";
        try {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(rules);
          document.adoptedStyleSheets = [sheet];
        } catch {
          // Before Safari 16.4, a script cannot create a sheet.
          const sheet = document.createElement("style");
          sheet.textContent = rules;
          if (document.documentElement) document.documentElement.append(sheet);
          else addEventListener("DOMContentLoaded", () => document.head.prepend(sheet));
        }
      }
      // The direction that this script has set on the root. null: none yet, or the page has set its own.
      let ourDirection = null;
      const surround = () => {
        const root = document.documentElement;
        // On some systems, the script runs before there is a document.
        if (!root || !surroundings) return;
        const { scheme, textScale, direction, reduceMotion, reduceTransparency, increaseContrast, safeArea } = surroundings;
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
      surround();

      addEventListener("keydown", (event) => {
        if (event.key === "Escape" && event.isTrusted && !event.defaultPrevented) escape();
      });
      addEventListener("DOMContentLoaded", () => {
        surround();
        const root = document.documentElement;
        if (surroundings && !root.hasAttribute("dir")) root.dir = ourDirection = surroundings.direction;
        if (document.querySelector('meta[name="martlet-close"][content="page"]')) bridge.declareClose();
        // After the page's own handlers of the same event.
        setTimeout(() => {
          for (const name of ["martlet.BridgeReady", ...given.readyEvents]) dispatchEvent(new CustomEvent(name));
        });
      });
      addEventListener("load", (event) => event.isTrusted && loaded());

      return (message) => {
        if (message?.surroundings) {
          surroundings = message.surroundings;
          surround();
          dispatchEvent(new CustomEvent("martlet.SurroundingsChanged"));
        } else if (message?.refused) {
          console.warn(`martletBridge: ${message.refused.words}`);
          dispatchEvent(new CustomEvent("martlet.BridgeRefused", { detail: message.refused }));
        }
      };
    }
    """#
}
