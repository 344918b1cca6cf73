// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The focus of a remote control.
extension Drive {
  /// What the remote control's focus is on.
  public static var remoteFocus: UIView? { Device.current.remoteFocus }

  /// The system puts the focus into the window in front: on the first preferred item, or else on
  /// the first one from the top.
  public static func enterFocus(in scene: UIWindowScene) {
    guard let root = scene.windows.last(where: \.isShown)?.rootViewController else {
      return moveFocus(to: nil)
    }
    moveFocus(to: item(of: root, depth: 0))
  }

  /// The person moves the focus with the remote control.
  public static func moveFocus(to next: UIView?) {
    let before = Device.current.remoteFocus
    guard before !== next, next?.canBecomeFocused != false else { return }
    Device.current.remoteFocus = next
    let context = UIFocusUpdateContext(from: before, to: next)
    let coordinator = UIFocusAnimationCoordinator()
    for view in [before, next].compactMap(\.self) { view.didUpdateFocus(in: context, with: coordinator) }
    turn()
  }

  /// The person presses the surface of the remote control.
  public static func select() {
    (Device.current.remoteFocus as? UIControl)?.sendActions(for: .primaryActionTriggered)
    turn()
  }

  /// Everything that the focus can reach, from top to bottom.
  public static func focusItems(in window: UIWindow) -> [UIView] { items(in: window) }

  private static func item(of environment: any UIFocusEnvironment, depth: Int) -> UIView? {
    guard depth < 32 else { return nil }
    let preferred = environment.preferredFocusEnvironments
    for next in preferred where next !== environment {
      if let found = item(of: next, depth: depth + 1) { return found }
    }
    let view = (environment as? UIViewController)?.viewIfLoaded ?? environment as? UIView
    return view.flatMap { items(in: $0).first }
  }

  private static func items(in view: UIView) -> [UIView] {
    if view.isHidden || view.alpha < 0.01 || !view.isUserInteractionEnabled { return [] }
    if view.canBecomeFocused { return [view] }
    return view.subviews.flatMap { items(in: $0) }.sorted {
      $0.toScreen($0.bounds).minY < $1.toScreen($1.bounds).minY
    }
  }
}
