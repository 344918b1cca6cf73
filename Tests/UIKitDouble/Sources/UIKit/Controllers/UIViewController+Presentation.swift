// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

extension UIViewController {
  private var outermost: UIViewController { parent?.outermost ?? self }

  func startPresenting(_ other: UIViewController, _ animated: Bool, _ completion: (() -> Void)?) {
    let from = outermost
    guard let window = viewIfLoaded?.window, window.isShown else {
      return Violations.record("\(type(of: self)) presents, but its view is in no window")
    }
    guard from.presentedViewController == nil, presentedViewController == nil else {
      return Violations.record("\(type(of: self)) presents, but already presents another controller")
    }
    guard other.presentingViewController == nil, other.parent == nil else {
      return Violations.record("\(type(of: other)) is presented, but already has a place")
    }
    if let view = other.viewIfLoaded, view.window != nil {
      return Violations.record("the view of \(type(of: other)) is in a window already")
    }
    from.presentedViewController = other
    other.presentingViewController = from
    other.isBeingPresented = true
    let view: UIView = other.view
    view.frame = window.bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    let animated = animated && UIView.areAnimationsEnabled
    other.phase = animated ? .appearing : .gone  // An animated one appears at the end of its animation.
    window.addSubview(view)
    if animated {
      other.phase = .gone
      other.setVisible(true, animated: true)
    }
    let finish: () -> Void = { [weak self] in
      other.isBeingPresented = false
      if other.modalPresentationStyle == .fullScreen { self?.outermost.viewIfLoaded?.removeFromSuperview() }
      window.windowScene?.askOrientations()
      window.windowScene?.askStatusBar()
      completion?()
    }
    if animated {
      Device.current.turns.after(TransitionCoordinator.presentation, finish)
    } else {
      Device.current.turns.afterThis(finish)
    }
  }

  func startDismissing(_ animated: Bool, _ completion: (() -> Void)?) {
    guard let presented = presentedViewController ?? outermost.presentedViewController else {
      outermost.presentingViewController?.startDismissing(animated, completion)
      return
    }
    guard !presented.isBeingDismissed else {
      return Violations.record("\(type(of: presented)) is dismissed twice")
    }
    presented.isBeingDismissed = true
    presented.dismissAllAtOnce()
    let from = presented.presentingViewController
    let window = presented.viewIfLoaded?.window
    let animated = animated && UIView.areAnimationsEnabled
    presented.startLeaving(animated)
    let finish: () -> Void = {
      if let back = from?.viewIfLoaded, back.superview == nil, let window, window.rootViewController === from
      {
        window.insertSubview(back, at: 0)
      }
      presented.viewIfLoaded?.removeFromSuperview()
      presented.isBeingDismissed = false
      presented.presentingViewController = nil
      from?.presentedViewController = nil
      window?.windowScene?.askOrientations()
      window?.windowScene?.askStatusBar()
      completion?()
    }
    if animated {
      Device.current.turns.after(TransitionCoordinator.presentation, finish)
    } else {
      Device.current.turns.afterThis(finish)
    }
  }

  /// Without a word to anybody but the controllers: their window or their presenter goes.
  func dismissAllAtOnce() {
    guard let presented = presentedViewController else { return }
    presented.dismissAllAtOnce()
    presented.viewIfLoaded?.removeFromSuperview()
    presented.presentingViewController = nil
    presentedViewController = nil
  }
}
