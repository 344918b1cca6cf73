// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// Reads the fields of a request and gathers what is wrong with them, so that all is said at once.
struct FieldReader {
  private let fields: [String: Wire.JSONValue]
  private(set) var errors: [Wire.Problem.FieldError] = []

  init(_ json: Wire.JSONValue) throws {
    guard case .object(let fields) = json else {
      throw Wire.Problem(
        status: 400, code: "field_wrong_type", title: "The body must be an object.",
        remedy: "Send {\"command\": …} with the command's fields.")
    }
    self.fields = fields
  }

  func has(_ key: String) -> Bool {
    guard let value = fields[key] else { return false }
    return value != .null
  }

  mutating func string(_ key: String, length: ClosedRange<Int>) -> String {
    guard let value = required(key) else { return "" }
    guard case .string(let text) = value else {
      return wrong(key, "field_wrong_type", "Expected text.", or: "")
    }
    guard length.contains(text.unicodeScalars.count) else {
      return wrong(key, "field_invalid", "Expected \(length.lowerBound) to \(length.upperBound) characters.", or: "")
    }
    return text
  }

  mutating func number(_ key: String, in range: ClosedRange<Double>, default fallback: Double? = nil) -> Double {
    guard has(key) || fallback == nil, let value = required(key) else { return fallback ?? range.lowerBound }
    switch value {
    case .int(let number) where range.contains(Double(number)): return Double(number)
    case .double(let number) where range.contains(number): return number
    case .int, .double:
      return wrong(
        key, "field_invalid", "Expected a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)).",
        or: range.lowerBound)
    default: return wrong(key, "field_wrong_type", "Expected a number.", or: range.lowerBound)
    }
  }

  mutating func integer(_ key: String, in range: ClosedRange<Int>, default fallback: Int? = nil) -> Int {
    let number = number(key, in: Double(range.lowerBound)...Double(range.upperBound), default: fallback.map(Double.init))
    guard let whole = Int(exactly: number) else {
      return wrong(key, "field_invalid", "Expected a whole number.", or: range.lowerBound)
    }
    return whole
  }

  mutating func bool(_ key: String) -> Bool {
    guard let value = required(key) else { return false }
    guard case .bool(let flag) = value else { return wrong(key, "field_wrong_type", "Expected true or false.", or: false) }
    return flag
  }

  /// nil: it is none of them, which is not said to be wrong.
  func word<Word: RawRepresentable>(_ key: String, as type: Word.Type = Word.self) -> Word? where Word.RawValue == String {
    if case .string(let text) = fields[key] { Word(rawValue: text) } else { nil }
  }

  /// - Parameter others: what is right too, and read elsewhere.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of type: Choice.Type = Choice.self, default fallback: Choice, others: [String] = []
  ) -> Choice where Choice.RawValue == String {
    guard let value = required(key) else { return fallback }
    guard case .string(let text) = value, let choice = Choice(rawValue: text) else {
      let names = (Choice.allCases.map(\.rawValue) + others).joined(separator: ", ")
      return wrong(key, "field_invalid", "Expected one of: \(names).", or: fallback)
    }
    return choice
  }

  /// Absent: none. The limits are the protocol's.
  mutating func properties(_ key: String) -> [String: Wire.JSONValue] {
    guard has(key), let value = fields[key] else { return [:] }
    guard case .object(let properties) = value else {
      return wrong(key, "field_wrong_type", "Expected an object, such as {\"total\": 42}.", or: [:])
    }
    let before = errors.count
    check(value, at: key, depth: 1)
    if errors.count == before, Wire.encode(value).count > Wire.Limits.eventBytes / 2 {
      return wrong(key, "field_invalid", "The properties are longer than \(Wire.Limits.eventBytes / 2) bytes.", or: [:])
    }
    return properties
  }

  /// Throws what was gathered.
  func finish() throws {
    guard let first = errors.first else { return }
    throw Wire.Problem(
      status: 422, code: "command_invalid", title: first.message, remedy: "Correct the field and send it again.", field: first.field,
      errors: errors)
  }

  mutating func refuse(_ key: String, _ message: String) {
    errors.append(Wire.Problem.FieldError(field: key, code: "field_invalid", message: message))
  }

  private mutating func check(_ value: Wire.JSONValue, at path: String, depth: Int) {
    guard errors.count < 20 else { return }
    switch value {
    case .object(let fields):
      guard depth <= Wire.Limits.propertyDepth else {
        return refuse(path, "More than \(Wire.Limits.propertyDepth) nested levels.")
      }
      for (key, field) in fields.sorted(by: { $0.key < $1.key }) {
        guard (1...Wire.Limits.keyLength).contains(key.unicodeScalars.count) else {
          refuse("\(path).\(key.prefix(20))…", "A key has 1 to \(Wire.Limits.keyLength) characters.")
          continue
        }
        check(field, at: "\(path).\(key.count > 64 ? key.prefix(64) + "…" : key)", depth: depth + 1)
      }
    case .array(let values):
      guard depth <= Wire.Limits.propertyDepth else {
        return refuse(path, "More than \(Wire.Limits.propertyDepth) nested levels.")
      }
      guard values.count <= Wire.Limits.listValues else { return refuse(path, "More than \(Wire.Limits.listValues) elements.") }
      for (index, element) in values.enumerated() { check(element, at: "\(path)[\(index)]", depth: depth + 1) }
    case .null, .bool, .int, .double, .string: break
    }
  }

  private mutating func required(_ key: String) -> Wire.JSONValue? {
    if has(key) { return fields[key] }
    errors.append(Wire.Problem.FieldError(field: key, code: "field_missing", message: "This field is required."))
    return nil
  }

  private mutating func wrong<Value>(_ key: String, _ code: String, _ message: String, or value: Value) -> Value {
    errors.append(Wire.Problem.FieldError(field: key, code: code, message: message))
    return value
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }
}
