// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Why a replay cannot know how a device decided.
public enum UnknowableCause: String, Hashable, Sendable, Codable, CaseIterable {
  /// The app's code decided, or had no place for a message.
  case app
  /// The device did not reach the server.
  case network
  /// A picture, or a message that is rendered for a person, could not be loaded, or not at once.
  case loading
  /// Something else was on the screen.
  case screen
  /// The system ended the app's process.
  case process
  /// The app sets a minimum interval of its own between messages.
  case interval
  /// Messages that the app makes itself, and campaigns that show nothing now.
  case notReplayed = "not_replayed"

  /// In the middle of a sentence.
  public var words: String {
    switch self {
    case .app: "the app’s own answer"
    case .network: "no network"
    case .loading: "content that was not loaded in time"
    case .screen: "something else on the screen"
    case .process: "the end of the app’s process"
    case .interval: "a minimum interval that the app sets"
    case .notReplayed: "messages that are not replayed"
    }
  }

  /// Why a message with this outcome went another way than in a replay, where it is shown as soon
  /// as the engine clears it. nil: it did not.
  init?(_ outcome: Outcome) {
    switch outcome {
    case .queued(.otherMessageVisible), .queued(.otherSurfaceVisible), .replaced, .discarded(.orientation),
      .discarded(.dismissedBeforeShown), .discarded(.stackFull):
      self = .screen
    case .queued(.loading), .discarded(.assetFailed), .discarded(.timedOut), .discarded(.renderFailed),
      .discarded(.withdrawn):
      self = .loading
    case .queued(.reenqueuedByDelegate), .queued(.noPresenter), .queued(.hostUnavailable),
      .discarded(.byDelegate), .discarded(.byApp),
      .discarded(.noHost), .discarded(.disabled), .discarded(.wiped), .discarded(.unsupportedKind),
      .discarded(.invalidContent):
      self = .app
    case .discarded(.relaunched): self = .process
    case .dropped(.loadFailed), .dropped(.withdrawn): self = .loading
    case .dropped(.notifierFailed), .dropped(.notifierSilent), .dropped(.contentFailed),
      .dropped(.contentSilent), .dropped(.byApp),
      .dropped(.disabled), .dropped(.wiped), .dropped(.overflow), .dropped(.noHandler):
      self = .app
    case .shown, .queued(.inBackground), .queued(.delay), .queued(.interval), .queued(.quietHours),
      .suppressed, .expired, .recalled,
      .discarded(.userChanged), .discarded(.noLongerEligible), .discarded(.exceptionEvent), .withheld,
      .actioned, .exited,
      .dropped(.inForeground), .dropped(.userChanged), .dropped(.noLongerEligible):
      return nil
    }
  }
}
