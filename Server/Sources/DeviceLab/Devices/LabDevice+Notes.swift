// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletUI

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
    switch self {
    case .shown: ("Shown: impression counted", nil, .good)
    case .queued(let reason): ("Waits on the stack", reason.words, .warn)
    case .suppressed(let reason): ("Did not get its turn", reason.rawValue.replacing("_", with: " "), .warn)
    case .discarded(let reason): ("Discarded", reason.words, .bad)
    case .expired: ("Expired", "Its campaign ended before it could be shown", .bad)
    case .recalled: ("Recalled", "The server withdrew the campaign", .bad)
    case .replaced: ("Replaced", "A newer message of the same campaign took its place", .plain)
    }
  }
}

extension Outcome.QueueReason {
  fileprivate var words: String {
    switch self {
    case .otherMessageVisible: "Another message is on the screen"
    case .inBackground: "The app is in the background"
    case .reenqueuedByDelegate: "The app said: not now"
    case .noPresenter: "The app has no presenter"
    case .hostUnavailable: "Nobody looks at this device"
    case .delay: "Its delay runs"
    case .interval: "Another message was shown a moment ago"
    case .loading: "Its content is being fetched"
    }
  }
}

extension Outcome.DiscardReason {
  fileprivate var words: String {
    switch self {
    case .byDelegate, .byApp: "The app said so"
    case .assetFailed: "An image could not be loaded"
    case .timedOut: "It took too long to appear"
    case .orientation: "It may not be shown in this orientation"
    case .userChanged: "Another person uses the app now"
    case .wiped: "All data was wiped"
    case .disabled: "The SDK is off"
    case .unsupportedKind: "This kind of message cannot be drawn yet"
    case .invalidContent: "Its content is not valid"
    case .noHost: "There is no screen"
    case .dismissedBeforeShown: "It was taken down before it was visible"
    case .relaunched: "The app was closed while it waited"
    case .stackFull: "Too many messages waited"
    case .noLongerEligible: "A frequency cap or its re-eligibility forbids another impression"
    case .exceptionEvent: "One of its exception events happened"
    case .renderFailed: "The server could not render it in time"
    case .withdrawn: "The server withdrew it when it was to be rendered"
    }
  }
}
