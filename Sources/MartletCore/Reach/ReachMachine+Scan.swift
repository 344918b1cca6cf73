// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension ReachMachine {
  /// What an owner that knows the campaigns says about an item whose turn has come.
  enum Turn: Equatable {
    case now
    /// Not before this instant.
    case later(Instant)
    case never(Outcome.DropReason)
  }

  /// Judges an item with a banner or content that has the next turn. The flag says whether the
  /// person has seen something of it already.
  typealias Judge = (ReachItem, Bool) -> Turn

  /// Passes data on, and gives the free screen to the next item: the content of a tapped push
  /// first, then by arrival.
  ///
  /// - Parameter isOccasion: postponed items are tried again.
  mutating func scan(
    _ isOccasion: Bool, at now: Instant, _ utcOffset: Duration, _ judge: Judge, _ effects: inout [Effect]
  ) {
    for id in takeExpired(at: now, local: LocalTime(now, offset: utcOffset)) { end(id, .expired, &effects) }
    if isOccasion { recallPostponed() }
    recallHeld()
    guard isReady else { return }
    while let id = nextData { passOn(id, &effects) }
    guard isActive, hasWindow, current == nil else { return }
    if let id = nextOpened, let item = entries[id]?.item {
      if isMessageDue { effects.append(.dismissMessage) }
      return begin(item, &effects)
    }
    guard !isMessageDue else { return }
    while let id = nextHere, let entry = entries[id] {
      switch judge(entry.item, entry.steps.isSeen) {
      case .now: break
      case .later:
        change(id) { $0.stage = .held }
        continue
      case .never(let reason):
        drop(id, reason, &effects)
        continue
      }
      guard clear(id, &effects) else { continue }
      if !entry.item.isLoaded {
        change(id) { $0.stage = .preloading }
        effects.append(.load(entry.item))
        continue
      }
      guard entry.item.traits.hasBanner else { return begin(entry.item, &effects) }
      begin(id, .offered)
      effects.append(
        .offer(entry.item, attempt: attempts, isRepeat: entry.steps.contains(Steps(.banner, .displayed))))
      return effects.append(.watch(attempt: attempts, Self.notifierPatience))
    }
  }

  /// The item can be shown or passed on now. In an experiment, this is the moment that is compared:
  /// after everything that decides whether it is, and before anything that differs between the
  /// arms. Returns false if the person's arm gets nothing.
  private mutating func clear(_ id: String, _ effects: inout [Effect]) -> Bool {
    guard let entry = entries[id], let arm = entry.item.arm else { return true }
    if !entry.steps.contains(.exposed) {
      change(id) { $0.steps.insert(.exposed) }
      effects.append(.expose(entry.item))
    }
    guard arm == .withheld else { return true }
    end(id, .withheld, &effects)
    return false
  }

  private mutating func passOn(_ id: String, _ effects: inout [Effect]) {
    guard clear(id, &effects), let item = entries[id]?.item else { return }
    guard item.isLoaded else {
      change(id) { $0.stage = .preloading }
      return effects.append(.load(item))
    }
    change(id) { $0.stage = .passedOn }
    effects.append(.passOn(item))
  }
}
