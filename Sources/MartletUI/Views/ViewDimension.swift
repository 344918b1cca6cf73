// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A length in points with another value for large screens: `large` applies if both size classes
/// are regular and the window is in landscape. A number literal sets both.
public struct ViewDimension: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public var regular: Double
  public var large: Double

  public init(regular: Double, large: Double) {
    self.regular = regular
    self.large = large
  }

  public init(integerLiteral value: Int) { self.init(regular: Double(value), large: Double(value)) }
  public init(floatLiteral value: Double) { self.init(regular: value, large: value) }

  package func value(for traits: SceneTraits) -> Double { traits.isLargeLandscape ? large : regular }
}

extension SceneTraits {
  /// True if both size classes are regular and the window is in landscape.
  public var isLargeLandscape: Bool {
    horizontalSizeClass == .regular && verticalSizeClass == .regular && orientation == .landscape
  }
}

/// A width and a height in points. A number literal makes a square.
public struct ViewSize: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public init(integerLiteral value: Int) { self.init(width: Double(value), height: Double(value)) }
  public init(floatLiteral value: Double) { self.init(width: value, height: value) }
}

extension InAppMessageUI {
  /// A font at the default text size, in points. It follows the person's text size.
  public struct TextStyle: Hashable, Sendable {
    public var size: Double
    public var lineHeight: Double
    public var weight: SceneFont.Weight
    /// The PostScript name of one of the app's own fonts. If nil, or if there is no such font, the
    /// system's.
    public var name: String?

    public init(size: Double, lineHeight: Double, weight: SceneFont.Weight, name: String? = nil) {
      self.size = size
      self.lineHeight = lineHeight
      self.weight = weight
      self.name = name
    }

    /// 16/22, for text.
    public static let body = TextStyle(size: 16, lineHeight: 22, weight: .regular)
    /// 20/28, for headers.
    public static let title = TextStyle(size: 20, lineHeight: 28, weight: .semibold)
    /// 16/20, for buttons.
    public static let button = TextStyle(size: 16, lineHeight: 20, weight: .medium)

    /// Rounded to half points, so that equal traits give equal scenes on every platform.
    ///
    /// Fonts larger than body text grow less, so that whole words of a title still fit into a line.
    /// They never become smaller than body text.
    package func font(scale: Double) -> SceneFont {
      let damping = scale > 1 ? min(1, TextStyle.body.size / size) : 1
      let factor = 1 + (scale - 1) * damping
      func scaled(_ value: Double) -> Double { (value * factor * 2).rounded() / 2 }
      return SceneFont(size: scaled(size), lineHeight: scaled(lineHeight), weight: weight, name: name)
    }
  }
}
