// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A typed property value, which filters compare.
///
/// Numbers keep the type with which they were logged. Comparisons between `int` and `double` are numeric (1 equals 1.0). Every other
/// comparison between different types is false, never an error.
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

/// Values as literals, so that properties are written with their types: `["total": 42.5, "tags": ["new", "red"]]`.
extension Value: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Value: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) { self = .int(value) }
}

extension Value: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension Value: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Value: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}

extension Value: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Value...) { self = .array(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
  /// For duplicate names, the last value is used.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .object(Properties(Dictionary(elements) { _, last in last }))
  }
}
