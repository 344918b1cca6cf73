// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The heart of Martlet: decides, for each event, which campaign is shown.
///
/// A value: the same state, input and instant give the same state and effects everywhere: on a phone, on the server, in a replay.
///
/// Each candidate passes the gates in this order, and the first that stops it is the reason: filter, schedule, interval, priority.
///
/// The minimum interval (D7) runs from the last display. A presentation that was handed over holds it, from that moment on, until it is
/// queued or ends; when it ends without having been shown, the display before counts again.
public struct DeliveryEngine: Sendable {
  /// Limits that apply to all campaigns.
  public struct Policy: Hashable, Sendable {
    /// Least time between two displays of triggered messages (D7). 30 s unless the app says otherwise; not negative.
    public var minimumInterval: Duration

    public init(minimumInterval: Duration = .seconds(30)) {
      self.minimumInterval = minimumInterval
    }
  }

  /// What the world tells the engine.
  public enum Input: Hashable, Sendable {
    /// The server's answer to a sync, or what was stored from the last one: replaces all definitions. Campaigns that are missing from it
    /// are recalled. Events that were waiting for the first definitions are decided now.
    case definitionsReceived([CampaignDefinition])
    /// An event was logged through the SDK. An id that was logged before is ignored. Without definitions, the event waits for them: the
    /// last 100 events, 30 s each.
    case eventLogged(Event)
    /// The presenter's word on a presentation. Unknown or repeated final outcomes are ignored.
    case outcomeReported(decisionID: String, Outcome)
    /// Later events belong to this user; nil: anonymous. Presentations in flight are discarded; definitions are forgotten, for they say
    /// what another person is eligible for. The same user again: nothing happens.
    case userChanged(userID: String?)
    /// Forget everything.
    case wiped
  }

  /// What the caller has to do; the engine itself does nothing.
  public enum Effect: Hashable, Sendable {
    /// Give this to the presenter; report back with `outcomeReported`.
    case present(Presentation)
    /// Take this presentation from the stack or the screen. It ended with this outcome, which is recorded; report nothing back.
    case withdraw(id: String, Outcome)
    /// Tell the delegate and the explain stream. One for every event that was decided.
    case decided(Decision)
    /// Tell the delegate (D8).
    case noMatchingTrigger(Event)
    /// Write to the journal: a campaign's outcome with its reason.
    case record(OutcomeRecord)
    /// Definitions did not come in time, or too many events were waiting for them: this event is never decided.
    case undecided(Event)
    /// This campaign takes no part in decisions until its definition is corrected.
    case rejected(campaign: CampaignID, diagnostics: [CampaignDiagnostic])
  }

  public let policy: Policy
  let compilePattern: PatternCompiler
  /// nil until definitions arrive.
  private(set) var index: TriggerIndex?
  public private(set) var userID: String?
  private(set) var lastDisplay: Instant?
  private(set) var live = LivePresentations()
  private(set) var pending = PendingEvents()
  private(set) var recent = RecentEvents()

  /// - Parameter environment: only `compilePattern` is used.
  public init(policy: Policy = Policy(), environment: Environment) {
    self.policy = Policy(minimumInterval: max(policy.minimumInterval, .zero))
    compilePattern = environment.compilePattern
  }

