// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// Values of a scene in CSS. Only numbers and colours reach a style sheet, never an author's text.
enum CSSValue {
  static func color(_ color: SceneColor) -> String {
    let hex = String(color.argb & 0xFF_FFFF, radix: 16)
    let rgb = "#" + String(repeating: "0", count: 6 - hex.count) + hex
    let alpha = color.argb >> 24
    guard alpha < 0xFF else { return rgb }
    let alphaHex = String(alpha, radix: 16)
    return rgb + (alphaHex.count == 1 ? "0" : "") + alphaHex
  }

  /// Points are CSS pixels. Values that are not finite or exceed any screen are clamped.
  static func points(_ value: Double) -> String {
    let clamped = value.isFinite ? min(max(value, -10_000), 10_000) : 0
    let hundredths = (clamped * 100).rounded() / 100
    return hundredths == hundredths.rounded() ? "\(Int(hundredths))px" : "\(hundredths)px"
  }

  static func padding(_ insets: Insets) -> String {
    "padding-block:\(points(insets.top)) \(points(insets.bottom));padding-inline:\(points(insets.leading)) \(points(insets.trailing))"
  }
}
