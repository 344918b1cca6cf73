// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The settings that a view is made for. A value that nobody set is unspecified.
open class UITraitCollection: NSObject, @unchecked Sendable {  // It never changes.
  package struct Values: Hashable, Sendable {
    package var style = UIUserInterfaceStyle.unspecified
    package var horizontal = UIUserInterfaceSizeClass.unspecified
    package var vertical = UIUserInterfaceSizeClass.unspecified
    package var category = UIContentSizeCategory.unspecified
    package var direction = UITraitEnvironmentLayoutDirection.unspecified
    package var contrast = UIAccessibilityContrast.unspecified
    package var legibility = UILegibilityWeight.unspecified
    package var idiom = UIUserInterfaceIdiom.unspecified
    package var scale: CGFloat = 0

    package init() {}
  }

  package let values: Values

  package init(_ values: Values) {
    self.values = values
    super.init()
  }

  public override convenience init() { self.init(Values()) }
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
    self.init { $0.style = userInterfaceStyle }
  }
  public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
    self.init { $0.horizontal = horizontalSizeClass }
  }
  public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) {
    self.init { $0.vertical = verticalSizeClass }
  }
  public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.init { $0.category = preferredContentSizeCategory }
  }
  public convenience init(layoutDirection: UITraitEnvironmentLayoutDirection) {
    self.init { $0.direction = layoutDirection }
  }
  public convenience init(accessibilityContrast: UIAccessibilityContrast) {
    self.init { $0.contrast = accessibilityContrast }
  }
  public convenience init(userInterfaceIdiom idiom: UIUserInterfaceIdiom) { self.init { $0.idiom = idiom } }
  public convenience init(displayScale scale: CGFloat) { self.init { $0.scale = scale } }

  /// Later collections win where they say something.
  public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
    var merged = Values()
    for other in traitCollections.map(\.values) {
      if other.style != .unspecified { merged.style = other.style }
      if other.horizontal != .unspecified { merged.horizontal = other.horizontal }
      if other.vertical != .unspecified { merged.vertical = other.vertical }
      if other.category != .unspecified { merged.category = other.category }
      if other.direction != .unspecified { merged.direction = other.direction }
      if other.contrast != .unspecified { merged.contrast = other.contrast }
      if other.legibility != .unspecified { merged.legibility = other.legibility }
      if other.idiom != .unspecified { merged.idiom = other.idiom }
      if other.scale != 0 { merged.scale = other.scale }
    }
    self.init(merged)
  }

  private convenience init(_ change: (inout Values) -> Void) {
    var values = Values()
    change(&values)
    self.init(values)
  }

  open var userInterfaceStyle: UIUserInterfaceStyle { values.style }
  open var horizontalSizeClass: UIUserInterfaceSizeClass { values.horizontal }
  open var verticalSizeClass: UIUserInterfaceSizeClass { values.vertical }
  open var preferredContentSizeCategory: UIContentSizeCategory { values.category }
  open var layoutDirection: UITraitEnvironmentLayoutDirection { values.direction }
  open var accessibilityContrast: UIAccessibilityContrast { values.contrast }
  open var legibilityWeight: UILegibilityWeight { values.legibility }
  open var userInterfaceIdiom: UIUserInterfaceIdiom { values.idiom }
  open var displayScale: CGFloat { values.scale }

  open func containsTraits(in trait: UITraitCollection?) -> Bool {
    guard let trait else { return true }
    return UITraitCollection(traitsFrom: [self, trait]) == self
  }

  /// Whether dynamic colours can look different.
  open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
    values.style != traitCollection?.values.style || values.contrast != traitCollection?.values.contrast
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UITraitCollection)?.values == values }
  open override var hash: Int { values.hashValue }
}

// The traits with which dynamic colours become colours. UIKit has one for each thread; the double
// has one.
private let currentTraits = Mutex<UITraitCollection?>(nil)

extension UITraitCollection {
  /// Views set it while they lay out and while they tell of a change.
  public static var current: UITraitCollection {
    get { currentTraits.withLock { $0 } ?? standard }
    set { currentTraits.withLock { $0 = newValue } }
  }

  public func performAsCurrent(_ actions: () -> Void) {
    let before = currentTraits.withLock { $0 }
    currentTraits.withLock { $0 = self }
    actions()
    currentTraits.withLock { $0 = before }
  }

  /// What a view has that is in no window.
  static let standard: UITraitCollection = {
    var values = Values()
    (values.style, values.category, values.direction) = (.light, .large, .leftToRight)
    (values.contrast, values.legibility, values.idiom, values.scale) = (.normal, .regular, .phone, 3)
    return UITraitCollection(values)
  }()
}
