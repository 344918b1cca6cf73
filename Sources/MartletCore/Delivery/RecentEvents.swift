// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Remembers the last events: their ids, so that none is decided twice, and what they were, for counts that begin later. Bounded.
struct RecentEvents: Sendable {
  struct Past: Sendable {
    var event: Event
    /// When it was decided, by the engine's clock.
    var at: Instant
    var session: Int
  }

  static let limit = 256

  private(set) var ids: Set<String> = []
  private var ring: ContiguousArray<Past> = []
  private var oldest = 0
  /// Ids only, of before the present user.
  private var forgotten: ContiguousArray<String> = []

  /// False when the id is already known.
  mutating func insert(_ event: Event, at now: Instant, session: Int) -> Bool {
    guard ids.insert(event.id).inserted else { return false }
    let past = Past(event: event, at: now, session: session)
    if ring.count < Self.limit {
      ring.append(past)
    } else {
      ids.remove(ring[oldest].event.id)
      ring[oldest] = past
      oldest = (oldest + 1) % Self.limit
    }
    return true
  }

  /// Oldest first.
  var past: [Past] { Array(ring[oldest...] + ring[..<oldest]) }

  /// Another person uses the device: what the events were is forgotten, their ids are not.
  mutating func forgetPast() {
    for id in forgotten { ids.remove(id) }
    forgotten = ContiguousArray(past.map(\.event.id))
    ring = []
    oldest = 0
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

  /// When the oldest has waited long enough.
  var nextExpiry: Instant? { entries.first.map { $0.loggedAt + Self.longestWait + .milliseconds(1) } }

  mutating func removeAll() -> [Event] {
    defer { entries = [] }
    return entries.map(\.event)
  }

  /// The clock jumped back to `now`: nothing was logged later than that.
  mutating func clamp(to now: Instant) {
    for index in entries.indices where entries[index].loggedAt > now { entries[index].loggedAt = now }
  }
}
