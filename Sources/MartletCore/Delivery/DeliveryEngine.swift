// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The heart of Martlet: decides, for each event, which campaign is shown.
///
/// A value: the same state, input and instant give the same state and effects everywhere: on a phone, on the server, in a replay.
///
/// Each candidate passes the gates in this order, and the first that stops it is the reason: filter, history, schedule, re-eligibility, caps,
/// delay, interval, priority.
///
/// The minimum interval runs from the last display. A presentation that was handed over holds it, from that moment on, until it is
/// queued or ends; when it ends without having been shown, the display before counts again.
///
/// Caps and re-eligibility count impressions, for each person: attempts that fail consume nothing. They are asked at the trigger and, for
/// what had to wait, again at display.
public struct DeliveryEngine: Sendable {
  /// Grows with every change by which the same inputs may lead to other decisions; a recording says which one made it.
  public static let version = 4

  /// Limits that apply to all campaigns.
  public struct Policy: Hashable, Sendable {
    /// Least time between two displays of triggered messages. 30 s unless the app says otherwise; not negative.
    public var minimumInterval: Duration
    /// How long events wait for the answer to a sync that is under way; then what is stored decides. Not negative.
    public var syncPatience: Duration

    public init(minimumInterval: Duration = .seconds(30), syncPatience: Duration = .seconds(5)) {
      self.minimumInterval = minimumInterval
      self.syncPatience = syncPatience
    }
  }

  /// What the world tells the engine.
  public enum Input: Hashable, Sendable {
    /// The server's answer to a sync, or what was stored from the last one: replaces all definitions. Campaigns that are missing from it, or
    /// were edited, are recalled where they wait. Events that were waiting are decided now.
    case definitionsReceived([CampaignDefinition], caps: [SharedCap] = [])
    /// A question for definitions is under way: events wait for its answer, at most `Policy.syncPatience`.
    case syncStarted
    /// The definitions held are still right, or no answer will come: what waited is decided with what is there.
    case syncEnded
    /// An event was logged through the SDK. An id that was logged before is ignored. Without definitions, the event waits for them: the
    /// last 100 events, as long as their session runs and 5 minutes each at most.
    case eventLogged(Event)
    /// A session began: what is counted by session starts anew. What still waits for the first definitions and was logged in the session before
    /// is not decided any more.
    case sessionStarted
    /// The presenter is about to display what it kept: answered by `clear`, `hold` or `withdraw`. Unknown ids get no answer.
    case displayRequested(id: String)
    /// The presenter's word on a presentation. Unknown or repeated final outcomes are ignored.
    case outcomeReported(decisionID: String, Outcome)
    /// A presentation that was taken back had been seen in that moment: the impression counts for this person, with these tags, and for the
    /// minimum interval. Its outcome stays as it was recorded. Counts nothing for somebody whom the engine does not remember.
    case impressionCounted(campaign: CampaignID, tags: [String], userID: String?)
    /// `nextDeadline` has come.
    case timePassed
    /// Later events belong to this user; nil: anonymous. Presentations in flight are discarded; definitions are forgotten, for they say
    /// what another person is eligible for. What was remembered of the anonymous person is theirs who turns out to be that person. The same
    /// user again: nothing happens.
    case userChanged(userID: String?)
    /// Forget everything.
    case wiped
    /// The process ended and began anew: what was on its way is discarded, for the stack lives in memory; events that were waiting are
    /// never decided. What is remembered of people stays.
    case relaunched
  }

  /// What the caller has to do; the engine itself does nothing.
  public enum Effect: Hashable, Sendable {
    /// Give this to the presenter; report back with `outcomeReported`. Unless `isCleared`, it has to be requested before display.
    case present(Presentation)
    /// The answer to `displayRequested`: display it now.
    case clear(id: String)
    /// The answer to `displayRequested`: it waits because of the minimum interval, or until a message on its way that a cap counts together
    /// with it was seen or has ended; ask again after this time.
    case hold(id: String, Duration)
    /// Take this presentation from the stack or the screen. It ended with this outcome, which is recorded; report nothing back.
    case withdraw(id: String, Outcome)
    /// Tell the delegate and the explain stream. One for every event that was decided.
    case decided(Decision)
    /// Tell the delegate.
    case noMatchingTrigger(Event)
    /// Write to the journal: a campaign's outcome with its reason.
    case record(OutcomeRecord)
    /// Definitions did not come in time: this event is never decided.
    case undecided(Event, UndecidedReason)
    /// This campaign takes no part in decisions until its definition is corrected.
    case rejected(campaign: CampaignID, diagnostics: [CampaignDiagnostic])
  }

  /// Why an event that waited for the first definitions is never decided.
  public enum UndecidedReason: String, Hashable, Sendable, CaseIterable {
    /// They did not come within 5 minutes.
    case waitedTooLong = "waited_too_long"
    /// More than 100 events waited; the oldest made room.
    case tooMany = "too_many"
    /// The session in which it was logged is over.
    case sessionEnded = "session_ended"
    /// Another person uses the device.
    case userChanged = "user_changed"
    /// Everything about the person was erased.
    case wiped
    /// The process ended.
    case relaunched
  }

