// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

extension Wire.Color {
  /// The relative luminance (WCAG 2), from 0 to 1. The alpha value is ignored.
  public var luminance: Double {
    func linear(_ byte: UInt32) -> Double {
      let value = Double(byte & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(argb >> 16) + 0.7152 * linear(argb >> 8) + 0.0722 * linear(argb)
  }

  /// The contrast (WCAG 2), from 1 (identical) to 21 (black on white). The alpha values are
  /// ignored.
  public func contrast(with other: Wire.Color) -> Double {
    let (first, second) = (luminance, other.luminance)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// The visible colour if this one is drawn on an opaque background.
  public func over(_ ground: Wire.Color) -> Wire.Color {
    let alpha = Double(argb >> 24) / 255
    func mixed(_ shift: UInt32) -> UInt32 {
      let (front, back) = (Double(argb >> shift & 0xFF), Double(ground.argb >> shift & 0xFF))
      return UInt32((front * alpha + back * (1 - alpha)).rounded()) << shift
    }
    return Wire.Color(argb: 0xFF00_0000 | mixed(16) | mixed(8) | mixed(0))
  }
}
