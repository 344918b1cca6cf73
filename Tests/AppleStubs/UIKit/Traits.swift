// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// Changes of traits, and text sizes.
import UIKit

// page: uikit/uitraitdefinition
@available(iOS 17.0, tvOS 17.0, *)
public protocol UITraitDefinition {
  associatedtype Value
  static var defaultValue: Value { get }
}
// page: uikit/uitrait
@available(iOS 17.0, tvOS 17.0, *)
public typealias UITrait = any UITraitDefinition.Type
// page: uikit/uitraituserinterfacestyle
@available(iOS 17.0, tvOS 17.0, *)
public struct UITraitUserInterfaceStyle: UITraitDefinition, Sendable {
  public static var defaultValue: UIUserInterfaceStyle { .unspecified }
}
// page: uikit/uitraithorizontalsizeclass
@available(iOS 17.0, tvOS 17.0, *)
public struct UITraitHorizontalSizeClass: UITraitDefinition, Sendable {
  public static var defaultValue: UIUserInterfaceSizeClass { .unspecified }
}
// page: uikit/uitraitverticalsizeclass
@available(iOS 17.0, tvOS 17.0, *)
public struct UITraitVerticalSizeClass: UITraitDefinition, Sendable {
  public static var defaultValue: UIUserInterfaceSizeClass { .unspecified }
}
// page: uikit/uitraitlayoutdirection
@available(iOS 17.0, tvOS 17.0, *)
public struct UITraitLayoutDirection: UITraitDefinition, Sendable {
  public static var defaultValue: UITraitEnvironmentLayoutDirection { .unspecified }
}
// page: uikit/uitraitpreferredcontentsizecategory
@available(iOS 17.0, tvOS 17.0, *)
public struct UITraitPreferredContentSizeCategory: UITraitDefinition, Sendable {
  public static var defaultValue: UIContentSizeCategory { .unspecified }
}
// page: uikit/uitraitaccessibilitycontrast
@available(iOS 17.0, tvOS 17.0, *)
public struct UITraitAccessibilityContrast: UITraitDefinition, Sendable {
  public static var defaultValue: UIAccessibilityContrast { .unspecified }
}
// page: uikit/uitraitlegibilityweight
@available(iOS 17.0, tvOS 17.0, *)
public struct UITraitLegibilityWeight: UITraitDefinition, Sendable {
  public static var defaultValue: UILegibilityWeight { .unspecified }
}

// page: uikit/uitraitchangeobservable-67e94
@available(iOS 17.0, tvOS 17.0, *)
extension UITraitChangeObservable {
  public typealias TraitChangeHandler<TraitEnvironment> = (
    _ traitEnvironment: TraitEnvironment, _ previousTraitCollection: UITraitCollection
  ) -> Void
  @MainActor @discardableResult
  public func registerForTraitChanges(_ traits: [UITrait], handler: @escaping TraitChangeHandler<Self>)
    -> any UITraitChangeRegistration
  {
    fatalError()
  }
  @MainActor @discardableResult
  public func registerForTraitChanges(_ traits: [UITrait], target: Any, action: Selector)
    -> any UITraitChangeRegistration
  { fatalError() }
  @MainActor @discardableResult
  public func registerForTraitChanges(_ traits: [UITrait], action: Selector) -> any UITraitChangeRegistration
  { fatalError() }
}

// page: uikit/uitraitoverrides
@available(iOS 17.0, tvOS 17.0, *)
public struct UITraitOverrides {
  public var userInterfaceStyle: UIUserInterfaceStyle
  public var layoutDirection: UITraitEnvironmentLayoutDirection
  public var preferredContentSizeCategory: UIContentSizeCategory
  public var accessibilityContrast: UIAccessibilityContrast
  public mutating func remove(_ trait: UITrait) {}
}
// page: uikit/uiview/traitoverrides
@available(iOS 17.0, tvOS 17.0, *)
extension UIView {
  @MainActor @preconcurrency public var traitOverrides: UITraitOverrides {
    get { fatalError() }
    set {}
  }
}

// page: uikit/uicontentsizecategory
extension UIContentSizeCategory {
  public var isAccessibilityCategory: Bool { false }
  public static func < (one: UIContentSizeCategory, other: UIContentSizeCategory) -> Bool { false }
  public static func <= (one: UIContentSizeCategory, other: UIContentSizeCategory) -> Bool { false }
  public static func > (one: UIContentSizeCategory, other: UIContentSizeCategory) -> Bool { false }
  public static func >= (one: UIContentSizeCategory, other: UIContentSizeCategory) -> Bool { false }
}
