// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletUI
import MartletWire

/// The app's delegate of the SDK. The timeline gets an entry for every call, in order.
extension LabDevice: MartletDelegate {
  func martlet(_ martlet: Martlet, didDecide decision: Decision) {
    guard isCurrent(martlet) else { return }
    lastDecisionID = decision.id
    let delay = messages.decided(decision)
    log(FeedDecision(decision, name: name).content, decisionID: decision.id)
    if let delay {
      log(
        .outcome(title: "Queued", detail: "Delayed by \(Self.words(for: delay))", tone: .warn),
        decisionID: decision.id)
      sendState()
    }
  }

  func martlet(_ martlet: Martlet, noMatchingTriggerForEvent event: Martlet.TriggerEvent) {
    guard isCurrent(martlet) else { return }
    call("noMatchingTriggerForEvent", event.identifier, of: lastDecisionID)
  }

  func martlet(_ martlet: Martlet, didRecord outcome: OutcomeRecord) {
    guard isCurrent(martlet) else { return }
    let words = [outcome.outcome.wireKind.rawValue, outcome.outcome.wireReason].compactMap { $0 }.joined(
      separator: ", ")
    call("didRecord", "\(words): \(name(outcome.campaign.rawValue))", of: outcome.decisionID)
    noteItem(outcome)
    // The schedule may prolong a delay. The presenter hears of the message only after the delay.
    if case .queued(let reason) = outcome.outcome, reason != .delay, messages.isDelayed(outcome.decisionID) {
      let (title, detail, tone) = outcome.outcome.words
      messages.wait(outcome.decisionID, campaign: outcome.campaign.rawValue, reason: detail ?? title)
      log(.outcome(title: title, detail: detail, tone: tone), decisionID: outcome.decisionID)
      sendState()
    }
  }

  /// The server never opens a campaign's URL; the timeline says what a phone would have done.
  func martlet(_ martlet: Martlet, shouldOpenURL context: Martlet.URLContext) -> Bool {
    guard isCurrent(martlet) else { return false }
    call("shouldOpenURL", "true: the app allows it", of: host.presentationID)
    log(.intent(context), decisionID: host.presentationID)
    return false
  }
}

/// The app's delegate of the presenter. It answers as set in the lab.
extension LabDevice: InAppMessageUIDelegate {
  func inAppMessage(_ ui: InAppMessageUI, displayChoiceForMessage message: Martlet.InAppMessage)
    -> InAppMessageUI.DisplayChoice
  {
    let choice = state.app.choice
    call(
      "displayChoiceForMessage", "The app answers: \(choice.words)", of: message.data.context?.presentationID,
      choice == .now ? .plain : .warn)
    return choice
  }

  func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext) {
    let changes = state.app.prepare(&context)
    call(
      "prepareWith", changes.isEmpty ? "The app changes nothing" : changes.joined(separator: "; "),
      of: context.message.data.context?.presentationID, changes.isEmpty ? .plain : .warn)
  }

  func inAppMessage(
    _ ui: InAppMessageUI, willPresent message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    if let context = message.data.context {
      host.messageID = context.presentationID
      host.allow(context.localAssets.fileURLs.values)
      noteSuccession(context.presentationID, message)
      messages.leftTheStack(context.presentationID)
    }
    call("willPresent", nil, of: message.data.context?.presentationID)
  }

  func inAppMessage(
    _ ui: InAppMessageUI, didPresent message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    let context = message.data.context
    call("didPresent", nil, of: context?.presentationID)
    // An app that shows a message of its own logs the impression itself.
    if let context, context.isLoggedByHand, context.logImpression() == nil {
      call("logImpression", nil, of: context.presentationID)
    }
    sendState()
  }

  func inAppMessage(
    _ ui: InAppMessageUI, willDismiss message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    call("willDismiss", nil, of: message.data.context?.presentationID)
  }

  func inAppMessage(
    _ ui: InAppMessageUI, didDismiss message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    call("didDismiss", nil, of: message.data.context?.presentationID)
    host.messageID = nil
    releaseInterface()
    sendState()
  }

  func inAppMessage(
    _ ui: InAppMessageUI, shouldProcess clickAction: Martlet.InAppMessage.ClickAction, buttonId: String?,
    message: Martlet.InAppMessage,
    view: any InAppMessageView
  ) -> Bool {
    let context = message.data.context
    let isWanted = !state.app.vetoesClicks
    let target = clickAction.url.map { "opens \($0.absoluteString)" } ?? "closes the message"
    if let context, context.isLoggedByHand, context.logClick(buttonId: buttonId) == nil {
      call("logClick", message.clickedWords(buttonId), of: context.presentationID)
    }
    log(
      .outcome(title: "Click counted", detail: message.clickedWords(buttonId) + ", " + target, tone: .good),
      decisionID: context?.presentationID)
    call(
      "shouldProcess", isWanted ? "true" : "false: the app handles it", of: context?.presentationID,
      isWanted ? .plain : .warn)
    if !isWanted, clickAction.url != nil { log(.vetoed, decisionID: context?.presentationID) }
    return isWanted
  }

  /// Notes a call of a delegate, or a call by the app.
  private func call(_ name: String, _ detail: String?, of id: String?, _ tone: FeedEntry.Tone = .plain) {
    log(.step(title: name, detail: detail, tone: tone), decisionID: id)
  }
}

extension Martlet.InAppMessage {
  /// The clicked element as reports show it: by the button's text.
  fileprivate func clickedWords(_ buttonID: String?) -> String {
    guard let buttonID else { return "The message itself" }
    return wire.buttons.first { String($0.id) == buttonID }.map { "“\($0.text)”" }
      ?? "Page button “\(buttonID)”"
  }
}
