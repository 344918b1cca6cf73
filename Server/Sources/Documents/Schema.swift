// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// What `openapi.yaml` says of a value: a JSON Schema (draft 2020-12).
public struct Schema: Equatable, Sendable {
  public var fields: [String: Wire.JSONValue]

  public init(_ fields: [String: Wire.JSONValue] = [:]) {
    self.fields = fields
  }

  public var json: Wire.JSONValue { .object(fields) }

  /// The same with these fields too, which replace those that are there.
  public func with(_ further: Schema) -> Schema { Schema(fields.merging(further.fields) { $1 }) }

  public func described(_ words: String) -> Schema {
    words.isEmpty ? self : with(Schema(["description": .string(words)]))
  }

  // MARK: - Types

  /// A schema that the document describes under its name.
  public static func named(_ name: String) -> Schema { ["$ref": .string("#/components/schemas/\(name)")] }

  public static let anything: Schema = [:]
  public static let object: Schema = ["type": "object"]
  public static let text: Schema = ["type": "string"]
  public static let integer: Schema = ["type": "integer"]
  public static let number: Schema = ["type": "number"]
  public static let flag: Schema = ["type": "boolean"]
  /// Milliseconds since 1970, within the bounds of the protocol.
  public static let time = named("Time")

  public static func words(_ words: [String]) -> Schema {
    ["type": "string", "enum": .array(words.map { .string($0) })]
  }

  public static func words<Word: RawRepresentable<String> & CaseIterable>(of type: Word.Type) -> Schema {
    words(type.allCases.map(\.rawValue))
  }

  public static func list(of element: Schema) -> Schema { ["type": "array", "items": element.json] }

  /// An object that stands in another schema.
  public static func object(_ required: [String: Schema], optional: [String: Schema] = [:]) -> Schema {
    [
      "type": "object", "required": .array(required.keys.sorted().map { .string($0) }),
      "properties": .object(required.merging(optional) { $1 }.mapValues(\.json)),
    ]
  }

  // MARK: - Bounds

  public static func range(_ range: ClosedRange<Int>) -> Schema {
    ["minimum": .int(Int64(range.lowerBound)), "maximum": .int(Int64(range.upperBound))]
  }

  public static func from(_ least: Int) -> Schema { range(least...Int.max) }

  /// Of a text: how many characters it has.
  public static func length(_ range: ClosedRange<Int>) -> Schema {
    ["minLength": .int(Int64(range.lowerBound)), "maxLength": .int(Int64(range.upperBound))]
  }

  public static func pattern(_ pattern: String) -> Schema { ["pattern": .string(pattern)] }

  /// Of a list.
  public static func most(_ count: Int) -> Schema { ["maxItems": .int(Int64(count))] }

  public static func `default`(_ value: Wire.JSONValue) -> Schema { ["default": value] }
}

extension Schema: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, Wire.JSONValue)...) {
    self.init(Dictionary(uniqueKeysWithValues: elements))
  }
}

// MARK: - In a document

extension Schema {
  /// On one line, as JSON and YAML both read it.
  public var line: String { Self.line(of: json) }

  public static func quoted(_ text: String) -> String { line(of: .string(text)) }

  static func line(of value: Wire.JSONValue) -> String {
    switch value {
    case .object(let fields) where !fields.isEmpty:
      "{ "
        + fields.sorted { (rank(of: $0.key), $0.key) < (rank(of: $1.key), $1.key) }
        .map { "\(quoted($0)): \(line(of: $1))" }.joined(separator: ", ") + " }"
    case .array(let elements): "[" + elements.map(line(of:)).joined(separator: ", ") + "]"
    default: String(decoding: Wire.encode(value), as: UTF8.self)
    }
  }

  /// People look for the name and the type first, and read the description last.
  private static func rank(of key: String) -> Int {
    switch key {
    case "name": 0
    case "in", "$ref", "type": 1
    case "required", "enum": 2
    case "description": 4
    case "schema", "content", "properties", "items": 5
    default: 3
    }
  }
}
