// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Definitions in the form that decisions use. Many engines can have the same, so that they are
/// compiled once.
public struct CompiledDefinitions: Sendable {
  let index: TriggerIndex

  /// Compiles definitions, in any order.
  ///
  /// Those that cannot be compiled are kept too: each engine that receives them rejects them, with
  /// `Effect.rejected`.
  ///
  /// - Parameters:
  ///   - caps: The caps that the campaigns share.
  ///   - environment: Only `compilePattern` is used.
  public init(_ definitions: [CampaignDefinition], caps: [SharedCap] = [], environment: Environment) {
    index = TriggerIndex(definitions, caps: caps, compilePattern: environment.compilePattern)
  }

  /// The events whose properties triggers and exceptions compare. The properties of all others
  /// change no decision.
  public var filteredEvents: Set<Event.Selection> { index.filteredEvents }

  /// The events that triggers and exceptions name. No other event changes what an engine does. nil:
  /// all events can, because a campaign counts some, and an engine remembers only the newest
  /// events.
  public var decidingEvents: Set<Event.Selection>? { index.decidingEvents }
}

extension Event {
  /// The events of a category: all of them, or those with one name.
  public struct Selection: Hashable, Sendable {
    public var category: Category
    /// As `Kind.name`. nil: all events of the category.
    public var name: String?

    /// Selects events by their category and name.
    public init(category: Category, name: String?) {
      self.category = category
      self.name = name
    }
  }
}

extension DeliveryEngine {
  /// As `Input.definitionsReceived`, with definitions that were compiled before.
  public mutating func receive(
    _ definitions: CompiledDefinitions, at now: Instant, into effects: inout [Effect]
  ) {
    let heldScreen = begin(at: now)
    receive(definitions.index, at: now, &effects)
    settleScreen(wasHeld: heldScreen, at: now, &effects)
  }
}

extension TriggerIndex {
  fileprivate var decidingEvents: Set<Event.Selection>? {
    guard campaigns.allSatisfy({ $0.program == nil }) else { return nil }
    let exceptions = campaigns.flatMap { $0.exceptions.map(\.key) }
    return Set(keys + exceptions)
  }

  fileprivate var filteredEvents: Set<Event.Selection> {
    let exceptions = campaigns.flatMap { $0.exceptions.filter { $0.filter != nil }.map(\.key) }
    return Set(keysWithFilters + exceptions)
  }
}
