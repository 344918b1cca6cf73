// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension InAppMessageUI {
  /// A font at the default text size, in points. It follows the person's text size.
  public struct TextStyle: Hashable, Sendable {
    public var size: Double
    public var lineHeight: Double
    public var weight: SceneFont.Weight

    public init(size: Double, lineHeight: Double, weight: SceneFont.Weight) {
      self.size = size
      self.lineHeight = lineHeight
      self.weight = weight
    }

    /// 16/22, for text.
    public static let body = TextStyle(size: 16, lineHeight: 22, weight: .regular)
    /// 20/28, for headers.
    public static let title = TextStyle(size: 20, lineHeight: 28, weight: .semibold)
    /// 16/20, for buttons.
    public static let button = TextStyle(size: 16, lineHeight: 20, weight: .medium)

    /// Rounded to half points, so that equal traits give equal scenes on every platform.
    ///
    /// What is larger than running text grows less, so that a title still gets whole words into a line; it never falls below running text.
    func font(scale: Double) -> SceneFont {
      let damping = scale > 1 ? min(1, TextStyle.body.size / size) : 1
      let factor = 1 + (scale - 1) * damping
      func scaled(_ value: Double) -> Double { (value * factor * 2).rounded() / 2 }
      return SceneFont(size: scaled(size), lineHeight: scaled(lineHeight), weight: weight)
    }
  }
}
