// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The engine: it decides for each event which campaign is shown.
///
/// It is a value: the same state, input and time give the same state and effects everywhere, on a
/// phone, on the server and in a replay.
///
/// Each candidate passes the gates in the order of `Gate`, and the first one that stops it is the
/// reason.
///
/// The minimum interval starts at the last display. A presentation that was handed over blocks it
/// from that moment until it is queued or ends. If it ends without being shown, the previous
/// display counts again.
///
/// Limits of impressions count those of each person, not attempts. They are checked at the trigger
/// and, if queued, again at display.
///
/// A message with an experiment is always requested before display. Where it is cleared it is
/// exposed, in all arms alike. In an arm that gets nothing it then ends as withheld: its own
/// campaign counts that as an impression, and nothing else does. For a banner or content, this is
/// where its turn comes; for data, where it would be passed to the app.
public struct DeliveryEngine: Sendable {
  /// Increases with every change after which the same inputs can lead to other decisions.
  /// Recordings contain it.
  public static let version = 10

  /// The inputs of the engine.
  public enum Input: Equatable, Sendable {
    /// The response to a sync, or the stored definitions: replaces all definitions. Queued messages
    /// of campaigns that are missing or were edited are recalled. Waiting events are decided now.
    case definitionsReceived([CampaignDefinition], caps: [SharedCap] = [])
    /// A sync has started. Events wait for its response, up to `Policy.syncPatience`.
    case syncStarted
    /// The sync has ended: the definitions are current, or no response will come. Waiting events
    /// are decided with the existing definitions.
    case syncEnded
    /// An event was logged through the SDK. Ids that were logged before are ignored. Without
    /// definitions, events wait: up to 100 events, as long as their session runs, and up to 5
    /// minutes.
    case eventLogged(Event)
    /// An attribute that no trigger waits for was set: a later change is told from this value.
    /// `mark` stands for the value (`attributeMark(_:)`), so that recordings do not contain what
    /// they do not need.
    case attributeNoted(key: String, mark: UInt64)
    /// The server said, for each audience that a trigger names, whether the person is in it. What
    /// differs from the last time is an event: `memberChanged`. An audience of which nothing was
    /// known is none.
    case membershipReceived([String: Bool])
    /// A session started. Counts per session start again. Events of the last session that wait for
    /// first definitions are never decided.
    case sessionStarted
    /// The presenter is about to display a queued message. The result is `clear`, `hold` or
    /// `withdraw`. Unknown ids have no result.
    case displayRequested(id: String)
    /// The presenter's report about a presentation. Unknown or repeated final outcomes are ignored.
    case outcomeReported(decisionID: String, Outcome)
    /// A recalled presentation was visible at that moment. The impression counts for this person,
    /// with these tags, and for the minimum interval. The recorded outcome stays. Nothing counts
    /// for a person whom the engine does not remember.
    case impressionCounted(campaign: CampaignID, tags: [String], userID: String?)
    /// A notification that frequency caps count arrived, or was tapped: an impression of its
    /// campaign, with these tags, for the present person. The minimum interval does not count it,
    /// because the person may have seen it earlier.
    case pushCounted(campaign: CampaignID, tags: [String])
    /// A message is fully visible on the screen.
    case messageAppeared(id: String)
    /// It is no longer on the screen.
    case messageDisappeared(id: String)
    /// About banners, content and data.
    case reach(ReachMachine.Input)
    /// The SDK was turned off: banners, content and data end.
    case switchedOff
    /// `nextDeadline` is reached.
    case timePassed
    /// Later events belong to this user, or to an anonymous person if it is nil. Presentations are
    /// discarded, and definitions are forgotten, because they are for another person. What was
    /// remembered of the anonymous person is kept for the user who signs in first. If the user is
    /// the same, nothing happens.
    case userChanged(userID: String?)
    /// Forget everything.
    case wiped
    /// The process ended and started again. Presentations are discarded, because the stack is in
    /// memory, and waiting events are never decided. What is remembered of people stays.
    case relaunched
  }

