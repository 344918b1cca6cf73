// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC) && canImport(UIKit)
public import BrazeKit
public import MartletKit
import MartletUI
public import UIKit

/// `InAppMessageUIDelegate`: decides about messages and observes them, in the same order. All
/// members are optional.
///
/// A `view` is that of the app, or the one that fills the window of the message while that is on
/// the screen, otherwise an empty one.
@MainActor @objc(BrazeInAppMessageUIDelegate)
public protocol BRZInAppMessageUIDelegate: NSObjectProtocol {
  /// Asked at each attempt to display a message. Default: now.
  @objc(inAppMessage:displayChoiceForMessage:)
  optional func inAppMessage(
    _ ui: BRZInAppMessageUI, displayChoiceForMessage message: Martlet.InAppMessageRaw
  )
    -> BRZInAppMessageUIDisplayChoice
  /// The last chance to change the message and how it is shown.
  @objc(inAppMessage:prepareWith:)
  optional func inAppMessage(_ ui: BRZInAppMessageUI, prepareWith context: BRZPresentationContextRaw)
  /// The message is about to appear.
  @objc(inAppMessage:willPresent:view:)
  optional func inAppMessage(
    _ ui: BRZInAppMessageUI, willPresent message: Martlet.InAppMessageRaw, view: UIView)
  /// The message is fully visible, and its impression was logged.
  @objc(inAppMessage:didPresent:view:)
  optional func inAppMessage(
    _ ui: BRZInAppMessageUI, didPresent message: Martlet.InAppMessageRaw, view: UIView)
  /// The message is about to disappear.
  @objc(inAppMessage:willDismiss:view:)
  optional func inAppMessage(
    _ ui: BRZInAppMessageUI, willDismiss message: Martlet.InAppMessageRaw, view: UIView)
  /// The message has closed.
  @objc(inAppMessage:didDismiss:view:)
  optional func inAppMessage(
    _ ui: BRZInAppMessageUI, didDismiss message: Martlet.InAppMessageRaw, view: UIView)
  /// A click, which is already logged. Return NO to skip its action. The message closes in any
  /// case. Default: YES.
  @objc(inAppMessage:shouldProcess:url:buttonId:message:view:)
  optional func inAppMessage(
    _ ui: BRZInAppMessageUI, shouldProcess clickAction: Martlet.InAppMessageRaw.ClickAction, url: URL?,
    buttonId: String?,
    message: Martlet.InAppMessageRaw, view: UIView
  ) -> Bool
}

@MainActor
final class MessageUIBridge: InAppMessageUIDelegate {
  private weak var owner: BRZInAppMessageUI?

  init(_ owner: BRZInAppMessageUI) { self.owner = owner }

  func inAppMessage(
    _ ui: InAppMessageUI, displayChoiceForMessage message: Martlet.InAppMessage
  ) -> InAppMessageUI.DisplayChoice {
    guard let owner else { return .now }
    return owner.delegate?.inAppMessage?(owner, displayChoiceForMessage: .init(message)).typed ?? .now
  }

  func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext) {
    guard let owner, let prepare = owner.delegate?.inAppMessage(_:prepareWith:) else { return }
    let raw = BRZPresentationContextRaw(context)
    prepare(owner, raw)
    raw.apply(to: &context)
  }

  func inAppMessage(
    _ ui: InAppMessageUI, willPresent message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    guard let owner else { return }
    owner.delegate?.inAppMessage?(owner, willPresent: .init(message), view: owner.uiView(of: view))
  }

  func inAppMessage(
    _ ui: InAppMessageUI, didPresent message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    guard let owner else { return }
    owner.delegate?.inAppMessage?(owner, didPresent: .init(message), view: owner.uiView(of: view))
  }

  func inAppMessage(
    _ ui: InAppMessageUI, willDismiss message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    guard let owner else { return }
    owner.delegate?.inAppMessage?(owner, willDismiss: .init(message), view: owner.uiView(of: view))
  }

  func inAppMessage(
    _ ui: InAppMessageUI, didDismiss message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    guard let owner else { return }
    owner.delegate?.inAppMessage?(owner, didDismiss: .init(message), view: owner.uiView(of: view))
  }

  func inAppMessage(
    _ ui: InAppMessageUI, shouldProcess clickAction: Martlet.InAppMessage.ClickAction, buttonId: String?,
    message: Martlet.InAppMessage, view: any InAppMessageView
  ) -> Bool {
    guard let owner, let decide = owner.delegate?.inAppMessage(_:shouldProcess:url:buttonId:message:view:)
    else { return true }
    let url = clickAction.url
    return decide(owner, url == nil ? .none : .url, url, buttonId, .init(message), owner.uiView(of: view))
  }
}
#endif
