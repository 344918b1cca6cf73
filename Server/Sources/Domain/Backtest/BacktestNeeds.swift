// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// What a backtest has to read of people.
public struct BacktestNeeds: Sendable {
  /// What the rules of audiences compare.
  public let audience: AudienceNeeds
  /// The events whose properties are compared: by kind, their names.
  private var compared: [String: Names] = [:]
  /// The custom events that triggers and exceptions name. nil: all.
  private let deciding: Names?

  private struct Names: Sendable {
    var all = false
    var some: Set<String> = []
  }

  /// - Parameters:
  ///   - filteredEvents: Those whose properties triggers and exceptions compare.
  ///   - decidingEvents: Those that triggers and exceptions name. nil: all events can change what
  ///     an engine does.
  public init(
    audience: AudienceNeeds, filteredEvents: Set<Event.Selection> = [],
    decidingEvents: Set<Event.Selection>? = nil
  ) {
    self.audience = audience
    deciding = decidingEvents.map { events in
      let names = events.filter { $0.category == .custom }.map(\.name)
      return Names(all: names.contains(nil), some: Set(names.compactMap(\.self)))
    }
    for event in filteredEvents { add(event.category.rawValue, event.name) }
    for (event, since) in audience.events where since.hasProperties { add(event.kind.rawValue, event.name) }
  }

  /// Whether the properties of such events can make a difference. Most events of an app have
  /// properties that nothing compares.
  public func comparesProperties(of kind: String, _ name: String) -> Bool {
    compared[kind].map { $0.all || $0.some.contains(name) } ?? false
  }

  /// Whether a custom event can change what an engine does. Most events of an app have names that
  /// no campaign waits for.
  public func decides(_ name: String) -> Bool { deciding.map { $0.all || $0.some.contains(name) } ?? true }

  /// What an event was, if its properties make no difference: then its record need not be read,
  /// which takes much longer. nil: read the record.
  ///
  /// - Parameters:
  ///   - kind: `Wire.EventRecord.Body.kind`.
  ///   - name: `Wire.EventRecord.Body.name`.
  public func bodyWithoutProperties(_ kind: String, _ name: String) -> Wire.EventRecord.Body? {
    switch kind {
    case "custom" where !comparesProperties(of: kind, name): .custom(name: name, properties: [:])
    case "screen_view" where !comparesProperties(of: kind, name): .screenView(name: name, properties: [:])
    default: nil
    }
  }

  private mutating func add(_ kind: String, _ name: String?) {
    if let name {
      compared[kind, default: Names()].some.insert(name)
    } else {
      compared[kind, default: Names()].all = true
    }
  }
}
