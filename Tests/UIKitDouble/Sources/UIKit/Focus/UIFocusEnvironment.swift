// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What can have the focus of a keyboard or a remote control, or contains it.
@MainActor
public protocol UIFocusEnvironment: AnyObject {
  var preferredFocusEnvironments: [any UIFocusEnvironment] { get }
}

/// What can have the focus itself.
@MainActor
public protocol UIFocusItem: UIFocusEnvironment {
  var canBecomeFocused: Bool { get }
}

extension UIView: UIFocusItem {}
extension UIViewController: UIFocusEnvironment {}

/// From where to where the focus moves.
@MainActor
open class UIFocusUpdateContext {
  open private(set) weak var previouslyFocusedItem: (any UIFocusItem)?
  open private(set) weak var nextFocusedItem: (any UIFocusItem)?

  init(from previous: UIView?, to next: UIView?) {
    previouslyFocusedItem = previous
    nextFocusedItem = next
  }
}

/// Runs animations together with the system's own. The double runs them at once.
@MainActor
open class UIFocusAnimationCoordinator {
  open func addCoordinatedAnimations(_ animations: (() -> Void)?, completion: (() -> Void)?) {
    animations?()
    completion?()
  }
}
