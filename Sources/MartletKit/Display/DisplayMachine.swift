// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Follows messages from the decision to the end: which were handed over, which are being prepared
/// for display, and what is reported about them.
///
/// Each request of a presenter gets an answer: from the engine immediately, or from the server or
/// the assets, or when their deadline passes.
struct DisplayMachine: Sendable {
  /// A presentation that is being prepared for display, or has assets.
  private struct Display: Sendable {
    /// The presenter's open request. nil if there is none.
    var attempt: Int?
    var message: Wire.Message?
    /// The deadline for rendering, in monotonic time. nil if it is not being rendered.
    var renderingUntil: Duration?
  }

  private let settings: Settings
  private var definitions: PreparedDefinitions?
  private var presentations = PresentationLog()
  private var displays: [String: Display] = [:]
  /// Presentations that the engine's current step withdrew.
  private var withdrawn: [String: Outcome] = [:]
  private var ended: Set<String> = []
  private var effects: [Effect] = []

  init(_ settings: Settings) {
    self.settings = settings
  }

  private var now: Instant { settings.environment.now() }
  private var monotonicNow: Duration { settings.environment.monotonicNow() }
  private var log: Log { settings.log }

  /// The earliest deadline of a message that waits, in monotonic time.
  var earliest: Duration? { displays.values.compactMap(\.renderingUntil).min() }

  /// What an item shows, if its campaign is on this device: in the same version, unless a push
  /// named it.
  ///
  /// - Parameter renderings: what the server rendered of the campaigns whose texts are different
  ///   for each person.
  func contents(of item: ReachItem, _ renderings: ReachRenderings) -> ReachContents? {
    guard let held = heldContents(of: item) else { return nil }
    return isRendered(item) ? renderings.contents(of: item.id) : held
  }

  /// The record that the item would be shown now. nil: no experiment counts the person.
  func exposure(of item: ReachItem) -> Wire.EventRecord.Body? { definitions?.exposure(of: item) }

  /// The contents as the definitions have them.
  func heldContents(of item: ReachItem) -> ReachContents? {
    guard let definitions, item.source == .push || definitions.versions[item.campaign] == item.version else {
      return nil
    }
    return definitions.contents[item.campaign]
  }

  /// Whether the server renders the item's contents.
  func isRendered(_ item: ReachItem) -> Bool { definition(of: item.campaign)?.isRenderedAtDisplay ?? false }

  /// nil if the campaign is not on this device.
  var hasDefinitions: Bool { definitions != nil }

  func definition(of campaign: CampaignID) -> CampaignDefinition? {
    definitions?.runnable.first { $0.id == campaign }
  }

  /// Whether the campaign's message has a view. A silent message has none.
  func isVisible(_ campaign: CampaignID) -> Bool {
    definitions?.messages[campaign].map { $0.kind != .known(.control) } ?? true
  }

  func isAwaited(_ userID: String) -> Bool { presentations.mayBeReported(of: userID, at: monotonicNow) }

