// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@testable import MartletCore

/// The delivery rules once more, with lists and loops and no thought of speed: what `DeliveryEngine` has to agree with.
///
/// It names no comparison in its explanations: `withoutMisses` makes the real engine's effects comparable.
struct NaiveEngine {
  struct Handed {
    var presentation: Presentation
    /// nil: it waits on the stack.
    var handedOver: Int64?
    var reason: Outcome.QueueReason?
  }

  static let someMiss = FilterMiss(path: [], operation: .isBlank, actual: nil, isTypeMismatch: false)

  let minimum: Int64
  var definitions: [CampaignDefinition]?
  var user: String?
  var displayed: Int64?
  var handed: [Handed] = []
  var waiting: [(event: Event, since: Int64)] = []
  var seen: [String] = []

  mutating func handle(_ input: DeliveryEngine.Input, at now: Instant) -> [DeliveryEngine.Effect] {
    let now = now.milliseconds
    displayed = displayed.map { min($0, now) }
    handed = handed.map { Handed(presentation: $0.presentation, handedOver: $0.handedOver.map { min($0, now) }, reason: $0.reason) }
    waiting = waiting.map { ($0.event, min($0.since, now)) }

    switch input {
    case .eventLogged(let event):
      if seen.contains(event.id) { return [] }
      seen.append(event.id)
      guard definitions == nil else { return decide(event, now) }
      var effects = dropOld(now)
      if waiting.count == 100 { effects.append(.undecided(waiting.removeFirst().event)) }
      waiting.append((event, now))
      return effects

    case .definitionsReceived(let received, _):
      definitions = received
      var effects: [DeliveryEngine.Effect] = []
      for definition in received.sorted(by: { $0.id.rawValue < $1.id.rawValue }) where !problems(definition).isEmpty {
        effects.append(.rejected(campaign: definition.id, diagnostics: problems(definition)))
      }
      let newest = received.filter { one in problems(one).isEmpty && !received.contains { $0.id == one.id && $0.version > one.version } }
      effects += end(.recalled) { handed in
        !newest.contains { $0.id == handed.presentation.campaign && $0.version == handed.presentation.version }
      }
      effects += dropOld(now)
      let events = waiting.map(\.event)
      waiting = []
      for event in events { effects += decide(event, now) }
      return effects

    case .outcomeReported(let id, let outcome):
      guard let index = handed.firstIndex(where: { $0.presentation.id == id }) else { return [] }
      let presentation = handed[index].presentation
      if case .queued(let reason) = outcome {
        if handed[index].reason == reason { return [] }
        handed[index] = Handed(presentation: presentation, handedOver: nil, reason: reason)
      } else {
        handed.remove(at: index)
        if outcome == .shown { displayed = now }
      }
      return [.record(record(presentation, outcome))]

    case .userChanged(let id):
      if id == user { return [] }
      let effects = forget(.userChanged)
      user = id
      return effects

    case .syncStarted, .syncEnded, .sessionStarted, .displayRequested, .timePassed: return []

    case .relaunched:
      var effects = end(.discarded(.relaunched)) { _ in true }
      effects += waiting.map { .undecided($0.event) }
      waiting = []
      return effects

    case .wiped:
      let effects = forget(.wiped)
      user = nil
      displayed = nil
      seen = []
      return effects
    }
  }

  func remaining(_ now: Int64) -> Int64 {
    var last: [Int64] = handed.compactMap(\.handedOver)
    if let displayed { last.append(displayed) }
    return last.map { max(0, minimum - (now - $0)) }.max() ?? 0
  }

