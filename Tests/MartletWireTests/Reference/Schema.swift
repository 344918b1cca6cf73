// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A JSON Schema whose fields keep their order.
indirect enum Schema {
  case text(String)
  case number(Int64)
  case flag(Bool)
  /// A value in JSON.
  case raw(String)
  case list([Schema])
  case object([(String, Schema)])

  static func type(_ name: String) -> Schema { .object([("type", .text(name))]) }

  /// Of an object.
  var fields: [(String, Schema)] {
    if case .object(let fields) = self { fields } else { [] }
  }

  /// On one line, as JSON and YAML both read it.
  var line: String {
    switch self {
    case .text(let text): Self.quoted(text)
    case .number(let number): String(number)
    case .flag(let flag): String(flag)
    case .raw(let text): text
    case .list(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
    case .object(let fields) where fields.isEmpty: "{}"
    case .object(let fields):
      "{ " + fields.map { "\(Self.quoted($0)): \($1.line)" }.joined(separator: ", ") + " }"
    }
  }

  /// JSON with a line for each field of the outer objects.
  ///
  /// - Parameter depth: How many objects inside one another are broken into lines.
  func json(depth: Int, indent: String = "") -> String {
    guard depth > 0, case .object(let fields) = self, !fields.isEmpty else { return line }
    let inner = indent + "  "
    return "{\n"
      + fields.map { "\(inner)\(Self.quoted($0)): \($1.json(depth: depth - 1, indent: inner))" }.joined(
        separator: ",\n") + "\n\(indent)}"
  }

  /// YAML with a line for each field of the outer objects.
  func yaml(depth: Int, indent: String) -> String {
    fields.map { name, value in
      guard depth > 1, case .object(let inner) = value, !inner.isEmpty else {
        return "\(indent)\(name): \(value.line)\n"
      }
      return "\(indent)\(name):\n" + value.yaml(depth: depth - 1, indent: indent + "  ")
    }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
