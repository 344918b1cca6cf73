// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@testable import MartletCore

/// The delivery rules once more, with lists and loops and no thought of speed: what
/// `DeliveryEngine` has to agree with.
///
/// It keeps every impression and every event and counts them anew each time. It names no comparison
/// in its explanations: `withoutMisses` makes the real engine's effects comparable.
struct NaiveEngine {
  struct Live {
    enum State: Equatable {
      case delayed(until: Int64)
      case onTheWay(since: Int64)
      case queued(Outcome.QueueReason)
    }

    var presentation: Presentation
    var state: State
    var isCleared = false
    var attempt = 1
    var triggeredAt: Int64
    var successors: [CampaignDefinition]
    var isExposed = false

    var isOnTheWay: Bool { if case .onTheWay = state { true } else { false } }
    var isDelayed: Bool { if case .delayed = state { true } else { false } }
  }

  struct Logged {
    var event: Event
    var at: Int64
    var session: Int
    var number: Int
  }

  struct Impression {
    var campaign: CampaignID
    var tags: [String]
    var at: Int64
    var session: Int
    /// Nobody saw it: only its own campaign counts it.
    var isWithheld = false
  }

  struct Counted {
    var triggers: [Trigger]
    var events: [Logged] = []
    /// For each event, when it and those before it had happened as it was seen then: a clock that
    /// is put back later changes nothing of it.
    var times: [[Int64]] = []

    mutating func append(_ entry: Logged) {
      events.append(entry)
      times.append(events.map(\.at))
    }
  }

  struct Person {
    var id: String?
    var impressions: [Impression] = []
    var received: [CampaignID: Int64] = [:]
    /// What groups and counts of a campaign have taken note of.
    var counted: [CampaignID: Counted] = [:]
    /// What attributes were set to, by key, oldest first. A noted mark stands for one of them.
    var set: [String: [Event.AttributeChange]] = [:]
    var audiences: [String: Bool] = [:]
  }

  static let someMiss = FilterMiss(path: [], operation: .isBlank, actual: nil, isTypeMismatch: false)

  let minimum: Int64
  let patience: Int64
  let offset: (Int64) -> Int64
  /// When the offset changes.
  let change: Int64
  var definitions: [CampaignDefinition]?
  var sharedCaps: [SharedCap] = []
  var person = Person()
  var others: [Person] = []
  var displayed: Int64?
  var live: [Live] = []
  var waiting: [Logged] = []
  /// Of the present person.
  var remembered: [Logged] = []
  var forgottenIDs: [String] = []
  var logged = 0
  var session = 0
  var isInSession = false
  var syncSince: Int64?
  var clock = Int64.min

  mutating func handle(_ input: DeliveryEngine.Input, at instant: Instant) -> [DeliveryEngine.Effect] {
    let now = instant.milliseconds
    turnBack(to: now)
    clock = now
    switch input {
    case .definitionsReceived(let received, let caps): return receive(received, caps, now)
    case .syncStarted:
      if syncSince.map({ now >= $0 + patience }) ?? true { syncSince = now }
      return []
    case .syncEnded:
      syncSince = nil
      return definitions == nil ? [] : decideWaiting(now)
    case .eventLogged(let event): return log(event, now)
    case .attributeNoted(let key, let mark):
      let all: [Event.AttributeChange] = RandomTimeline.attributeChanges
      if let change = all.first(where: { DeliveryEngine.attributeMark($0) == mark }) {
        person.set[key, default: []].append(change)
      }
      return []
    case .membershipReceived(let audiences):
      let known = person.audiences
      person.audiences = audiences
      return audiences.keys.sorted().compactMap { audience in
        guard let before = known[audience], let after = audiences[audience], before != after else {
          return nil
        }
        return .memberChanged(after ? .audienceEntry(audience) : .audienceExit(audience))
      }
    case .sessionStarted:
      let over = definitions == nil && isInSession ? waiting : []
      if !over.isEmpty { waiting = [] }
      session += 1
      isInSession = true
      return over.map { .undecided($0.event, .sessionEnded) }
    case .displayRequested(let id): return request(id, now)
    case .outcomeReported(let id, let outcome): return report(id, outcome, now)
    case .impressionCounted(let campaign, let tags, let id):
      displayed = now
      let impression = Impression(campaign: campaign, tags: tags, at: now, session: session)
      if id == person.id { person.impressions.append(impression) }
      for index in others.indices where others[index].id == id {
        others[index].impressions.append(impression)
      }
      return []
    case .pushCounted(let campaign, let tags):
      person.impressions.append(Impression(campaign: campaign, tags: tags, at: now, session: session))
      return []
    case .timePassed: return passTime(now)
    // The model has no banners, content and data. They have their own, and tests of both together.
    case .messageAppeared, .messageDisappeared, .reach, .switchedOff: return []
    case .userChanged(let id): return change(to: id)
    case .relaunched:
      let effects =
        end(.discarded(.relaunched)) { _ in true } + waiting.map { .undecided($0.event, .relaunched) }
      waiting = []
      syncSince = nil
      isInSession = false
      for campaign in campaigns { makeUp(campaign) }
      return effects
    case .wiped:
      let effects = forget(.wiped, .wiped)
      isInSession = false
      person = Person()
      others = []
      displayed = nil
      remembered = []
      forgottenIDs = []
      logged = 0
      session = 0
      return effects
    }
  }