  mutating func handle(_ input: Input) -> [Effect] {
    effects = []
    switch input {
    case .holds(let prepared): hold(prepared)
    case .adopts(let prepared): adopt(prepared)
    case .confirmed: effects.append(.plan(definitions))
    case .restored(let presentation):
      presentations.hold(presentation.id, for: Owner(userID: presentation.userID, sessionID: nil))
    case .identified(let userID): presentations.identify(as: userID)
    case .present(let presentation, let tags, let isCleared, let sessionID):
      presentations.add(presentation, tags: tags, sessionID: sessionID)
      present(presentation, isCleared)
    case .claimed(let id): displays[id] = Display()
    case .cleared(let id): bring(id)
    case .exposed(let presentation): expose(presentation)
    case .held(let id, let remaining): answer(id, .wait(for: remaining))
    case .withdrawn(let id, let outcome): withdraw(id, outcome)
    case .recorded(let outcome, let owner): record(outcome, owner)
    case .decided: endStep()
    case .asked(let id, let attempt, let isLive): prepare(id, attempt, isLive)
    case .reported(let id, let report, let at): handle(report, of: id, at: at)
    case .over(let id): presentations.remove(id)
    case .rendered(let id, let rendering): use(rendering, of: id)
    case .ready(let id, let local): deliver(id, local)
    case .assetMissing(let id, let failure, let address): assetIsMissing(id, failure, address)
    case .timePassed:
      for id in displays.keys.sorted() where displays[id]?.renderingUntil.map({ $0 <= monotonicNow }) ?? false
      {
        log.info("A message was not rendered in time.")
        giveUp(id, .renderFailed, "timed_out")
      }
    case .tidy: for id in displays.keys.sorted() where presentations[id] == nil { abandon(id) }
    case .switchedOff(let also):
      let ids = presentations.ids.union(also)
      endAll(ids, .disabled, .ended(presentationIDs: ids))
    case .wiped:
      endAll(presentations.ids, .wiped, .wipeData)
      definitions = nil
    }
    return effects
  }

  // MARK: - Definitions

  private mutating func hold(_ prepared: PreparedDefinitions?) {
    definitions = prepared
    effects.append(.plan(prepared))
  }

  private mutating func adopt(_ prepared: PreparedDefinitions) {
    let gone = presentations.shown { prepared.versions[$0.campaign] == $0.version }
    hold(prepared)
    effects.append(.adopt(prepared))
    if !gone.isEmpty { effects.append(.stage(.dismiss(.ended(presentationIDs: gone)))) }
  }

  // MARK: - Decisions of the engine

  private mutating func present(_ presentation: Presentation, _ isCleared: Bool) {
    do throws(Martlet.InAppMessage.WireError) {
      let wire = definitions?.messages[presentation.campaign]
      let message = try message(from: wire, for: presentation)
      effects.append(
        .present(presentation, message, claiming: isCleared && !presentation.isRenderedAtDisplay ? wire : nil)
      )
    } catch {
      // All arms of an experiment must come to the same point. It fails there, when its turn has
      // come.
      if definitions?.isTested(presentation.campaign) == true {
        var silent = Martlet.InAppMessage.control(.init())
        silent.id = presentation.campaign.rawValue
        return effects.append(.present(presentation, silent, claiming: nil))
      }
      presentations.explain(presentation.id, error.detail)
      effects.append(.report(.discarded(error.discardReason), id: presentation.id, at: now))
    }
  }

  /// The message of a campaign as the app sees it. A message that cannot be read is logged, because
  /// its outcome does not say why.
  private func message(
    from wire: Wire.Message?, for presentation: Presentation
  ) throws(Martlet.InAppMessage.WireError) -> Martlet.InAppMessage {
    do throws(Martlet.InAppMessage.WireError) {
      guard let wire else { throw .invalid(field: "message", reason: "The campaign has no message.") }
      var message = try Martlet.InAppMessage(wire: wire)
      message.id = presentation.campaign.rawValue
      return message
    } catch {
      log.error("Campaign \(presentation.campaign) cannot be shown: \(error)")
      throw error
    }
  }

  private mutating func withdraw(_ id: String, _ outcome: Outcome) {
    if outcome == .withheld {
      // At once: the next campaign gets the turn in the same step, and must not find this message
      // in its way.
      effects += [.stage(.withdraw([id: outcome])), .stage(.dismiss(.ended(presentationIDs: [id])))]
      return presentations.depart(id, at: monotonicNow)
    }
    withdrawn[id] = outcome
    // After a change of user or a wipe, all messages are dismissed together.
    if presentations[id] != nil, outcome != .discarded(.userChanged), outcome != .discarded(.wiped) {
      ended.insert(id)
    }
    presentations.depart(id, at: monotonicNow)
  }

  private mutating func endStep() {
    if !withdrawn.isEmpty { effects.append(.stage(.withdraw(withdrawn))) }
    if !ended.isEmpty { effects.append(.stage(.dismiss(.ended(presentationIDs: ended)))) }
    for id in withdrawn.keys { presentations.remove(id) }
    (withdrawn, ended) = ([:], [])
  }

