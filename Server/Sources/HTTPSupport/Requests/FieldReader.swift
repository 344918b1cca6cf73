// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// Reads an object's fields and collects all errors, so that the sender sees them together. A field
/// that is null is absent.
public struct FieldReader {
  public let fields: [String: Wire.JSONValue]
  public var errors: [Wire.Problem.FieldError] = []

  public init(fields: [String: Wire.JSONValue]) {
    self.fields = fields
  }

  public func value(_ key: String) -> Wire.JSONValue? {
    guard let value = fields[key], value != .null else { return nil }
    return value
  }

  public mutating func string(_ key: String) -> String? {
    read(key, expected: "a string", \.string)
  }

  public mutating func integer(_ key: String) -> Int? {
    read(key, expected: "a whole number", \.wholeNumber).map { Int($0) }
  }

  public mutating func number(_ key: String) -> Double? {
    read(key, expected: "a number", \.number)
  }

  public mutating func flag(_ key: String) -> Bool? {
    read(key, expected: "true or false", \.flag)
  }

  /// Entries that are checked individually elsewhere.
  public mutating func list(_ key: String) -> [Wire.JSONValue] {
    read(key, expected: "a list") { if case .array(let elements) = $0 { elements } else { nil } } ?? []
  }

  /// Empty without the field.
  public mutating func object(_ key: String) -> [String: Wire.JSONValue] {
    read(key, expected: "an object") { if case .object(let fields) = $0 { fields } else { nil } } ?? [:]
  }

  /// - Parameter others: Further valid values, which are read elsewhere.
  public mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, as type: Choice.Type = Choice.self, others: [String] = []
  ) -> Choice? where Choice.RawValue == String {
    guard let text = string(key) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let known = (Choice.allCases.map(\.rawValue) + others).joined(separator: ", ")
    errors.append(
      .init(
        field: key, code: "field_invalid", message: "'\(text.prefix(64))' is unknown.",
        remedy: "Use one of \(known)."))
    return nil
  }

  public mutating func require(_ key: String) {
    guard value(key) == nil else { return }
    errors.append(
      .init(field: key, code: "field_missing", message: "This field is required.", remedy: "Add it."))
  }

  public mutating func refuse(_ key: String, _ message: String) {
    errors.append(.init(field: key, code: "field_invalid", message: message))
  }

  public mutating func wrongType(_ key: String, expected: String) {
    errors.append(.init(field: key, code: "field_wrong_type", message: "Expected \(expected)."))
  }

  /// nil when the field is absent, and, with an error, when `read` returns nil.
  private mutating func read<Value>(_ key: String, expected: String, _ read: (Wire.JSONValue) -> Value?)
    -> Value?
  {
    guard let json = value(key) else { return nil }
    let value = read(json)
    if value == nil { wrongType(key, expected: expected) }
    return value
  }
}
