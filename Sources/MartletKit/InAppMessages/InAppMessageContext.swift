// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletCore

extension Martlet.InAppMessage {
  /// Logs what becomes of one presentation, in the right order and each thing once.
  ///
  /// The presenter in `MartletUI` does this by itself; an app that draws messages on its own calls these, and so does one that built the
  /// message itself (`Martlet.makeContext(for:)`).
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
    /// How long it may take from its turn until it is fully visible; then it ends as timed out.
    public nonisolated let displayTimeout: Duration
    /// A page may log as many clicks as it likes; of the native kinds, each presentation has one.
    public nonisolated let multipleLogClickEnabled: Bool
    /// The client that made it, for what a page may ask of it; nil: it is gone, or there was none.
    public package(set) weak var client: Martlet?
    /// True for a message of the app's own: the app logs impression and click by hand, no presenter does.
    public nonisolated let isLoggedByHand: Bool
    /// It may be displayed at once. False: `prepareForDisplay()` comes first.
    public private(set) var isCleared: Bool
    /// How it ended; nil while it has not. An impression is no end: that is the dismissal, which leaves `.shown` here.
    public private(set) var outcome: Outcome?
    /// Where the assets lie on this device, once it was prepared.
    public package(set) var localAssets = Martlet.LocalAssets()
    private let report: @MainActor (Report) -> Void
    private let currentUser: (@MainActor () -> String?)?
    private let openURL: @MainActor (Martlet.URLContext) -> Void
    private let prepare: (@MainActor (_ attempt: Int) -> Void)?
    private let released: (@Sendable () -> Void)?
    private var waiters: [@MainActor (Preparation) -> Void] = []
    /// Counts the preparations; an answer to an earlier one means nothing.
    private var attempt = 0
    private var impressionLogged = false
    private var clickLogged = false
    private var ended = false

    /// - Parameters:
    ///   - currentUser: the user at the time of the call; nil: not known, then every user counts as the right one.
    ///   - openURL: asks the delegate, then the platform.
    public convenience init(
      presentationID: String, userID: String?, endsAt: Instant?, multipleLogClickEnabled: Bool = false,
      currentUser: (@MainActor () -> String?)? = nil,
      openURL: @escaping @MainActor (Martlet.URLContext) -> Void = { _ in }, report: @escaping @MainActor (Report) -> Void
    ) {
      self.init(
        presentationID: presentationID, userID: userID, endsAt: endsAt, multipleLogClickEnabled: multipleLogClickEnabled,
        currentUser: currentUser, openURL: openURL, prepare: nil,
        report: report)
    }

    /// - Parameters:
    ///   - prepare: starts an attempt, which is answered by `answerPreparation(_:of:)`, in any case; nil: there is nothing to prepare.
    ///   - released: called when nobody holds this any more though the presentation has neither been shown nor ended.
    package init(
      presentationID: String, userID: String?, endsAt: Instant?, displayTimeout: Duration = .seconds(30), isLoggedByHand: Bool = false,
      multipleLogClickEnabled: Bool = false, isCleared: Bool = true, currentUser: (@MainActor () -> String?)? = nil,
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
      // No message may vanish without an outcome, not even with its presenter.
      if !ended, !impressionLogged { released?() }
    }

    /// False once another user is current than the one for whom the message was triggered: it must not be shown any more.
    public var isForCurrentUser: Bool {
      guard let currentUser else { return true }
      return currentUser().isExactly(userID)
    }

    // MARK: Before display

    /// The answer to `prepareForDisplay()`.
    public enum Preparation: Hashable, Sendable {
      /// Display this now: it has the content that the server filled in for this person, and its images lie on this device.
      case ready(Martlet.InAppMessage)
      /// Not now: the minimum interval since the last display has not passed. Ask again after this time; nil: at the next occasion. The
      /// presentation waits and is alive; this is logged.
      case wait(for: Duration?)
      /// It must not be displayed any more and has ended like this, which is logged.
      case ended(Outcome)
    }