  private mutating func expose(_ presentation: Presentation) {
    guard let body = definitions?.exposure(of: presentation) else { return }
    effects.append(.record(body, at: now, presentations.owner(of: presentation.id), detail: nil))
  }

  /// An outcome belongs to the user for whom the message was triggered, even if another user is
  /// current by now.
  private mutating func record(_ outcome: OutcomeRecord, _ present: Owner) {
    var outcome = outcome
    let id = outcome.decisionID
    if case .discarded = outcome.outcome { outcome.detail = presentations[id]?.detail }
    if outcome.outcome == .queued(.delay) { presentations.hold(id, for: present) }
    effects.append(.publish(outcome))
    // The record of the impression already says this.
    if outcome.outcome == .shown { return }
    effects.append(
      .record(Wire.EventRecord.Body(outcome), at: now, presentations.owner(of: id), detail: outcome.detail))
    // A suppressed campaign never had a presentation. The id belongs to the campaign that was
    // chosen instead.
    if case .suppressed = outcome.outcome { return }
    if outcome.outcome.isFinal { presentations.remove(id) }
  }

  // MARK: - The presenter's reports

  private mutating func handle(_ report: Martlet.InAppMessage.Context.Report, of id: String, at: Instant) {
    guard let entry = presentations[id] else { return handleLate(report, of: id, at: at) }
    if case .outcome(let outcome) = report {
      abandon(id)
      return effects.append(.report(outcome, id: id, at: at))
    }
    guard let body = report.body(of: Wire.EventRecord.Presentation(entry.presentation)) else { return }
    effects.append(.record(body, at: at, entry.owner, detail: nil))
    if report == .impression {
      presentations.markShown(id)
      effects.append(.report(.shown, id: id, at: at))
    }
    if case .dismissal = report { presentations.remove(id) }
  }

  /// The message was seen although it was withdrawn: the report and the withdrawal crossed. The
  /// impression counts once; the outcome stays.
  private mutating func handleLate(_ report: Martlet.InAppMessage.Context.Report, of id: String, at: Instant)
  {
    guard let departed = presentations.departed(id, at: monotonicNow) else {
      return log.debug("Ignored a report about a presentation that has ended.")
    }
    let (entry, presentation) = (departed.entry, departed.entry.presentation)
    guard let body = report.body(of: Wire.EventRecord.Presentation(presentation)) else { return }
    guard report == .impression else {
      return effects.append(.record(body, at: at, entry.owner, detail: nil))
    }
    guard !entry.isShown else { return }
    presentations.markShown(id)
    // The engine no longer knows the presentation, so a launch could not tell whether the
    // impression in the journal was counted. The recording is therefore written first, and names
    // the record that must follow.
    let input = DeliveryEngine.Input.impressionCounted(
      campaign: presentation.campaign, tags: entry.tags, userID: departed.countsFor)
    effects.append(.count(input, body, at: at, entry.owner))
  }

  // MARK: - Preparing a display

  private mutating func prepare(_ id: String, _ attempt: Int, _ isLive: Bool) {
    abandon(id)
    displays[id] = Display(attempt: attempt)
    guard isLive, presentations[id] != nil else { return answer(id, .ended(.discarded(.byApp))) }
    effects.append(.drive(.displayRequested(id: id)))
  }

  private mutating func answer(
    _ id: String, _ answer: Martlet.InAppMessage.Context.Preparation, local: Martlet.LocalAssets = .init()
  ) {
    guard let attempt = displays[id]?.attempt else { return }
    displays[id]?.attempt = nil
    effects.append(.stage(.prepared(presentationID: id, attempt: attempt, answer, local)))
  }

