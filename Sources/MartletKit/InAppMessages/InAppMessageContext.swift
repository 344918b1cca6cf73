// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletCore

extension Martlet.InAppMessage {
  /// Logs the events of one presentation of a message, in the right order and each of them once.
  ///
  /// The presenter in `MartletUI` does this automatically. An app with its own presenter or message
  /// (`Martlet.makeContext`) does it itself.
  @MainActor
  public final class Context {
    /// What a presenter can report about a presentation.
    public enum Report: Hashable, Sendable {
      case impression
      /// A click on a button, or on the message itself if the id is nil.
      case click(buttonID: String?)
      case dismissal(DismissalCause)
      /// Why the message is queued, or how it ended without being shown.
      case outcome(Outcome)
    }

    /// A call that was rejected. Nothing was logged.
    public enum Error: Swift.Error, Hashable, Sendable {
      case extraLogImpression
      case extraLogClick
      /// The click has no impression before it.
      case noLogImpression
      /// The presentation has already ended.
      case ended
    }

    /// The id of the presentation. It is the id of the decision that led to it.
    public nonisolated let presentationID: String
    /// The user for whom the message was triggered, or nil if anonymous. It is never shown to
    /// another user.
    public nonisolated let userID: String?
    /// The first instant at which the message can no longer be displayed.
    public nonisolated let endsAt: Instant?
    /// The maximum time until the message is fully visible. After that, it ends as timed out.
    public nonisolated let displayTimeout: Duration
    /// Whether several clicks can be logged. True for HTML messages. Other messages have one click
    /// per presentation.
    public nonisolated let multipleLogClickEnabled: Bool
    /// The client that created the context, or nil if it was released or there was none.
    public package(set) weak var client: Martlet?
    /// True for a message that the app built: the app, and no presenter, logs its impression and
    /// clicks.
    public nonisolated let isLoggedByHand: Bool
    /// True if the message can be displayed immediately. If false, call `prepareForDisplay()`
    /// first.
    public private(set) var isCleared: Bool
    /// How the presentation ended, or nil if it has not. An impression does not end it. After the
    /// dismissal, the outcome is `.shown`.
    public private(set) var outcome: Outcome?
    /// The local files of the assets, when they are prepared.
    public package(set) var localAssets = Martlet.LocalAssets()
    private let report: @MainActor (Report) -> Void
    private let currentUser: (@MainActor () -> String?)?
    private let openURL: @MainActor (Martlet.URLContext) -> Void
    private let prepare: (@MainActor (_ attempt: Int) -> Void)?
    private let released: (@Sendable () -> Void)?
    private var waiters: [@MainActor (Preparation) -> Void] = []
    /// The number of preparations. Answers to earlier ones are ignored.
    private var attempt = 0
    private var impressionLogged = false
    private var clickLogged = false

    /// Creates a context. `currentUser` returns the user at the time of the call. If there is none,
    /// the message is for any user. `openURL` asks the delegate, then opens the URL.
    public convenience init(
      presentationID: String, userID: String?, endsAt: Instant?, multipleLogClickEnabled: Bool = false,
      currentUser: (@MainActor () -> String?)? = nil,
      openURL: @escaping @MainActor (Martlet.URLContext) -> Void = { _ in },
      report: @escaping @MainActor (Report) -> Void
    ) {
      self.init(
        presentationID: presentationID, userID: userID, endsAt: endsAt,
        multipleLogClickEnabled: multipleLogClickEnabled,
        currentUser: currentUser, openURL: openURL, prepare: nil, report: report)
    }

    /// `prepare` starts an attempt, which `answerPreparation(_:of:)` always answers. nil if there
    /// is nothing to prepare. `released` is called when the last reference is gone and the
    /// presentation has neither been shown nor ended.
    package init(
      presentationID: String, userID: String?, endsAt: Instant?, displayTimeout: Duration = .seconds(30),
      isLoggedByHand: Bool = false,
      multipleLogClickEnabled: Bool = false, isCleared: Bool = true,
      currentUser: (@MainActor () -> String?)? = nil,
      openURL: @escaping @MainActor (Martlet.URLContext) -> Void = { _ in },
      prepare: (@MainActor (_ attempt: Int) -> Void)?, released: (@Sendable () -> Void)? = nil,
      report: @escaping @MainActor (Report) -> Void
    ) {
      self.presentationID = presentationID
      self.userID = userID
      self.endsAt = endsAt
      self.displayTimeout = displayTimeout
      self.isLoggedByHand = isLoggedByHand
      self.multipleLogClickEnabled = multipleLogClickEnabled
      self.isCleared = isCleared || prepare == nil
      self.currentUser = currentUser
      self.openURL = openURL
      self.prepare = prepare
      self.released = released
      self.report = report
    }

    deinit {
      // Every message has an outcome, even if it disappears with its presenter.
      if outcome == nil, !impressionLogged { released?() }
    }

    /// False if another user has signed in since the message was triggered. It must then no longer
    /// be shown.
    public var isForCurrentUser: Bool {
      guard let currentUser else { return true }
      return currentUser().isExactly(userID)
    }

    // MARK: Before display

    /// The result of `prepareForDisplay()`.
    public enum Preparation: Hashable, Sendable {
      /// Display this message now. It has the content that the server filled in, and its images are
      /// on this device.
      case ready(Martlet.InAppMessage)
      /// Not now, because the minimum interval is not over. Ask again after this time, or at the
      /// next opportunity if it is nil. The message stays queued, which is logged.
      case wait(for: Duration?)
      /// The message must no longer be displayed and has ended, which is logged.
      case ended(Outcome)
    }

