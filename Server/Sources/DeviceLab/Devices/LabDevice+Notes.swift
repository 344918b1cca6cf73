// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletUI
import MartletWire

/// What the SDK says of itself, written into the timeline.
extension LabDevice: MartletDelegate {
  func martlet(_ martlet: Martlet, didDecide decision: Decision) {
    guard isCurrent(martlet) else { return }
    note(.decision(FeedDecision(decision, name: names.name)), decisionID: decision.id)
  }

  func martlet(_ martlet: Martlet, noMatchingTriggerForEvent event: Martlet.TriggerEvent) {
    // The decision itself says so.
  }

  /// A server never opens what a campaign names; the timeline says what a phone would have done.
  func martlet(_ martlet: Martlet, shouldOpenURL context: Martlet.URLContext) -> Bool {
    guard isCurrent(martlet) else { return false }
    note(
      .step(
        title: context.useWebView ? "The app opens a link in a web view" : "The app opens a link", detail: context.url.absoluteString,
        tone: .good), decisionID: host.presentationID)
    return false
  }
}

extension LabDevice: InAppMessageUIDelegate {
  func inAppMessage(_ ui: InAppMessageUI, willPresent message: Martlet.InAppMessage, view: InAppMessageView) {
    host.presentationID = message.data.context?.presentationID
    step("willPresent", message)
  }

  func inAppMessage(_ ui: InAppMessageUI, didPresent message: Martlet.InAppMessage, view: InAppMessageView) {
    step("didPresent", message)
  }

  func inAppMessage(_ ui: InAppMessageUI, willDismiss message: Martlet.InAppMessage, view: InAppMessageView) {
    step("willDismiss", message)
  }

  func inAppMessage(_ ui: InAppMessageUI, didDismiss message: Martlet.InAppMessage, view: InAppMessageView) {
    step("didDismiss", message)
    host.presentationID = nil
    sendState()
  }

  func inAppMessage(
    _ ui: InAppMessageUI, shouldProcess clickAction: Martlet.InAppMessage.ClickAction, buttonId: String?, message: Martlet.InAppMessage,
    view: InAppMessageView
  ) -> Bool {
    let target = clickAction.url.map { "to open \($0.absoluteString)" } ?? "which only closes"
    note(
      .outcome(title: "Click counted", detail: (buttonId.map { "Button \($0), " } ?? "The message itself, ") + target, tone: .good),
      decisionID: message.data.context?.presentationID)
    return true
  }

  private func step(_ name: String, _ message: Martlet.InAppMessage) {
    note(.step(title: name, detail: nil, tone: .plain), decisionID: message.data.context?.presentationID)
  }
}

extension LabDevice {
  func noteOutcome(_ message: Martlet.InAppMessage, _ outcome: Outcome) {
    let (title, detail, tone) = outcome.words
    note(.outcome(title: title, detail: detail, tone: tone), decisionID: message.data.context?.presentationID)
    if outcome == .shown { lastDisplay = setup.environment.now() }
    sendState()
  }

  func noteExchange(_ exchange: TappedTransport.Exchange) async {
    if case .answered(_, .some) = exchange.result { await names.refresh() }
    note(.request(FeedRequest(exchange)))
  }

  func noteShow(_ scene: Scene) {
    note(.step(title: "Drawn on the screen", detail: scene.accessibility.label, tone: .plain), decisionID: host.presentationID)
  }

  func noteReport(_ event: SceneEvent, _ scene: Scene) {
    let words: String
    switch event {
    case .pressed(let nodeID):
      switch scene.root.node(nodeID)?.action {
      case .close: words = "Pressed close"
      case .body, nil: words = "Pressed the message"
      case .button: words = "Pressed a button"
      }
    case .swipedAway: words = "Swiped it away"
    case .backdropTapped: words = "Pressed beside the message"
    case .escaped: words = "Pressed escape"
    case .failed(.asset): words = "An image could not be loaded"
    case .failed(.hostGone): words = "The screen went away"
    case .appeared, .disappeared: return
    }
    note(.action(title: words, detail: scene.accessibility.label), decisionID: host.presentationID)
  }
}

extension Outcome {
  /// What became of a message, for people.
  var words: (title: String, detail: String?, tone: FeedEntry.Tone) {
    let words = Wire.OutcomeWords(.known(wireKind), reason: wireReason)
    let tone: FeedEntry.Tone =
      switch self {
      case .shown: .good
      case .queued, .suppressed: .warn
      case .discarded, .expired, .recalled: .bad
      case .replaced: .plain
      }
    switch self {
    case .shown: return ("Shown: impression counted", nil, tone)
    // The screen of a device of the lab is whoever looks at it.
    case .queued(.hostUnavailable): return (words.title, "Nobody looks at this device", tone)
    default: return (words.title, words.reason, tone)
    }
  }
}