  /// What the caller has to do. The engine itself does nothing.
  public enum Effect: Equatable, Sendable {
    /// Pass this to the presenter, and report back with `outcomeReported`. Unless `isCleared` is
    /// true, it must be requested before display.
    case present(Presentation)
    /// The result of `displayRequested`: display it now.
    case clear(id: String)
    /// The result of `displayRequested`: it waits for the minimum interval, or until another
    /// message with the same cap was shown or has ended. Request it again after this time.
    case hold(id: String, Duration)
    /// Write to the journal that a message with an experiment would be displayed now. `clear`
    /// follows, or `withdraw` if the person's arm gets nothing. There is at most one for each
    /// presentation.
    case expose(Presentation)
    /// Remove this presentation from the stack or the screen. It ended with this outcome, which is
    /// recorded. Report nothing back.
    case withdraw(id: String, Outcome)
    /// Report the decision to the delegate and the stream. There is one for every decided event.
    case decided(Decision)
    /// Call the delegate.
    case noMatchingTrigger(Event)
    /// Write the outcome of a campaign to the journal.
    case record(OutcomeRecord)
    /// Definitions did not arrive in time. This event is never decided.
    case undecided(Event, UndecidedReason)
    /// The person entered or left an audience: log this event, with a new id.
    case memberChanged(Event.Kind)
    /// About banners, content and data.
    case reach(ReachMachine.Effect)
    /// No banner or content has the screen any more: messages that wait for it can be requested
    /// again.
    case screenFreed
    /// This campaign is excluded from decisions until its definition is corrected.
    case rejected(campaign: CampaignID, diagnostics: [CampaignDiagnostic])
  }

  /// Why an event that waited for the first definitions is never decided.
  public enum UndecidedReason: String, Hashable, Sendable, CaseIterable {
    /// They did not arrive within 5 minutes.
    case waitedTooLong = "waited_too_long"
    /// More than 100 events were waiting, and this was the oldest.
    case tooMany = "too_many"
    /// The session of the event ended.
    case sessionEnded = "session_ended"
    /// Another person signed in.
    case userChanged = "user_changed"
    /// All data about the person was erased.
    case wiped
    /// The process ended.
    case relaunched
  }

  public let policy: Policy
  let compilePattern: PatternCompiler
  let utcOffset: @Sendable (Instant) -> Duration
  /// nil until definitions arrive.
  var index: TriggerIndex?
  var live = LivePresentations()
  var pending = PendingEvents()
  /// When the current sync started, or nil if there is none.
  var syncSince: Instant?
  /// What is still known after a relaunch.
  var kept = Saved()
  /// True if session number `kept.session` is running. False after a start or a change of user,
  /// until a session starts.
  var isInSession = false
  /// When each message that is on the screen appeared.
  var visible: [String: Instant] = [:]
  /// The time of the last input.
  package internal(set) var clock = Instant(milliseconds: .min)

  /// The number of other users whose impressions are remembered. Those who left longest ago are
  /// forgotten first.
  static let otherUserLimit = 4

  /// Creates an engine.
  ///
  /// - Parameter environment: only `compilePattern` and `utcOffset` are used.
  public init(policy: Policy = Policy(), environment: Environment) {
    var policy = policy
    policy.minimumInterval = max(policy.minimumInterval, .zero)
    policy.syncPatience = max(policy.syncPatience, .zero)
    self.policy = policy
    kept.reach.policy = policy.reach
    compilePattern = environment.compilePattern
    utcOffset = environment.utcOffset
  }