  /// Takes one input at `now` and returns what follows, in order.
  ///
  /// For an event: `decided`, then a `record` for each campaign that matched and did not get its turn, best first, then `present` or
  /// `noMatchingTrigger`. For definitions: rejections, recalls, then the events that were waiting, in the order of their logging.
  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    noteClock(now)
    var effects: [Effect] = []
    switch input {
    case .definitionsReceived(let definitions): receive(definitions, at: now, &effects)
    case .eventLogged(let event): log(event, at: now, &effects)
    case .outcomeReported(let id, let outcome): report(id, outcome, at: now, &effects)
    case .userChanged(let userID): changeUser(to: userID, &effects)
    case .wiped: wipe(&effects)
    }
    return effects
  }

  // MARK: Questions

  /// Definitions were received since the start, the last change of user and the last wipe.
  public var hasDefinitions: Bool { index != nil }

  /// The presentation was handed over and has no final outcome yet.
  public func isLive(_ presentationID: String) -> Bool {
    live.firstIndex(of: presentationID) != nil
  }

  /// Ask right before display. `.ended`: do not show it, report `.expired`. nil: nothing stands against it; also for ids that are not live.
  ///
  /// The end comes from the latest definition of the campaign. The interval is another question: `remainingInterval`.
  public func displayCheck(_ presentationID: String, at now: Instant) -> Gate? {
    guard let position = live.firstIndex(of: presentationID) else { return nil }
    let presentation = live.entries[position].presentation
    guard let endsAt = index?.endings[presentation.campaign] ?? presentation.endsAt, now >= endsAt else { return nil }
    return .ended(endsAt: endsAt)
  }

  /// How long the next display has to wait (D7): zero to the minimum interval.
  ///
  /// Mutating, because a clock that jumped backward is noted: whatever it does, asking again after the answer has passed gets zero.
  /// - Parameter presentationID: the presentation that is about to be displayed; it does not stand in its own way.
  public mutating func remainingInterval(at now: Instant, excluding presentationID: String? = nil) -> Duration {
    noteClock(now)
    return interval(at: now, excluding: presentationID)
  }

  // MARK: Inputs

  private mutating func receive(_ definitions: [CampaignDefinition], at now: Instant, _ effects: inout [Effect]) {
    let index = TriggerIndex(definitions, compilePattern: compilePattern)
    self.index = index
    for rejection in index.rejections {
      effects.append(.rejected(campaign: rejection.campaign, diagnostics: rejection.diagnostics))
    }
    withdraw(.recalled, &effects) { index.endings[$0.campaign] == nil }
    for event in pending.removeExpired(at: now) { effects.append(.undecided(event)) }
    for event in pending.removeAll() { decide(event, in: index, at: now, &effects) }
  }

  private mutating func log(_ event: Event, at now: Instant, _ effects: inout [Effect]) {
    guard recent.insert(event.id) else { return }
    if let index {
      decide(event, in: index, at: now, &effects)
    } else {
      for event in pending.add(event, at: now) { effects.append(.undecided(event)) }
    }
  }

  private mutating func decide(_ event: Event, in index: TriggerIndex, at now: Instant, _ effects: inout [Effect]) {
    let decision = decision(on: event, in: index, slots: index.slots(for: event.kind), at: now)
    effects.append(.decided(decision))
    if decision.isWithoutMatch {
      effects.append(.noMatchingTrigger(event))
      return
    }
    for candidate in decision.candidates {
      guard let reason = candidate.verdict.suppression else { continue }
      effects.append(
        .record(
          OutcomeRecord(decisionID: decision.id, campaign: candidate.campaign, version: candidate.version, outcome: .suppressed(reason))))
    }
    guard let chosen = decision.candidates.first(where: { $0.verdict == .chosen }) else { return }
    let presentation = Presentation(
      id: decision.id,
      campaign: chosen.campaign,
      version: chosen.version,
      event: event,
      triggeredAt: now,
      userID: userID,
      endsAt: index.endings[chosen.campaign] ?? nil)
    if let removed = live.add(presentation, at: now) { withdraw(removed, .discarded(.stackFull), &effects) }
    effects.append(.present(presentation))
  }

  private mutating func report(_ id: String, _ outcome: Outcome, at now: Instant, _ effects: inout [Effect]) {
    guard let position = live.firstIndex(of: id) else { return }
    let entry = live.entries[position]
    if case .queued(let reason) = outcome {
      guard entry.state != .queued(reason) else { return }
      live.setState(.queued(reason), at: position)
    } else {
      _ = live.remove(at: position)
      if outcome == .shown { lastDisplay = now }
    }
    effects.append(.record(OutcomeRecord(entry.presentation, outcome)))
  }

  private mutating func changeUser(to userID: String?, _ effects: inout [Effect]) {
    guard userID != self.userID else { return }
    forgetPerson(.userChanged, &effects)
    self.userID = userID
  }

  private mutating func wipe(_ effects: inout [Effect]) {
    forgetPerson(.wiped, &effects)
    userID = nil
    lastDisplay = nil
    recent = RecentEvents()
  }

  private mutating func forgetPerson(_ reason: Outcome.DiscardReason, _ effects: inout [Effect]) {
    withdraw(.discarded(reason), &effects) { _ in true }
    for event in pending.removeAll() { effects.append(.undecided(event)) }
    index = nil
  }

  private mutating func withdraw(_ outcome: Outcome, _ effects: inout [Effect], where condition: (Presentation) -> Bool) {
    for presentation in live.removeAll(where: condition) { withdraw(presentation, outcome, &effects) }
  }

  private func withdraw(_ presentation: Presentation, _ outcome: Outcome, _ effects: inout [Effect]) {
    effects.append(.withdraw(id: presentation.id, outcome))
    effects.append(.record(OutcomeRecord(presentation, outcome)))
  }

  /// A wall clock that jumped backward must not block for ever: nothing happened later than now.
  private mutating func noteClock(_ now: Instant) {
    if let last = lastDisplay, last > now { lastDisplay = now }
    live.clamp(to: now)
    pending.clamp(to: now)
  }
}
