// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A length in points with another value for large screens: `large` applies if both size classes are regular and the window is in
/// landscape. A number literal sets both.
public struct ViewDimension: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public var regular: Double
  public var large: Double

  public init(regular: Double, large: Double) {
    self.regular = regular
    self.large = large
  }

  public init(integerLiteral value: Int) {
    self.init(regular: Double(value), large: Double(value))
  }

  public init(floatLiteral value: Double) {
    self.init(regular: value, large: value)
  }

  func value(for traits: SceneTraits) -> Double {
    traits.isLargeLandscape ? large : regular
  }
}

extension SceneTraits {
  /// True if both size classes are regular and the window is in landscape.
  public var isLargeLandscape: Bool {
    horizontalSizeClass == .regular && verticalSizeClass == .regular && orientation == .landscape
  }
}
