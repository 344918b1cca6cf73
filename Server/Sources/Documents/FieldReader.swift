// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// Reads an object's fields and collects all problems, so that the sender sees them together. A
/// field that is null is absent.
public struct FieldReader {
  public let fields: [String: Wire.JSONValue]
  public var errors: [Wire.Problem.FieldError] = []

  public init(fields: [String: Wire.JSONValue]) {
    self.fields = fields
  }

  /// Throws 400 if it is no object.
  public init(_ json: Wire.JSONValue) throws(Wire.Problem) {
    guard case .object(let fields) = json else {
      throw Wire.Problem(fields: [
        .init(field: "", code: "field_wrong_type", message: "Expected an object.")
      ])
    }
    self.init(fields: fields)
  }

  /// Throws 400 with all problems, if there are any.
  public func finish() throws(Wire.Problem) {
    guard errors.isEmpty else { throw Wire.Problem(fields: errors) }
  }

  // MARK: - Fields

  public func value(_ key: String) -> Wire.JSONValue? {
    guard let value = fields[key], value != .null else { return nil }
    return value
  }

  /// nil when the field is absent, and, with a problem, when it has another type.
  public mutating func read<Value: RequestValue>(_ key: String, as type: Value.Type = Value.self) -> Value? {
    value(key).flatMap { Value.read($0, at: key, &self) }
  }

  public mutating func string(_ key: String) -> String? { read(key) }
  public mutating func integer(_ key: String) -> Int? { read(key) }
  public mutating func number(_ key: String) -> Double? { read(key) }
  public mutating func flag(_ key: String) -> Bool? { read(key) }
  public mutating func instant(_ key: String) -> Instant? { read(key) }

  /// Entries that are checked individually elsewhere.
  public mutating func list(_ key: String) -> [Wire.JSONValue] { read(key) ?? [] }

  /// Empty without the field.
  public mutating func object(_ key: String) -> [String: Wire.JSONValue] { read(key) ?? [:] }

  /// - Parameter others: Further valid values, which are read elsewhere.
  public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, as type: Choice.Type = Choice.self, others: [String] = []
  ) -> Choice? {
    guard let text = string(key) else { return nil }
    return Choice(rawValue: text) ?? unknown(text, at: key, known: Choice.allCases.map(\.rawValue) + others)
  }

  public mutating func form<Value: Wire.Form>(_ key: String, as type: Value.Type = Value.self) -> Value? {
    guard let json = value(key) else { return nil }
    return decode(at: key) { () throws(Wire.DecodingProblem) in try Value(json: json) }
  }

  public mutating func forms<Value: Wire.Form>(_ key: String, as type: Value.Type = Value.self) -> [Value] {
    list(key).enumerated().compactMap { index, json in
      decode(at: "\(key)[\(index)]") { () throws(Wire.DecodingProblem) in try Value(json: json) }
    }
  }

  /// A form whose fields are beside those of the object.
  public mutating func rules<Value: Wire.Form>(_ names: Set<String>, as type: Value.Type = Value.self)
    -> Value?
  {
    let json = Wire.JSONValue.object(fields.filter { names.contains($0.key) })
    return decode(at: "") { () throws(Wire.DecodingProblem) in try Value(json: json) }
  }

  /// Reads the fields of an object at a path.
  mutating func object<Value>(
    _ json: Wire.JSONValue, at path: String, _ body: (inout FieldReader) -> Value
  ) -> Value? {
    guard case .object(let fields) = json else { return expect(nil, "an object", at: path) }
    var reader = FieldReader(fields: fields)
    let value = body(&reader)
    errors += reader.errors.map { error in
      var error = error
      error.field = path + "." + error.field
      return error
    }
    return value
  }

  // MARK: - Problems

  public mutating func require(_ key: String) {
    guard value(key) == nil else { return }
    add(key, "field_missing", "This field is required.", remedy: "Add it.")
  }

  public mutating func refuse(_ key: String, _ message: String) {
    add(key, "field_invalid", message)
  }

  public mutating func wrongType(_ key: String, expected: String) {
    add(key, "field_wrong_type", "Expected \(expected).")
  }

  public mutating func refuseUnknown(except known: Set<String>) {
    for key in fields.keys.sorted() where !known.contains(key) {
      add(
        String(key.prefix(64)), "field_unknown", "This field is unknown.",
        remedy: "Remove it, or correct its name.")
    }
  }

  mutating func unknown<Value>(_ text: String, at path: String, known: [String]) -> Value? {
    add(
      path, "field_invalid", "'\(text.prefix(64))' is unknown.",
      remedy: "Use one of \(known.joined(separator: ", ")).")
    return nil
  }

  /// The value, or nil with a problem.
  mutating func expect<Value>(_ value: Value?, _ expected: String, at path: String) -> Value? {
    if value == nil { wrongType(path, expected: expected) }
    return value
  }

  mutating func decode<Value>(at path: String, _ body: () throws(Wire.DecodingProblem) -> Value) -> Value? {
    do throws(Wire.DecodingProblem) { return try body() } catch {
      let separator = path.isEmpty || error.field.isEmpty || error.field.hasPrefix("[") ? "" : "."
      add(path + separator + error.field, error.code.rawValue, error.message)
      return nil
    }
  }

  mutating func add(_ field: String, _ code: String, _ message: String, remedy: String? = nil) {
    errors.append(.init(field: field, code: code, message: message, remedy: remedy))
  }
}

extension Wire.Problem {
  /// The response to a body with wrong fields.
  public init(fields errors: [FieldError]) {
    self.init(
      status: 400, code: errors.first?.code ?? "field_invalid",
      title: errors.first?.message ?? "The document cannot be read.",
      remedy: "Correct the fields in the list. See /openapi.yaml.", field: errors.first?.field, errors: errors
    )
  }
}
