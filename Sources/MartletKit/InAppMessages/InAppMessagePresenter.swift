// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Shows triggered messages. `MartletUI.InAppMessageUI` is the default; an app may bring its own.
@MainActor
public protocol InAppMessagePresenter {
  /// Called for every message that was decided. The presenter owns what happens next and logs it through `message.context`.
  func present(message: Martlet.InAppMessage)
  /// True: asks `message.context.prepareForDisplay()` before it displays a message that is not cleared. False, the default: the SDK does, and
  /// calls `present(message:)` when the message may be displayed at once and everything it needs is there.
  var preparesMessages: Bool { get }
  /// Gives back what waits, the oldest first, and forgets it: another presenter takes over. Default: nothing.
  func handOverWaitingMessages() -> [Martlet.InAppMessage]
  /// Take down what is named by the reason, visible or waiting.
  func dismiss(reason: Martlet.InAppMessage.DismissalReason)
  /// A moment at which a waiting message may be shown: session started, app became active.
  func userBecameEligible()
  /// False: nothing may be shown until it is true again; what is presented meanwhile waits. `userBecameEligible()` follows on return.
  func applicationPhaseDidChange(isActive: Bool)
}

extension InAppMessagePresenter {
  /// The SDK prepares.
  public var preparesMessages: Bool { false }
  /// Nothing waits.
  public func handOverWaitingMessages() -> [Martlet.InAppMessage] { [] }
  /// Does nothing.
  public func dismiss(reason: Martlet.InAppMessage.DismissalReason) {}
  /// Does nothing.
  public func userBecameEligible() {}
  /// Does nothing.
  public func applicationPhaseDidChange(isActive: Bool) {}
}
