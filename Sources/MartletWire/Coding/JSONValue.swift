// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// Any JSON value, as it was read: integers stay integers.
  public indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
  }

  /// The fields of an object that this version does not know.
  public typealias UnknownFields = [String: JSONValue]
}

extension Wire.JSONValue {
  /// A field of an object, or nil if there is none or the value is not an object.
  public subscript(key: String) -> Wire.JSONValue? {
    if case .object(let fields) = self { fields[key] } else { nil }
  }

  /// The string, or nil for any other value.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The boolean, or nil for any other value.
  public var flag: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number, or nil for any other value.
  public var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The whole number, also for `5.0` and `5e3`, or nil for any other value.
  public var wholeNumber: Int64? {
    switch self {
    case .int(let value): value
    case .double(let value): Int64(exactly: value)
    default: nil
    }
  }
}

extension Wire.JSONValue: Wire.Form {
  public init(json: Wire.JSONValue) { self = json }

  public var json: Wire.JSONValue { self }

  /// With another coder, a whole number becomes `int`, even if it was written as `1.0`.
  /// `Wire.decode` distinguishes them.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([Wire.JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: Wire.JSONValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try value.isFinite ? container.encode(value) : container.encodeNil()
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension Wire.JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Wire.JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  public init(arrayLiteral elements: Wire.JSONValue...) { self = .array(elements) }

  /// For duplicate keys, the last value is used.
  public init(dictionaryLiteral elements: (String, Wire.JSONValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
