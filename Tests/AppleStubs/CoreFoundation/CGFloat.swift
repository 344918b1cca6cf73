// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// The geometry of all frameworks.
@_exported import CoreFoundation

// compiler: the types of C that behave like classes
public protocol _CFObject: AnyObject, Hashable {}
// compiler: the bodies
extension _CFObject {
  public func hash(into hasher: inout Hasher) {}
  public static func == (one: Self, other: Self) -> Bool { true }
}

// A type of its own, as on Apple's systems: the compiler converts single values between it and
// Double, and nothing more. Not complete: Apple's is a BinaryFloatingPoint, with all its members.
// page: corefoundation/cgfloat-swift.struct
@frozen
public struct CGFloat: SignedNumeric, Strideable, Hashable, ExpressibleByFloatLiteral, CVarArg,
  CustomStringConvertible, Sendable
{
  public typealias NativeType = Double
  public var native: Double
  public init() { native = 0 }
  public init(_ value: Double) { native = value }
  public init(_ value: Float) { native = 0 }
  public init(_ value: CGFloat) { native = 0 }
  public init<Other: BinaryInteger>(_ value: Other) { native = 0 }
  public init?<Other: BinaryInteger>(exactly value: Other) { return nil }
  public init(integerLiteral value: Int64) { native = 0 }
  public init(floatLiteral value: Double) { native = value }
  public var magnitude: CGFloat { self }
  public var description: String { "" }
  public var isNaN: Bool { false }
  public var isFinite: Bool { true }
  public static var infinity: CGFloat { 0 }
  public static var greatestFiniteMagnitude: CGFloat { 0 }
  public static var pi: CGFloat { 0 }
  public static func + (one: CGFloat, other: CGFloat) -> CGFloat { one }
  public static func - (one: CGFloat, other: CGFloat) -> CGFloat { one }
  public static func * (one: CGFloat, other: CGFloat) -> CGFloat { one }
  public static func / (one: CGFloat, other: CGFloat) -> CGFloat { one }
  public static func += (one: inout CGFloat, other: CGFloat) {}
  public static func -= (one: inout CGFloat, other: CGFloat) {}
  public static func *= (one: inout CGFloat, other: CGFloat) {}
  public static func /= (one: inout CGFloat, other: CGFloat) {}
  public static func < (one: CGFloat, other: CGFloat) -> Bool { false }
  public func distance(to other: CGFloat) -> CGFloat { self }
  public func advanced(by amount: CGFloat) -> CGFloat { self }
  public func rounded() -> CGFloat { self }
  public func rounded(_ rule: FloatingPointRoundingRule) -> CGFloat { self }
  public func squareRoot() -> CGFloat { self }
  public var _cVarArgEncoding: [Int] { [] }
}
// page: swift/double
extension Double { public init(_ value: CGFloat) { self = value.native } }
// page: swift/float
extension Float { public init(_ value: CGFloat) { self = 0 } }
// page: swift/int
extension Int { public init(_ value: CGFloat) { self = 0 } }

// page: corefoundation/cgpoint
extension CGPoint: Equatable {
  public static var zero: CGPoint { CGPoint() }
  public static func == (one: CGPoint, other: CGPoint) -> Bool { true }
}
// page: corefoundation/cgsize
extension CGSize: Equatable {
  public static var zero: CGSize { CGSize() }
  public static func == (one: CGSize, other: CGSize) -> Bool { true }
}
// page: corefoundation/cgvector
extension CGVector: Equatable {
  public static var zero: CGVector { CGVector() }
  public static func == (one: CGVector, other: CGVector) -> Bool { true }
}
// page: corefoundation/cgrect
extension CGRect: Equatable {
  public static var zero: CGRect { CGRect() }
  public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) { self.init() }
  public static func == (one: CGRect, other: CGRect) -> Bool { true }
}
// page: corefoundation/cgaffinetransform
extension CGAffineTransform: Equatable {
  public static func == (one: CGAffineTransform, other: CGAffineTransform) -> Bool { true }
}
