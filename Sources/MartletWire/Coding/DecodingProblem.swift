// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// Why a document cannot be read, and where. It never contains values from the document.
  public struct DecodingProblem: Error, Equatable, Sendable {
    public var code: Code
    /// The path in the document, such as `events[3].properties.total`. Empty: the whole document.
    public var field = ""
    /// One sentence, without the field.
    public var message: String
    /// The position in the text. Only if the document is not JSON or exceeds a limit of the parser.
    public var position: Position?

    /// The type of problem. The raw value is stable.
    public enum Code: String, Hashable, Sendable, CaseIterable {
      /// Not JSON (RFC 8259), a duplicate key in an object, or a number that does not fit a
      /// `Double`.
      case malformed = "json_malformed"
      /// Nested more than `Limits.jsonDepth` levels deep.
      case tooDeep = "json_too_deep"
      case missing = "field_missing"
      case wrongType = "field_wrong_type"
      case invalid = "field_invalid"
    }

    /// A position in the text of a document.
    public struct Position: Equatable, Sendable {
      /// The number of bytes before it.
      public var offset: Int
      /// The line, from 1.
      public var line: Int
      /// The byte in the line, from 1.
      public var column: Int
    }
  }
}

extension Wire.DecodingProblem: CustomStringConvertible {
  public var description: String {
    let place = position.map { " (line \($0.line), column \($0.column))" } ?? ""
    return field.isEmpty ? "\(message)\(place)" : "\(field): \(message)\(place)"
  }
}

extension Wire.DecodingProblem {
  static func missing(_ key: String) -> Self {
    Self(code: .missing, field: key, message: "This field is required.")
  }

  static func wrongType(expected: String, found: Wire.JSONValue) -> Self {
    Self(code: .wrongType, message: "Expected \(expected), found \(found.typeName).")
  }

  static func invalid(_ message: String) -> Self { Self(code: .invalid, message: message) }

  /// The key as it is shown in a path: at most 64 characters, because the keys of a document can
  /// have any length.
  static func shown(_ key: String) -> String {
    key.unicodeScalars.count > 64 ? String(key.prefix(64)) + "…" : key
  }

  /// The same problem, relative to the object that contains it.
  func inside(key: String) -> Self { prefixed(by: Self.shown(key)) }

  func inside(index: Int) -> Self { prefixed(by: "[\(index)]") }

  private func prefixed(by component: String) -> Self {
    var outer = self
    outer.field =
      field.isEmpty ? component : field.hasPrefix("[") ? component + field : component + "." + field
    return outer
  }
}

extension Wire.JSONValue {
  /// For sentences: "Expected a number, found a string."
  var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .int: "an integer"
    case .double: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
