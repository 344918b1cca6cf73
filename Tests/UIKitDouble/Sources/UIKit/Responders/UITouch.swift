// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A finger on the screen, from its beginning to its end.
@MainActor open class UITouch: NSObject {
  public enum Phase: Int, Sendable {
    case began, moved, stationary, ended, cancelled, regionEntered, regionMoved, regionExited
  }
  public enum TouchType: Int, Sendable { case direct, indirect, pencil, indirectPointer }

  open internal(set) var timestamp: TimeInterval = 0
  open internal(set) var phase = Phase.began
  open internal(set) var tapCount = 1
  open internal(set) var type = TouchType.direct
  open internal(set) var window: UIWindow?
  /// The view where the touch began, also if the finger leaves it.
  open internal(set) var view: UIView?
  open internal(set) var gestureRecognizers: [UIGestureRecognizer]?
  var place = CGPoint.zero
  var previousPlace = CGPoint.zero

  package override init() { super.init() }

  /// In the window's coordinates without a view.
  open func location(in view: UIView?) -> CGPoint { (view ?? window)?.fromScreen(place) ?? place }
  open func previousLocation(in view: UIView?) -> CGPoint {
    (view ?? window)?.fromScreen(previousPlace) ?? previousPlace
  }
}
