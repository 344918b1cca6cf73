// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// Decides about messages and observes them. Every method has a default implementation.
///
/// The order is: `displayChoiceForMessage`, `prepareWith`, `willPresent`, fully visible (impression), `didPresent`. A click is logged, and then
/// `shouldProcess` is called. At the end: `willDismiss`, closed, `didDismiss`. After `willPresent` there is always a `didDismiss`.
@MainActor
public protocol InAppMessageUIDelegate: AnyObject {
  /// Asked at each attempt to display a message. Default: `.now`.
  func inAppMessage(_ ui: InAppMessageUI, displayChoiceForMessage message: Martlet.InAppMessage) -> InAppMessageUI.DisplayChoice
  /// The last chance to change the message, its attributes or its view.
  func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext)
  /// The message is about to appear.
  func inAppMessage(_ ui: InAppMessageUI, willPresent message: Martlet.InAppMessage, view: InAppMessageView)
  /// The message is fully visible, and its impression was logged.
  func inAppMessage(_ ui: InAppMessageUI, didPresent message: Martlet.InAppMessage, view: InAppMessageView)
  /// The message is about to disappear, or was stopped before it was fully visible.
  func inAppMessage(_ ui: InAppMessageUI, willDismiss message: Martlet.InAppMessage, view: InAppMessageView)
  /// The message has closed.
  func inAppMessage(_ ui: InAppMessageUI, didDismiss message: Martlet.InAppMessage, view: InAppMessageView)
  /// A click, which is already logged. Return false to skip its action. The message closes in any case. Default: true.
  ///
  /// - Parameter buttonId: the position of the button as a string, or nil for the message itself.
  func inAppMessage(
    _ ui: InAppMessageUI, shouldProcess clickAction: Martlet.InAppMessage.ClickAction, buttonId: String?,
    message: Martlet.InAppMessage, view: InAppMessageView
  ) -> Bool
}

extension InAppMessageUIDelegate {
  /// Returns `.now`, so that the message is shown.
  public func inAppMessage(
    _ ui: InAppMessageUI, displayChoiceForMessage message: Martlet.InAppMessage
  ) -> InAppMessageUI.DisplayChoice { .now }
  /// Changes nothing.
  public func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext) {}
  /// Does nothing.
  public func inAppMessage(_ ui: InAppMessageUI, willPresent message: Martlet.InAppMessage, view: InAppMessageView) {}
  /// Does nothing.
  public func inAppMessage(_ ui: InAppMessageUI, didPresent message: Martlet.InAppMessage, view: InAppMessageView) {}
  /// Does nothing.
  public func inAppMessage(_ ui: InAppMessageUI, willDismiss message: Martlet.InAppMessage, view: InAppMessageView) {}
  /// Does nothing.
  public func inAppMessage(_ ui: InAppMessageUI, didDismiss message: Martlet.InAppMessage, view: InAppMessageView) {}
  /// Returns true, so that the action is carried out.
  public func inAppMessage(
    _ ui: InAppMessageUI, shouldProcess clickAction: Martlet.InAppMessage.ClickAction, buttonId: String?,
    message: Martlet.InAppMessage, view: InAppMessageView
  ) -> Bool { true }
}
