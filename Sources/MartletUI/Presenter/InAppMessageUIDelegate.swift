// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// Decides about messages and observes them. Every method has a default implementation.
///
/// The order is: `displayChoiceForMessage`, `prepareWith`, `willPresent`, fully visible
/// (impression), `didPresent`. A click is logged, and then `shouldProcess` is called. At the end:
/// `willDismiss`, closed, `didDismiss`. After `willPresent` there is always a `didDismiss`.
@MainActor
public protocol InAppMessageUIDelegate: AnyObject {
  /// Asked at each attempt to display a message. Default: `.now`.
  func inAppMessage(_ ui: InAppMessageUI, displayChoiceForMessage message: Martlet.InAppMessage)
    -> InAppMessageUI.DisplayChoice
  /// The last chance to change the message, its attributes or its view.
  func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext)
  /// The message is about to appear.
  func inAppMessage(
    _ ui: InAppMessageUI, willPresent message: Martlet.InAppMessage, view: any InAppMessageView)
  /// The message is fully visible, and its impression was logged.
  func inAppMessage(
    _ ui: InAppMessageUI, didPresent message: Martlet.InAppMessage, view: any InAppMessageView)
  /// The message is about to disappear, or was stopped before it was fully visible.
  func inAppMessage(
    _ ui: InAppMessageUI, willDismiss message: Martlet.InAppMessage, view: any InAppMessageView)
  /// The message has closed.
  func inAppMessage(
    _ ui: InAppMessageUI, didDismiss message: Martlet.InAppMessage, view: any InAppMessageView)
  /// A click, which is already logged. Return false to skip its action. The message closes in any
  /// case. Default: true.
  ///
  /// - Parameter buttonId: the position of the button as a string, or nil for the message itself.
  func inAppMessage(
    _ ui: InAppMessageUI, shouldProcess clickAction: Martlet.InAppMessage.ClickAction, buttonId: String?,
    message: Martlet.InAppMessage, view: any InAppMessageView
  ) -> Bool
}

extension InAppMessageUIDelegate {
  /// Returns `.now`, so that the message is shown.
  public func inAppMessage(
    _ ui: InAppMessageUI, displayChoiceForMessage message: Martlet.InAppMessage
  ) -> InAppMessageUI.DisplayChoice { .now }
  /// Changes nothing.
  public func inAppMessage(
    _ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext
  ) {}
  /// Does nothing.
  public func inAppMessage(
    _ ui: InAppMessageUI, willPresent message: Martlet.InAppMessage, view: any InAppMessageView
  ) {}
  /// Does nothing.
  public func inAppMessage(
    _ ui: InAppMessageUI, didPresent message: Martlet.InAppMessage, view: any InAppMessageView
  ) {}
  /// Does nothing.
  public func inAppMessage(
    _ ui: InAppMessageUI, willDismiss message: Martlet.InAppMessage, view: any InAppMessageView
  ) {}
  /// Does nothing.
  public func inAppMessage(
    _ ui: InAppMessageUI, didDismiss message: Martlet.InAppMessage, view: any InAppMessageView
  ) {}
  /// Returns true, so that the action is carried out.
  public func inAppMessage(
    _ ui: InAppMessageUI, shouldProcess clickAction: Martlet.InAppMessage.ClickAction, buttonId: String?,
    message: Martlet.InAppMessage, view: any InAppMessageView
  ) -> Bool { true }
}

extension InAppMessageUI {
  /// What happens to a message that could be displayed now. The raw values are the names in
  /// scenarios and in the Device Lab.
  public enum DisplayChoice: String, Hashable, Sendable, CaseIterable {
    case now
    /// Puts it back on the stack. The delegate is asked again at the next opportunity.
    case reenqueue
    /// Discards it. A later event can trigger it again.
    case discard

    /// The old name of `reenqueue`.
    @available(*, deprecated, renamed: "reenqueue")
    public static var later: DisplayChoice { .reenqueue }
  }

  /// When queued messages are shown. A new message is always tried if nothing is on the screen. The
  /// raw values are the names in scenarios and in the Device Lab.
  public enum DrainPolicy: String, Hashable, Sendable, CaseIterable {
    /// When a message has closed or could not be shown, and when the person becomes eligible.
    case afterDismissal = "after_dismissal"
    /// One message at each opportunity: when the person becomes eligible, when a message arrives,
    /// and when the app calls `presentNext()`.
    case whenEligible = "when_eligible"
    /// Only when the app calls `presentNext()`.
    case manual
  }

  /// Whether the status bar is hidden while a message is visible.
  public enum StatusBarHideBehavior: Hashable, Sendable, CaseIterable {
    /// The view decides.
    case auto
    case hidden, visible
  }

  /// The orientation of the interface, with the names and values of UIKit's enumeration.
  public enum InterfaceOrientation: Int, Hashable, Sendable, CaseIterable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    case landscapeRight = 3
    case landscapeLeft = 4

    init(_ orientation: SceneTraits.Orientation) {
      self = orientation == .portrait ? .portrait : .landscapeRight
    }

    var sceneOrientation: SceneTraits.Orientation? {
      switch self {
      case .unknown: nil
      case .portrait, .portraitUpsideDown: .portrait
      case .landscapeRight, .landscapeLeft: .landscape
      }
    }
  }
}

extension InAppMessageUI {
  /// How a message is about to be shown. The delegate can change all of it.
  @MainActor
  public struct PresentationContext {
    /// The message. Changes are shown, except to its person and its context, which stay the same.
    public var message: Martlet.InAppMessage
    /// The attributes of the message type, or nil for types without attributes.
    public var attributes: ViewAttributes?
    /// A view that shows the message instead of the default view: a subclass of `MessageSceneView`
    /// or of the view of a message type, or with UIKit a `UIView` of the app that conforms to
    /// `InAppMessageView`.
    public var customView: (any InAppMessageView)?
    /// The preferred orientation at presentation. Ignored if the app does not support it.
    public var preferredOrientation: InterfaceOrientation
    public var statusBarHideBehavior: StatusBarHideBehavior
    /// The level of the message above other windows.
    public var windowLevel: WindowLevel
    /// The window to show the message in, or nil for the active one. If the window no longer
    /// exists, the message is discarded.
    public var windowScene: WindowScene?
    /// UIKit's `preferencesProxy`.
    var preferences: AnyObject?

    public init(
      message: Martlet.InAppMessage, attributes: ViewAttributes? = nil,
      customView: (any InAppMessageView)? = nil,
      preferredOrientation: InterfaceOrientation = .unknown,
      statusBarHideBehavior: StatusBarHideBehavior = .auto,
      windowLevel: WindowLevel = .normal, windowScene: WindowScene? = nil
    ) {
      self.message = message
      self.attributes = attributes
      self.customView = customView
      self.preferredOrientation = preferredOrientation
      self.statusBarHideBehavior = statusBarHideBehavior
      self.windowLevel = windowLevel
      self.windowScene = windowScene
    }

    /// nil if nothing was chosen.
    var window: WindowChoice? {
      windowScene == nil && windowLevel == .normal
        ? nil : WindowChoice(scene: windowScene, level: windowLevel)
    }
  }
}
