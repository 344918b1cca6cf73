// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension ReachMachine {
  /// Passes data on, and gives the free screen to the next item: the content of a tapped push first, then by arrival.
  ///
  /// - Parameter isOccasion: postponed items are tried again.
  mutating func scan(_ isOccasion: Bool, at now: Instant, _ utcOffset: Duration, _ effects: inout [Effect]) {
    for id in takeExpired(at: now, local: LocalTime(now, offset: utcOffset)) { end(id, .expired, &effects) }
    if isOccasion { recallPostponed() }
    guard isReady else { return }
    while let id = nextData { passOn(id, &effects) }
    guard isActive, hasWindow, current == nil else { return }
    if let id = nextOpened, let item = entries[id]?.item {
      if isMessageDue { effects.append(.dismissMessage) }
      return begin(item, &effects)
    }
    guard !isMessageDue else { return }
    while let id = nextHere, let entry = entries[id] {
      if !entry.item.isLoaded {
        change(id) { $0.stage = .preloading }
        effects.append(.load(entry.item))
        continue
      }
      guard entry.item.traits.hasBanner else { return begin(entry.item, &effects) }
      take(id, .offered)
      effects.append(.offer(entry.item, attempt: attempts, isRepeat: entry.steps.contains(Steps(.banner, .displayed))))
      return effects.append(.watch(attempt: attempts, Self.notifierPatience))
    }
  }

  private mutating func passOn(_ id: String, _ effects: inout [Effect]) {
    guard let item = entries[id]?.item else { return }
    guard item.isLoaded else {
      change(id) { $0.stage = .preloading }
      return effects.append(.load(item))
    }
    change(id) { $0.stage = .passedOn }
    effects.append(.passOn(item))
  }
}
