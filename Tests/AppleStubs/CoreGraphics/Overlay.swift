// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// Drawing, and arithmetic with geometry.
@_exported import CoreFoundation
@_exported import CoreGraphics

// page: corefoundation/cgrect
extension CGRect {
  public static var null: CGRect { .zero }
  public static var infinite: CGRect { .zero }
  public var width: CGFloat { 0 }
  public var height: CGFloat { 0 }
  public var minX: CGFloat { 0 }
  public var midX: CGFloat { 0 }
  public var maxX: CGFloat { 0 }
  public var minY: CGFloat { 0 }
  public var midY: CGFloat { 0 }
  public var maxY: CGFloat { 0 }
  public var isEmpty: Bool { false }
  public var isNull: Bool { false }
  public var integral: CGRect { self }
  public var standardized: CGRect { self }
  public func insetBy(dx: CGFloat, dy: CGFloat) -> CGRect { self }
  public func offsetBy(dx: CGFloat, dy: CGFloat) -> CGRect { self }
  public func union(_ other: CGRect) -> CGRect { self }
  public func intersection(_ other: CGRect) -> CGRect { self }
  public func intersects(_ other: CGRect) -> Bool { false }
  public func contains(_ point: CGPoint) -> Bool { false }
  public func contains(_ other: CGRect) -> Bool { false }
  public func applying(_ transform: CGAffineTransform) -> CGRect { self }
}
// page: corefoundation/cgpoint
extension CGPoint {
  public func applying(_ transform: CGAffineTransform) -> CGPoint { self }
}
// page: corefoundation/cgaffinetransform
extension CGAffineTransform {
  public static var identity: CGAffineTransform { CGAffineTransform() }
  public init(translationX x: CGFloat, y: CGFloat) { self.init() }
  public init(scaleX x: CGFloat, y: CGFloat) { self.init() }
  public init(rotationAngle angle: CGFloat) { self.init() }
  public var isIdentity: Bool { false }
  public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform { self }
  public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform { self }
  public func rotated(by angle: CGFloat) -> CGAffineTransform { self }
  public func inverted() -> CGAffineTransform { self }
  public func concatenating(_ other: CGAffineTransform) -> CGAffineTransform { self }
}
