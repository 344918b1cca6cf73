// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

extension UIViewController {
  private var isOnScreen: Bool { viewIfLoaded?.window?.isShown == true }

  /// The view may have come to a visible window, or may have left it.
  func viewMoved() { setVisible(isOnScreen, animated: false) }

  /// "Will appear" comes at once, "is appearing" and "did appear" in a later turn, or after an
  /// animation.
  func setVisible(_ visible: Bool, animated: Bool) {
    if visible, phase == .gone {
      phase = .appearing
      viewWillAppear(animated)
      let finish: () -> Void = { [weak self] in self?.finishAppearing(animated) }
      if animated {
        Device.current.turns.afterThis { [weak self] in self?.isAppearing(animated) }
        Device.current.turns.after(TransitionCoordinator.presentation, finish)
      } else {
        Device.current.turns.afterThis { [weak self] in
          self?.isAppearing(animated)
          finish()
        }
      }
    } else if !visible, phase != .gone {
      let isTold = phase == .leaving
      phase = .gone
      if !isTold { viewWillDisappear(animated) }
      viewDidDisappear(animated)
    }
  }

  /// An animation takes the view away; "did disappear" comes at its end.
  func startLeaving(_ animated: Bool) {
    guard phase == .appearing || phase == .shown else { return }
    phase = .leaving
    viewWillDisappear(animated)
  }

  private func isAppearing(_ animated: Bool) {
    guard phase == .appearing else { return }
    viewIsAppearing(animated)
    viewIfLoaded?.window?.layoutIfNeeded()
  }

  private func finishAppearing(_ animated: Bool) {
    guard phase == .appearing, isOnScreen else { return }
    phase = .shown
    viewDidAppear(animated)
  }

  /// The controller that answers for the status bar, by way of the children named.
  func leaf(_ child: KeyPath<UIViewController, UIViewController?>) -> UIViewController {
    var current = self
    while let next = current[keyPath: child] { current = next }
    return current
  }

  /// The topmost controller that is presented over the whole screen, or this one.
  var frontController: UIViewController {
    guard let presented = presentedViewController, !presented.isBeingDismissed, presented.fillsScreen else {
      return self
    }
    return presented.frontController
  }

  var fillsScreen: Bool { modalPresentationStyle == .fullScreen || modalPresentationStyle == .overFullScreen }

  func tellTransition(to size: CGSize, _ coordinator: TransitionCoordinator) {
    if isViewLoaded { viewWillTransition(to: size, with: coordinator) }
    presentedViewController?.tellTransition(to: size, coordinator)
  }
}
