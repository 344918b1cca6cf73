// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The presentations without a final outcome, oldest first.
struct LivePresentations: Sendable {
  typealias Entry = DeliveryEngine.InFlight.Live

  /// More would mean that the presenter hoards messages. The one that has waited longest makes
  /// room.
  static let limit = 100

  private(set) var entries: ContiguousArray<Entry> = []

  func firstIndex(of id: String) -> Int? { entries.firstIndex { $0.presentation.id == id } }

  /// The latest handover of a presentation that is still on its way to the screen.
  func latestHandover(excluding id: String?) -> Instant? {
    var latest: Instant?
    for entry in entries where entry.presentation.id != id {
      if case .handedOver(let at) = entry.state { latest = max(latest ?? at, at) }
    }
    return latest
  }

  /// The end of the delay that an earlier trigger of the campaign started, or nil if no delay is
  /// running.
  func delay(of campaign: CampaignID) -> Instant? {
    for entry in entries where entry.presentation.campaign == campaign {
      if case .delayed(let until) = entry.state { return until }
    }
    return nil
  }

  /// Adds an entry. Returns the presentation that had to make room, if any: the oldest that waits,
  /// otherwise the oldest.
  mutating func add(_ entry: Entry) -> Presentation? {
    var removed: Presentation?
    if entries.count >= Self.limit {
      let oldestWaiting = entries.firstIndex { if case .handedOver = $0.state { false } else { true } }
      removed = entries.remove(at: oldestWaiting ?? 0).presentation
    }
    entries.append(entry)
    return removed
  }

  mutating func setState(_ state: DeliveryEngine.InFlight.State, at index: Int) {
    entries[index].state = state
    entries[index].isCleared = false
  }

  mutating func clear(at index: Int, now: Instant) {
    for other in entries.indices { entries[other].isCleared = other == index }
    entries[index].state = .handedOver(now)
  }

  mutating func expose(at index: Int) { entries[index].isExposed = true }

  mutating func remove(at index: Int) -> Entry { entries.remove(at: index) }

  /// Removes all entries that match `condition`. Returns their presentations, oldest first.
  mutating func removeAll(where condition: (Entry) -> Bool) -> [Presentation] {
    let removed = entries.filter(condition).map(\.presentation)
    if !removed.isEmpty { entries.removeAll(where: condition) }
    return removed
  }

  /// Adjusts to a clock that jumped back to `now`: no handover may be later than that, and no delay
  /// longer than its campaign's.
  mutating func clamp(to now: Instant, delay: (CampaignID) -> Duration) {
    for index in entries.indices {
      entries[index].triggeredAt = min(entries[index].triggeredAt, now)
      switch entries[index].state {
      case .handedOver(let at) where at > now: entries[index].state = .handedOver(now)
      case .delayed(let until):
        let latest = now + delay(entries[index].presentation.campaign)
        if until > latest { entries[index].state = .delayed(until: latest) }
      case .handedOver, .queued: break
      }
    }
  }
}

/// Events that wait for definitions: for the first ones, or for those of a running sync.
struct PendingEvents: Sendable {
  typealias Entry = DeliveryEngine.InFlight.Waiting

  /// More would be a burst of events that nobody waits for. The oldest makes room.
  static let limit = 100
  /// The maximum wait without definitions. It allows for a slow network and a few attempts. A later
  /// reaction would surprise people.
  static let longestWait = Duration.seconds(300)

  private(set) var entries: ContiguousArray<Entry> = []

  mutating func add(_ entry: Entry) { entries.append(entry) }

  /// Removes the oldest event if there is no room for another.
  mutating func removeOldestIfFull() -> Entry? { entries.count >= Self.limit ? entries.removeFirst() : nil }

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
