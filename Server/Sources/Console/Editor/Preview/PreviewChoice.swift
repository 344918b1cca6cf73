// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import MartletUI

/// Where the preview pretends to be. No part of the campaign.
struct PreviewChoice: Hashable, Sendable {
  var device = Device.large
  var isLandscape = false
  var scheme = SceneTraits.Scheme.light
  var textSize = TextSize.standard
  var direction = Scene.LayoutDirection.leftToRight

  enum Device: String, CaseIterable, Sendable {
    case small, large, tablet

    /// Upright, in points.
    var size: (width: Double, height: Double) {
      switch self {
      case .small: (375, 667)
      case .large: (430, 932)
      case .tablet: (834, 1194)
      }
    }

    var label: String {
      switch self {
      case .small: "Small phone"
      case .large: "Large phone"
      case .tablet: "Tablet"
      }
    }
  }

  enum TextSize: String, CaseIterable, Sendable {
    case small, standard, large, largest

    var scale: Double {
      switch self {
      case .small: 0.82
      case .standard: 1
      case .large: 1.35
      case .largest: 2.35
      }
    }

    var label: String {
      switch self {
      case .small: "Small"
      case .standard: "Standard"
      case .large: "Large"
      case .largest: "Largest"
      }
    }
  }

  init() {}

  /// Anything that is not on offer counts as the default.
  init(_ fields: FormFields) {
    device = fields["preview.device"].flatMap(Device.init) ?? .large
    isLandscape = fields["preview.orientation"] == "landscape"
    scheme = fields["preview.scheme"] == "dark" ? .dark : .light
    textSize = fields["preview.text_size"].flatMap(TextSize.init) ?? .standard
    direction = fields["preview.direction"] == "rtl" ? .rightToLeft : .leftToRight
  }

  var traits: SceneTraits {
    let (width, height) = (isLandscape ? device.size.height : device.size.width, isLandscape ? device.size.width : device.size.height)
    return SceneTraits(
      width: width, height: height, scheme: scheme,
      horizontalSizeClass: device == .tablet || (device == .large && isLandscape) ? .regular : .compact,
      verticalSizeClass: device != .tablet && isLandscape ? .compact : .regular, textScale: textSize.scale, direction: direction,
      reduceMotion: true, safeArea: safeArea)
  }

  private var safeArea: Insets {
    switch (device, isLandscape) {
    case (.small, false): Insets(top: 20, leading: 0, bottom: 0, trailing: 0)
    case (.small, true): .zero
    case (.large, false): Insets(top: 59, leading: 0, bottom: 34, trailing: 0)
    case (.large, true): Insets(top: 0, leading: 59, bottom: 21, trailing: 59)
    case (.tablet, _): Insets(top: 24, leading: 0, bottom: 20, trailing: 0)
    }
  }
}
