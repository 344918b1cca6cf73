// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletKit
import UIKit

/// The window of one message. Where the message takes no touches, they reach the app.
final class MessageWindow: UIWindow, MessageCover {
  /// Whether the message takes a touch at a point of the window. nil: it takes all.
  ///
  /// Which view of the message was hit does not decide, because systems differ in which view that
  /// is.
  var takesTouch: (@MainActor (CGPoint, UIEvent?) -> Bool)?
  /// Whether the message may take keys, and with them the keyboard, from the app.
  var takesKeys = false
  /// Whether the message is about to disappear.
  var isLeaving = false

  /// Whether a page that opens in the app would be hidden behind the message.
  var coversApp: Bool {
    guard !isLeaving else { return false }
    guard let takesTouch else { return true }
    // A view of the app can fill the window.
    let corners = [bounds.minX + 1, bounds.maxX - 1].flatMap { x in
      [bounds.minY + 1, bounds.maxY - 1].map { CGPoint(x: x, y: $0) }
    }
    return corners.allSatisfy { takesTouch($0, nil) }
  }

  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    guard let takesTouch, !takesTouch(point, event), let hit, let root = rootViewController else {
      return hit
    }
    // What the message presents takes its own touches: an alert, a sheet, a menu that lies beside
    // the root's view.
    let isBeside = root.viewIfLoaded.map { !hit.isDescendant(of: $0) && !$0.isDescendant(of: hit) } ?? false
    return isBeside || root.hasPresented(hit) ? hit : nil
  }

  override var canBecomeKey: Bool { takesKeys }
}

extension UIViewController {
  /// Whether a view is inside what this controller presents, or what that presents in turn.
  fileprivate func hasPresented(_ view: UIView) -> Bool {
    guard let presentedViewController else { return false }
    return presentedViewController.viewIfLoaded.map { view.isDescendant(of: $0) } == true
      || presentedViewController.hasPresented(view)
  }
}
#endif
