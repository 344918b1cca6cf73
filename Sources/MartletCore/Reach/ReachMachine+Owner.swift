// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What the delivery engine, which owns the machine, reports to it.
extension ReachMachine {
  /// A message is on the screen or about to be, or no longer.
  mutating func note(
    isMessageDue: Bool, at now: Instant, utcOffset: Duration, judging judge: Judge = { _, _ in .now }
  ) -> [Effect] {
    guard isMessageDue != self.isMessageDue else { return [] }
    self.isMessageDue = isMessageDue
    var effects: [Effect] = []
    if !isMessageDue { scan(true, at: now, utcOffset, judge, &effects) }
    return effects
  }

  /// Ends the items of campaigns that are gone or were edited. Content that the person is using
  /// stays.
  mutating func recall(
    except isCurrent: (ReachItem) -> Bool, at now: Instant, utcOffset: Duration,
    judging judge: Judge = { _, _ in .now }
  ) -> [Effect] {
    var effects: [Effect] = []
    for item in items where item.source == .definitions && !isCurrent(item) {
      if current?.id == item.id, current?.stage == .showing || current?.stage == .opening { continue }
      end(item.id, .recalled, &effects)
    }
    scan(false, at: now, utcOffset, judge, &effects)
    return effects
  }

  /// The arms of the person, by campaign. The content of a tapped push is shown in any case, unless
  /// the process ends or it cannot be loaded before it opens: then its turn comes like that of
  /// others.
  mutating func setArms(_ arm: (CampaignID) -> ReachItem.Arm?) {
    for (id, entry) in entries {
      let present = arm(entry.item.campaign)
      if present != entry.item.arm { change(id) { $0.item.arm = present } }
    }
  }

  /// Ends all items: another person uses the app, everything is erased, or the SDK was turned off.
  mutating func endAll(_ reason: Outcome.DropReason) -> [Effect] {
    var effects: [Effect] = []
    for item in items { drop(item.id, reason, &effects) }
    return effects
  }

  /// The process ended and started again. What was on the screen waits again, in its place, and
  /// counts nothing twice.
  mutating func relaunch() {
    current = nil
    (isActive, isReady, hasWindow, isMessageDue, screen) = (false, false, true, false, nil)
    for id in entries.keys {
      change(id) {
        $0.stage = .waiting
        $0.isOpened = false
      }
    }
  }

  /// Time has passed: items may have expired.
  mutating func passTime(at now: Instant, utcOffset: Duration, judging judge: Judge = { _, _ in .now })
    -> [Effect]
  {
    noteClock(now)
    var effects: [Effect] = []
    scan(false, at: now, utcOffset, judge, &effects)
    return effects
  }
}