  // MARK: Questions

  func isCleared(_ id: String) -> Bool { live.contains { $0.presentation.id == id && $0.isCleared } }

  func remaining(_ now: Int64, excluding id: String? = nil) -> Int64 {
    var last: [Int64] = []
    for one in live where one.presentation.id != id {
      if case .onTheWay(let since) = one.state { last.append(since) }
    }
    if let displayed { last.append(displayed) }
    return last.map { max(0, minimum - (now - $0)) }.max() ?? 0
  }

  var nextDeadline: Int64? {
    var deadlines: [Int64] = []
    if definitions != nil, !waiting.isEmpty, let syncSince { deadlines.append(syncSince + patience) }
    if definitions == nil, let first = waiting.first { deadlines.append(first.at + 300_001) }
    for one in live {
      if case .delayed(let until) = one.state { deadlines.append(until) }
      if !one.isOnTheWay, let end = end(of: one, clock) { deadlines.append(end) }
    }
    return deadlines.min()
  }

  // MARK: Definitions

  /// Those that can take part, best first.
  var campaigns: [CampaignDefinition] {
    (definitions ?? []).filter { !$0.triggers.isEmpty }.sorted(by: isBetter)
  }

  mutating func receive(_ received: [CampaignDefinition], _ caps: [SharedCap], _ now: Int64)
    -> [DeliveryEngine.Effect]
  {
    let old = definitions == nil ? dropOld(now) : []
    definitions = received
    sharedCaps = caps
    syncSince = nil
    var effects: [DeliveryEngine.Effect] = received.filter(\.triggers.isEmpty).map(\.id).sorted().map {
      .rejected(campaign: $0, diagnostics: [.noTrigger])
    }
    for campaign in campaigns {
      if campaign.schedule.expiresAfter != nil, person.received[campaign.id] == nil {
        person.received[campaign.id] = now
      }
      if person.counted[campaign.id]?.triggers != campaign.triggers {
        person.counted[campaign.id] = Counted(triggers: campaign.triggers)
      }
      makeUp(campaign)
    }
    effects += end(.recalled) { [campaigns] one in
      !campaigns.contains { $0.id == one.presentation.campaign && $0.version == one.presentation.version }
    }
    return effects + old + decideWaiting(now)
  }

  /// Takes note of what is remembered and was not counted.
  mutating func makeUp(_ campaign: CampaignDefinition) {
    let last = person.counted[campaign.id]?.events.last?.number ?? 0
    let missed = remembered.filter { one in one.number > last && !waiting.contains { $0.number == one.number }
    }
    for entry in missed { person.counted[campaign.id]?.append(entry) }
  }

  // MARK: Events

  mutating func log(_ event: Event, _ now: Int64) -> [DeliveryEngine.Effect] {
    if forgottenIDs.contains(event.id) || remembered.contains(where: { $0.event.id == event.id }) {
      return []
    }
    if case .attribute(let key, let change) = event.kind {
      let last = person.set[key]?.last
      person.set[key, default: []].append(change)
      guard isChange(change, after: last), definitions == nil || isAwaited(key) else { return [] }
    }
    logged += 1
    let entry = Logged(event: event, at: now, session: session, number: logged)
    remembered = (remembered + [entry]).suffix(256)
    var effects: [DeliveryEngine.Effect] = []
    if definitions == nil {
      effects += dropOld(now)
      if waiting.count == 100 { effects.append(.undecided(waiting.removeFirst().event, .tooMany)) }
      waiting.append(entry)
    } else if let syncSince, now < syncSince + patience {
      if waiting.count == 100 { effects += decide(waiting.removeFirst(), now) }
      effects += takeBack(by: event)
      waiting.append(entry)
    } else {
      effects += decideWaiting(now) + decide(entry, now)
    }
    return effects
  }

