// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A trait as a type, for registrations.
public protocol UITraitDefinition {
  associatedtype Value: Equatable
  /// Reads the trait. Only the double needs it.
  static func value(in traits: UITraitCollection) -> Value
}

public typealias UITrait = any UITraitDefinition.Type

/// What a view or window has in place of what it would inherit.
public struct UITraitOverrides {
  public var userInterfaceStyle = UIUserInterfaceStyle.unspecified
  public var layoutDirection = UITraitEnvironmentLayoutDirection.unspecified
  public var preferredContentSizeCategory = UIContentSizeCategory.unspecified
  public var accessibilityContrast = UIAccessibilityContrast.unspecified

  init() {}

  public mutating func remove(_ trait: UITrait) {
    switch trait {
    case is UITraitUserInterfaceStyle.Type: userInterfaceStyle = .unspecified
    case is UITraitLayoutDirection.Type: layoutDirection = .unspecified
    case is UITraitPreferredContentSizeCategory.Type: preferredContentSizeCategory = .unspecified
    case is UITraitAccessibilityContrast.Type: accessibilityContrast = .unspecified
    default: break
    }
  }
}

public enum UITraitUserInterfaceStyle: UITraitDefinition {
  public static func value(in traits: UITraitCollection) -> UIUserInterfaceStyle { traits.userInterfaceStyle }
}
public enum UITraitHorizontalSizeClass: UITraitDefinition {
  public static func value(in traits: UITraitCollection) -> UIUserInterfaceSizeClass {
    traits.horizontalSizeClass
  }
}
public enum UITraitVerticalSizeClass: UITraitDefinition {
  public static func value(in traits: UITraitCollection) -> UIUserInterfaceSizeClass {
    traits.verticalSizeClass
  }
}
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {
  public static func value(in traits: UITraitCollection) -> UIContentSizeCategory {
    traits.preferredContentSizeCategory
  }
}
public enum UITraitLayoutDirection: UITraitDefinition {
  public static func value(in traits: UITraitCollection) -> UITraitEnvironmentLayoutDirection {
    traits.layoutDirection
  }
}
public enum UITraitAccessibilityContrast: UITraitDefinition {
  public static func value(in traits: UITraitCollection) -> UIAccessibilityContrast {
    traits.accessibilityContrast
  }
}
public enum UITraitLegibilityWeight: UITraitDefinition {
  public static func value(in traits: UITraitCollection) -> UILegibilityWeight { traits.legibilityWeight }
}
public enum UITraitDisplayScale: UITraitDefinition {
  public static func value(in traits: UITraitCollection) -> CGFloat { traits.displayScale }
}
