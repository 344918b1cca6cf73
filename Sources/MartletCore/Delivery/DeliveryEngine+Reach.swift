// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Banners, content and data: the engine decides which campaigns are delivered, and shares the
/// screen between them and messages.
extension DeliveryEngine {
  /// After this time, a message no longer keeps banners away: its presenter may have forgotten to
  /// report its end.
  static let longestVisibility = Duration.seconds(600)

  /// The banners, content and data on this device.
  public var reach: ReachMachine { kept.reach }

  /// The messages on the screen.
  public var visibleMessages: [String] { visible.keys.sorted() }

  /// Whether the push with this id, or the sync that says the same, brought the last item of the
  /// campaign for this person.
  public func hasReceived(_ deliveryID: String, of campaign: CampaignID) -> Bool {
    kept.memory.deliveries[campaign] == deliveryID
  }

  mutating func handle(_ input: ReachMachine.Input, at now: Instant, _ effects: inout [Effect]) {
    switch input {
    case .received(let item) where item.source == .push, .opened(let item):
      if item.userID.isExactly(kept.userID), !item.isTest { kept.memory.deliveries[item.campaign] = item.id }
    default: break
    }
    noteMessages(isForced: true, at: now, &effects)
    let offset = utcOffset(now)
    apply(
      withMachine(at: now) { $0.handle(input, at: now, utcOffset: offset, judging: $1) }, at: now, &effects)
  }

  /// Whether a campaign with a banner, content or data is delivered. Several of them do not
  /// compete: they wait for each other.
  func verdict(on definition: CampaignDefinition, _ traits: ReachTraits, remaining: Duration)
    -> Candidate.Verdict
  {
    if let item = kept.reach.item(of: definition.id), item.version == definition.version {
      return .stopped(.itemWaits(since: item.receivedAt))
    }
    if traits.isPaced, remaining > .zero {
      return .stopped(.interval(remaining: remaining, minimum: policy.minimumInterval))
    }
    return .delivered
  }

  /// Delivers a campaign whose trigger fired.
  mutating func receive(
    _ presentation: Presentation, _ traits: ReachTraits, at now: Instant, _ effects: inout [Effect]
  ) {
    guard let definition = index?[presentation.campaign]?.definition else { return }
    let schedule = definition.schedule
    let item = ReachItem(
      id: presentation.id, campaign: presentation.campaign, version: presentation.version,
      userID: presentation.userID, traits: traits,
      receivedAt: now, endsAt: schedule.endsAt, endsAtLocally: schedule.endsAtLocally,
      // A length of time, so that a clock that is set back later does not make it longer.
      expiresAfter: schedule.timeLeft(
        at: moment(for: definition, at: now), triggeredAt: presentation.triggeredAt),
      isLoaded: !presentation.isRenderedAtDisplay,
      event: presentation.isRenderedAtDisplay ? presentation.event : nil,
      arm: definition.arm.map(ReachItem.Arm.init))
    handle(.received(item), at: now, &effects)
  }

  mutating func passReachTime(at now: Instant, _ effects: inout [Effect]) {
    guard kept.reach.count > 0 else { return }
    let offset = utcOffset(now)
    apply(withMachine(at: now) { $0.passTime(at: now, utcOffset: offset, judging: $1) }, at: now, &effects)
  }

  /// Ends items of campaigns that are gone or were edited. The others have the person's arm as it
  /// is now.
  mutating func recallItems(in index: TriggerIndex, at now: Instant, _ effects: inout [Effect]) {
    kept.reach.setArms { index[$0]?.definition.arm.map(ReachItem.Arm.init) }
    let offset = utcOffset(now)
    let reached = withMachine(at: now) {
      $0.recall(
        except: { index[$0.campaign]?.definition.version == $0.version }, at: now, utcOffset: offset,
        judging: $1)
    }
    apply(reached, at: now, &effects)
  }

  mutating func endReach(_ reason: Outcome.DropReason, _ effects: inout [Effect]) {
    for effect in kept.reach.endAll(reason) { effects.append(.reach(effect)) }
  }

  /// Lets the machine work with the judge of its items. It is taken out meanwhile, because the
  /// judge reads everything else.
  private mutating func withMachine(
    at now: Instant, _ work: (inout ReachMachine, ReachMachine.Judge) -> [ReachMachine.Effect]
  ) -> [ReachMachine.Effect] {
    var machine = kept.reach
    kept.reach = ReachMachine()
    defer { kept.reach = machine }
    return work(&machine) { turn(of: $0, wasSeen: $1, at: now) }
  }

