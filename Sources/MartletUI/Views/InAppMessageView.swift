// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// A view that shows a message: one of Martlet's own, each of which is a `MessageSceneView`, or
/// with UIKit a `UIView` of the app.
///
///     final class Balloon: UIView, InAppMessageView {}
///
/// The host puts a view of the app into a window above the app's content, calls `present`, and
/// later `dismiss`. Without own methods, the view fades. The presenter counts the impression, calls
/// the delegate, and removes the view, also if it never calls a completion. `docs/customising.md`
/// explains what a view can do itself.
@MainActor
public protocol InAppMessageView: AnyObject {
  /// Lets the view appear. The host calls this once for each presentation, when the view is in its
  /// window and laid out.
  ///
  /// Call the completion, or `didPresent()`, when the view is fully visible. After 1.5 seconds, it
  /// counts as visible.
  func present(completion: (() -> Void)?)
  /// Lets the view disappear. The host calls this once for each presentation, unless the view has
  /// called `willDismiss()` itself.
  ///
  /// Call the completion, or `didDismiss()`, when the view is gone. After 1.5 seconds, the host
  /// removes it.
  func dismiss(completion: (() -> Void)?)
}

extension InAppMessageView {
  /// True from the moment the message is fully visible until it closes.
  public var isPresented: Bool { messageView?.isPresented ?? record?.isPresented ?? false }

  /// The message that the view shows. nil for a view of the app that shows none.
  public var inAppMessage: Martlet.InAppMessage? {
    guard let messageView else { return record?.message }
    // With its type, because the property with an optional type is this one.
    let message: Martlet.InAppMessage = messageView.inAppMessage
    return message
  }

  /// True if both size classes are regular and the window is in landscape.
  public var isLargeLandscape: Bool {
    messageView?.isLargeLandscape ?? record?.presenter?.traits(of: self)?.isLargeLandscape ?? false
  }

  /// Whether the status bar is hidden. If nil, the message type decides: full-screen messages hide
  /// it, others leave it as the app has it. Only applies if the `statusBarHideBehavior` is `.auto`.
  public var prefersStatusBarHidden: Bool? {
    get { messageView?.prefersStatusBarHidden ?? record?.prefersStatusBarHidden }
    set {
      if let messageView {
        messageView.prefersStatusBarHidden = newValue
        return
      }
      AppViewRecord.of(self).prefersStatusBarHidden = newValue
      record?.presenter?.redraw()
    }
  }

  /// The minimum width and height of pressable elements, in points.
  public static var closeButtonMinimumTouchTargetSize: ViewSize {
    .init(floatLiteral: SceneNode.minimumTarget)
  }

  /// The presenter, from the preparation of the message to its end.
  package var presenter: InAppMessageUI? { messageView?.presenter ?? record?.presenter }

  private var messageView: MessageSceneView? { self as? MessageSceneView }
  private var record: AppViewRecord? { AppViewRecord.known(self) }
}

/// What a view of the app can report. All of it is optional. A subclass of `MessageSceneView`
/// overrides these instead.
extension InAppMessageView {
  /// The view is about to appear. Does nothing.
  public func willPresent() {}
  /// The view is fully visible. The presenter counts the impression, if it has not done so yet.
  public func didPresent() { record?.appeared() }
  /// The view is about to disappear. If nobody has asked it to, the presenter starts to close the
  /// message.
  public func willDismiss() { record?.disappears() }
  /// The view is gone. The presenter removes it from its window, and ends the message.
  public func didDismiss() { record?.disappeared() }

  /// Logs the impression, if the presenter has not done so yet. A view that calls this is fully
  /// visible.
  public func logImpression() {
    record?.appeared()
    // For these, the presenter logs nothing.
    guard let context = inAppMessage?.context, messageView != nil || context.isLoggedByHand else { return }
    context.logImpression()
  }

  /// Logs a click on a button, or on the message itself if the id is nil. It is logged once, on
  /// pages as often as the page allows. It neither opens nor closes anything.
  public func logClick(buttonId: String? = nil) {
    guard let record else {
      inAppMessage?.context?.logClick(buttonId: buttonId)
      return
    }
    record.appeared()
    record.presenter?.count(clickOn: buttonId, in: self)
  }

  /// Carries out a click action while the message is on the screen: the delegate decides, then the
  /// URL opens. Logs and closes nothing.
  public func process(clickAction: Martlet.InAppMessage.ClickAction, buttonId: String? = nil) {
    presenter?.process(clickAction, buttonID: buttonId, of: self)
  }
}
