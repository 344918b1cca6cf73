// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A width and a height in points.
public struct SceneSize: Hashable, Sendable, Codable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No width and no height.
  public static let zero = SceneSize(width: 0, height: 0)
}

/// A rectangle in points. x is measured from the left edge in both reading directions, and y from
/// the top.
public struct SceneRect: Hashable, Sendable, Codable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// A rectangle without a size in the top left corner.
  public static let zero = SceneRect(x: 0, y: 0, width: 0, height: 0)

  public var size: SceneSize { SceneSize(width: width, height: height) }
  public var maxX: Double { x + width }
  public var maxY: Double { y + height }

  /// Whether the point is inside. The left and top edges are, the right and bottom edges are not.
  public func contains(x: Double, y: Double) -> Bool {
    x >= self.x && x < maxX && y >= self.y && y < maxY
  }

  /// The rectangle, moved.
  public func offset(x: Double, y: Double) -> SceneRect {
    SceneRect(x: self.x + x, y: self.y + y, width: width, height: height)
  }
}
