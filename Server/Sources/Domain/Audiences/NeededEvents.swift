// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Keeps the events of people that rules need, of each name the newest.
///
/// A store adds what it finds, in any order: it need not know what is needed exactly.
public struct NeededEvents: Sendable {
  /// Nothing before it is needed. nil: there is no beginning.
  public let begin: Instant?
  /// Whether properties are needed, and not only the times.
  public let hasProperties: Bool
  /// The names that are needed, of whichever kind.
  public let names: Set<String>
  /// The kinds of which every event is needed.
  public let wholeKinds: Set<AudienceActivity.Kind>
  private let needs: [AudienceNeeds.EventName: AudienceNeeds.Since]
  private let now: Instant
  private let limit: Int

  /// - Parameter limit: The newest events of each name that count.
  public init(_ needs: AudienceNeeds, at now: Instant, limit: Int = 10_000) {
    (self.now, self.limit) = (now, limit)
    names = Set(needs.events.keys.compactMap(\.name))
    wholeKinds = Set(needs.events.keys.filter { $0.name == nil }.map(\.kind))
    hasProperties = needs.events.values.contains(where: \.hasProperties)
    let longest = needs.events.values.reduce(Duration?.some(.zero)) { longest, since in
      longest.flatMap { longest in since.within.map { max(longest, $0) } }
    }
    begin = longest.map { now - $0 }
    self.needs = Dictionary(
      uniqueKeysWithValues: needs.events.map { name, since in
        // An event that is needed under its name, and as any of its kind, is one.
        (name, needs.events[.init(kind: name.kind, name: nil)].map { since.joined(with: $0) } ?? since)
      })
  }

  /// - Parameter record: The stored event, which is only asked for if it is needed.
  public func add(
    kind: String, name: String, at: Instant, to facts: inout PersonFacts, record: () -> String?
  ) {
    guard let kind = AudienceActivity.Kind(rawValue: kind),
      let since = needs[.init(kind: kind, name: name)] ?? needs[.init(kind: kind, name: nil)],
      since.within.map({ at >= now - $0 }) ?? true
    else { return }
    let properties = since.hasProperties ? Properties(eventIn: record()) : Properties()
    facts.events.append(PersonFacts.Event(kind, name: name, at: at, properties: properties))
    // Now and then, so that whoever logs without end needs no more memory.
    if facts.events.count > 2 * limit * needs.count { finish(&facts) }
  }

  /// Puts the events of a person in order, without those that are too many. Call it at the end.
  public func finish(_ facts: inout PersonFacts) {
    facts.events.sort { $0.at < $1.at }
    guard facts.events.count > limit else { return }
    var counts: [AudienceNeeds.EventName: Int] = [:]
    let newest = facts.events.reversed().filter { event in
      let own = AudienceNeeds.EventName(kind: event.kind, name: event.name)
      let name = needs[own] == nil ? .init(kind: event.kind, name: nil) : own
      counts[name, default: 0] += 1
      return counts[name, default: 0] <= limit
    }
    facts.events = newest.reversed()
  }
}
