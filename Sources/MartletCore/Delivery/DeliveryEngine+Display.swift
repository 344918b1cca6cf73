// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// From the decision to the display.
extension DeliveryEngine {
  /// The longest time in which a message becomes fully visible, unless the app sets another.
  static let longestWayToScreen = Duration.seconds(30)
  /// A message that waits for the outcome of another one asks again after this time.
  static let pauseBehindAnother = Duration.seconds(1)
  /// A message that waits for a banner or content asks again after this time. It is told earlier
  /// when the screen is free.
  static let pauseBehindReach = Duration.seconds(600)

  /// Gives a campaign its turn: to the presenter, or to its own delay first.
  ///
  /// The delay and the time limit for the display start at the trigger, even if the turn comes from
  /// another campaign.
  mutating func handOver(
    _ campaign: CompiledCampaign, on event: Event, successors: [InFlight.Successor],
    after failed: LivePresentations.Entry? = nil, triggeredAt: Instant, at now: Instant,
    _ effects: inout [Effect]
  ) {
    let definition = campaign.definition
    let attempt = (failed?.attempt ?? 0) + 1
    let endsAt = definition.schedule.ending(at: moment(for: definition, at: now), triggeredAt: triggeredAt)
    let presentation = Presentation(
      id: presentationID(of: definition, on: event, attempt), campaign: definition.id,
      version: definition.version, event: event,
      triggeredAt: triggeredAt, userID: kept.userID, endsAt: endsAt, succeeds: failed?.presentation.id,
      isRenderedAtDisplay: definition.isRenderedAtDisplay)
    let delayEnd = triggeredAt + definition.delay
    let isDelayed = delayEnd > now
    if let traits = definition.reach, !isDelayed { return receive(presentation, traits, at: now, &effects) }
    // A message on its way could become an impression that a cap counts. With an experiment, the
    // presenter always asks, so that all arms come to the same point in the same way.
    let isCleared =
      !isDelayed && definition.arm == nil && live.latestHandover(excluding: nil) == nil
      && !kept.reach.holdsScreen
    let entry = LivePresentations.Entry(
      presentation: presentation, state: isDelayed ? .delayed(until: delayEnd) : .handedOver(now),
      successors: successors,
      isCleared: isCleared, attempt: attempt, triggeredAt: triggeredAt)
    if let removed = live.add(entry) { withdraw(removed, .discarded(.stackFull), &effects) }
    effects.append(isDelayed ? .record(OutcomeRecord(presentation, .queued(.delay))) : .present(presentation))
  }

  private func presentationID(of definition: CampaignDefinition, on event: Event, _ attempt: Int) -> String {
    guard definition.reach == nil else { return ReachItem.id(of: definition.id, on: event.id) }
    return attempt == 1 ? event.id : "\(event.id)-\(attempt)"
  }

  mutating func requestDisplay(of id: String, at now: Instant, _ effects: inout [Effect]) {
    guard let position = live.firstIndex(of: id), !live.entries[position].isDelayed else { return }
    if let outcome = obstacle(to: live.entries[position], at: now) {
      return withdraw(live.remove(at: position).presentation, outcome, &effects)
    }
    if let pause = pause(of: live.entries[position], at: now) {
      wait(at: position, pause.reason, &effects)
      return effects.append(.hold(id: id, pause.until.duration(since: now)))
    }
    if kept.reach.holdsScreen {
      wait(at: position, .otherSurfaceVisible, &effects)
      return effects.append(.hold(id: id, Self.pauseBehindReach))
    }
    var remaining = interval(at: now, excluding: id)
    if remaining == .zero, isOtherCounted(before: position, at: now) { remaining = Self.pauseBehindAnother }
    guard remaining > .zero else { return clear(at: position, now: now, &effects) }
    wait(at: position, .interval, &effects)
    effects.append(.hold(id: id, remaining))
  }

