// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension DeliveryEngine {
  // MARK: Users

  mutating func changeUser(to userID: String?, _ effects: inout [Effect]) {
    guard !userID.isExactly(kept.userID) else { return }
    endReach(.userChanged, &effects)
    visible = [:]
    forgetDefinitions(.userChanged, .userChanged, &effects)
    let leaving = kept.memory
    kept.memory = PersonMemory()
    if let userID, let known = kept.others.firstIndex(where: { $0.userID.isExactly(userID) }) {
      kept.memory = kept.others.remove(at: known).memory
    }
    if let previous = kept.userID {
      kept.others.append(OtherPerson(userID: previous, memory: leaving))
      if kept.others.count > Self.otherUserLimit { kept.others.removeFirst() }
      kept.recent.forgetPast()
    } else {
      kept.memory.merge(leaving)
    }
    kept.userID = userID
    isInSession = false
  }

  mutating func wipe(_ effects: inout [Effect]) {
    endReach(.wiped, &effects)
    visible = [:]
    forgetDefinitions(.wiped, .wiped, &effects)
    kept = Saved()
    kept.reach.policy = policy.reach
    isInSession = false
  }

  mutating func relaunch(_ effects: inout [Effect]) {
    withdraw(.discarded(.relaunched), &effects) { _ in true }
    kept.reach.relaunch()
    visible = [:]
    noteWhatWasCounted()
    giveUpPending(.relaunched, &effects)
    syncSince = nil
    isInSession = false
    if let index { recallHistory(in: index) }
  }

  mutating func forgetDefinitions(
    _ reason: Outcome.DiscardReason, _ undecided: UndecidedReason, _ effects: inout [Effect]
  ) {
    withdraw(.discarded(reason), &effects) { _ in true }
    noteWhatWasCounted()
    giveUpPending(undecided, &effects)
    index = nil
    syncSince = nil
  }
}
