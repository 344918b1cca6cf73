// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension SceneColor {
  /// The same colour with this opacity, 0…255.
  func withAlpha(_ alpha: UInt32) -> SceneColor {
    SceneColor(argb: (argb & 0x00FF_FFFF) | (alpha << 24))
  }

  var alpha: UInt32 { argb >> 24 }
  var isOpaque: Bool { alpha == 0xFF }

  static let white = SceneColor(argb: 0xFFFF_FFFF)
  static let black = SceneColor(argb: 0xFF00_0000)

  /// As `Wire.Color` measures it.
  var luminance: Double { Wire.Color(argb: argb).luminance }
  func contrast(with other: SceneColor) -> Double { Wire.Color(argb: argb).contrast(with: Wire.Color(argb: other.argb)) }

  /// This colour, or the nearest to it on its way to black or white that reaches the contrast with what is behind it; the extreme when none
  /// does. Its opacity stays.
  func reaching(_ minimum: Double, on behind: SceneColor) -> SceneColor {
    guard contrast(with: behind) < minimum else { return self }
    let extreme = SceneColor.white.contrast(with: behind) > SceneColor.black.contrast(with: behind) ? SceneColor.white : .black
    for step in 1...7 {
      let mixed = mixed(with: extreme, eighths: UInt32(step))
      if mixed.contrast(with: behind) >= minimum { return mixed }
    }
    return extreme.withAlpha(alpha)
  }

  /// The way to another colour, in eighths; the opacity stays.
  private func mixed(with other: SceneColor, eighths: UInt32) -> SceneColor {
    func part(_ shift: UInt32) -> UInt32 {
      let (mine, theirs) = (argb >> shift & 0xFF, other.argb >> shift & 0xFF)
      return ((mine * (8 - eighths) + theirs * eighths) / 8) << shift
    }
    return SceneColor(argb: (argb & 0xFF00_0000) | part(16) | part(8) | part(0))
  }
}