    /// Checks whether the message can be displayed now, and prepares it: downloads missing assets,
    /// and lets the server personalise it. Call it right before display, unless `isCleared` is
    /// true. `InAppMessageUI` does this automatically. For presenters whose `preparesMessages` is
    /// false, the SDK does it.
    ///
    /// Always returns, at the latest after the time limits in `Configuration`. If the message is
    /// queued again meanwhile, the result is `.wait(for: nil)`.
    public func prepareForDisplay() async -> Preparation {
      await withCheckedContinuation { continuation in prepareForDisplay { continuation.resume(returning: $0) }
      }
    }

    /// The same without a task. Answers immediately if possible.
    package func prepareForDisplay(_ answer: @escaping @MainActor (Preparation) -> Void) {
      if let outcome { return answer(.ended(outcome)) }
      guard let prepare else { return answer(.wait(for: nil)) }
      waiters.append(answer)
      guard waiters.count == 1 else { return }
      attempt += 1
      prepare(attempt)
    }

    /// Passes on the result of an attempt. It is ignored if nothing waits for it any more.
    package func answerPreparation(
      _ preparation: Preparation, local: Martlet.LocalAssets = .init(), of attempt: Int
    ) {
      guard attempt == self.attempt else { return }
      answer(preparation, local: local)
    }

    private func answer(_ preparation: Preparation, local: Martlet.LocalAssets = .init()) {
      guard !waiters.isEmpty else { return }
      if case .ready = preparation {
        isCleared = true
        localAssets = local
      }
      let asked = waiters
      waiters = []
      for answer in asked { answer(preparation) }
    }

    /// The remote URL of a local file, or the same URL if it is not a local asset of this message.
    /// For presenters that draw elsewhere.
    public func remoteURL(of url: URL) -> URL {
      guard url.isFileURL, let remote = localAssets.fileURLs.first(where: { $0.value == url })?.key else {
        return url
      }
      return URL(string: remote) ?? url
    }

    // MARK: Logging

    /// Opens the URL of a click action through the SDK, whose delegate can veto it. Logs nothing.
    public func processClickAction(_ action: ClickAction, extras: Extras = [:]) {
      guard case .url(let url, let useWebView) = action else { return }
      openURL(Martlet.URLContext(url: url, useWebView: useWebView, extras: extras))
    }

    /// False if the message was dismissed or discarded, or must no longer be shown.
    public var isValid: Bool { outcome == nil }

    /// Logs the impression. Call it when the message is fully visible. Returns nil, or the reason
    /// why it was not logged: `.extraLogImpression` for a second impression, `.ended` after a
    /// dismissal or discard.
    @discardableResult
    public func logImpression() -> Error? {
      guard isValid else { return .ended }
      guard !impressionLogged else { return .extraLogImpression }
      impressionLogged = true
      report(.impression)
      return nil
    }

    /// Logs a click on a button, or on the message itself if the id is nil. Returns nil, or the
    /// reason why it was not logged: `.noLogImpression` before the impression, `.extraLogClick` for
    /// a second click (unless `multipleLogClickEnabled` is true), `.ended` after a dismissal or
    /// discard.
    @discardableResult
    public func logClick(buttonId: String? = nil) -> Error? {
      guard isValid else { return .ended }
      guard impressionLogged else { return .noLogImpression }
      guard !clickLogged || multipleLogClickEnabled else { return .extraLogClick }
      clickLogged = true
      report(.click(buttonID: buttonId))
      return nil
    }

    /// Logs that the message has closed. Returns nil if it was logged.
    @discardableResult
    public func logDismissal(by cause: DismissalCause) -> Error? {
      guard isValid else { return .ended }
      guard impressionLogged else { return .noLogImpression }
      end(.shown)
      report(.dismissal(cause))
      return nil
    }

    /// The presentation ended and this was already reported, so nothing more is logged.
    package func end(_ outcome: Outcome) {
      guard isValid else { return }
      close(impressionLogged ? .shown : outcome)
    }

    private func close(_ outcome: Outcome) {
      isCleared = false
      self.outcome = outcome
      answer(.ended(outcome))
    }

    /// Discards the message unseen. A later event can trigger it again. `isValid` is false from now
    /// on. No effect after an impression.
    public func discard() {
      logOutcome(.discarded(.byApp))
    }

    /// Reports that the content of the message cannot be shown.
    package func discardInvalidContent() { logOutcome(.discarded(.invalidContent)) }

    /// Reports why the message is queued, or how it ended without being shown. Ignored after the
    /// end or after an impression.
    public func logOutcome(_ outcome: Outcome) {
      guard isValid, !impressionLogged else { return }
      defer { report(.outcome(outcome)) }
      if outcome.isFinal { return close(outcome) }
      // A message that waits must be cleared again before display.
      if prepare != nil { isCleared = false }
      answer(.wait(for: nil))
    }
  }

  /// What closed a visible message.
  public enum DismissalCause: String, Hashable, Sendable, CaseIterable {
    /// The person, with the close control, a swipe, a tap on the backdrop, or Escape.
    case user, click, auto, app
    case userChanged = "user_changed"
    case wiped, recalled
  }

  /// Why the SDK asks the presenter to close messages.
  public enum DismissalReason: Hashable, Sendable {
    case wipeData
    case changeUser
    /// These presentations are over, whether queued or visible: their campaigns were paused, edited
    /// or ended, or the SDK was turned off. The contexts of queued messages already have their
    /// outcome.
    case ended(presentationIDs: Set<String>)
  }
}
