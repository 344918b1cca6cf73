// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Events that wait for definitions: for the first ones, or for those of a running sync.
struct PendingEvents: Sendable {
  typealias Entry = DeliveryEngine.InFlight.Waiting

  /// More would be a burst of events that nobody waits for. The oldest makes room.
  static let limit = 100
  /// The maximum wait without definitions. It allows for a slow network and a few attempts. A later reaction would surprise people.
  static let longestWait = Duration.seconds(300)

  private(set) var entries: ContiguousArray<Entry> = []

  mutating func add(_ entry: Entry) {
    entries.append(entry)
  }

  /// Removes the oldest event if there is no room for another.
  mutating func removeOldestIfFull() -> Entry? {
    entries.count >= Self.limit ? entries.removeFirst() : nil
  }

  mutating func removeExpired(at now: Instant) -> [Event] {
    let expired = entries.filter { now.duration(since: $0.loggedAt) > Self.longestWait }.map(\.event)
    if !expired.isEmpty { entries.removeAll { now.duration(since: $0.loggedAt) > Self.longestWait } }
    return expired
  }

  /// The time at which the oldest event has waited long enough.
  var nextExpiry: Instant? { entries.first.map { $0.loggedAt + Self.longestWait + .milliseconds(1) } }

  mutating func removeAll() -> ContiguousArray<Entry> {
    defer { entries = [] }
    return entries
  }

  /// Adjusts to a clock that jumped back to `now`: no event may be logged later than that.
  mutating func clamp(to now: Instant) {
    for index in entries.indices where entries[index].loggedAt > now { entries[index].loggedAt = now }
  }
}
