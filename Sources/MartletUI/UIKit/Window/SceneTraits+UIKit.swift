// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import Foundation
import UIKit

extension SceneTraits {
  /// The device settings in a window scene.
  ///
  /// - Parameters:
  ///   - window: the window of the message, or a window of the app while there is none.
  ///   - look: what the app has chosen. nil: what the system says.
  ///   - keyboardHeight: in points.
  @MainActor
  init(
    _ windowScene: UIWindowScene, window: UIWindow?, look: AppLook?, keyboardHeight: Double,
    supported: OrientationMask
  ) {
    let traits = window?.traitCollection ?? windowScene.traitCollection
    // A new window has the size of its scene.
    let size = (window ?? UIWindow(windowScene: windowScene)).bounds.size
    self.init(traits, size: size, safeArea: window?.safeAreaInsets ?? .zero)
    if let look { take(look, safeArea: window?.safeAreaInsets ?? .zero) }
    self.keyboardHeight = keyboardHeight
    supportedOrientations = supported.orientations
    reduceMotion = UIAccessibility.isReduceMotionEnabled
    reduceTransparency = UIAccessibility.isReduceTransparencyEnabled
    increaseContrast = increaseContrast || UIAccessibility.isDarkerSystemColorsEnabled
    language = Locale.preferredLanguages.first
  }

  @MainActor
  private mutating func take(_ look: AppLook, safeArea: UIEdgeInsets) {
    scheme = look.traits.userInterfaceStyle == .dark ? .dark : .light
    textScale = Self.textScale(of: look.traits)
    increaseContrast = look.traits.accessibilityContrast == .high
    direction = look.isMirrored ? .rightToLeft : .leftToRight
    self.safeArea = Insets(safeArea, isMirrored: look.isMirrored)
  }

  /// What traits alone say, without the person's other settings.
  init(_ traits: UITraitCollection, size: CGSize, safeArea: UIEdgeInsets) {
    let isMirrored = traits.layoutDirection == .rightToLeft
    self.init(
      width: Double(size.width), height: Double(size.height),
      scheme: traits.userInterfaceStyle == .dark ? .dark : .light,
      horizontalSizeClass: traits.horizontalSizeClass == .regular ? .regular : .compact,
      verticalSizeClass: traits.verticalSizeClass == .compact ? .compact : .regular,
      textScale: Self.textScale(of: traits),
      direction: isMirrored ? .rightToLeft : .leftToRight,
      increaseContrast: traits.accessibilityContrast == .high,
      safeArea: Insets(safeArea, isMirrored: isMirrored))
  }

  /// The person's text size as a factor of the default, as the system scales body text.
  private static func textScale(of traits: UITraitCollection) -> Double {
    let size = 17.0
    let scaled = Double(UIFontMetrics.default.scaledValue(for: size, compatibleWith: traits))
    return min(max(scaled / size, 0.8), 3.2)
  }
}

extension Insets {
  /// - Parameter isMirrored: whether the reading direction is from right to left.
  init(_ insets: UIEdgeInsets, isMirrored: Bool) {
    self.init(
      top: insets.top, leading: isMirrored ? insets.right : insets.left, bottom: insets.bottom,
      trailing: isMirrored ? insets.left : insets.right)
  }
}
#endif
