// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit

/// The scripts that give a page its bridge on a native host. They run before any code of the page.
///
/// The page calls objects in its own world. They pass texts on as events, which only a script in
/// another world hears and hands to the app. A page that sends such events itself can do no more
/// than with the bridge.
struct PageScript {
  let web: SceneNode.Web
  /// The name of the events. Different for each page.
  let event: String
  /// False for a web view of the app, whose page keeps its own style, direction and size of text.
  var surrounds = true

  /// Runs in the page's own world.
  var forPage: String {
    struct Given: Encodable {
      var event: String
      var names: [String]
      var readyEvents: [String]
      var methods: [String]
      var surroundings: SceneNode.Web.Surroundings?
      var limits: Limits
    }
    struct Limits: Encodable {
      let callLength = BridgeAction.Limits.callLength
      let arguments = BridgeAction.Limits.arguments
      let values = BridgeAction.Limits.values
    }
    let given = Given(
      event: event, names: web.bridge.names, readyEvents: web.bridge.readyEvents,
      methods: BridgeAction.methods,
      surroundings: surrounds ? web.surroundings : nil, limits: Limits())
    return "(\(Self.native))(\(Self.json(given)), \(PageBridge.script))"
  }

  /// Runs in a world of its own, and hands the texts of the page to the app.
  func forApp(handler: String) -> String {
    """
    document.addEventListener(\(Self.json(event)), (event) => {
      if (typeof event.detail === "string") webkit.messageHandlers[\(Self.json(handler))].postMessage(event.detail);
    });
    """
  }

  /// Both in one, for the page's own world in a web view of the app.
  static func forPageOfApp(handler: String, access: SceneNode.BridgeAccess) -> String {
    let web = SceneNode.Web(page: "", bridge: access)
    var script = PageScript(web: web, event: "martlet-page-of-app")
    script.surrounds = false
    return script.forApp(handler: handler) + "\n" + script.forPage
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
    return json(
      Message(refused: .init(method: refusal.method, reason: refusal.reason.word, words: refusal.description))
    )
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
  private static let native = #"""
    (given, offer) => {
      "use strict";
      const { stringify, parse } = JSON;
      const { CustomEvent, RangeError } = window;
      const { dispatchEvent, addEventListener } = EventTarget.prototype;
      const { apply } = Reflect;
      const say = (text) => apply(dispatchEvent, document, [new CustomEvent(given.event, { detail: text })]);

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

      const hear = offer(given, { call, escape: () => say('{"escape":true}'), loaded: () => say('{"loaded":true}') });
      apply(addEventListener, document, [`${given.event}-in`, (event) => hear(parse(event.detail))]);
    }
    """#
}
