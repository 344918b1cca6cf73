// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: a `UIView` of the app's own that shows a message
// rank: essential
// needs: UIKit

import BrazeKit
import BrazeUI

#if canImport(UIKit)
import UIKit
#endif

private final class Balloon: UIView, InAppMessageView {
  var presented: Bool = false

  func present(completion: (() -> Void)?) {
    willPresent()
    prefersStatusBarHidden = true
    initialAccessibilityElement = self
    makeKey()
    let animator = UIViewPropertyAnimator(duration: 0.3, curve: .easeOut) { self.alpha = 1 }
    animator.addCompletion { _ in
      self.presented = true
      self.logImpression()
      self.didPresent()
      completion?()
    }
    animator.startAnimation()
  }

  func dismiss(completion: (() -> Void)?) {
    willDismiss()
    let animator = UIViewPropertyAnimator(duration: 0.3, curve: .easeOut) { self.alpha = 0 }
    animator.addCompletion { _ in
      self.presented = false
      self.didDismiss()
      completion?()
    }
    animator.startAnimation()
  }

  func tapped() {
    logClick()
    logClick(buttonId: "0")
    process(clickAction: .none)
    process(clickAction: .none, buttonId: "0", target: controller)
    if isLargeLandscape { dismiss(completion: nil) }
  }
}

@MainActor
private final class Delegate: BrazeInAppMessageUIDelegate {
  func inAppMessage(
    _ ui: BrazeInAppMessageUI, prepareWith context: inout BrazeInAppMessageUI.PresentationContext
  ) {
    let view: InAppMessageView = Balloon(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    context.customView = view
  }

  func inAppMessage(_ ui: BrazeInAppMessageUI, didPresent message: Braze.InAppMessage, view: InAppMessageView)
  {
    if view.presented, let balloon = view as? Balloon { balloon.tapped() }
    view.prefersStatusBarHidden = nil
    view.dismiss(completion: nil)
  }
}
