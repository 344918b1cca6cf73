// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Remembers a limited number of recent events: their ids, so that none is decided twice, and their
/// content, for counts that start later.
package struct RecentEvents: Equatable, Sendable {
  package struct Past: Equatable, Sendable {
    package var event: Event
    /// When it was logged, by the engine's clock.
    package var at: Instant
    package var session: Int

    package init(event: Event, at: Instant, session: Int) {
      self.event = event
      self.at = at
      self.session = session
    }
  }

  static let limit = 256
  /// Room for a short session.
  private static let usual = 32

  private(set) var ids: Set<String> = []
  private var ring: ContiguousArray<Past> = []
  private var oldest = 0
  /// The ids of events before the current user.
  package private(set) var forgotten: ContiguousArray<String> = []
  /// The total number of events so far. It is the number of the last event in `past`. Earlier ones
  /// are numbered downwards.
  package private(set) var count = 0

  init() {}

  /// Restores the state from the values of `past`, `forgotten` and `count`.
  package init(past: [Past], forgotten: [String], count: Int) {
    for entry in past.suffix(Self.limit) { _ = insert(entry.event, at: entry.at, session: entry.session) }
    self.count = max(count, ring.count)
    self.forgotten = ContiguousArray(forgotten.suffix(Self.limit))
    ids.formUnion(self.forgotten)
  }

  /// Returns false if the id is already known.
  mutating func insert(_ event: Event, at now: Instant, session: Int) -> Bool {
    if ring.isEmpty { ring.reserveCapacity(Self.usual) }
    // A device that is used for long has as many as there may be. Growing step by step would hash
    // them all each time.
    if ring.count == Self.usual { ids.reserveCapacity(Self.limit + 1) }
    guard ids.insert(event.id).inserted else { return false }
    count += 1
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
  package var past: [Past] { Array(ring[oldest...] + ring[..<oldest]) }

  /// Forgets the content of events, but not their ids, because another person now uses the device.
  mutating func forgetPast() {
    for id in forgotten { ids.remove(id) }
    forgotten = ContiguousArray(past.map(\.event.id))
    ring = []
    oldest = 0
  }

  /// Adjusts to a clock that jumped back to `now`: no event may be later than that.
  mutating func clamp(to now: Instant) {
    for index in ring.indices where ring[index].at > now { ring[index].at = now }
  }
}
