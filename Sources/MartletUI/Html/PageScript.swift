// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit

/// The scripts that give a page its bridge on a native host. They run before any code of the page.
///
/// The page calls objects in its own world. They pass texts on as events, which only a script in another world hears and hands to the app. A page that
/// sends such events itself can do no more than with the bridge.
struct PageScript {
  let web: SceneNode.Web
  /// The name of the events. Different for each page.
  let event: String

  /// Runs in the page's own world.
  var forPage: String {
    struct Given: Encodable {
      var event: String
      var names: [String]
      var readyEvents: [String]
      var methods: [String]
      var surroundings: SceneNode.Web.Surroundings
      var limits: Limits
    }
    struct Limits: Encodable {
      let callLength = BridgeAction.Limits.callLength
      let arguments = BridgeAction.Limits.arguments
      let values = BridgeAction.Limits.values
    }
    let given = Given(
      event: event, names: web.bridge.names, readyEvents: web.bridge.readyEvents, methods: BridgeAction.methods,
      surroundings: web.surroundings, limits: Limits())
    return "(\(Self.bridge))(\(Self.json(given)))"
  }

  /// Runs in a world of its own, and hands the texts of the page to the app.
  func forApp(handler: String) -> String {
    """
    document.addEventListener(\(Self.json(event)), (event) => {
      if (typeof event.detail === "string") webkit.messageHandlers[\(Self.json(handler))].postMessage(event.detail);
    });
    """
  }

  /// Passes a message to the page. Its two arguments are `event` and `message`, a JSON text.
  static let tell = "document.dispatchEvent(new CustomEvent(event + \"-in\", { detail: message }))"

  /// The message that a call was refused, as JSON.
  static func refusal(_ refusal: BridgeRefusal) -> String {
    struct Message: Encodable {
      struct Refused: Encodable {
        var method: String
        var reason: String
        var words: String
      }
      var refused: Refused
    }
    return json(Message(refused: .init(method: refusal.method, reason: refusal.reason.word, words: refusal.description)))
  }

  /// The message that the device settings changed, as JSON.
  static func surroundings(_ surroundings: SceneNode.Web.Surroundings) -> String {
    json(["surroundings": surroundings])
  }

  private static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  // What the page could replace is taken before the page runs.
  private static let bridge = #"""
    (given) => {
      "use strict";
      const { stringify, parse } = JSON;
      const { CustomEvent, Proxy, RangeError } = window;
      const { dispatchEvent, addEventListener } = EventTarget.prototype;
      const { apply } = Reflect;
      const say = (text) => apply(dispatchEvent, document, [new CustomEvent(given.event, { detail: text })]);
      const hear = (target, name, take) => apply(addEventListener, target, [name, take]);

      // Dates stay dates, and what JSON cannot express becomes null. Returns null once a value exceeds a limit.
      const TOO_LARGE = { __proto__: null };
      const plain = (value) => {
        let left = given.limits.values;
        let room = given.limits.callLength;
        try {
          const text = stringify(value, function (name, item) {
            left -= 1;
            room -= name.length + (typeof item === "string" ? item.length : 0);
            if (left < 0 || room < 0) throw TOO_LARGE;
            const own = this[name];
            if (own instanceof Date) return { $date: own.getTime() };
            return typeof own === "bigint" ? Number(own) : item;
          });
          if (text === undefined) return "null";
          return text.length > given.limits.callLength ? null : text;
        } catch (problem) {
          return problem === TOO_LARGE || problem instanceof RangeError ? null : "null";
        }
      };
      const call = (method, items) => {
        let list = "";
        let isWhole = items.length <= given.limits.arguments;
        for (let index = 0; isWhole && index < items.length; index += 1) {
          const one = plain(items[index]);
          if (one !== null) list += (index > 0 ? "," : "") + one;
          isWhole = one !== null && list.length <= given.limits.callLength;
        }
        say(`{"call":${stringify(`${method}`.slice(0, 64))},"arguments":[${isWhole ? list : ""}],"isTooLarge":${!isWhole}}`);
      };

      // A name that does not exist is usually a mistake, so it is reported once.
      const told = new Set();
      const noticing = (prefix, object) => new Proxy(Object.freeze(object), {
        get: (object, name) => {
          if (name in object || typeof name !== "string" || ["then", "toJSON"].includes(name)) return object[name];
          const method = prefix + name.slice(0, 60);
          if (!told.has(method) && told.size < 10) told.add(method) && call(method, []);
          return undefined;
        },
      });
      const methods = (prefix) => Object.fromEntries(
        given.methods
          .filter((name) => name.startsWith(prefix) && !name.slice(prefix.length).includes("."))
          .map((name) => [name.slice(prefix.length), (...items) => call(name, items)]));
      const user = noticing("getUser.", methods("getUser."));
      const bridge = noticing("", {
        ...methods(""),
        getUser: () => user,
        web: new Proxy(Object.freeze({}), {
          get: (_, name) => (typeof name === "string" && name !== "then" ? (...items) => call(`web.${name.slice(0, 60)}`, items) : undefined),
        }),
      });
      for (const name of ["martletBridge", ...given.names]) {
        if (name in window) console.warn(`The bridge is not available as ${name}, because the page already has something with this name.`);
        else Object.defineProperty(window, name, { value: bridge, enumerable: true });
      }

      const sheet = new CSSStyleSheet();
      // Any rule of the page overrides these.
      sheet.replaceSync(":where(html) { font-size: calc(100% * var(--martlet-text-scale)); color-scheme: var(--martlet-color-scheme); background: transparent }");
      document.adoptedStyleSheets = [sheet];
      let ourDirection = null;
      const surround = ({ scheme, textScale, direction, reduceMotion, reduceTransparency, increaseContrast, safeArea }) => {
        const root = document.documentElement;
        if (!root) return;
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
      surround(given.surroundings);

      hear(document, `${given.event}-in`, (event) => {
        const message = parse(event.detail);
        if (message.surroundings) {
          surround(message.surroundings);
          window.dispatchEvent(new CustomEvent("martlet.SurroundingsChanged"));
        } else if (message.refused) {
          console.warn(`martletBridge: ${message.refused.words}`);
          window.dispatchEvent(new CustomEvent("martlet.BridgeRefused", { detail: message.refused }));
        }
      });
      hear(window, "keydown", (event) => {
        if (event.key === "Escape" && event.isTrusted && !event.defaultPrevented) say('{"escape":true}');
      });
      hear(window, "DOMContentLoaded", () => {
        const root = document.documentElement;
        surround(given.surroundings);
        if (!root.hasAttribute("dir")) root.dir = ourDirection = root.dataset.martletDirection;
        if (document.querySelector('meta[name="martlet-close"][content="page"]')) bridge.declareClose();
        // After the page's own handlers of the same event.
        setTimeout(() => {
          for (const name of ["martlet.BridgeReady", ...given.readyEvents]) window.dispatchEvent(new CustomEvent(name));
        });
      });
      hear(window, "load", (event) => event.isTrusted && say('{"loaded":true}'));
    }
    """#
}