  /// The message may be displayed now, so this fetches what it needs.
  private mutating func bring(_ id: String) {
    guard displays[id]?.attempt != nil, let presentation = presentations[id]?.presentation else { return }
    if presentation.isRenderedAtDisplay {
      // The part of the display timeout that the server may use.
      let end = monotonicNow + min(settings.displayTimeout / 2, .seconds(10))
      displays[id]?.renderingUntil = end
      effects.append(.render(presentation, presentations.owner(of: id)))
    } else if let message = definitions?.messages[presentation.campaign] {
      fetchAssets(of: message, for: id)
    } else {
      giveUp(id, .invalidContent, "message")
    }
  }

  private mutating func use(_ rendering: Uplink.Rendering, of id: String) {
    guard displays[id]?.renderingUntil != nil else { return }
    displays[id]?.renderingUntil = nil
    switch rendering {
    case .content(let content):
      guard let message = content.message else { return giveUp(id, .invalidContent, "message") }
      fetchAssets(of: message, for: id)
    case .unreachable(let detail): giveUp(id, .renderFailed, detail)
    case .failed(let reason, let detail): giveUp(id, reason, detail)
    }
  }

  private mutating func fetchAssets(of message: Wire.Message, for id: String) {
    displays[id]?.message = message
    effects.append(.fetch(message, id: id))
  }

  private mutating func deliver(_ id: String, _ local: Martlet.LocalAssets) {
    guard let wire = displays[id]?.message, let presentation = presentations[id]?.presentation else { return }
    do throws(Martlet.InAppMessage.WireError) {
      answer(id, .ready(try message(from: wire, for: presentation).usingLocalImages(local)), local: local)
    } catch {
      giveUp(id, error.discardReason, error.detail)
    }
  }

  private mutating func assetIsMissing(_ id: String, _ failure: AssetFailure, _ address: AssetAddress?) {
    let presentation = presentations[id]?.presentation
    let subject = presentation.map { "Campaign \($0.campaign)" } ?? "An earlier campaign"
    log.error("\(subject) cannot be shown because an asset is missing: \(failure)")
    giveUp(
      id, .assetFailed, failure.detail(of: address, isPersonal: presentation?.isRenderedAtDisplay ?? true))
  }

  // MARK: - Ending

  /// Ends a message that cannot be shown. The engine passes its turn to the next candidate, and no
  /// cap is used up.
  private mutating func giveUp(_ id: String, _ reason: Outcome.DiscardReason, _ detail: String) {
    presentations.explain(id, detail)
    effects += [
      .stage(.withdraw([id: .discarded(reason)])),
      // It may be back on the presenter's stack, where nothing would ask for it again.
      .stage(.dismiss(.ended(presentationIDs: [id]))),
      .report(.discarded(reason), id: id, at: now),
    ]
    abandon(id)
  }

  /// Called when it returned to the stack or ended. Its prepared content can be dropped, and later
  /// answers do not count.
  private mutating func abandon(_ id: String) {
    guard let display = displays[id] else { return }
    displays[id] = nil
    if display.renderingUntil != nil { effects.append(.abandonRendering(id: id)) }
    effects.append(.release(id: id))
  }

  private mutating func endAll(
    _ ids: Set<String>, _ reason: Outcome.DiscardReason, _ dismissal: Martlet.InAppMessage.DismissalReason
  ) {
    effects += [
      .stage(.withdraw(Dictionary(uniqueKeysWithValues: ids.map { ($0, .discarded(reason)) }))),
      .stage(.dismiss(dismissal)),
    ]
    presentations.removeAll()
    for id in displays.keys.sorted() { abandon(id) }
  }
}

extension Martlet.InAppMessage.Context.Report {
  /// The record of the report. nil for an outcome, which the engine records.
  func body(of presentation: Wire.EventRecord.Presentation) -> Wire.EventRecord.Body? {
    switch self {
    case .outcome: nil
    case .impression: .impression(presentation)
    case .click(let buttonID): .click(presentation, buttonID: buttonID)
    case .dismissal(let cause): .dismissal(presentation, by: Wire.Open(cause.rawValue))
    }
  }
}
