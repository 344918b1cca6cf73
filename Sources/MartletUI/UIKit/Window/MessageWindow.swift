// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// The window of one message. Where the message takes no touches, they reach the app.
final class MessageWindow: UIWindow {
  /// The part of the window that takes touches, in its coordinates. nil: all of it.
  ///
  /// Rectangles decide, not the view that was hit, because systems differ in which view that is.
  var touchArea: (@MainActor () -> CGRect)?
  /// Whether the message may take keys, and with them the keyboard, from the app.
  var takesKeys = false

  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    if let area = touchArea?(), !area.contains(point) { return nil }
    return super.hitTest(point, with: event)
  }

  override var canBecomeKey: Bool { takesKeys }
}
#endif
