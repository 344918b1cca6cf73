// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// Why a document could not be read: where, and in words that a developer understands. It never quotes the document's values.
  public struct DecodingProblem: Error, Hashable, Sendable {
    public var code: Code
    /// Where in the document, for example `events[3].properties.total`; empty for the document as a whole.
    public var field: String
    /// One sentence without the field.
    public var message: String
    /// Where in the text; only when the document is not JSON or exceeds a limit of the parser.
    public var position: Position?

    public init(code: Code, field: String = "", message: String, position: Position? = nil) {
      self.code = code
      self.field = field
      self.message = message
      self.position = position
    }

    /// A stable word for programs.
    public enum Code: String, Hashable, Sendable, CaseIterable {
      /// Not JSON by RFC 8259, or with a key twice in one object, or with a number that no `Double` can hold.
      case malformed = "json_malformed"
      /// More than `Limits.jsonDepth` lists and objects inside one another.
      case tooDeep = "json_too_deep"
      case missing = "field_missing"
      case wrongType = "field_wrong_type"
      case invalid = "field_invalid"
    }

    /// A place in the text of a document.
    public struct Position: Hashable, Sendable {
      /// Bytes before it.
      public var offset: Int
      /// From 1.
      public var line: Int
      /// Bytes from the start of the line, from 1.
      public var column: Int

      public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
      }
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

  static func invalid(_ message: String) -> Self {
    Self(code: .invalid, message: message)
  }

  /// The same problem seen from the object that holds it. A document's own keys may be of any length: a path shows at most 64 characters.
  func inside(key: String) -> Self {
    let name = key.unicodeScalars.count > 64 ? String(key.prefix(64)) + "…" : key
    return prefixed(by: name)
  }

  func inside(index: Int) -> Self {
    prefixed(by: "[\(index)]")
  }

  private func prefixed(by component: String) -> Self {
    var outer = self
    outer.field = field.isEmpty ? component : field.hasPrefix("[") ? component + field : component + "." + field
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