    /// Checks that the message may be displayed now, and brings what it needs: fetches missing assets, has the server fill in what is
    /// personalised at display. To be called right before display, unless `isCleared`; `InAppMessageUI` does it by itself, and the SDK does it
    /// for presenters whose `preparesMessages` is false.
    ///
    /// Answers in any case, at the latest after the time-outs of `Configuration`. When the message goes back to waiting meanwhile,
    /// the answer is `.wait(for: nil)`.
    public func prepareForDisplay() async -> Preparation {
      await withCheckedContinuation { continuation in prepareForDisplay { continuation.resume(returning: $0) } }
    }

    /// The same without a task: answers at once when it can.
    package func prepareForDisplay(_ answer: @escaping @MainActor (Preparation) -> Void) {
      if let outcome { return answer(.ended(outcome)) }
      guard let prepare else { return answer(.wait(for: nil)) }
      waiters.append(answer)
      guard waiters.count == 1 else { return }
      attempt += 1
      prepare(attempt)
    }

    /// What came of an attempt. When nobody waits for it any more, it counts for nothing.
    package func answerPreparation(_ preparation: Preparation, local: Martlet.LocalAssets = .init(), of attempt: Int) {
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

    /// The address from which this file came; the same for what is no local asset of this message. For presenters that draw elsewhere.
    public func remoteURL(of url: URL) -> URL {
      guard url.isFileURL, let remote = localAssets.fileURLs.first(where: { $0.value == url })?.key else { return url }
      return URL(string: remote) ?? url
    }

    // MARK: Logging

    /// Opens the URL of a click action through the SDK, whose delegate may veto. Logs nothing.
    public func processClickAction(_ action: ClickAction, extras: Extras = [:]) {
      guard case .url(let url, let useWebView) = action else { return }
      openURL(Martlet.URLContext(url: url, useWebView: useWebView, extras: extras))
    }

    /// False once the message was dismissed, discarded, or must not be shown any more.
    public var isValid: Bool { !ended }

    /// Counts the impression; call it when the message is fully visible. Returns nil when counted, else why not: `.extraLogImpression` for a
    /// second one, `.ended` after dismissal or discard.
    @discardableResult
    public func logImpression() -> Error? {
      guard !ended else { return .ended }
      guard !impressionLogged else { return .extraLogImpression }
      impressionLogged = true
      report(.impression)
      return nil
    }

    /// Counts a click; nil: on the body. Returns nil when counted, else why not: `.noLogImpression` before the impression, `.extraLogClick`
    /// for a second one unless `multipleLogClickEnabled`, `.ended` after dismissal or discard.
    @discardableResult
    public func logClick(buttonId: String? = nil) -> Error? {
      guard !ended else { return .ended }
      guard impressionLogged else { return .noLogImpression }
      guard !clickLogged || multipleLogClickEnabled else { return .extraLogClick }
      clickLogged = true
      report(.click(buttonID: buttonId))
      return nil
    }

    /// Says that the message has left the screen. Returns nil when logged.
    @discardableResult
    public func logDismissal(by cause: DismissalCause) -> Error? {
      guard !ended else { return .ended }
      guard impressionLogged else { return .noLogImpression }
      end(.shown)
      report(.dismissal(cause))
      return nil
    }

    /// The presentation ended and somebody else has said so: nothing more is logged.
    package func end(_ outcome: Outcome) {
      guard !ended else { return }
      close(impressionLogged ? .shown : outcome)
    }

    private func close(_ outcome: Outcome) {
      ended = true
      isCleared = false
      self.outcome = outcome
      answer(.ended(outcome))
    }

    /// Takes the message out without showing it; a later event can trigger it again. From then on `isValid` is false. After an
    /// impression it does nothing.
    public func discard() {
      logOutcome(.discarded(.byApp))
    }

    /// Says where the message waits, or how it ended without being shown. Ignored after the end or after an impression.
    public func logOutcome(_ outcome: Outcome) {
      guard !ended, !impressionLogged else { return }
      defer { report(.outcome(outcome)) }
      if outcome.isFinal { return close(outcome) }
      // Who waits is asked again before display.
      if prepare != nil { isCleared = false }
      answer(.wait(for: nil))
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
    /// These presentations are over, whether they wait or are visible: their campaigns were paused, edited or ran out, what they were about
    /// no longer holds, or the SDK was switched off. Those that wait have their outcome in their context by now.
    case ended(presentationIDs: Set<String>)
  }
}
