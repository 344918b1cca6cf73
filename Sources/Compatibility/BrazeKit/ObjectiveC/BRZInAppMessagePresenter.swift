// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
public import Foundation
public import MartletKit

/// `InAppMessagePresenter`: shows triggered messages.
@MainActor @objc(BRZInAppMessagePresenter)
public protocol BRZInAppMessagePresenter: NSObjectProtocol {
  /// Called for every chosen message. Changes to it are the app's own. Log its events with
  /// `message.context`.
  @objc(presentMessage:) func present(message: Martlet.InAppMessageRaw)
  /// Closes or removes the messages that the reason names, whether visible or queued.
  @objc(dismissWithReason:) optional func dismiss(reason: BRZInAppMessageDismissalReason)
}

/// Why messages are dismissed: the data was erased, the user changed, or their campaigns were
/// recalled.
@objc(BRZInAppMessageDismissalReason)
public enum BRZInAppMessageDismissalReason: Int, Sendable { case wipeData, changeUser, ended }

/// A presenter that only forwards to one of Swift.
@MainActor
package protocol PresenterForwarding {
  var presenter: any InAppMessagePresenter { get }
}

/// A presenter of Objective-C, for the SDK.
struct PresenterBridge: InAppMessagePresenter {
  let presenter: any BRZInAppMessagePresenter

  /// The SDK talks directly to a presenter that others only forward to.
  @MainActor
  static func typed(_ given: any BRZInAppMessagePresenter) -> any InAppMessagePresenter {
    (given as? any PresenterForwarding)?.presenter ?? PresenterBridge(presenter: given)
  }

  func present(message: Martlet.InAppMessage) { presenter.present(message: Martlet.InAppMessageRaw(message)) }

  func dismiss(reason: Martlet.InAppMessage.DismissalReason) {
    switch reason {
    case .wipeData: presenter.dismiss?(reason: .wipeData)
    case .changeUser: presenter.dismiss?(reason: .changeUser)
    case .ended: presenter.dismiss?(reason: .ended)
    }
  }
}
#endif
