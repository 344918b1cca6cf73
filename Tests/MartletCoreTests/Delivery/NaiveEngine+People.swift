// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@testable import MartletCore

/// Who uses the device, and a clock that somebody turns back.
extension NaiveEngine {
  mutating func change(to id: String?) -> [DeliveryEngine.Effect] {
    if id == person.id { return [] }
    let effects = forget(.userChanged, .userChanged)
    isInSession = false
    let leaving = person
    person = Person(id: id)
    if let known = others.firstIndex(where: { $0.id == id }), id != nil { person = others.remove(at: known) }
    if leaving.id == nil {
      person.impressions += leaving.impressions
      person.received.merge(leaving.received) { min($0, $1) }
      person.counted.merge(leaving.counted) { mine, _ in mine }
      person.set.merge(leaving.set) { mine, later in mine + later }
    } else {
      others = (others + [leaving]).suffix(4)
      forgottenIDs = remembered.map(\.event.id)
      remembered = []
    }
    return effects
  }

  /// Nothing that happened is later than now, and no delay is longer than it was.
  mutating func turnBack(to now: Int64) {
    guard now < clock else { return }
    displayed = displayed.map { min($0, now) }
    syncSince = syncSince.map { min($0, now) }
    waiting = waiting.map {
      Logged(event: $0.event, at: min($0.at, now), session: $0.session, number: $0.number)
    }
    remembered = remembered.map {
      Logged(event: $0.event, at: min($0.at, now), session: $0.session, number: $0.number)
    }
    for index in live.indices {
      live[index].triggeredAt = min(live[index].triggeredAt, now)
      switch live[index].state {
      case .onTheWay(let since): live[index].state = .onTheWay(since: min(since, now))
      case .delayed(let until):
        let delay = campaigns.first { $0.id == live[index].presentation.campaign }!.delay.wholeMilliseconds
        live[index].state = .delayed(until: min(until, now + delay))
      case .queued: break
      }
    }
    person.turnBack(to: now)
    for index in others.indices { others[index].turnBack(to: now) }
  }

  mutating func dropOld(_ now: Int64) -> [DeliveryEngine.Effect] {
    let old = waiting.filter { now - $0.at > 300_000 }
    waiting.removeAll { now - $0.at > 300_000 }
    return old.map { .undecided($0.event, .waitedTooLong) }
  }

  mutating func forget(_ reason: Outcome.DiscardReason, _ undecided: DeliveryEngine.UndecidedReason)
    -> [DeliveryEngine.Effect]
  {
    let effects = end(.discarded(reason)) { _ in true } + waiting.map { .undecided($0.event, undecided) }
    waiting = []
    definitions = nil
    syncSince = nil
    return effects
  }

  mutating func end(_ outcome: Outcome, where condition: (Live) -> Bool) -> [DeliveryEngine.Effect] {
    let ended = live.filter(condition)
    live.removeAll(where: condition)
    return ended.flatMap {
      [.withdraw(id: $0.presentation.id, outcome), .record(record($0.presentation, outcome))]
    }
  }

  func record(_ presentation: Presentation, _ outcome: Outcome) -> OutcomeRecord {
    OutcomeRecord(
      decisionID: presentation.id, campaign: presentation.campaign, version: presentation.version,
      outcome: outcome)
  }

  func isBetter(_ a: CampaignDefinition, _ b: CampaignDefinition) -> Bool {
    func place(_ bucket: Priority.Bucket) -> Int {
      ["low", "medium", "high"].firstIndex(of: bucket.rawValue) ?? -1
    }
    let left = [place(a.priority.bucket), a.priority.order, Int(a.createdAt.milliseconds)]
    let right = [place(b.priority.bucket), b.priority.order, Int(b.createdAt.milliseconds)]
    return left == right ? a.id.rawValue < b.id.rawValue : right.lexicographicallyPrecedes(left)
  }
}

extension NaiveEngine.Person {
  mutating func turnBack(to now: Int64) {
    for index in impressions.indices { impressions[index].at = min(impressions[index].at, now) }
    received = received.mapValues { min($0, now) }
    for id in counted.keys {
      for index in counted[id]!.events.indices {
        counted[id]!.events[index].at = min(counted[id]!.events[index].at, now)
      }
    }
  }
}

extension [DeliveryEngine.Effect] {
  /// With the same miss in every explanation of a false filter.
  var withoutMisses: [DeliveryEngine.Effect] {
    map { effect in
      guard case .decided(var decision) = effect else { return effect }
      for index in decision.candidates.indices {
        if case .stopped(.filter) = decision.candidates[index].verdict {
          decision.candidates[index].verdict = .stopped(.filter(NaiveEngine.someMiss))
        }
      }
      return .decided(decision)
    }
  }
}