  private mutating func decide(_ event: Event, _ now: Int64) -> [DeliveryEngine.Effect] {
    let named = (definitions ?? []).filter { problems($0).isEmpty && $0.triggers.contains { names($0, event) } }
    var verdicts: [(CampaignDefinition, Candidate.Verdict)] = []
    var winner: CampaignDefinition?
    for definition in named.sorted(by: isBetter) {
      let isMatched = definition.triggers.contains { names($0, event) && passes($0, event) }
      let verdict: Candidate.Verdict
      if !isMatched {
        verdict = .stopped(.filter(Self.someMiss))
      } else if let start = definition.schedule.startsAt, now < start.milliseconds {
        verdict = .stopped(.notStarted(startsAt: start))
      } else if let end = definition.schedule.endsAt, now >= end.milliseconds {
        verdict = .stopped(.ended(endsAt: end))
      } else if remaining(now) > 0 {
        verdict = .stopped(.interval(remaining: .milliseconds(remaining(now)), minimum: .milliseconds(minimum)))
      } else if let winner {
        verdict = .stopped(.priority(winner: winner.id))
      } else {
        verdict = .chosen
        winner = definition
      }
      verdicts.append((definition, verdict))
    }
    let decision = Decision(
      id: event.id, event: event, at: Instant(milliseconds: now), userID: user,
      candidates: verdicts.map { Candidate(campaign: $0.id, version: $0.version, verdict: $1) })
    var effects: [DeliveryEngine.Effect] = [.decided(decision)]
    var isWithoutMatch = true
    for (definition, verdict) in verdicts {
      let outcome: Outcome
      switch verdict {
      case .stopped(.filter), .stopped(.history): continue
      case .stopped(.notStarted): outcome = .suppressed(.notStarted)
      case .stopped(.ended): outcome = .suppressed(.ended)
      case .stopped(.interval): outcome = .suppressed(.interval)
      case .stopped(.priority): outcome = .suppressed(.priority)
      case .stopped(.reEligibility): outcome = .suppressed(.reEligibility)
      case .stopped(.cap): outcome = .suppressed(.cap)
      case .stopped(.delayRuns): outcome = .suppressed(.delayRuns)
      case .chosen:
        isWithoutMatch = false
        continue
      }
      isWithoutMatch = false
      effects.append(
        .record(OutcomeRecord(decisionID: event.id, campaign: definition.id, version: definition.version, outcome: outcome)))
    }
    if isWithoutMatch { effects.append(.noMatchingTrigger(event)) }
    if let winner {
      let presentation = Presentation(
        id: event.id, campaign: winner.id, version: winner.version, event: event, triggeredAt: Instant(milliseconds: now), userID: user,
        endsAt: winner.schedule.endsAt)
      handed.append(Handed(presentation: presentation, handedOver: now))
      effects.append(.present(presentation))
    }
    return effects
  }

  private func names(_ trigger: Trigger, _ event: Event) -> Bool {
    switch (trigger, event.kind) {
    case (.sessionStart, .sessionStart): true
    case (.pushClick(let wanted), .pushClick(let campaign)): wanted == nil || wanted == campaign
    case (.anyPurchase, .purchase): true
    case (.purchase(let productID, _), .purchase(let purchase)): productID == purchase.productID
    case (.customEvent(let wanted, _), .custom(let name, _)): wanted == name
    default: false
    }
  }

  private func passes(_ trigger: Trigger, _ event: Event) -> Bool {
    switch trigger {
    case .sessionStart, .pushClick: true
    case .anyPurchase(let filter), .purchase(_, let filter), .customEvent(_, let filter):
      filter.map { NaiveFilter.isTrue($0, event.kind, at: event.at) } ?? true
    case .any, .all, .count: false
    }
  }

  private func isBetter(_ a: CampaignDefinition, _ b: CampaignDefinition) -> Bool {
    let left = [a.priority.bucket.rawValue, a.priority.order, Int(a.createdAt.milliseconds)]
    let right = [b.priority.bucket.rawValue, b.priority.order, Int(b.createdAt.milliseconds)]
    return left == right ? a.id.rawValue < b.id.rawValue : right.lexicographicallyPrecedes(left)
  }

  /// The random campaigns are wrong in two ways only: no trigger, or a filter that is one comparison of nothing.
  private func problems(_ definition: CampaignDefinition) -> [CampaignDiagnostic] {
    if definition.triggers.isEmpty { return [.noTrigger] }
    return definition.triggers.enumerated().compactMap { position, trigger in
      guard case .customEvent(_, .compare(let comparison)?) = trigger, comparison.path.isEmpty else { return nil }
      return .filter(trigger: "triggers[\(position)]", FilterDiagnostic(position: [], problem: .emptyPath))
    }
  }

  private mutating func dropOld(_ now: Int64) -> [DeliveryEngine.Effect] {
    defer { waiting.removeAll { now - $0.since > 30_000 } }
    return waiting.filter { now - $0.since > 30_000 }.map { .undecided($0.event) }
  }

  private mutating func forget(_ reason: Outcome.DiscardReason) -> [DeliveryEngine.Effect] {
    var effects = end(.discarded(reason)) { _ in true }
    for entry in waiting { effects.append(.undecided(entry.event)) }
    waiting = []
    definitions = nil
    return effects
  }

  private mutating func end(_ outcome: Outcome, where condition: (Handed) -> Bool) -> [DeliveryEngine.Effect] {
    let ended = handed.filter(condition)
    handed.removeAll(where: condition)
    return ended.flatMap { [.withdraw(id: $0.presentation.id, outcome), .record(record($0.presentation, outcome))] }
  }

  private func record(_ presentation: Presentation, _ outcome: Outcome) -> OutcomeRecord {
    OutcomeRecord(decisionID: presentation.id, campaign: presentation.campaign, version: presentation.version, outcome: outcome)
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
