// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// A value that a field of a document can have.
public protocol DocumentValue: SendableMetatype {
  static var schema: Schema { get }
  static func json(of value: Self) -> Wire.JSONValue
  /// The shapes that the schema names.
  static var shapes: [any Shaped.Type] { get }
}

extension DocumentValue {
  public static var shapes: [any Shaped.Type] { [] }
}

extension String: DocumentValue {
  public static var schema: Schema { .text }
  public static func json(of value: String) -> Wire.JSONValue { .string(value) }
}

extension Bool: DocumentValue {
  public static var schema: Schema { .flag }
  public static func json(of value: Bool) -> Wire.JSONValue { .bool(value) }
}

extension Int: DocumentValue {
  public static var schema: Schema { .integer }
  public static func json(of value: Int) -> Wire.JSONValue { .int(Int64(value)) }
}

extension Int64: DocumentValue {
  public static var schema: Schema { .integer }
  public static func json(of value: Int64) -> Wire.JSONValue { .int(value) }
}

extension Double: DocumentValue {
  public static var schema: Schema { .number }
  public static func json(of value: Double) -> Wire.JSONValue { .double(value) }
}

extension Instant: DocumentValue {
  public static var schema: Schema { .time }
  public static func json(of value: Instant) -> Wire.JSONValue { .int(value.milliseconds) }
}

/// As whole milliseconds.
extension Duration: DocumentValue {
  public static var schema: Schema { .integer }
  public static func json(of value: Duration) -> Wire.JSONValue { .int(value.wholeMilliseconds) }
}

extension Wire.JSONValue: DocumentValue {
  public static var schema: Schema { .anything }
  public static func json(of value: Wire.JSONValue) -> Wire.JSONValue { value }
}

extension Array: DocumentValue where Element: DocumentValue {
  public static var schema: Schema { .list(of: Element.schema) }
  public static var shapes: [any Shaped.Type] { Element.shapes }
  public static func json(of value: [Element]) -> Wire.JSONValue { .array(value.map(Element.json)) }
}

extension Dictionary: DocumentValue where Key == String, Value: DocumentValue {
  public static var schema: Schema { ["type": "object", "additionalProperties": Value.schema.json] }
  public static var shapes: [any Shaped.Type] { Value.shapes }
  public static func json(of value: [String: Value]) -> Wire.JSONValue {
    .object(value.mapValues(Value.json))
  }
}

extension DocumentValue where Self: RawRepresentable<String> & CaseIterable {
  public static var schema: Schema { .words(of: Self.self) }
  public static func json(of value: Self) -> Wire.JSONValue { .string(value.rawValue) }
}

/// A form of the protocol is described where the protocol's forms are.
extension DocumentValue where Self: Wire.Form {
  public static var schema: Schema { .named(String(describing: Self.self)) }
  public static func json(of value: Self) -> Wire.JSONValue { value.json }
}