  /// The message can be displayed now. In an experiment, this is the moment that is compared: after
  /// everything that decides whether it is shown, and before anything that differs between the
  /// arms.
  private mutating func clear(at position: Int, now: Instant, _ effects: inout [Effect]) {
    let presentation = live.entries[position].presentation
    let arm = index?[presentation.campaign]?.definition.arm
    if arm != nil, !live.entries[position].isExposed {
      live.expose(at: position)
      effects.append(.expose(presentation))
    }
    guard let arm, arm.isWithheld else {
      live.clear(at: position, now: now)
      return effects.append(.clear(id: presentation.id))
    }
    let entry = live.remove(at: position)
    withdraw(presentation, .withheld, &effects)
    kept.memory.countUnseen(presentation.campaign, at: now, session: kept.session)
    if !arm.keepsTurn { giveTurn(after: entry, at: now, &effects) }
  }

  mutating func report(_ id: String, _ outcome: Outcome, at now: Instant, _ effects: inout [Effect]) {
    guard let position = live.firstIndex(of: id) else { return }
    if case .queued(let reason) = outcome {
      // The presenter does not know about delayed messages, or which of the two waits a message was
      // told.
      if reason == .interval, case .queued(let told) = live.entries[position].state, told.isTold { return }
      if !live.entries[position].isDelayed { wait(at: position, reason, &effects) }
      return
    }
    let entry = live.remove(at: position)
    effects.append(.record(OutcomeRecord(entry.presentation, outcome)))
    switch outcome {
    case .shown:
      kept.lastDisplay = now
      let tags = index?[entry.presentation.campaign]?.definition.tags ?? []
      kept.memory.countImpression(of: entry.presentation.campaign, tags: tags, at: now, session: kept.session)
    case .discarded(let reason) where reason.givesTurnToNext: giveTurn(after: entry, at: now, &effects)
    case .queued, .suppressed, .discarded, .expired, .recalled, .replaced, .actioned, .exited, .dropped,
      .withheld:
      break
    }
  }

  /// Counts the impression of a presentation that was withdrawn at the same time.
  mutating func countImpression(of campaign: CampaignID, tags: [String], for person: String?, at now: Instant)
  {
    kept.lastDisplay = now
    if person.isExactly(kept.userID) {
      kept.memory.countImpression(of: campaign, tags: tags, at: now, session: kept.session)
    } else if let known = kept.others.firstIndex(where: { person.isExactly($0.userID) }) {
      kept.others[known].memory.countImpression(of: campaign, tags: tags, at: now, session: kept.session)
    }
  }

  /// Presents messages whose time has come, expires those that are too late, and decides or gives
  /// up events that waited long enough.
  mutating func passTime(at now: Instant, _ effects: inout [Effect]) {
    passReachTime(at: now, &effects)
    if let index {
      if let since = syncSince, now >= since + policy.syncPatience {
        syncSince = nil
        decidePending(in: index, at: now, &effects)
      }
    } else {
      for event in pending.removeExpired(at: now) { effects.append(.undecided(event, .waitedTooLong)) }
    }
    let waiting = live.entries.filter { if case .handedOver = $0.state { false } else { true } }
    for entry in waiting {
      guard let position = live.firstIndex(of: entry.presentation.id) else { continue }
      if let endsAt = ending(of: entry, at: now), now >= endsAt {
        _ = live.remove(at: position)
        withdraw(entry.presentation, .expired, &effects)
      } else if case .delayed(let until) = entry.state, now >= until {
        endDelay(at: position, now: now, &effects)
      }
    }
  }

  /// The first instant at which the presentation can no longer be displayed, according to the
  /// current definition.
  func ending(of entry: LivePresentations.Entry, at now: Instant) -> Instant? {
    guard let definition = index?[entry.presentation.campaign]?.definition else {
      return entry.presentation.endsAt
    }
    return definition.schedule.ending(at: moment(for: definition, at: now), triggeredAt: entry.triggeredAt)
  }

  private mutating func wait(at position: Int, _ reason: Outcome.QueueReason, _ effects: inout [Effect]) {
    guard live.entries[position].state != .queued(reason) else { return }
    live.setState(.queued(reason), at: position)
    effects.append(.record(OutcomeRecord(live.entries[position].presentation, .queued(reason))))
  }

