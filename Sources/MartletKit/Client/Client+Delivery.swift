// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Decisions and what becomes of them.
extension Client {
  func perform(_ effects: [DeliveryEngine.Effect]) {
    var withdrawn: [String: Outcome] = [:]
    var ended: Set<String> = []
    for effect in effects {
      switch effect {
      case .present(let presentation): present(presentation)
      case .clear(let id): bring(id)
      case .hold(let id, let remaining): answerDisplay(id, .wait(for: remaining))
      case .withdraw(let id, let outcome):
        withdrawn[id] = outcome
        // After a change of user and a wipe everything is dismissed at once.
        if presentations[id] != nil, outcome != .discarded(.userChanged), outcome != .discarded(.wiped) { ended.insert(id) }
        presentations.depart(id, at: environment.monotonicNow())
      case .decided(let decision): announce(decision)
      case .noMatchingTrigger(let event): stage.yield(.noMatchingTrigger(Martlet.TriggerEvent(event.kind), epoch: epoch))
      case .record(let outcome): record(outcome)
      case .undecided(_, let reason):
        log.info("An event is not decided: \(reason.words).")
      case .rejected(let campaign, let diagnostics):
        for diagnostic in diagnostics { log.error("Campaign \(campaign) cannot run: \(diagnostic)") }
      }
    }
    if !withdrawn.isEmpty { stage.yield(.withdraw(withdrawn)) }
    if !ended.isEmpty { stage.yield(.dismiss(.ended(presentationIDs: ended))) }
    for id in withdrawn.keys { presentations.remove(id) }
  }

  private func announce(_ decision: Decision) {
    streams.decisions.send(decision, epoch: epoch)
    stage.yield(.decided(decision, epoch: epoch))
    if isReported(decision) { record(.decision(Wire.DecisionRecord(decision)), at: decision.at) }
  }

  func isReported(_ decision: Decision) -> Bool {
    !decision.candidates.isEmpty && Wire.DeviceSettings.reports(decisionID: decision.id, sample: state.decisionSample)
  }

  private func present(_ presentation: Presentation) {
    presentations.add(presentation, tags: engine.tags(of: presentation.campaign), sessionID: sessions.current?.id)
    do throws(Martlet.InAppMessage.WireError) {
      let wire = definitions?.messages[presentation.campaign]
      let message = try message(from: wire, for: presentation)
      let local = wire.flatMap { claimAssets(of: $0, for: presentation) }
      stage.yield(.present(presentation, local.map(message.usingLocalImages) ?? message, epoch: epoch, local: local))
    } catch {
      presentations.explain(presentation.id, error.detail)
      report(.discarded(error.discardReason), of: presentation.id, at: environment.now())
    }
  }

