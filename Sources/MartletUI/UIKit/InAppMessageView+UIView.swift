// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletKit
public import UIKit

/// A `UIView` of the app needs no methods of its own.
extension InAppMessageView where Self: UIView {
  /// Fades in. Faster if the person reduces motion, and at once if the message is not animated.
  public func present(completion: (() -> Void)?) {
    willPresent()
    // A view that the app has made transparent would otherwise stay so.
    let full = alpha > 0 ? alpha : 1
    alpha = 0
    fade(to: full, isAnimated: inAppMessage?.animateIn ?? true) {
      self.didPresent()
      completion?()
    }
  }

  /// Fades out. Faster if the person reduces motion, and at once if the message is not animated.
  public func dismiss(completion: (() -> Void)?) {
    willDismiss()
    let full = alpha
    fade(to: 0, isAnimated: inAppMessage?.animateOut ?? true) {
      self.didDismiss()
      completion?()
      // The view can be shown again.
      self.alpha = full
    }
  }

  /// What VoiceOver focuses when the message appears. Held weakly. If nil, the view, or the first
  /// element inside it.
  public var initialAccessibilityElement: Any? {
    get { AppViewRecord.known(self)?.initialAccessibilityElement }
    set { AppViewRecord.of(self).initialAccessibilityElement = newValue as AnyObject? }
  }

  private func fade(to alpha: CGFloat, isAnimated: Bool, then finished: @escaping @MainActor () -> Void) {
    guard isAnimated, window != nil, UIView.areAnimationsEnabled else {
      self.alpha = alpha
      return finished()
    }
    let duration = UIAccessibility.isReduceMotionEnabled ? 0.12 : 0.2
    let animator = UIViewPropertyAnimator(duration: duration, curve: .easeOut) { self.alpha = alpha }
    animator.addCompletion { _ in finished() }
    animator.startAnimation()
  }
}

extension InAppMessageUI.PresentationContext {
  /// A controller of the app that answers for the message where the system asks its window: status
  /// bar, home indicator, edges that defer system gestures, and the lock of the pointer. Kept until
  /// the message closes. If nil, the root controller of the window that the message covers.
  public var preferencesProxy: UIViewController? {
    get { preferences as? UIViewController }
    set { preferences = newValue }
  }
}
#endif