  private func isAwaited(_ key: String) -> Bool { campaigns.contains { $0.waits(forAttribute: key) } }

  private func isChange(_ change: Event.AttributeChange, after earlier: Event.AttributeChange?) -> Bool {
    if case .relative = change { return true }
    return earlier.map { $0 != change } ?? false
  }

  mutating func decideWaiting(_ now: Int64) -> [DeliveryEngine.Effect] {
    let entries = waiting
    waiting = []
    var effects: [DeliveryEngine.Effect] = []
    for entry in entries { effects += decide(entry, now) }
    return effects
  }

  mutating func decide(_ entry: Logged, _ now: Int64) -> [DeliveryEngine.Effect] {
    if case .attribute(let key, _) = entry.event.kind, !isAwaited(key) { return [] }
    var effects = takeBack(by: entry.event)
    var verdicts: [(CampaignDefinition, Candidate.Verdict)] = []
    var winner: CampaignDefinition?
    for campaign in campaigns {
      person.counted[campaign.id]?.append(entry)
      guard campaign.triggers.contains(where: { NaiveTriggers.names($0, entry.event) }) else { continue }
      let verdict: Candidate.Verdict
      if let gate = triggerGate(campaign, entry.event) ?? scheduleGate(campaign, now)
        ?? patienceGate(campaign, entry, now) ?? frequencyGate(campaign, now)
      {
        verdict = .stopped(gate)
      } else if let until = delay(of: campaign.id) {
        verdict = .stopped(.delayRuns(until: Instant(milliseconds: until)))
      } else if remaining(now) > 0 {
        verdict = .stopped(
          .interval(remaining: .milliseconds(remaining(now)), minimum: .milliseconds(minimum)))
      } else if let winner {
        verdict = .stopped(.priority(winner: winner.id))
      } else {
        verdict = .chosen
        winner = campaign
      }
      verdicts.append((campaign, verdict))
    }
    let decision = Decision(
      id: entry.event.id, event: entry.event, at: Instant(milliseconds: now), userID: person.id,
      candidates: verdicts.map { Candidate(campaign: $0.id, version: $0.version, verdict: $1) })
    effects.append(.decided(decision))
    let matches = verdicts.filter {
      if case .stopped(.filter) = $1 { false } else if case .stopped(.history) = $1 { false } else { true }
    }
    if matches.isEmpty { effects.append(.noMatchingTrigger(entry.event)) }
    var successors: [CampaignDefinition] = []
    for (campaign, verdict) in matches {
      guard case .stopped(let gate) = verdict else { continue }
      let reason: Outcome.SuppressionReason
      switch gate {
      case .filter, .history: continue
      case .notStarted: reason = .notStarted
      case .ended: reason = .ended
      case .quietHours: reason = .quietHours
      case .reEligibility: reason = .reEligibility
      case .cap: reason = .cap
      case .delayRuns: reason = .delayRuns
      case .itemWaits: reason = .itemWaits
      case .interval: reason = .interval
      case .priority:
        reason = .priority
        successors.append(campaign)
      }
      effects.append(
        .record(
          OutcomeRecord(
            decisionID: entry.event.id, campaign: campaign.id, version: campaign.version,
            outcome: .suppressed(reason))))
    }
    if let winner {
      effects.append(handOver(winner, entry.event, successors, after: nil, triggeredAt: entry.at, now))
    }
    return effects
  }
}

extension CampaignDefinition {
  fileprivate func waits(forAttribute key: String) -> Bool {
    triggers.contains { $0.waits(forAttribute: key) }
  }
}

extension Trigger {
  fileprivate func waits(forAttribute key: String) -> Bool {
    switch self {
    case .event(let category, let name, _): category == .attribute && (name == nil || name == key)
    case .any(let parts), .all(let parts, _): parts.contains { $0.waits(forAttribute: key) }
    case .count(let part, _): part.waits(forAttribute: key)
    }
  }
}