  /// What the app sees of a campaign's message. One that cannot be read is named in the log, for its outcome says only that it was.
  func message(
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

  /// Outcomes belong to the user for whom the message was triggered, also when another one is current by now.
  private func record(_ outcome: OutcomeRecord) {
    var outcome = outcome
    let id = outcome.decisionID
    if case .discarded = outcome.outcome { outcome.detail = presentations[id]?.detail }
    tell(outcome)
    if outcome.outcome == .queued(.delay) { presentations.hold(id, for: currentOwner) }
    record(Wire.EventRecord.Body(outcome), at: environment.now(), of: presentations.owner(of: id), detail: outcome.detail)
    // A campaign that was suppressed never had a presentation; the id is that of the one which was chosen.
    if case .suppressed = outcome.outcome { return }
    if outcome.outcome.isFinal, outcome.outcome != .shown { presentations.remove(id) }
  }

  func tell(_ outcome: OutcomeRecord) {
    streams.outcomes.send(outcome, epoch: epoch)
    stage.yield(.recorded(outcome, epoch: epoch))
  }

  // MARK: - The presenter's word

  func take(_ report: Martlet.InAppMessage.Context.Report, of id: String, at: Instant) {
    guard let entry = presentations[id] else { return takeLate(report, of: id, at: at) }
    let presentation = Wire.EventRecord.Presentation(entry.presentation)
    let body: Wire.EventRecord.Body
    switch report {
    case .outcome(let outcome):
      abandonDisplay(id)
      return self.report(outcome, of: id, at: at)
    case .impression:
      presentations.markShown(id)
      body = .impression(presentation)
    case .click(let buttonID): body = .click(presentation, buttonID: buttonID)
    case .dismissal(let cause): body = .dismissal(presentation, by: Wire.Open(cause.rawValue))
    }
    record(body, at: at, of: entry.owner)
    if report == .impression { self.report(.shown, of: id, at: at) }
    if case .dismissal = report { presentations.remove(id) }
  }

  /// The word crossed what took the message back: somebody saw it all the same. It counts for them, once; its outcome stays.
  private func takeLate(_ report: Martlet.InAppMessage.Context.Report, of id: String, at: Instant) {
    guard let departed = presentations.departed(id, at: environment.monotonicNow()) else {
      log.debug("Ignored a report about a presentation that has ended.")
      return
    }
    let presentation = Wire.EventRecord.Presentation(departed.entry.presentation)
    switch report {
    case .outcome: break
    case .impression:
      guard !departed.entry.isShown else { break }
      presentations.markShown(id)
      // The engine remembers nothing of the presentation any more, by which a launch could tell whether the journal's impression was counted:
      // so the recording comes first, and names the record that has to follow.
      let seen = makeRecord(.impression(presentation), at: at, of: departed.entry.owner)
      drive(
        .impressionCounted(campaign: departed.entry.presentation.campaign, tags: departed.entry.tags, userID: departed.countsFor), at: at,
        with: seen)
      record(seen)
    case .click(let buttonID): record(.click(presentation, buttonID: buttonID), at: at, of: departed.entry.owner)
    case .dismissal(let cause): record(.dismissal(presentation, by: Wire.Open(cause.rawValue)), at: at, of: departed.entry.owner)
    }
  }

  func report(_ outcome: Outcome, of id: String, at: Instant) {
    drive(.outcomeReported(decisionID: id, outcome), at: at)
    // Else it goes with the record of its outcome.
    if outcome.isFinal, outcome != .shown, !engine.isLive(id) { presentations.remove(id) }
  }

  // MARK: - Definitions

  /// Translates definitions. Entries that this version cannot read or run are left out and named in the log.
  func prepare(_ stored: StoredDefinitions) -> PreparedDefinitions {
    var prepared = PreparedDefinitions(stored: stored)
    for entry in stored.definitions.rejected {
      log.error("Campaign \(entry.id ?? "number \(entry.index)") is left out: \(entry.field): \(entry.message)")
    }
    do {
      prepared.caps = try stored.definitions.sharedCaps()
    } catch {
      log.error("No campaign runs: \(error) A newer SDK version may support this cap.")
      return prepared
    }
    for campaign in stored.definitions.campaigns {
      do {
        prepared.runnable.append(try campaign.definition())
        prepared.messages[CampaignID(campaign.id)] = campaign.message
      } catch {
        log.error("Campaign \(campaign.id) is left out: \(error). A newer SDK version may support it.")
      }
    }
    return prepared
  }

  /// From now on these decide; what is visible of campaigns that were paused or edited goes.
  func adopt(_ prepared: PreparedDefinitions) {
    hold(prepared)
    let versions = Dictionary(prepared.runnable.map { ($0.id, $0.version) }, uniquingKeysWith: { first, _ in first })
    let gone = presentations.shown { versions[$0.campaign] == $0.version }
    drive(
      .definitionsReceived(prepared.runnable, caps: prepared.caps), at: environment.now(),
      definitions: storage == nil ? [] : prepared.frames)
    if !gone.isEmpty { stage.yield(.dismiss(.ended(presentationIDs: gone))) }
  }

  /// The engine knows them.
  func hold(_ prepared: PreparedDefinitions) {
    definitions = prepared
    tell(.holds(definitions: prepared.stored.definitions.tag))
    planAssets()
  }
}

/// Definitions in the engine's form, and what their campaigns show.
struct PreparedDefinitions: Sendable {
  var stored: StoredDefinitions
  var runnable: [CampaignDefinition] = []
  var caps: [SharedCap] = []
  var messages: [CampaignID: Wire.Message] = [:]

  /// As they stand in the recording.
  var frames: [UInt8] {
    let definitions = stored.definitions
    return Wire.Recording.definitionFrames(
      tag: definitions.tag, userID: stored.userID, campaigns: definitions.campaigns.filter { messages[CampaignID($0.id)] != nil },
      caps: messages.isEmpty ? [] : definitions.caps)
  }
}

extension Martlet.TriggerEvent {
  init(_ kind: Event.Kind) {
    switch kind {
    case .sessionStart: self = .sessionStart
    case .custom(let name, let properties): self = .customEvent(name: name, properties: properties.dictionary)
    case .purchase(let purchase): self = .purchase(productId: purchase.productID, properties: purchase.properties.dictionary)
    default: self = .other
    }
  }
}
