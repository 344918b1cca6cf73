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
  ///   - keyboardHeight: in points.
  @MainActor
  init(_ windowScene: UIWindowScene, window: UIWindow?, keyboardHeight: Double, supported: OrientationMask) {
    let traits = window?.traitCollection ?? windowScene.traitCollection
    // A new window has the size of its scene.
    let size = (window ?? UIWindow(windowScene: windowScene)).bounds.size
    let direction: Scene.LayoutDirection = traits.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
    let insets = window?.safeAreaInsets ?? .zero
    self.init(
      width: Double(size.width), height: Double(size.height), scheme: traits.userInterfaceStyle == .dark ? .dark : .light,
      horizontalSizeClass: traits.horizontalSizeClass == .regular ? .regular : .compact,
      verticalSizeClass: traits.verticalSizeClass == .compact ? .compact : .regular, textScale: Self.textScale(of: traits),
      direction: direction, reduceMotion: UIAccessibility.isReduceMotionEnabled,
      reduceTransparency: UIAccessibility.isReduceTransparencyEnabled,
      increaseContrast: traits.accessibilityContrast == .high || UIAccessibility.isDarkerSystemColorsEnabled,
      safeArea: Insets(insets, isMirrored: direction == .rightToLeft), keyboardHeight: keyboardHeight,
      supportedOrientations: supported.orientations, language: Locale.preferredLanguages.first)
  }

  /// The person's text size as a factor of the default, as the system scales body text.
  static func textScale(of traits: UITraitCollection) -> Double {
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