  private mutating func endDelay(at position: Int, now: Instant, _ effects: inout [Effect]) {
    let presentation = live.entries[position].presentation
    if let outcome = obstacle(to: live.entries[position], at: now) {
      return withdraw(live.remove(at: position).presentation, outcome, &effects)
    }
    if let pause = pause(of: live.entries[position], at: now) {
      live.setState(.delayed(until: pause.until), at: position)
      return effects.append(.record(OutcomeRecord(presentation, .queued(pause.reason))))
    }
    if let traits = index?[presentation.campaign]?.definition.reach {
      _ = live.remove(at: position)
      return receive(presentation, traits, at: now, &effects)
    }
    if interval(at: now, excluding: presentation.id) > .zero {
      wait(at: position, .interval, &effects)
    } else if live.latestHandover(excluding: presentation.id) == nil, !kept.reach.holdsScreen,
      index?[presentation.campaign]?.definition.arm == nil
    {
      live.clear(at: position, now: now)
    } else {
      live.setState(.handedOver(now), at: position)
    }
    effects.append(.present(presentation))
  }

  /// True if another message is on its way to the screen, and its impression could use up a limit
  /// of this one: a shared cap, or a limit of the same campaign. Both together could be one too
  /// many. Messages without a report for too long do not count: they may never be seen.
  private func isOtherCounted(before position: Int, at now: Instant) -> Bool {
    guard let campaign = index?[live.entries[position].presentation.campaign] else { return false }
    return live.entries.indices.contains { other in
      guard other != position, case .handedOver(let since) = live.entries[other].state,
        now < since + Self.longestWayToScreen
      else {
        return false
      }
      return index?[live.entries[other].presentation.campaign]?.sharesLimit(with: campaign) ?? false
    }
  }

  private func pause(of entry: LivePresentations.Entry, at now: Instant) -> Schedule.Pause? {
    guard let definition = index?[entry.presentation.campaign]?.definition else { return nil }
    return definition.schedule.pause(at: moment(for: definition, at: now))
  }

  /// The outcome if the message can no longer be displayed at all, otherwise nil.
  private func obstacle(to entry: LivePresentations.Entry, at now: Instant) -> Outcome? {
    if let endsAt = ending(of: entry, at: now), now >= endsAt { return .expired }
    guard let campaign = index?[entry.presentation.campaign], frequencyGate(of: campaign, at: now) != nil
    else { return nil }
    return .discarded(.noLongerEligible)
  }

  /// Gives the turn of a message that could not be shown to the next candidate of the same decision
  /// that no gate stops.
  private mutating func giveTurn(
    after failed: LivePresentations.Entry, at now: Instant, _ effects: inout [Effect]
  ) {
    guard let index, interval(at: now, excluding: nil) == .zero else { return }
    var successors = failed.successors[...]
    while let next = successors.popFirst() {
      guard let campaign = index[next.campaign], campaign.definition.version == next.version,
        scheduleGate(of: campaign.definition, at: now) == nil, frequencyGate(of: campaign, at: now) == nil,
        live.delay(of: next.campaign) == nil
      else { continue }
      let endsAt = campaign.definition.schedule.ending(
        at: moment(for: campaign.definition, at: now), triggeredAt: failed.triggeredAt)
      if let endsAt, now >= endsAt { continue }
      return handOver(
        campaign, on: failed.presentation.event, successors: Array(successors), after: failed,
        triggeredAt: failed.triggeredAt, at: now,
        &effects)
    }
  }
}

/// Taking back.
extension DeliveryEngine {
  mutating func withdraw(
    _ outcome: Outcome, _ effects: inout [Effect], where condition: (LivePresentations.Entry) -> Bool
  ) {
    for presentation in live.removeAll(where: condition) { withdraw(presentation, outcome, &effects) }
  }

  func withdraw(_ presentation: Presentation, _ outcome: Outcome, _ effects: inout [Effect]) {
    effects.append(.withdraw(id: presentation.id, outcome))
    effects.append(.record(OutcomeRecord(presentation, outcome)))
  }
}
