// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletWire

/// How well one colour can be told from another, as WCAG 2.2 defines it.
public enum Contrast {
  /// 1 (the same) to 21 (black on white). Where the text is translucent, the background shines through; where the background is,
  /// `canvas` does.
  public static func ratio(of text: Wire.Color, on background: Wire.Color, canvas: Wire.Color) -> Double {
    let ground = Components(background).over(Components(canvas))
    let ink = Components(text).over(ground)
    let (first, second) = (ink.luminance, ground.luminance)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  private struct Components {
    var red, green, blue, alpha: Double

    init(_ color: Wire.Color) {
      func part(_ shift: UInt32) -> Double { Double(color.argb >> shift & 0xFF) / 255 }
      (alpha, red, green, blue) = (part(24), part(16), part(8), part(0))
    }

    func over(_ ground: Components) -> Components {
      var mixed = ground
      mixed.red = red * alpha + ground.red * (1 - alpha)
      mixed.green = green * alpha + ground.green * (1 - alpha)
      mixed.blue = blue * alpha + ground.blue * (1 - alpha)
      mixed.alpha = 1
      return mixed
    }

    var luminance: Double {
      func linear(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
  }
}
