// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import TestSupport
import Testing

@testable import MartletUI

/// A presenter on a headless host, with a clock that the test moves, and a transcript of everything
/// that the app and the journal would see.
@MainActor
final class PresenterRig {
  let host: HeadlessHost
  let ui: InAppMessageUI
  let clock = ManualClock(start: Instant(milliseconds: 0))
  let delegate: RecordingDelegate
  let transcript = Transcript()
  var currentUser: String? = "ada"

  init(host: HeadlessHost? = HeadlessHost(), traits: SceneTraits? = nil) {
    self.host = host ?? HeadlessHost()
    if let traits { self.host.traits = traits }
    self.ui = InAppMessageUI(host: host, environment: clock.environment)
    self.delegate = RecordingDelegate(transcript: transcript)
    ui.delegate = delegate
    ui.outcomeObserver = { [transcript] message, outcome in
      transcript.outcomes.append((message.name, outcome))
    }
  }

  var lines: [String] { transcript.lines }

  /// Time passes; when this returns, everything that became due on the way has happened, each at
  /// its own moment.
  func advance(by duration: Duration) async {
    await clock.advance(by: duration) {
      // What the presenter does by itself begins with its timers: none of them is about to sleep or
      // awake.
      await eventually("each timer of the presenter sleeps") { ui.timerCount == clock.sleeperCount }
    }
  }

  /// A message of a campaign, with a context that writes to the transcript.
  func message(
    _ name: String, campaign: String? = nil, kind: Wire.Message.Kind = .slideup, endsAt: Int64? = nil,
    user: String? = "ada",
    configure: (inout Martlet.InAppMessage) -> Void = { _ in }
  ) -> Martlet.InAppMessage {
    var message = Martlet.InAppMessage.sample(kind, name: name)
    message.data.id = campaign ?? "campaign-\(name)"
    message.data.messageExtras = name
    message.data.context = .init(
      presentationID: "presentation-\(name)", userID: user, endsAt: endsAt.map { Instant(milliseconds: $0) },
      // As the client does.
      multipleLogClickEnabled: kind == .html,
      currentUser: { [weak self] in self?.currentUser },
      openURL: { [transcript] context in
        transcript.lines.append("\(name): open \(context.url.absoluteString) web=\(context.useWebView)")
      },
      report: { [transcript] report in transcript.lines.append("\(name): \(report.summary)") })
    configure(&message)
    return message
  }
}

@MainActor
final class Transcript {
  var lines: [String] = []
  var outcomes: [(name: String, outcome: Outcome)] = []

  func finalOutcomes(of name: String) -> [Outcome] {
    outcomes.filter { $0.name == name && $0.outcome.isFinal }.map(\.outcome)
  }
}

/// Writes down every call; answers as the test says.
@MainActor
final class RecordingDelegate: InAppMessageUIDelegate {
  let transcript: Transcript
  var choice: @MainActor (Martlet.InAppMessage) -> InAppMessageUI.DisplayChoice = { _ in .now }
  var prepare: @MainActor (inout InAppMessageUI.PresentationContext) -> Void = { _ in }
  var willPresent: @MainActor (any InAppMessageView) -> Void = { _ in }
  var didPresent: @MainActor (any InAppMessageView) -> Void = { _ in }
  var willDismiss: @MainActor (any InAppMessageView) -> Void = { _ in }
  var didDismiss: @MainActor (any InAppMessageView) -> Void = { _ in }
  var shouldProcess: @MainActor (Martlet.InAppMessage.ClickAction) -> Bool = { _ in true }

  init(transcript: Transcript) {
    self.transcript = transcript
  }

  private func note(_ call: String, _ message: Martlet.InAppMessage) {
    transcript.lines.append("\(message.name): \(call)")
  }

  func inAppMessage(
    _ ui: InAppMessageUI, displayChoiceForMessage message: Martlet.InAppMessage
  ) -> InAppMessageUI.DisplayChoice {
    note("displayChoice", message)
    return choice(message)
  }

  func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext) {
    note("prepare attributes=\(context.attributes != nil)", context.message)
    prepare(&context)
  }

  func inAppMessage(
    _ ui: InAppMessageUI, willPresent message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    note("willPresent presented=\(view.isPresented)", message)
    willPresent(view)
  }

  func inAppMessage(
    _ ui: InAppMessageUI, didPresent message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    note("didPresent presented=\(view.isPresented)", message)
    didPresent(view)
  }

  func inAppMessage(
    _ ui: InAppMessageUI, willDismiss message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    note("willDismiss presented=\(view.isPresented)", message)
    willDismiss(view)
  }

  func inAppMessage(
    _ ui: InAppMessageUI, didDismiss message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    note("didDismiss presented=\(view.isPresented)", message)
    didDismiss(view)
  }

  func inAppMessage(
    _ ui: InAppMessageUI, shouldProcess clickAction: Martlet.InAppMessage.ClickAction, buttonId: String?,
    message: Martlet.InAppMessage, view: any InAppMessageView
  ) -> Bool {
    note("shouldProcess \(clickAction.url?.absoluteString ?? "none") button=\(buttonId ?? "body")", message)
    return shouldProcess(clickAction)
  }
}

extension Martlet.InAppMessage {
  /// The name that the rig gave it.
  var name: String { data.messageExtras ?? "local" }

  /// A small message of each kind.
  static func sample(_ kind: Wire.Message.Kind, name: String = "sample") -> Martlet.InAppMessage {
    let image = URL(string: "https://assets.example/\(name).png")!
    switch kind {
    case .slideup: return .slideup(.init(message: "Your basket waits"))
    case .modal: return .modal(.init(header: "Autumn", message: "New colours are here."))
    case .modalImage: return .modalImage(.init(imageURL: image))
    case .full: return .full(.init(imageURL: image))
    case .fullImage: return .fullImage(.init(imageURL: image))
    case .html: return .html(.init())
    case .control: return .control(.init())
    }
  }
}

extension Martlet.InAppMessage.Context.Report {
  var summary: String {
    switch self {
    case .impression: "log impression"
    case .click(let button): "log click \(button ?? "body")"
    case .dismissal(let cause): "log dismissal \(cause.rawValue)"
    case .outcome(let outcome): "log \(outcome.summary)"
    }
  }
}

extension Outcome {
  /// `discarded(by_app)`
  var summary: String { wireKind.rawValue + (wireReason.map { "(\($0))" } ?? "") }
}
