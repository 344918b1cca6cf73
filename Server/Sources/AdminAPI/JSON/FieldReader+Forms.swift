// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import MartletCore
import MartletWire

/// Reads fields of the management API that are not plain values.
extension FieldReader {
  init(_ json: Wire.JSONValue) throws(Wire.Problem) {
    guard case .object(let fields) = json else {
      throw AdminAnswers.fieldErrors([
        .init(field: "", code: "field_wrong_type", message: "Expected an object.")
      ])
    }
    self.init(fields: fields)
  }

  mutating func instant(_ key: String) -> Instant? {
    guard let milliseconds = integer(key).map(Int64.init) else { return nil }
    guard Wire.Limits.instants.contains(milliseconds) else {
      errors.append(
        .init(
          field: key, code: "out_of_range", message: "This is not a time.",
          remedy: "Send milliseconds since 1970-01-01T00:00:00Z."))
      return nil
    }
    return Instant(milliseconds: milliseconds)
  }

  mutating func form<Value: Wire.Form>(_ key: String, as type: Value.Type = Value.self) -> Value? {
    guard let json = value(key) else { return nil }
    return read(json, at: key)
  }

  mutating func forms<Value: Wire.Form>(_ key: String, as type: Value.Type = Value.self) -> [Value] {
    list(key).enumerated().compactMap { index, element in read(element, at: "\(key)[\(index)]") }
  }

  /// Reads the fields of a nested object.
  mutating func object<Value>(_ key: String, _ body: (inout FieldReader) -> Value) -> Value? {
    value(key).flatMap { read($0, at: key, body) }
  }

  /// Reads the fields of each object in a list.
  mutating func objects<Value>(_ key: String, _ body: (inout FieldReader) -> Value) -> [Value] {
    list(key).enumerated().compactMap { index, element in read(element, at: "\(key)[\(index)]", body) }
  }

  /// Reads the delivery rules, whose fields are at the top level.
  mutating func rules() -> Wire.DeliveryRules {
    do throws(Wire.DecodingProblem) {
      return try Wire.DeliveryRules(
        json: .object(fields.filter { Wire.DeliveryRules.fields.contains($0.key) }))
    } catch {
      errors.append(.init(field: error.field, code: error.code.rawValue, message: error.message))
      return Wire.DeliveryRules()
    }
  }

  /// Reads the rules of banner, content and data, whose fields are at the top level.
  mutating func surfaceRules() -> Wire.SurfaceRules {
    do throws(Wire.DecodingProblem) {
      return try Wire.SurfaceRules(json: .object(fields.filter { Wire.SurfaceRules.fields.contains($0.key) }))
    } catch {
      errors.append(.init(field: error.field, code: error.code.rawValue, message: error.message))
      return Wire.SurfaceRules()
    }
  }

  /// Reads texts by language and field.
  mutating func translations(_ key: String) -> Wire.Translations {
    var translations: Wire.Translations = [:]
    for (tag, texts) in object(key).sorted(by: { $0.key < $1.key }) {
      guard case .object(let texts) = texts else {
        wrongType("\(key).\(tag)", expected: "an object")
        continue
      }
      translations[tag] = [:]
      for (field, text) in texts.sorted(by: { $0.key < $1.key }) {
        guard case .string(let text) = text else {
          wrongType("\(key).\(tag).\(field)", expected: "a string")
          continue
        }
        translations[tag]?[field] = text
      }
    }
    return translations
  }

  /// A campaign has at least one surface.
  mutating func requireSurface() {
    let names = ["message", "banner", "content", "data", "push"]
    guard names.allSatisfy({ fields[$0] == nil || fields[$0] == .null }) else { return }
    errors.append(
      .init(
        field: "message", code: "field_missing",
        message: "This field is required, unless the campaign has other surfaces.",
        remedy: "Add it, or a banner, content, data or a push."))
  }

  mutating func refuseUnknown(except known: Set<String>) {
    for key in fields.keys.sorted() where !known.contains(key) {
      errors.append(
        .init(
          field: String(key.prefix(64)), code: "field_unknown", message: "This field is unknown.",
          remedy: "Remove it, or correct its name."))
    }
  }

  /// Throws if any field was wrong.
  func finish() throws(Wire.Problem) {
    guard errors.isEmpty else { throw AdminAnswers.fieldErrors(errors) }
  }

  private mutating func read<Value: Wire.Form>(_ json: Wire.JSONValue, at path: String) -> Value? {
    do throws(Wire.DecodingProblem) {
      return try Value(json: json)
    } catch {
      let separator = error.field.isEmpty || error.field.hasPrefix("[") ? "" : "."
      errors.append(
        .init(field: path + separator + error.field, code: error.code.rawValue, message: error.message))
      return nil
    }
  }

  private mutating func read<Value>(
    _ json: Wire.JSONValue, at path: String, _ body: (inout FieldReader) -> Value
  ) -> Value? {
    guard case .object(let fields) = json else {
      wrongType(path, expected: "an object")
      return nil
    }
    var reader = FieldReader(fields: fields)
    let value = body(&reader)
    errors += reader.errors.map { error in
      var error = error
      error.field = path + "." + error.field
      return error
    }
    return value
  }
}
