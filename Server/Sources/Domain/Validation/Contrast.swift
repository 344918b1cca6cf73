// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// How well one colour can be told from another, as WCAG 2.2 defines it.
public enum Contrast {
  /// From 1 (the same) to 21 (black on white). The background shines through translucent text, and `canvas` through a translucent background.
  public static func ratio(of text: Wire.Color, on background: Wire.Color, canvas: Wire.Color) -> Double {
    let ground = background.over(canvas)
    return text.over(ground).contrast(with: ground)
  }
}
