// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// What the page of an `html` message can do besides closing itself and logging clicks, and the
  /// names of its bridge.
  public struct Bridge: Equatable, Sendable {
    /// The permissions. Unknown ones are kept, but have no effect.
    public var allows: [Open<Capability>]
    /// Additional global names of the bridge.
    public var names: [String]
    /// Additional events that report that the bridge is ready.
    public var readyEvents: [String]
    public var unknown: UnknownFields

    public init(
      allows: [Open<Capability>] = [], names: [String] = [], readyEvents: [String] = [],
      unknown: UnknownFields = [:]
    ) {
      self.allows = allows
      self.names = names
      self.readyEvents = readyEvents
      self.unknown = unknown
    }

    /// A permission of a page.
    public enum Capability: String, Hashable, Sendable, CaseIterable {
      case customEvent = "custom_event"
      case purchase, flush
      case pushPermission = "push_permission"
      case changeUser = "change_user"
      /// Change the person's profile and custom attributes.
      case attributes
      /// Change the person's subscriptions and subscription groups.
      case subscriptions
    }

    /// The name that every page has.
    public static let ownName = "martletBridge"
    /// The event that every page receives.
    public static let ownReadyEvent = "martlet.BridgeReady"

    /// What is wrong with a global name, or nil.
    public static func problem(ofName name: String) -> String? {
      let scalars = name.unicodeScalars
      guard let first = scalars.first, scalars.count <= Limits.bridgeNameLength else {
        return "A name must have 1 to \(Limits.bridgeNameLength) characters."
      }
      guard isLetter(first), scalars.allSatisfy({ isLetter($0) || isDigit($0) }) else {
        return "A name can only have letters, digits, _ and $, and must not start with a digit."
      }
      return takenNames.contains(name) ? "Every page already has something with this name." : nil
    }

    /// What is wrong with the name of an event, or nil.
    public static func problem(ofReadyEvent name: String) -> String? {
      let scalars = name.unicodeScalars
      guard !scalars.isEmpty, scalars.count <= Limits.bridgeNameLength else {
        return "An event name must have 1 to \(Limits.bridgeNameLength) characters."
      }
      guard scalars.allSatisfy({ isLetter($0) || isDigit($0) || [".", "-", ":"].contains($0) }) else {
        return "An event name can only have letters, digits, _, $, dots, hyphens and colons."
      }
      return takenEvents.contains(name) ? "Browsers already send an event with this name." : nil
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_" || scalar == "$"
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Names that scripts of any page rely on, and the words of the language. The bridge also
    /// leaves alone everything else in its page.
    private static let takenNames: Set<String> = Set(
      """
      Array ArrayBuffer Blob Boolean CSS CustomEvent Date Document Element Error Event FormData Function Image Infinity Intl JSON Map Math \
      MessageChannel MessageEvent NaN Node Number Object Promise Proxy Reflect RegExp Request Response Set String Symbol URL Worker XMLHttpRequest \
      alert await break caches case catch class clearInterval clearTimeout close closed confirm console const continue cookieStore crypto \
      customElements debugger default delete do document else enum eval event export extends external false fetch finally focus for frameElement \
      frames function globalThis history if implements import in indexedDB instanceof interface isFinite isNaN length let localStorage location \
      martletBridge name navigator new null onerror onload onmessage open opener origin package parent parseFloat parseInt performance postMessage \
      print private prompt protected public queueMicrotask requestAnimationFrame return screen scroll self sessionStorage setInterval setTimeout \
      static status stop structuredClone super switch this throw top true try typeof undefined var visualViewport void webkit while window with \
      yield
      """.split(separator: " ").map(String.init))

    private static let takenEvents: Set<String> = [
      "martlet.BridgeReady", "martlet.BridgeRefused", "blur", "change", "click", "DOMContentLoaded", "error",
      "focus", "hashchange",
      "input", "keydown", "keyup", "load", "message", "messageerror", "pagehide", "pageshow", "popstate",
      "resize", "scroll", "storage",
      "submit", "unhandledrejection", "unload", "visibilitychange",
    ]
  }
}
