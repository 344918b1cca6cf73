// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The presentations that were handed over and have no final outcome yet, oldest first.
struct LivePresentations: Sendable {
  enum State: Hashable, Sendable {
    /// On its way to the screen since this instant; holds the slot of the minimum interval.
    case handedOver(Instant)
    /// Waits on the stack; holds nothing.
    case queued(Outcome.QueueReason)
  }

  struct Entry: Sendable {
    var presentation: Presentation
    var state: State
  }

  /// More would mean that the presenter hoards: the one that has waited longest makes room.
  static let limit = 100

  private(set) var entries: ContiguousArray<Entry> = []

  func firstIndex(of id: String) -> Int? {
    entries.firstIndex { $0.presentation.id == id }
  }

  /// The latest moment at which one that still holds the slot was handed over.
  func latestHandover(excluding id: String?) -> Instant? {
    var latest: Instant?
    for entry in entries where entry.presentation.id != id {
      if case .handedOver(let at) = entry.state { latest = max(latest ?? at, at) }
    }
    return latest
  }

  /// Adds one; returns the one that had to make room, if any: the oldest that waits, or else the oldest.
  mutating func add(_ presentation: Presentation, at now: Instant) -> Presentation? {
    var removed: Presentation?
    if entries.count >= Self.limit {
      let oldestQueued = entries.firstIndex { if case .queued = $0.state { true } else { false } }
      removed = entries.remove(at: oldestQueued ?? 0).presentation
    }
    entries.append(Entry(presentation: presentation, state: .handedOver(now)))
    return removed
  }

  mutating func setState(_ state: State, at index: Int) {
    entries[index].state = state
  }

  mutating func remove(at index: Int) -> Presentation {
    entries.remove(at: index).presentation
  }

  /// Takes out all for which `condition` holds, oldest first.
  mutating func removeAll(where condition: (Presentation) -> Bool) -> [Presentation] {
    let removed = entries.filter { condition($0.presentation) }.map(\.presentation)
    if !removed.isEmpty { entries.removeAll { condition($0.presentation) } }
    return removed
  }

  /// The clock jumped back to `now`: nothing was handed over later than that.
  mutating func clamp(to now: Instant) {
    for index in entries.indices {
      if case .handedOver(let at) = entries[index].state, at > now { entries[index].state = .handedOver(now) }
    }
  }
}
