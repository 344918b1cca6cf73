// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension Martlet.InAppMessage.Html {
  /// What a page may do besides closing itself and logging clicks, and under which names it looks for the bridge.
  ///
  /// Every page finds `window.martletBridge` and hears the event `martlet.BridgeReady`. Further names let pages run that were written for
  /// something else.
  public struct Bridge: Hashable, Sendable {
    public var capabilities: Set<Capability>
    /// Further global names: at most eight that are plain identifiers of at most 64 characters and that no page has already.
    public private(set) var names: [String]
    /// Further events that say that the bridge is there: at most eight.
    public private(set) var readyEvents: [String]

    /// Names and events that break a rule are left out; `wire` documents are checked where they are written.
    public init(capabilities: Set<Capability> = [], names: [String] = [], readyEvents: [String] = []) {
      self.capabilities = capabilities
      self.names = Self.checked(names) { Wire.Bridge.problem(ofName: $0) == nil }
      self.readyEvents = Self.checked(readyEvents) { Wire.Bridge.problem(ofReadyEvent: $0) == nil }
    }

    /// One thing that a campaign may allow its page; the raw value is its name on the wire.
    public enum Capability: String, Hashable, Sendable, Codable, CaseIterable {
      case customEvent = "custom_event"
      case purchase, flush
      case pushPermission = "push_permission"
      case changeUser = "change_user"
      /// The profile and the custom attributes of the person.
      case attributes
      /// What the person wants to be written to, and in which groups.
      case subscriptions
    }

    private static func checked(_ names: [String], _ isFine: (String) -> Bool) -> [String] {
      var kept: [String] = []
      for name in names where isFine(name) && !kept.contains(name) && kept.count < Wire.Limits.bridgeNames { kept.append(name) }
      return kept
    }
  }
}

extension Martlet.InAppMessage.Html.Bridge {
  init(_ wire: Wire.Bridge) {
    self.init(
      capabilities: Set(wire.allows.compactMap { Capability(rawValue: $0.rawValue) }), names: wire.names, readyEvents: wire.readyEvents)
  }

  var wire: Wire.Bridge {
    Wire.Bridge(
      allows: Capability.allCases.filter(capabilities.contains).map { Wire.Open($0.rawValue) }, names: names, readyEvents: readyEvents)
  }
}

extension Martlet.InAppMessage.Html.Bridge: Codable {
  private enum CodingKeys: String, CodingKey {
    case capabilities, names, readyEvents
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      capabilities: Set(try container.decode([Capability].self, forKey: .capabilities)),
      names: try container.decode([String].self, forKey: .names), readyEvents: try container.decode([String].self, forKey: .readyEvents))
  }

  /// In a fixed order, so that equal values give equal bytes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Capability.allCases.filter(capabilities.contains), forKey: .capabilities)
    try container.encode(names, forKey: .names)
    try container.encode(readyEvents, forKey: .readyEvents)
  }
}
