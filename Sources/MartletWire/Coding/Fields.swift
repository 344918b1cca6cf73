// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// An object that is being read or written. Reading takes fields out; what is left is what this version does not know.
struct Fields {
  private var values: [String: Wire.JSONValue]

  init(reading json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    guard case .object(let values) = json else { throw .wrongType(expected: "an object", found: json) }
    self.values = values
  }

  /// Begins with the unknown fields; a known field written later stands in the place of an unknown one of its name.
  init(writing unknown: Wire.UnknownFields) {
    values = unknown
  }

  var unknown: Wire.UnknownFields { values }
  var json: Wire.JSONValue { .object(values) }
  var keys: Set<String> { Set(values.keys) }

  // MARK: - Reading

  /// nil when absent or null.
  mutating func take<Value: FieldValue>(_ key: String, as type: Value.Type = Value.self) throws(Wire.DecodingProblem) -> Value? {
    guard let json = values.removeValue(forKey: key), json != .null else { return nil }
    do { return try Value(json: json) } catch { throw error.inside(key: key) }
  }

  mutating func take<Value: FieldValue>(_ key: String, default value: Value) throws(Wire.DecodingProblem) -> Value {
    try take(key) ?? value
  }

  mutating func require<Value: FieldValue>(_ key: String, as type: Value.Type = Value.self) throws(Wire.DecodingProblem) -> Value {
    guard let value = try take(key, as: type) else { throw .missing(key) }
    return value
  }

  /// The value as it stands; null is a value, nil is none.
  mutating func takeRaw(_ key: String) -> Wire.JSONValue? {
    values.removeValue(forKey: key)
  }

  mutating func takeRest() -> Wire.UnknownFields {
    defer { values = [:] }
    return values
  }

  /// Reads a list entry by entry: one that cannot be read is set aside and harms no other.
  mutating func takeEntries<Entry: FieldValue>(
    _ key: String, as type: Entry.Type = Entry.self, required: Bool
  ) throws(Wire.DecodingProblem) -> (entries: [Entry], rejected: [Wire.RejectedEntry]) {
    guard let json = values.removeValue(forKey: key), json != .null else {
      if required { throw .missing(key) }
      return ([], [])
    }
    guard case .array(let elements) = json else {
      throw Wire.DecodingProblem.wrongType(expected: "a list", found: json).inside(key: key)
    }
    var entries: [Entry] = []
    var rejected: [Wire.RejectedEntry] = []
    entries.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      do {
        entries.append(try Entry(json: element))
      } catch {
        rejected.append(Wire.RejectedEntry(index: index, entry: element, problem: error))
      }
    }
    return (entries, rejected)
  }

  // MARK: - Writing

  /// nil is not written.
  mutating func set(_ key: String, _ value: (some FieldValue)?) {
    guard let value else { return }
    values[key] = value.json
  }

  /// A value that equals the one that its absence means is not written.
  mutating func set<Value: FieldValue & Equatable>(_ key: String, _ value: Value, unless omitted: Value) {
    guard value != omitted else { return }
    values[key] = value.json
  }
}

extension Wire.JSONValue {
  /// A field of an object; nil when there is none or this is not an object.
  public subscript(key: String) -> Wire.JSONValue? {
    if case .object(let fields) = self { fields[key] } else { nil }
  }

  /// nil when this is not a string.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }
}