  /// Handles an input and returns the effects, in order.
  ///
  /// For an event: `decided`, then a `record` for each campaign that matched but was suppressed,
  /// best first, then `present`, a `record` of the delay, or `noMatchingTrigger`. For definitions:
  /// rejections, recalls, then the events that were waiting, in the order in which they were
  /// logged.
  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    handle(input, at: now, into: &effects)
    return effects
  }

  /// Handles an input and appends the effects, in the order of ``handle(_:at:)``, so that a long
  /// replay needs one list.
  public mutating func handle(_ input: Input, at now: Instant, into effects: inout [Effect]) {
    let heldScreen = begin(at: now)
    switch input {
    case .definitionsReceived(let definitions, let caps):
      receive(TriggerIndex(definitions, caps: caps, compilePattern: compilePattern), at: now, &effects)
    case .syncStarted: startSync(at: now)
    case .syncEnded: endSync(at: now, &effects)
    case .eventLogged(let event): log(event, at: now, &effects)
    case .attributeNoted(let key, let mark): _ = kept.memory.attributes.note(key, mark)
    case .membershipReceived(let audiences): receive(audiences, &effects)
    case .sessionStarted: startSession(&effects)
    case .displayRequested(let id): requestDisplay(of: id, at: now, &effects)
    case .outcomeReported(let id, let outcome): report(id, outcome, at: now, &effects)
    case .impressionCounted(let campaign, let tags, let userID):
      countImpression(of: campaign, tags: tags, for: userID, at: now)
    case .pushCounted(let campaign, let tags):
      kept.memory.countImpression(of: campaign, tags: tags, at: now, session: kept.session)
    case .messageAppeared(let id): visible[id] = now
    case .messageDisappeared(let id): visible[id] = nil
    case .reach(let input): handle(input, at: now, &effects)
    case .switchedOff: endReach(.disabled, &effects)
    case .timePassed: passTime(at: now, &effects)
    case .userChanged(let userID): changeUser(to: userID, &effects)
    case .wiped: wipe(&effects)
    case .relaunched: relaunch(&effects)
    }
    settleScreen(wasHeld: heldScreen, at: now, &effects)
  }

  /// Handles ``Input/eventLogged(_:)``, as ``handle(_:at:into:)`` does, without copying the event
  /// into an input.
  public mutating func log(_ event: Event, at now: Instant, into effects: inout [Effect]) {
    let heldScreen = begin(at: now)
    log(event, at: now, &effects)
    settleScreen(wasHeld: heldScreen, at: now, &effects)
  }

  // MARK: Questions

  /// The current user, or nil if anonymous.
  public var userID: String? { kept.userID }

  /// True if definitions have arrived since the start, the last change of user and the last wipe.
  public var hasDefinitions: Bool { index != nil }

  /// True if the presentation has no final outcome yet.
  public func isLive(_ presentationID: String) -> Bool { live.firstIndex(of: presentationID) != nil }

  /// True if the presentation can be displayed immediately. Others must be requested
  /// (`Input.displayRequested`).
  public func isCleared(_ presentationID: String) -> Bool {
    live.firstIndex(of: presentationID).map { live.entries[$0].isCleared } ?? false
  }

  /// The time of the next `Input.timePassed`, or nil if nothing waits for a time.
  public var nextDeadline: Instant? {
    var earliest: Instant?
    func consider(_ instant: Instant?) {
      if let instant { earliest = min(earliest ?? instant, instant) }
    }
    if index != nil, !pending.entries.isEmpty { consider(syncSince.map { $0 + policy.syncPatience }) }
    if index == nil { consider(pending.nextExpiry) }
    for entry in live.entries {
      switch entry.state {
      case .delayed(let until):
        consider(until)
        consider(ending(of: entry, at: clock))
      case .queued: consider(ending(of: entry, at: clock))
      case .handedOver: break
      }
    }
    if kept.reach.count > 0 {
      consider(kept.reach.nextEnd(after: clock, utcOffset: utcOffset))
      for item in kept.reach.heldItems {
        if case .later(let instant) = turn(of: item, wasSeen: false, at: clock) { consider(instant) }
      }
      consider(nextScreenCheck)
    }
    return earliest
  }

  /// The presentations without a final outcome, oldest first, including those in their delay.
  public var livePresentations: [Presentation] { live.entries.map(\.presentation) }

  /// The tags of a campaign, which caps count. Empty if there is no such campaign.
  public func tags(of campaign: CampaignID) -> [String] { index?[campaign]?.definition.tags ?? [] }

  // MARK: Definitions

  mutating func receive(_ index: TriggerIndex, at now: Instant, _ effects: inout [Effect]) {
    noteWhatWasCounted()
    // Expire events before the history is counted: events that are never decided belong to it.
    let expired = self.index == nil ? pending.removeExpired(at: now) : []
    self.index = index
    syncSince = nil
    kept.memory.adopt(index, at: now)
    recallHistory(in: index)
    for rejection in index.rejections {
      effects.append(.rejected(campaign: rejection.campaign, diagnostics: rejection.diagnostics))
    }
    withdraw(.recalled, &effects) {
      index[$0.presentation.campaign]?.definition.version != $0.presentation.version
    }
    recallItems(in: index, at: now, &effects)
    for event in expired { effects.append(.undecided(event, .waitedTooLong)) }
    decidePending(in: index, at: now, &effects)
  }

  /// Notes that groups and counts have counted every event that was decided while their campaign
  /// was present.
  mutating func noteWhatWasCounted() {
    guard let index else { return }
    let counted = kept.recent.count - pending.entries.count
    for campaign in index.campaigns where campaign.program != nil {
      kept.memory.progress[campaign.definition.id]?.seen = counted
    }
  }

  /// Adds the remembered events to groups and counts that are new or were absent. Events that still
  /// wait are counted when they are decided.
  mutating func recallHistory(in index: TriggerIndex) {
    let decided = kept.recent.count - pending.entries.count
    var isBehind = false
    for campaign in index.campaigns {
      guard let program = campaign.program else { continue }
      let progress = kept.memory.progress[campaign.definition.id] ?? TriggerProgress(for: program)
      kept.memory.progress[campaign.definition.id] = progress
      if progress.seen < decided { isBehind = true }
    }
    guard isBehind else { return }
    let past = kept.recent.past
    for (number, past) in zip((kept.recent.count - past.count + 1)..., past) where number <= decided {
      for (rank, firing) in index.firings(of: past.event, in: index.places(of: past.event.kind)) {
        let campaign = index.campaigns[rank]
        guard let program = campaign.program, firing.leaves != 0,
          var progress = kept.memory.progress[campaign.definition.id],
          progress.seen < number
        else { continue }
        _ = program.advance(firing.leaves, &progress, at: past.at, session: past.session)
        kept.memory.progress[campaign.definition.id] = progress
      }
    }
  }

  /// A sync that starts during another one does not make events wait longer.
  private mutating func startSync(at now: Instant) {
    if let since = syncSince, now < since + policy.syncPatience { return }
    syncSince = now
  }

  private mutating func endSync(at now: Instant, _ effects: inout [Effect]) {
    syncSince = nil
    if let index { decidePending(in: index, at: now, &effects) }
  }

  /// Events that wait for a sync while definitions exist are decided regardless of the session.
  private mutating func startSession(_ effects: inout [Effect]) {
    if index == nil, isInSession { giveUpPending(.sessionEnded, &effects) }
    kept.session += 1
    isInSession = true
  }

  mutating func giveUpPending(_ reason: UndecidedReason, _ effects: inout [Effect]) {
    for entry in pending.removeAll() { effects.append(.undecided(entry.event, reason)) }
  }

  mutating func decidePending(in index: TriggerIndex, at now: Instant, _ effects: inout [Effect]) {
    if pending.entries.isEmpty { return }
    for entry in pending.removeAll() { decide(entry, in: index, at: now, &effects) }
  }
}
