// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Events that wait for definitions: for the first, or for those of a sync that is under way.
struct PendingEvents: Sendable {
  typealias Entry = DeliveryEngine.InFlight.Waiting

  /// More would mean a burst nobody waits for; the oldest makes room.
  static let limit = 100
  /// Without any definitions: long enough for a slow network and for a few attempts; an answer to something longer ago would surprise.
  static let longestWait = Duration.seconds(300)

  private(set) var entries: ContiguousArray<Entry> = []

  mutating func add(_ entry: Entry) {
    entries.append(entry)
  }

  /// The oldest, when there is no room for another one.
  mutating func removeOldestIfFull() -> Entry? {
    entries.count >= Self.limit ? entries.removeFirst() : nil
  }

  mutating func removeExpired(at now: Instant) -> [Event] {
    let expired = entries.filter { now.duration(since: $0.loggedAt) > Self.longestWait }.map(\.event)
    if !expired.isEmpty { entries.removeAll { now.duration(since: $0.loggedAt) > Self.longestWait } }
    return expired
  }

  /// When the oldest has waited long enough.
  var nextExpiry: Instant? { entries.first.map { $0.loggedAt + Self.longestWait + .milliseconds(1) } }

  mutating func removeAll() -> ContiguousArray<Entry> {
    defer { entries = [] }
    return entries
  }

  /// The clock jumped back to `now`: nothing was logged later than that.
  mutating func clamp(to now: Instant) {
    for index in entries.indices where entries[index].loggedAt > now { entries[index].loggedAt = now }
  }
}
