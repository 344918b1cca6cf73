// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A typed property value, which filters compare.
///
/// Numbers keep the type with which they were logged. Comparisons between `int` and `double` are
/// numeric (1 equals 1.0). Every other comparison between different types is false, never an error.
public enum Value: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case date(Instant)
  case array([Value])
  case object(Properties)
}

/// Values as literals, so that properties are written with their types: `["total": 42.5, "tags":
/// ["new", "red"]]`.
extension Value: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(nilLiteral: ()) { self = .null }
  public init(arrayLiteral elements: Value...) { self = .array(elements) }

  /// For duplicate names, the last value is used.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .object(Properties(Dictionary(elements) { _, last in last }))
  }
}

/// How filters compare values. This differs from `==` of `Value`: numbers compare by their numeric
/// value, and NaN equals nothing.
extension Value {
  /// Values of different families never compare. `int` and `double` are one family.
  public enum Family: Hashable, Sendable {
    case null, bool, number, string, date, array, object
  }

  /// The family of this value.
  public var family: Family {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int, .double: .number
    case .string: .string
    case .date: .date
    case .array: .array
    case .object: .object
    }
  }

  /// Equality in filters. Strings are equal if they are canonically equivalent.
  func matches(_ other: Value) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.int(let left), .double(let right)): Int64(ifWhole: right) == left
    case (.double(let left), .int(let right)): Int64(ifWhole: left) == right
    case (.string(let left), .string(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.matches($1) }
    case (.object(let left), .object(let right)):
      left.count == right.count && left.allSatisfy { key, value in right[key].map(value.matches) ?? false }
    default: false
    }
  }
}

/// The order of two comparable values.
enum Relation: Comparable, Sendable {
  case less, equal, greater

  @inline(__always)
  init<T: Comparable>(_ left: T, _ right: T) {
    self = left < right ? .less : left == right ? .equal : .greater
  }

  /// Exact for every pair: nothing is rounded. nil if the double is NaN.
  @inline(__always)
  init?(_ left: Int64, _ right: Double) {
    if right.isNaN { return nil }
    if right >= 0x1p63 {
      self = .less
    } else if right < -0x1p63 {
      self = .greater
    } else {
      let whole = Int64(right)
      if left != whole {
        self = left < whole ? .less : .greater
      } else {
        self.init(0.0 as Double, right - Double(whole))
      }
    }
  }
}

extension Int64 {
  /// The integer that equals the double, or nil if there is none.
  ///
  /// Replaces `init(exactly:)`, which needs `trunc` from the C library. The core must link with
  /// only the standard library.
  @inline(__always)
  init?(ifWhole number: Double) {
    guard number >= -0x1p63, number < 0x1p63 else { return nil }
    self.init(number)
    guard Double(self) == number else { return nil }
  }
}
