// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Martlet.InAppMessage {
  /// Logs what becomes of one presentation, in the right order and each thing once.
  ///
  /// The presenter in `MartletUI` does this by itself; an app that draws messages on its own calls these (D13).
  @MainActor
  public final class Context {
    /// What a presenter can say of a presentation.
    public enum Report: Hashable, Sendable {
      case impression
      /// nil: the body.
      case click(buttonID: String?)
      case dismissal(DismissalCause)
      /// Where it waits, or how it ended without being shown.
      case outcome(Outcome)
    }

    /// A call that was refused: nothing was logged.
    public enum Error: Swift.Error, Hashable, Sendable {
      case extraLogImpression
      case extraLogClick
      /// A click needs an impression.
      case noLogImpression
      /// The presentation has already ended.
      case ended
    }

    /// The id of the presentation; equal to the id of the decision that led to it.
    public nonisolated let presentationID: String
    /// The user for whom it was triggered; nil: anonymous. Never shown to another one.
    public nonisolated let userID: String?
    /// The first instant at which it may no longer be displayed.
    public nonisolated let endsAt: Instant?
    private let report: @MainActor (Report) -> Void
    private let currentUser: (@MainActor () -> String?)?
    private let openURL: @MainActor (Martlet.URLContext) -> Void
    private var impressionLogged = false
    private var clickLogged = false
    private var ended = false

    /// - Parameters:
    ///   - currentUser: the user at the time of the call; nil: not known, then every user counts as the right one.
    ///   - openURL: asks the delegate, then the platform.
    public init(
      presentationID: String, userID: String?, endsAt: Instant?, currentUser: (@MainActor () -> String?)? = nil,
      openURL: @escaping @MainActor (Martlet.URLContext) -> Void = { _ in }, report: @escaping @MainActor (Report) -> Void
    ) {
      self.presentationID = presentationID
      self.userID = userID
      self.endsAt = endsAt
      self.currentUser = currentUser
      self.openURL = openURL
      self.report = report
    }

    /// False once another user is current than the one for whom the message was triggered: it must not be shown any more.
    public var isForCurrentUser: Bool {
      guard let currentUser else { return true }
      return currentUser() == userID
    }

    /// Opens the URL of a click action through the SDK, whose delegate may veto. Logs nothing.
    public func processClickAction(_ action: ClickAction, extras: Extras = [:]) {
      guard case .url(let url, let useWebView) = action else { return }
      openURL(Martlet.URLContext(url: url, useWebView: useWebView, extras: extras))
    }

    /// False once the message was dismissed, discarded, or must not be shown any more.
    public var valid: Bool { !ended }

    /// Counts the impression; call it when the message is fully visible. Returns nil when counted.
    @discardableResult
    public func logImpression() -> Error? {
      guard !ended else { return .ended }
      guard !impressionLogged else { return .extraLogImpression }
      impressionLogged = true
      report(.impression)
      return nil
    }

    /// Counts a click; nil: on the body. Needs an impression; a second click is refused. Returns nil when counted.
    @discardableResult
    public func logClick(buttonId: String? = nil) -> Error? {
      guard !ended else { return .ended }
      guard impressionLogged else { return .noLogImpression }
      guard !clickLogged else { return .extraLogClick }
      clickLogged = true
      report(.click(buttonID: buttonId))
      return nil
    }

    /// Says that the message has left the screen. Returns nil when logged.
    @discardableResult
    public func logDismissal(by cause: DismissalCause) -> Error? {
      guard !ended else { return .ended }
      guard impressionLogged else { return .noLogImpression }
      ended = true
      report(.dismissal(cause))
      return nil
    }

    /// The SDK itself ended the presentation: nothing more is logged.
    func end() {
      ended = true
    }

    /// Takes the message out without showing it; a later event can trigger it again (D12).
    public func discard() {
      logOutcome(.discarded(.byApp))
    }

    /// Says where the message waits, or how it ended without being shown. Ignored after the end or after an impression.
    public func logOutcome(_ outcome: Outcome) {
      guard !ended, !impressionLogged else { return }
      ended = outcome.isFinal
      report(.outcome(outcome))
    }
  }

  /// What took a visible message from the screen.
  public enum DismissalCause: String, Hashable, Sendable, CaseIterable {
    /// The close control, a swipe, a tap on the background, escape.
    case user, click, auto, app
    case userChanged = "user_changed"
    case wiped, recalled
  }

  /// Why the SDK itself asks the presenter to take messages down.
  public enum DismissalReason: Hashable, Sendable {
    case wipeData
    case changeUser
    /// The server withdrew these campaigns: stacked and visible messages of theirs go.
    case recalled(presentationIDs: Set<String>)
  }
}
