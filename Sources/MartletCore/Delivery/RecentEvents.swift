// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Remembers the ids of the last events, so that none is decided twice. Bounded.
struct RecentEvents: Sendable {
  static let limit = 256

  private(set) var ids: Set<String> = []
  private var ring: ContiguousArray<String> = []
  private var oldest = 0

  /// False when the id is already known.
  mutating func insert(_ id: String) -> Bool {
    guard ids.insert(id).inserted else { return false }
    if ring.count < Self.limit {
      ring.append(id)
    } else {
      ids.remove(ring[oldest])
      ring[oldest] = id
      oldest = (oldest + 1) % Self.limit
    }
    return true
  }
}

/// Events that were logged before the first definitions arrived.
struct PendingEvents: Sendable {
  struct Entry: Sendable {
    var event: Event
    var loggedAt: Instant
  }

  /// More would mean a burst nobody waits for; the oldest makes room.
  static let limit = 100
  /// An answer to something longer ago would surprise.
  static let longestWait = Duration.seconds(30)

  private(set) var entries: ContiguousArray<Entry> = []

  /// Adds one; returns those that will never be decided: too old, or one too many.
  mutating func add(_ event: Event, at now: Instant) -> [Event] {
    var dropped = removeExpired(at: now)
    if entries.count >= Self.limit { dropped.append(entries.removeFirst().event) }
    entries.append(Entry(event: event, loggedAt: now))
    return dropped
  }

  mutating func removeExpired(at now: Instant) -> [Event] {
    let expired = entries.filter { now.duration(since: $0.loggedAt) > Self.longestWait }.map(\.event)
    if !expired.isEmpty { entries.removeAll { now.duration(since: $0.loggedAt) > Self.longestWait } }
    return expired
  }

  mutating func removeAll() -> [Event] {
    defer { entries = [] }
    return entries.map(\.event)
  }

  /// The clock jumped back to `now`: nothing was logged later than that.
  mutating func clamp(to now: Instant) {
    for index in entries.indices where entries[index].loggedAt > now { entries[index].loggedAt = now }
  }
}
