// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// Reads the fields of rules, and names everything that is wrong with its field and the remedy.
struct RuleFieldReader {
  private(set) var problems: [Diagnostic] = []

  mutating func keys(_ json: Wire.JSONValue, at path: String) -> [String]? {
    if let key = json.string { return text(.string(key), at: path).map { [$0] } }
    guard case .array(let elements) = json, !elements.isEmpty, elements.count <= 8 else {
      return refuse(
        path, "field_wrong_type", "Expected a name, or a list of up to eight names.",
        "Write for example \"plan\".")
    }
    let keys = elements.enumerated().map { text($1, at: "\(path)[\($0)]") }
    return keys.contains { $0 == nil } ? nil : keys.compactMap(\.self)
  }

  mutating func text(_ json: Wire.JSONValue, at path: String) -> String? {
    guard let text = json.string, Wire.Limits.allow(text, upTo: Wire.Limits.nameLength) else {
      return refuse(
        path, "text_invalid", "Expected a text of 1 to \(Wire.Limits.nameLength) characters.", "Write one.")
    }
    return text
  }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ json: Wire.JSONValue, _ type: Word.Type, at path: String
  ) -> Word? {
    guard let word = json.string.flatMap(Word.init) else {
      return refuse(
        path, "word_unknown",
        json == .null ? "This field is missing." : "This version does not know this word.",
        "Choose \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return word
  }

  mutating func refuseOthers(_ fields: [String: Wire.JSONValue], _ allowed: Set<String>, at path: String) {
    for name in fields.keys.sorted() where !allowed.contains(name) {
      let _: Bool? = refuse(
        Self.join(path, String(name.prefix(64))), "field_unknown", "There is no such field here.",
        "Remove it.")
    }
  }

  mutating func refuse<Result>(_ field: String, _ code: String, _ message: String, _ remedy: String)
    -> Result?
  {
    problems.append(Diagnostic(field: field, code: code, message: message, remedy: remedy))
    return nil
  }

  static func join(_ path: String, _ field: String) -> String { field.isEmpty ? path : "\(path).\(field)" }
}
