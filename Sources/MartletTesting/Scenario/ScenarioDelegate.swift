// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletUI
import MartletWire

/// The app's delegates in a scenario. They give the configured answers and record all calls.
@MainActor
final class ScenarioDelegate: MartletDelegate, InAppMessageUIDelegate {
  private(set) var answers = Scenario.Answers()
  private(set) var calls: [String] = []
  private(set) var decisions: [Decision] = []
  private(set) var unmatched: [String] = []
  private(set) var opened: [String] = []
  private(set) var outcomes: [String] = []
  /// Called immediately, with the details that the recorded words leave out.
  var observer: (@MainActor (News) -> Void)?

  enum News {
    case decided(Decision)
    case recorded(OutcomeRecord)
    case willPresent(Martlet.InAppMessage)
    case didDismiss(Martlet.InAppMessage)
  }

  func adopt(_ changes: Scenario.Answers) {
    if let display = changes.display { answers.display = display }
    answers.displayOf.merge(changes.displayOf) { $1 }
    if let processes = changes.processesClicks { answers.processesClicks = processes }
    if let opens = changes.opensURLs { answers.opensURLs = opens }
    if let data = changes.data { answers.data = data }
    if let views = changes.views { answers.views = views }
  }

  func note(call: String) { calls.append(call) }

  func clear() {
    calls = []
    decisions = []
    unmatched = []
    opened = []
    outcomes = []
  }

  /// Records an outcome of the app's own message. The SDK reports those of campaigns.
  func note(_ outcome: Outcome, of message: Martlet.InAppMessage) {
    outcomes.append("\(Self.name(of: message)): \(outcome.words)")
  }

  func open(_ context: Martlet.URLContext) {
    opened.append(context.url.absoluteString)
  }

  static func name(of message: Martlet.InAppMessage) -> String { message.data.id ?? "message" }

  // MARK: - MartletDelegate

  func martlet(_ martlet: Martlet, shouldOpenURL context: Martlet.URLContext) -> Bool {
    calls.append("should_open_url \(context.url.absoluteString)")
    return answers.opensURLs ?? true
  }

  func martlet(_ martlet: Martlet, noMatchingTriggerForEvent event: Martlet.TriggerEvent) {
    let words =
      switch event {
      case .sessionStart: "session_start"
      case .customEvent(let name, _): "custom \(name)"
      case .purchase(let productID, _): "purchase \(productID)"
      case .other: "other"
      }
    unmatched.append(words)
    calls.append("no_matching_trigger \(words)")
  }

  func martlet(_ martlet: Martlet, didDecide decision: Decision) {
    decisions.append(decision)
    observer?(.decided(decision))
  }

  func martlet(_ martlet: Martlet, didRecord outcome: OutcomeRecord) {
    outcomes.append("\(outcome.campaign.rawValue): \(outcome.outcome.words)")
    observer?(.recorded(outcome))
  }

  // MARK: - InAppMessageUIDelegate

  func inAppMessage(_ ui: InAppMessageUI, displayChoiceForMessage message: Martlet.InAppMessage)
    -> InAppMessageUI.DisplayChoice
  {
    let name = Self.name(of: message)
    calls.append("display_choice \(name)")
    switch answers.displayOf[name] ?? answers.display ?? .now {
    case .now: return .now
    case .reenqueue: return .reenqueue
    case .discard: return .discard
    }
  }

  func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext) {
    calls.append("prepare \(Self.name(of: context.message))")
  }

  func inAppMessage(
    _ ui: InAppMessageUI, willPresent message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    calls.append("will_present \(Self.name(of: message))")
    observer?(.willPresent(message))
  }

  func inAppMessage(
    _ ui: InAppMessageUI, didPresent message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    calls.append("did_present \(Self.name(of: message))")
  }

  func inAppMessage(
    _ ui: InAppMessageUI, willDismiss message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    calls.append("will_dismiss \(Self.name(of: message))")
  }

  func inAppMessage(
    _ ui: InAppMessageUI, didDismiss message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    calls.append("did_dismiss \(Self.name(of: message))")
    observer?(.didDismiss(message))
  }

  func inAppMessage(
    _ ui: InAppMessageUI, shouldProcess clickAction: Martlet.InAppMessage.ClickAction, buttonId: String?,
    message: Martlet.InAppMessage, view: any InAppMessageView
  ) -> Bool {
    let place = buttonId.map { "button \($0)" } ?? "body"
    let action = if case .url(let url, _) = clickAction { url.absoluteString } else { "none" }
    calls.append("should_process \(Self.name(of: message)) \(place) \(action)")
    return answers.processesClicks ?? true
  }
}

extension Outcome {
  /// `shown`, `discarded by_delegate`.
  var words: String {
    [wireKind.rawValue, wireReason].compactMap { $0 }.joined(separator: " ")
  }
}
