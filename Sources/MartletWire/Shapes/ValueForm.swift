// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// What a field can contain. It is for code that describes documents, or checks them without
/// decoding them.
enum ValueForm: Sendable {
  case text
  case flag
  case integer
  case number
  /// Milliseconds since the Unix epoch.
  case instant
  case milliseconds
  /// `#RRGGBB` or `#RRGGBBAA`.
  case color
  case anything
  case filter
  /// One of these words. A later version may know more.
  case words([String])
  case list(any WireValue.Type)
  case map(any WireValue.Type)
  case fields(any ShapedValue.Type)
  /// The fields depend on the field `kind`.
  case kinds([String: Table])
}

extension ValueForm {
  /// The unknown fields in the document, each with its path and the known names of its object.
  /// Parts that cannot be read are not searched.
  func strayFields(in json: Wire.JSONValue, at path: String) -> [Wire.StrayField] {
    switch (self, json) {
    case (.fields(let type), .object(let fields)):
      fields.inOrder { $0.key < $1.key }.flatMap { key, value in
        let inner = path.isEmpty ? key : "\(path).\(key)"
        guard let row = type.table.allRows.first(where: { $0.name.description == key }) else {
          return [Wire.StrayField(path: inner, name: key, known: type.table.allRows.map(\.name.description))]
        }
        return row.type.form.strayFields(in: value, at: inner)
      }
    case (.list(let type), .array(let elements)):
      elements.enumerated().flatMap { type.form.strayFields(in: $1, at: "\(path)[\($0)]") }
    case (.map(let type), .object(let fields)):
      fields.inOrder { $0.key < $1.key }.flatMap { type.form.strayFields(in: $1, at: "\(path).\($0)") }
    case (.filter, .object(let fields)):
      // A group has no other fields. Everything else is a comparison.
      switch fields.first {
      case ("all", let parts)? where fields.count == 1:
        ValueForm.list(Wire.Filter.self).strayFields(in: parts, at: path + ".all")
      case ("any", let parts)? where fields.count == 1:
        ValueForm.list(Wire.Filter.self).strayFields(in: parts, at: path + ".any")
      case ("not", let part)? where fields.count == 1: strayFields(in: part, at: path + ".not")
      default: Wire.Comparison.form.strayFields(in: json, at: path)
      }
    default: []
    }
  }
}

extension Wire {
  /// A field that no form of this version has at its place. Readers of a document keep it. If a
  /// person wrote the document, it is a typo.
  package struct StrayField: Equatable, Sendable {
    package var path: String
    package var name: String
    /// The names that the object can have instead.
    package var known: [String]
  }
}

extension Wire.Form {
  /// The fields of a document of this form that this version does not know.
  package static func strayFields(in json: Wire.JSONValue, at path: String) -> [Wire.StrayField] {
    (Self.self as? any WireValue.Type)?.form.strayFields(in: json, at: path) ?? []
  }
}
