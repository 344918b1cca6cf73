// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// What the app may decide and hear of messages. Every method has a default.
///
/// Order: `displayChoiceForMessage`, `prepareWith`, `willPresent`, fully visible (impression), `didPresent`; a click is logged, then
/// `shouldProcess`; `willDismiss`, off the screen, `didDismiss`. After `willPresent` there is always a `didDismiss`.
@MainActor
public protocol InAppMessageUIDelegate: AnyObject {
  /// Asked at every attempt to display. Default: `.now`.
  func inAppMessage(
    _ ui: InAppMessageUI, displayChoiceForMessage message: Martlet.InAppMessage
  ) -> InAppMessageUI.DisplayChoice
  /// Last chance to change message, attributes or view.
  func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext)
  /// About to enter the screen.
  func inAppMessage(_ ui: InAppMessageUI, willPresent message: Martlet.InAppMessage, view: InAppMessageView)
  /// Fully visible; the impression has been counted.
  func inAppMessage(_ ui: InAppMessageUI, didPresent message: Martlet.InAppMessage, view: InAppMessageView)
  /// About to leave the screen, or stopped before it was fully visible.
  func inAppMessage(_ ui: InAppMessageUI, willDismiss message: Martlet.InAppMessage, view: InAppMessageView)
  /// Off the screen.
  func inAppMessage(_ ui: InAppMessageUI, didDismiss message: Martlet.InAppMessage, view: InAppMessageView)
  /// A click, already counted. False: the action is not carried out; the message closes all the same. Default: true.
  /// - Parameter buttonId: the button's position as text; nil: the body.
  func inAppMessage(
    _ ui: InAppMessageUI, shouldProcess clickAction: Martlet.InAppMessage.ClickAction, buttonId: String?,
    message: Martlet.InAppMessage, view: InAppMessageView
  ) -> Bool
}

extension InAppMessageUIDelegate {
  /// Shows it.
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
  /// Carries the action out.
  public func inAppMessage(
    _ ui: InAppMessageUI, shouldProcess clickAction: Martlet.InAppMessage.ClickAction, buttonId: String?,
    message: Martlet.InAppMessage, view: InAppMessageView
  ) -> Bool { true }
}
