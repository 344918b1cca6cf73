// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletUI
import MartletWire

/// Adds outcomes of messages and requests to the timeline.
extension LabDevice {
  func noteOutcome(_ message: Martlet.InAppMessage, _ outcome: Outcome) {
    let (title, detail, tone) = outcome.words
    if let id = message.data.context?.presentationID {
      noteSuccession(id, message)
      if outcome.isFinal {
        messages.end(id)
      } else {
        messages.wait(id, campaign: message.data.id ?? "", reason: detail ?? title)
      }
    }
    log(.outcome(title: title, detail: detail, tone: tone), decisionID: message.data.context?.presentationID)
    // Messages of the app's own do not count for the minimum interval.
    if outcome == .shown, message.data.context?.isLoggedByHand != true { lastDisplay = clock.now }
    sendState()
  }

  func noteExchange(_ exchange: TappedTransport.Exchange) async {
    var rendering: TappedTransport.Exchange.Rendering?
    if case .answered(let answer) = exchange.result {
      rendering = answer.rendering
      if let campaigns = answer.campaigns {
        messages.delays = campaigns
        await names.refresh()
      }
    }
    var presentationID: String?
    if case .render(let id) = exchange.kind, rendering != nil { presentationID = id }
    log(.request(exchange, isTokenNew: hasSentToken(exchange), name: name), decisionID: presentationID)
    for event in exchange.events { noteReported(event) }
  }

  /// Whether this is the first request with which the server got the phone's push token.
  private func hasSentToken(_ exchange: TappedTransport.Exchange) -> Bool {
    guard !isTokenKnown, exchange.pushToken != nil, case .answered(let answer) = exchange.result,
      (200..<300).contains(answer.status)
    else { return false }
    isTokenKnown = true
    return true
  }

  /// Notes what the device reports about messages that the presenter never heard of, or that closed
  /// without a visible cause.
  private func noteReported(_ event: Wire.EventRecord) {
    switch event.body {
    case .outcome(let presentation, let outcome, let reason)
    where outcome.known != .queued && outcome.known != .suppressed:
      guard messages.isNews(event.id), messages.end(presentation.id) else { return }
      let words = Wire.OutcomeWords(outcome, reason: reason)
      log(.outcome(title: words.title, detail: words.reason, tone: .bad), decisionID: presentation.id)
      sendState()
    case .dismissal(let presentation, let cause)
    where presentation.surface == nil && messages.isNews(event.id):
      let words: String
      switch cause.known {
      case .recalled: words = "Recalled: the campaign was changed, paused or finished"
      case .auto: words = "Closed automatically"
      case .userChanged: words = "Closed: another person signed in"
      case .wiped: words = "Closed: the data was deleted"
      case .user, .click, .app, .vanished, .pushTap, nil: return
      }
      log(.step(title: words, tone: cause.known == .recalled ? .bad : .plain), decisionID: presentation.id)
    default: noteCounted(event)
    }
  }

  /// Notes a message whose turn came because another message could not be shown.
  func noteSuccession(_ id: String, _ message: Martlet.InAppMessage) {
    guard messages.decisionID(of: id) != id, messages.isNews("turn \(id)") else { return }
    log(
      .step(title: "Showing the next message in line", detail: message.data.id.map { name($0) }),
      decisionID: id)
  }

  func noteShow(_ scene: MessageScene) {
    let place = host.window(of: scene).map { "in the \($0.id) window" } ?? "on the screen"
    log(
      .step(title: "Displayed \(place)", detail: scene.accessibility.label), decisionID: host.presentationID)
  }

  /// Notes what a page asked for and was refused.
  func noteRefusal(_ refusal: BridgeRefusal) {
    log(.step(title: refusal.description, tone: .warn), decisionID: host.presentationID)
  }

  func noteReport(_ event: SceneEvent, _ scene: MessageScene) {
    let words: String
    switch event {
    case .pressed(let nodeID):
      switch scene.root.node(nodeID)?.action {
      case .close: words = "Pressed Close"
      case .body, nil: words = scene.kind == .banner ? "Pressed the banner" : "Pressed the message"
      case .button: words = "Pressed a button"
      case .choose: words = "Selected a choice"
      case .rate: words = "Selected a rating"
      case .next: words = "Went to the next question"
      case .back: words = "Went back to the previous question"
      case .submit: words = "Submitted the survey"
      }
    case .swipedAway: words = "Swiped away"
    case .backdropTapped: words = "Pressed outside the message"
    case .escaped: words = "Pressed Escape"
    case .failed(.asset): words = "A file could not be loaded"
    case .failed(.page(_, let loss)):
      words = loss == nil ? "The page could not be loaded" : "The page was removed"
    case .failed(.hostGone): words = "The screen closed"
    case .openedLink(_, let url, let target, let input):
      let address = target.map { "\(url) (\($0))" } ?? url
      // A script's attempt without a tap is refused; the next entry says so.
      guard let input else {
        return log(
          .step(title: "The page tried to open a link without a tap", detail: address, tone: .warn),
          decisionID: host.presentationID)
      }
      return log(
        .action(title: "Followed a link \(input.words)", detail: address), decisionID: host.presentationID)
    case .called(_, let call):
      return log(
        .step(title: "The page called \(call.method)", detail: call.argumentWords),
        decisionID: host.presentationID)
    // One entry for each letter would hide all others, and what a person writes is not for the
    // timeline.
    case .appeared, .disappeared, .entered: return
    }
    log(.action(title: words, detail: scene.accessibility.label), decisionID: host.presentationID)
  }
}

extension BridgeCall {
  /// The arguments as a page writes them, shortened; nil if there are none.
  fileprivate var argumentWords: String? {
    guard !arguments.isEmpty else { return nil }
    let words = arguments.map(\.text).joined(separator: ", ")
    return words.count > 200 ? words.prefix(199) + "…" : words
  }
}

extension Outcome {
  /// The outcome of a message in words.
  var words: (title: String, detail: String?, tone: FeedEntry.Tone) {
    let words = Wire.OutcomeWords(.known(wireKind), reason: wireReason)
    let tone: FeedEntry.Tone =
      switch self {
      case .shown, .actioned: .good
      case .queued, .suppressed: .warn
      case .discarded, .expired, .recalled, .dropped: .bad
      case .replaced, .exited, .withheld: .plain
      }
    switch self {
    case .shown: return ("Shown, impression counted", nil, tone)
    // In the lab, a device has a screen only while somebody views it.
    case .queued(.hostUnavailable): return (words.title, "Nobody is viewing this device", tone)
    default: return (words.title, words.reason, tone)
    }
  }
}
