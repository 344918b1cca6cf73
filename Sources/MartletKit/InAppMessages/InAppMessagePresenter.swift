// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Shows triggered messages. `MartletUI.InAppMessageUI` is the default presenter. An app can have
/// its own.
@MainActor
public protocol InAppMessagePresenter {
  /// Called for every chosen message. From now on, the presenter is responsible for it and logs its
  /// events with `message.context`.
  func present(message: Martlet.InAppMessage)
  /// True if the presenter calls `message.context.prepareForDisplay()` before it displays a message
  /// that is not cleared. False, the default: the SDK does this, and calls `present(message:)` when
  /// the message and its assets are ready.
  var preparesMessages: Bool { get }
  /// Returns all queued messages, the oldest first, and removes them, because another presenter
  /// takes over. Default: returns nothing.
  func handOverWaitingMessages() -> [Martlet.InAppMessage]
  /// Closes or removes the messages that the reason names, whether visible or queued.
  func dismiss(reason: Martlet.InAppMessage.DismissalReason)
  /// Called when a queued message could be shown: a session started, or the app became active.
  func userBecameEligible()
  /// Called with false when the app leaves the foreground: nothing can be shown until this is
  /// called with true, and new messages are queued. `userBecameEligible()` follows when it returns.
  func applicationPhaseDidChange(isActive: Bool)
}

extension InAppMessagePresenter {
  /// Returns false, so that the SDK prepares messages.
  public var preparesMessages: Bool { false }
  /// Returns no messages.
  public func handOverWaitingMessages() -> [Martlet.InAppMessage] { [] }
  /// Does nothing.
  public func dismiss(reason: Martlet.InAppMessage.DismissalReason) {}
  /// Does nothing.
  public func userBecameEligible() {}
  /// Does nothing.
  public func applicationPhaseDidChange(isActive: Bool) {}
}

/// A presenter that can check whether its setup is complete.
@MainActor
package protocol SetUpExamining {
  /// The missing part and the remedy. nil if nothing is missing.
  var setUpProblem: String? { get }
}
