// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The person's text size. Sizes compare from small to large.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  private init(_ name: String) { rawValue = "UICTContentSizeCategory" + name }

  public static let unspecified = UIContentSizeCategory(rawValue: "_UICTContentSizeCategoryUnspecified")
  public static let extraSmall = UIContentSizeCategory("XS")
  public static let small = UIContentSizeCategory("S")
  public static let medium = UIContentSizeCategory("M")
  public static let large = UIContentSizeCategory("L")
  public static let extraLarge = UIContentSizeCategory("XL")
  public static let extraExtraLarge = UIContentSizeCategory("XXL")
  public static let extraExtraExtraLarge = UIContentSizeCategory("XXXL")
  public static let accessibilityMedium = UIContentSizeCategory("AccessibilityM")
  public static let accessibilityLarge = UIContentSizeCategory("AccessibilityL")
  public static let accessibilityExtraLarge = UIContentSizeCategory("AccessibilityXL")
  public static let accessibilityExtraExtraLarge = UIContentSizeCategory("AccessibilityXXL")
  public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory("AccessibilityXXXL")

  public static let didChangeNotification = Notification.Name("UIContentSizeCategoryDidChangeNotification")
  public static let newValueUserInfoKey = "UIContentSizeCategoryNewValueKey"

  public var isAccessibilityCategory: Bool { rawValue.contains("Accessibility") }

  public static func < (left: Self, right: Self) -> Bool { left.place < right.place }
  public static func <= (left: Self, right: Self) -> Bool { left.place <= right.place }
  public static func > (left: Self, right: Self) -> Bool { left.place > right.place }
  public static func >= (left: Self, right: Self) -> Bool { left.place >= right.place }

  /// Apple's sizes of the text style "body".
  private static let bodies: [(Self, CGFloat)] = [
    (extraSmall, 14), (small, 15), (medium, 16), (large, 17), (extraLarge, 19), (extraExtraLarge, 21),
    (extraExtraExtraLarge, 23),
    (accessibilityMedium, 28), (accessibilityLarge, 33), (accessibilityExtraLarge, 40),
    (accessibilityExtraExtraLarge, 47),
    (accessibilityExtraExtraExtraLarge, 53),
  ]

  private var place: Int { Self.bodies.firstIndex { $0.0 == self } ?? 3 }
  /// 1 for the default size.
  var scale: CGFloat { Self.bodies[place].1 / 17 }
}