  public let policy: Policy
  let compilePattern: PatternCompiler
  let utcOffset: @Sendable (Instant) -> Duration
  /// nil until definitions arrive.
  var index: TriggerIndex?
  public internal(set) var userID: String?
  var lastDisplay: Instant?
  var live = LivePresentations()
  var pending = PendingEvents()
  var recent = RecentEvents()
  /// Since when a question for definitions is under way.
  var syncSince: Instant?
  /// Of the present user.
  var memory = PersonMemory()
  /// Of the users before, the latest last.
  var others: [OtherPerson] = []
  /// Counts the sessions of this installation.
  var session = 0
  /// The session of that number runs; false from the start, or from another person's coming, to the first session.
  var isInSession = false
  /// The latest instant that was ever told.
  package internal(set) var clock = Instant(milliseconds: .min)

  /// Users whose impressions are remembered beside the present one; those who left longest ago are forgotten.
  static let otherUserLimit = 4

  /// - Parameter environment: only `compilePattern` and `utcOffset` are used.
  public init(policy: Policy = Policy(), environment: Environment) {
    self.policy = Policy(minimumInterval: max(policy.minimumInterval, .zero), syncPatience: max(policy.syncPatience, .zero))
    compilePattern = environment.compilePattern
    utcOffset = environment.utcOffset
  }

  /// Takes one input at `now` and returns what follows, in order.
  ///
  /// For an event: `decided`, then a `record` for each campaign that matched and did not get its turn, best first, then `present`, or a
  /// `record` of the delay, or `noMatchingTrigger`. For definitions: rejections, recalls, then the events that were waiting, in the order of
  /// their logging.
  public mutating func handle(_ input: Input, at now: Instant) -> [Effect] {
    noteClock(now)
    var effects: [Effect] = []
    switch input {
    case .definitionsReceived(let definitions, let caps): receive(definitions, caps, at: now, &effects)
    case .syncStarted: startSync(at: now)
    case .syncEnded: endSync(at: now, &effects)
    case .eventLogged(let event): log(event, at: now, &effects)
    case .sessionStarted: startSession(&effects)
    case .displayRequested(let id): requestDisplay(of: id, at: now, &effects)
    case .outcomeReported(let id, let outcome): report(id, outcome, at: now, &effects)
    case .impressionCounted(let campaign, let tags, let userID): countImpression(of: campaign, tags: tags, for: userID, at: now)
    case .timePassed: passTime(at: now, &effects)
    case .userChanged(let userID): changeUser(to: userID, &effects)
    case .wiped: wipe(&effects)
    case .relaunched: relaunch(&effects)
    }
    return effects
  }

  // MARK: Questions

  /// Definitions were received since the start, the last change of user and the last wipe.
  public var hasDefinitions: Bool { index != nil }

  /// The presentation was decided on and has no final outcome yet.
  public func isLive(_ presentationID: String) -> Bool {
    live.firstIndex(of: presentationID) != nil
  }

  /// The presentation may be displayed at once; one that is not must be requested (`Input.displayRequested`).
  public func isCleared(_ presentationID: String) -> Bool {
    live.firstIndex(of: presentationID).map { live.entries[$0].isCleared } ?? false
  }

