// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A width and a height in points. A number literal makes a square.
public struct ViewSize: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public init(integerLiteral value: Int) {
    self.init(width: Double(value), height: Double(value))
  }

  public init(floatLiteral value: Double) {
    self.init(width: value, height: value)
  }
}
