// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension DeliveryEngine {
  /// The decision about an event now, without any effect. nil if no campaign uses this kind of
  /// event, or if no definitions have arrived.
  ///
  /// If the result is nil, this costs one hash look-up and no allocation.
  public func decide(_ event: Event, at now: Instant) -> Decision? {
    guard let index else { return nil }
    let places = index.places(of: event.kind)
    guard !places.isEmpty, isEvent(event.kind) else { return nil }
    let entry = PendingEvents.Entry(event: event, loggedAt: now, session: kept.session)
    // A separate dictionary for new progress, so that this call copies no memory.
    var advanced: [CampaignID: TriggerProgress] = [:]
    guard now < clock || kept.aside != nil || live.entries.contains(where: \.isDelayed) else {
      return decision(on: entry, in: index, places: places, at: now, &advanced)
    }
    var copy = self
    copy.noteClock(now)
    var ignored: [Effect] = []
    copy.cancelDelays(by: event, &ignored)
    return copy.decision(on: entry, in: index, places: places, at: now, &advanced)
  }

  mutating func log(_ event: Event, at now: Instant, _ effects: inout [Effect]) {
    guard noteAttribute(of: event) else { return }
    guard kept.recent.insert(event, at: now, session: kept.session) else { return }
    let entry = PendingEvents.Entry(event: event, loggedAt: now, session: kept.session)
    guard let index else {
      for event in pending.removeExpired(at: now) { effects.append(.undecided(event, .waitedTooLong)) }
      if let oldest = pending.removeOldestIfFull() { effects.append(.undecided(oldest.event, .tooMany)) }
      return pending.add(entry)
    }
    if let since = syncSince, now < since + policy.syncPatience {
      if let oldest = pending.removeOldestIfFull() { decide(oldest, in: index, at: now, &effects) }
      cancelDelays(by: event, &effects)
      pending.add(entry)
    } else {
      decidePending(in: index, at: now, &effects)
      decide(entry, in: index, at: now, &effects)
    }
  }

  /// Cancels delayed messages of campaigns that have this event as an exception.
  private mutating func cancelDelays(by event: Event, _ effects: inout [Effect]) {
    guard let index, live.entries.contains(where: \.isDelayed) else { return }
    withdraw(.discarded(.exceptionEvent), &effects) { entry in
      guard case .delayed = entry.state, let campaign = index[entry.presentation.campaign] else {
        return false
      }
      return campaign.exceptions.contains { $0.matches(event) }
    }
  }

  mutating func decide(
    _ entry: PendingEvents.Entry, in index: TriggerIndex, at now: Instant, _ effects: inout [Effect]
  ) {
    let event = entry.event
    let places = index.places(of: event.kind)
    // A change that waited for definitions, of an attribute that none of them waits for, is nothing
    // to anybody.
    if case .attribute = event.kind, places.isEmpty { return }
    // If the event waited, check again: an earlier event may have triggered a message that this one
    // cancels.
    cancelDelays(by: event, &effects)
    if places.isEmpty {
      guard policy.reportsUnmatchedEvents else { return }
      effects.append(
        .decided(Decision(id: event.id, event: event, at: now, userID: kept.userID, candidates: [])))
      effects.append(.noMatchingTrigger(event))
      return
    }
    // Taken out of `memory`, so that counting copies nothing.
    var progress = kept.memory.progress
    kept.memory.progress = [:]
    let decision = decision(on: entry, in: index, places: places, at: now, &progress)
    kept.memory.progress = progress
    effects.append(.decided(decision))
    if decision.isWithoutMatch {
      effects.append(.noMatchingTrigger(event))
      return
    }
    var successors: [InFlight.Successor] = []
    for candidate in decision.candidates {
      guard let reason = candidate.verdict.suppression else { continue }
      // It would say in each session that the person has seen what only the app has had.
      if reason.isOfImpressions, kept.memory.unseen.contains(candidate.campaign) { continue }
      if reason == .priority {
        successors.append(.init(campaign: candidate.campaign, version: candidate.version))
      }
      effects.append(
        .record(
          OutcomeRecord(
            decisionID: decision.id, campaign: candidate.campaign, version: candidate.version,
            outcome: .suppressed(reason))))
    }
    // The message first: if both could have the screen, banners and content wait.
    if let chosen = decision.chosen, let campaign = index[chosen] {
      handOver(campaign, on: event, successors: successors, triggeredAt: entry.loggedAt, at: now, &effects)
    }
    for candidate in decision.candidates where candidate.verdict == .delivered {
      guard let campaign = index[candidate.campaign] else { continue }
      handOver(campaign, on: event, successors: [], triggeredAt: entry.loggedAt, at: now, &effects)
    }
  }

  /// A decision has the id of its event, because each event has exactly one decision.
  private func decision(
    on entry: PendingEvents.Entry, in index: TriggerIndex, places: TriggerIndex.Places, at now: Instant,
    _ progress: inout [CampaignID: TriggerProgress]
  ) -> Decision {
    let event = entry.event
    var candidates: [Candidate] = []
    var winner: CampaignID?
    let remaining = interval(at: now, excluding: nil)
    let firings = index.firings(of: event, in: places)
    candidates.reserveCapacity(firings.count)
    for (rank, firing) in firings {
      let campaign = index.campaigns[rank]
      let verdict: Candidate.Verdict
      if let gate = triggerGate(of: campaign, firing, by: entry, &progress) {
        verdict = .stopped(gate)
      } else if let gate = scheduleGate(of: campaign.definition, at: now) ?? patienceGate(
        of: campaign.definition, for: entry, at: now)
        ?? frequencyGate(of: campaign, at: now)
      {
        verdict = .stopped(gate)
      } else if let until = live.delay(of: campaign.definition.id) {
        verdict = .stopped(.delayRuns(until: until))
      } else if let traits = campaign.definition.reach {
        verdict = self.verdict(on: campaign.definition, traits, remaining: remaining)
      } else if remaining > .zero {
        verdict = .stopped(.interval(remaining: remaining, minimum: policy.minimumInterval))
      } else if let winner {
        verdict = .stopped(.priority(winner: winner))
      } else {
        winner = campaign.definition.id
        verdict = .chosen
      }
      candidates.append(
        Candidate(campaign: campaign.definition.id, version: campaign.definition.version, verdict: verdict))
    }
    return Decision(id: event.id, event: event, at: now, userID: kept.userID, candidates: candidates)
  }

  // MARK: Gates

  /// The gate that kept the triggers from firing, or nil if they fired. Adds the event to groups
  /// and counts.
  private func triggerGate(
    of campaign: CompiledCampaign, _ firing: TriggerIndex.Firing, by entry: PendingEvents.Entry,
    _ progress: inout [CampaignID: TriggerProgress]
  ) -> Gate? {
    guard let program = campaign.program, firing.leaves != 0 else {
      return firing.isFired ? nil : firing.miss.map(Gate.filter)
    }
    let id = campaign.definition.id
    var own = progress.removeValue(forKey: id) ?? kept.memory.progress[id] ?? TriggerProgress(for: program)
    let (fires, reached) = program.advance(firing.leaves, &own, at: entry.loggedAt, session: entry.session)
    progress[id] = own
    return fires || firing.isFired ? nil : reached.map(Gate.history)
  }

  func moment(for definition: CampaignDefinition, at now: Instant) -> Schedule.Moment {
    // Looked up only if the schedule needs it.
    let receivedAt = definition.schedule.expiresAfter == nil ? nil : kept.memory.received[definition.id]
    return Schedule.Moment(now: now, receivedAt: receivedAt, utcOffset: utcOffset)
  }

  func scheduleGate(of definition: CampaignDefinition, at now: Instant) -> Gate? {
    definition.schedule.gate(at: moment(for: definition, at: now))
  }

  /// Stops an event that waited for definitions so long that its message would come too late.
  private func patienceGate(
    of definition: CampaignDefinition, for entry: PendingEvents.Entry, at now: Instant
  ) -> Gate? {
    guard let length = definition.schedule.displaysWithin, now > entry.loggedAt,
      now >= entry.loggedAt + length
    else { return nil }
    return .ended(endsAt: entry.loggedAt + length)
  }

  /// The limit on impressions that stops the campaign, or nil if there is none.
  func frequencyGate(of campaign: CompiledCampaign, at now: Instant) -> Gate? {
    let id = campaign.definition.id
    if let gate = campaign.definition.reEligibility.gate(last: kept.memory.campaigns[id]?.last, at: now) {
      return gate
    }
    for cap in campaign.caps where cap.scope != .all || campaign.definition.isPaced {
      guard let tally = kept.memory.tally(cap.scope, of: id) else { continue }
      let count = tally.count(in: cap.cap.window, at: now, session: kept.session)
      if count >= cap.cap.limit { return .cap(cap.scope, cap.cap, count: count) }
    }
    return nil
  }

  func interval(at now: Instant, excluding presentationID: String?) -> Duration {
    var latest = kept.lastDisplay
    if let handover = live.latestHandover(excluding: presentationID) {
      latest = max(latest ?? handover, handover)
    }
    guard let latest else { return .zero }
    let elapsed = max(now.duration(since: latest), .zero)
    return max(policy.minimumInterval - elapsed, .zero)
  }
}

extension OutcomeRecord {
  init(_ presentation: Presentation, _ outcome: Outcome) {
    self.init(
      decisionID: presentation.id, campaign: presentation.campaign, version: presentation.version,
      outcome: outcome)
  }
}