  /// When `Input.timePassed` has to be told next; nil: nothing waits for time.
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
    return earliest
  }

  /// How long the next display has to wait: zero to the minimum interval.
  ///
  /// Mutating, because a clock that jumped backward is noted: whatever it does, asking again after the answer has passed gets zero.
  /// - Parameter presentationID: the presentation that is about to be displayed; it does not stand in its own way.
  public mutating func remainingInterval(at now: Instant, excluding presentationID: String? = nil) -> Duration {
    noteClock(now)
    return interval(at: now, excluding: presentationID)
  }

  // MARK: Definitions

  private mutating func receive(_ definitions: [CampaignDefinition], _ caps: [SharedCap], at now: Instant, _ effects: inout [Effect]) {
    let index = TriggerIndex(definitions, caps: caps, compilePattern: compilePattern)
    noteWhatWasCounted()
    // Before counting: what will not be decided is history.
    let expired = self.index == nil ? pending.removeExpired(at: now) : []
    self.index = index
    syncSince = nil
    memory.adopt(index, at: now)
    recallHistory(in: index)
    for rejection in index.rejections {
      effects.append(.rejected(campaign: rejection.campaign, diagnostics: rejection.diagnostics))
    }
    withdraw(.recalled, &effects) { index[$0.presentation.campaign]?.definition.version != $0.presentation.version }
    for event in expired { effects.append(.undecided(event, .waitedTooLong)) }
    decidePending(in: index, at: now, &effects)
  }

  /// Groups and counts have taken note of every event that was decided while their campaign was here.
  mutating func noteWhatWasCounted() {
    guard let index else { return }
    let counted = recent.count - pending.entries.count
    for campaign in index.campaigns where campaign.program != nil { memory.progress[campaign.definition.id]?.seen = counted }
  }

  /// A group or count that is new, or was away, takes note of what the device remembers. What waits to be decided is counted then.
  private mutating func recallHistory(in index: TriggerIndex) {
    let decided = recent.count - pending.entries.count
    var isBehind = false
    for campaign in index.campaigns {
      guard let program = campaign.program else { continue }
      let progress = memory.progress[campaign.definition.id] ?? TriggerProgress(for: program)
      memory.progress[campaign.definition.id] = progress
      if progress.seen < decided { isBehind = true }
    }
    guard isBehind else { return }
    let past = recent.past
    for (number, past) in zip((recent.count - past.count + 1)..., past) where number <= decided {
      for (rank, firing) in index.firings(of: past.event, in: index.places(of: past.event.kind)) {
        let campaign = index.campaigns[rank]
        guard let program = campaign.program, firing.leaves != 0, var progress = memory.progress[campaign.definition.id],
          progress.seen < number
        else { continue }
        _ = program.advance(firing.leaves, &progress, at: past.at, session: past.session)
        memory.progress[campaign.definition.id] = progress
      }
    }
  }

  /// A question that was asked while another one is under way does not make events wait longer.
  private mutating func startSync(at now: Instant) {
    if let since = syncSince, now < since + policy.syncPatience { return }
    syncSince = now
  }

  private mutating func endSync(at now: Instant, _ effects: inout [Effect]) {
    syncSince = nil
    if let index { decidePending(in: index, at: now, &effects) }
  }

  /// What waits for the answer to a sync while definitions are here is decided whatever session runs.
  private mutating func startSession(_ effects: inout [Effect]) {
    if index == nil, isInSession { giveUpPending(.sessionEnded, &effects) }
    session += 1
    isInSession = true
  }

  private mutating func giveUpPending(_ reason: UndecidedReason, _ effects: inout [Effect]) {
    for entry in pending.removeAll() { effects.append(.undecided(entry.event, reason)) }
  }

  mutating func decidePending(in index: TriggerIndex, at now: Instant, _ effects: inout [Effect]) {
    for entry in pending.removeAll() { decide(entry, in: index, at: now, &effects) }
  }

  // MARK: Users

  private mutating func changeUser(to userID: String?, _ effects: inout [Effect]) {
    guard !userID.isExactly(self.userID) else { return }
    forgetDefinitions(.userChanged, .userChanged, &effects)
    let leaving = memory
    memory = PersonMemory()
    if let userID, let known = others.firstIndex(where: { $0.userID.isExactly(userID) }) { memory = others.remove(at: known).memory }
    if let previous = self.userID {
      others.append(OtherPerson(userID: previous, memory: leaving))
      if others.count > Self.otherUserLimit { others.removeFirst() }
      recent.forgetPast()
    } else {
      memory.merge(leaving)
    }
    self.userID = userID
    isInSession = false
  }

  private mutating func wipe(_ effects: inout [Effect]) {
    forgetDefinitions(.wiped, .wiped, &effects)
    userID = nil
    lastDisplay = nil
    recent = RecentEvents()
    memory = PersonMemory()
    others = []
    session = 0
    isInSession = false
  }

  private mutating func relaunch(_ effects: inout [Effect]) {
    withdraw(.discarded(.relaunched), &effects) { _ in true }
    noteWhatWasCounted()
    giveUpPending(.relaunched, &effects)
    syncSince = nil
    isInSession = false
    if let index { recallHistory(in: index) }
  }

  private mutating func forgetDefinitions(_ reason: Outcome.DiscardReason, _ undecided: UndecidedReason, _ effects: inout [Effect]) {
    withdraw(.discarded(reason), &effects) { _ in true }
    noteWhatWasCounted()
    giveUpPending(undecided, &effects)
    index = nil
    syncSince = nil
  }

  // MARK: Taking back

  mutating func withdraw(_ outcome: Outcome, _ effects: inout [Effect], where condition: (LivePresentations.Entry) -> Bool) {
    for presentation in live.removeAll(where: condition) { withdraw(presentation, outcome, &effects) }
  }

  func withdraw(_ presentation: Presentation, _ outcome: Outcome, _ effects: inout [Effect]) {
    effects.append(.withdraw(id: presentation.id, outcome))
    effects.append(.record(OutcomeRecord(presentation, outcome)))
  }

  /// A wall clock that jumped backward must not block for ever: nothing happened later than now.
  mutating func noteClock(_ now: Instant) {
    defer { clock = now }
    guard now < clock else { return }
    if let last = lastDisplay, last > now { lastDisplay = now }
    live.clamp(to: now) { [index] in index?[$0]?.definition.delay ?? .zero }
    pending.clamp(to: now)
    recent.clamp(to: now)
    memory.clamp(to: now)
    for position in others.indices { others[position].memory.clamp(to: now) }
    if let since = syncSince, since > now { syncSince = now }
  }
}
