// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// What Swift adds to UIKit's geometry and application.
@_exported import CoreGraphics
@_exported import Foundation
@_exported import QuartzCore
@_exported import UIKit
@_exported import UserNotifications

// page: uikit/uiedgeinsets
extension UIEdgeInsets: Equatable {
  public static var zero: UIEdgeInsets { UIEdgeInsets() }
  public static func == (one: UIEdgeInsets, other: UIEdgeInsets) -> Bool { true }
}
// page: uikit/nsdirectionaledgeinsets
extension NSDirectionalEdgeInsets: Equatable {
  public static var zero: NSDirectionalEdgeInsets { NSDirectionalEdgeInsets() }
  public static func == (one: NSDirectionalEdgeInsets, other: NSDirectionalEdgeInsets) -> Bool { true }
}
// page: corefoundation/cgrect
extension CGRect {
  public func inset(by insets: UIEdgeInsets) -> CGRect { self }
}

// page: uikit/uiapplicationdelegate
extension UIApplicationDelegate {
  @MainActor public static func main() {}
}

// page: uikit/uiview
extension UIView {
  @available(iOS 17.0, tvOS 17.0, *)
  @MainActor
  public static func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity: CGFloat = 0,
    delay: TimeInterval = 0,
    options: UIView.AnimationOptions = [], animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {}
}

// page: uikit/uiimage
extension UIImage {
  public func pngData() -> Data? { nil }
}
