// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Documents
import MartletWire

/// Reads the fields of commands, most of which are required. A wrong field gets a valid substitute,
/// since `finish` then throws and nothing is carried out.
extension FieldReader {
  func has(_ key: String) -> Bool { value(key) != nil }

  mutating func string(_ key: String, length: ClosedRange<Int>) -> String {
    require(key)
    guard let text = string(key) else { return "" }
    if length.contains(text.unicodeScalars.count) { return text }
    refuse(key, "Expected \(length.lowerBound) to \(length.upperBound) characters.")
    return ""
  }

  mutating func number(_ key: String, in range: ClosedRange<Double>) -> Double {
    require(key)
    guard let number = number(key) else { return range.lowerBound }
    if range.contains(number) { return number }
    refuse(key, "Expected a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)).")
    return range.lowerBound
  }

  mutating func integer(_ key: String, in range: ClosedRange<Int>, default fallback: Int? = nil) -> Int {
    if let fallback, !has(key) { return fallback }
    require(key)
    guard let number = integer(key) else { return range.lowerBound }
    if range.contains(number) { return number }
    refuse(key, "Expected a whole number from \(range.lowerBound) to \(range.upperBound).")
    return range.lowerBound
  }

  mutating func bool(_ key: String) -> Bool {
    require(key)
    return flag(key) ?? false
  }

  /// nil if the field is none of the words; this is not recorded as an error.
  func word<Word: RawRepresentable>(_ key: String, as type: Word.Type = Word.self) -> Word?
  where Word.RawValue == String {
    if case .string(let text)? = value(key) { Word(rawValue: text) } else { nil }
  }

  /// - Parameter others: Further valid values, which are read elsewhere.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of type: Choice.Type = Choice.self, default fallback: Choice, others: [String] = []
  ) -> Choice where Choice.RawValue == String {
    require(key)
    return choice(key, as: type, others: others) ?? fallback
  }

  /// Empty if the field is absent. The protocol's limits apply.
  mutating func properties(_ key: String) -> [String: Wire.JSONValue] {
    guard let value = value(key) else { return [:] }
    guard case .object(let properties) = value else {
      wrongType(key, expected: "an object, such as {\"total\": 42}")
      return [:]
    }
    let before = errors.count
    check(value, at: key, depth: 1)
    if errors.count == before, Wire.encode(value).count > Wire.Limits.eventBytes / 2 {
      refuse(key, "The properties are longer than \(Wire.Limits.eventBytes / 2) bytes.")
      return [:]
    }
    return properties
  }

  /// Throws 422 with the problems found so far, if any.
  func finishCommand() throws {
    guard let first = errors.first else { return }
    throw Wire.Problem(
      status: 422, code: "command_invalid", title: first.message,
      remedy: "Correct the field and send it again.", field: first.field,
      errors: errors)
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
      guard values.count <= Wire.Limits.listValues else {
        return refuse(path, "More than \(Wire.Limits.listValues) elements.")
      }
      for (index, element) in values.enumerated() {
        check(element, at: "\(path)[\(index)]", depth: depth + 1)
      }
    case .null, .bool, .int, .double, .string: break
    }
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }
}