  /// Whether a banner or content can appear now that its turn has come, as messages are asked at
  /// display. Limits that its trigger passed may have been used up since. What the person has seen
  /// already has used them itself. What a push brought was judged by the server, except that quiet
  /// hours may have begun.
  func turn(of item: ReachItem, wasSeen: Bool, at now: Instant) -> ReachMachine.Turn {
    guard let campaign = index?[item.campaign], !item.isTest else { return .now }
    if let pause = campaign.definition.schedule.pause(at: moment(for: campaign.definition, at: now)) {
      return .later(pause.until)
    }
    guard !wasSeen, item.source == .definitions else { return .now }
    if frequencyGate(of: campaign, at: now) != nil { return .never(.noLongerEligible) }
    let remaining = item.traits.isPaced ? interval(at: now, excluding: nil) : .zero
    return remaining > .zero ? .later(now + remaining) : .now
  }

  /// What a person sees first of an item is the impression of its campaign. What ends after its
  /// turn without being seen counts for the limits of its own campaign: data that the app took or
  /// refused, a banner whose notifier failed, what an experiment withheld.
  private mutating func apply(_ reached: [ReachMachine.Effect], at now: Instant, _ effects: inout [Effect]) {
    for effect in reached {
      effects.append(.reach(effect))
      if case .spend(let item) = effect, item.userID.isExactly(kept.userID) {
        kept.memory.countUnseen(item.campaign, at: now, session: kept.session)
        // All arms have the same records: a variant of data is not seen either.
        if item.arm != .withheld || item.traits.form == .data { kept.memory.unseen.insert(item.campaign) }
      }
      guard case .record(let statistic) = effect, statistic.isImpression,
        statistic.item.userID.isExactly(kept.userID)
      else { continue }
      let traits = statistic.item.traits
      if traits.isPaced { kept.lastDisplay = now }
      kept.memory.countImpression(
        of: statistic.item.campaign, tags: tags(of: statistic.item.campaign), isPaced: traits.isPaced,
        at: now, session: kept.session)
    }
  }

  // MARK: - The screen

  /// What every input begins with. Returns whether Reach holds the screen, which `settleScreen`
  /// needs at the end of the input.
  mutating func begin(at now: Instant) -> Bool {
    noteClock(now)
    return kept.reach.holdsScreen
  }

  /// Lets banners and messages wait for each other. When both wait, the message is first.
  mutating func settleScreen(wasHeld: Bool, at now: Instant, _ effects: inout [Effect]) {
    if wasHeld, !kept.reach.holdsScreen,
      live.entries.contains(where: { $0.state == .queued(.otherSurfaceVisible) })
    {
      effects.append(.screenFreed)
    }
    noteMessages(at: now, &effects)
  }

  /// Tells the machine whether a message has the screen. Without items, it need not know, so that
  /// other inputs cost nothing more.
  private mutating func noteMessages(isForced: Bool = false, at now: Instant, _ effects: inout [Effect]) {
    guard isForced || kept.reach.count > 0 || kept.reach.isMessageDue || !visible.isEmpty else { return }
    let isDue = isMessageDue(at: now)
    guard isDue != kept.reach.isMessageDue else { return }
    let offset = utcOffset(now)
    apply(
      withMachine(at: now) { $0.note(isMessageDue: isDue, at: now, utcOffset: offset, judging: $1) }, at: now,
      &effects)
  }

  /// Whether a message is on the screen, on its way there, or next.
  private func isMessageDue(at now: Instant) -> Bool {
    if visible.contains(where: { now < $0.value + Self.longestVisibility }) { return true }
    return live.entries.contains { entry in
      switch entry.state {
      case .handedOver(let since): now < since + Self.longestWayToScreen
      case .queued(.otherSurfaceVisible): true
      case .queued, .delayed: false
      }
    }
  }

  /// When a message that is not heard of no longer keeps banners away. nil if no item waits for
  /// one.
  var nextScreenCheck: Instant? {
    guard kept.reach.isMessageDue, kept.reach.count > 0 else { return nil }
    let limits = visible.values.map { $0 + Self.longestVisibility }
    let ways = live.entries.compactMap { entry -> Instant? in
      if case .handedOver(let since) = entry.state { since + Self.longestWayToScreen } else { nil }
    }
    return (limits + ways).filter { $0 > clock }.min()
  }
}
