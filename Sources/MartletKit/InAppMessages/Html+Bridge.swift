// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import MartletWire

extension Martlet.InAppMessage.Html {
  /// What a page can do besides closing itself and logging clicks, and the names of its bridge.
  ///
  /// Every page has `window.martletBridge` and receives the event `martlet.BridgeReady`. More names
  /// support pages written for another SDK.
  public struct Bridge: Hashable, Sendable {
    public var capabilities: Set<Capability>
    /// Additional global names of the bridge: up to eight plain identifiers of up to 64 characters
    /// that no page already uses.
    public private(set) var names: [String]
    /// Additional events that report that the bridge is ready: up to eight.
    public private(set) var readyEvents: [String]

    /// Creates a bridge. Invalid names and events are left out.
    public init(capabilities: Set<Capability> = [], names: [String] = [], readyEvents: [String] = []) {
      self.capabilities = capabilities
      self.names = Self.checked(names) { Wire.Bridge.problem(ofName: $0) == nil }
      self.readyEvents = Self.checked(readyEvents) { Wire.Bridge.problem(ofReadyEvent: $0) == nil }
    }

    /// A permission that a campaign can give its page. The raw value is its name in the device
    /// protocol.
    public enum Capability: String, Hashable, Sendable, Codable, CaseIterable {
      case customEvent = "custom_event"
      case purchase, flush
      case pushPermission = "push_permission"
      case changeUser = "change_user"
      /// Change the person's profile and custom attributes.
      case attributes
      /// Change the person's subscriptions and subscription groups.
      case subscriptions
    }

    private static func checked(_ names: [String], _ isFine: (String) -> Bool) -> [String] {
      var kept: [String] = []
      for name in names where isFine(name) && !kept.contains(name) && kept.count < Wire.Limits.bridgeNames {
        kept.append(name)
      }
      return kept
    }
  }
}

extension Martlet.InAppMessage.Html.Bridge {
  package init(_ wire: Wire.Bridge) {
    self.init(
      capabilities: Set(wire.allows.compactMap { Capability(rawValue: $0.rawValue) }), names: wire.names,
      readyEvents: wire.readyEvents)
  }

  var wire: Wire.Bridge {
    Wire.Bridge(
      allows: Capability.allCases.filter(capabilities.contains).map { Wire.Open($0.rawValue) }, names: names,
      readyEvents: readyEvents)
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
      names: try container.decode([String].self, forKey: .names),
      readyEvents: try container.decode([String].self, forKey: .readyEvents))
  }

  /// In a fixed order, so that equal values give equal bytes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Capability.allCases.filter(capabilities.contains), forKey: .capabilities)
    try container.encode(names, forKey: .names)
    try container.encode(readyEvents, forKey: .readyEvents)
  }
}
