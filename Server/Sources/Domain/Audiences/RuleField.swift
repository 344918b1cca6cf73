// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// How one field of a condition is written, and read with its diagnostics.
struct RuleField<Value: Sendable>: Sendable {
  let write: @Sendable (Value) -> Wire.JSONValue
  /// nil: what is wrong is noted, with the field at the path.
  let read: @Sendable (inout RuleFieldReader, Wire.JSONValue, _ path: String) -> Value?

  func written(_ value: Value, as kind: AudienceSubject.Kind) -> [String: Wire.JSONValue] {
    [kind.rawValue: write(value)]
  }
}

extension RuleField where Value == String {
  /// Of 1 to as many characters as names have.
  static var text: RuleField {
    RuleField(write: { .string($0) }, read: { reader, json, path in reader.text(json, at: path) })
  }
}

extension RuleField where Value == [String] {
  /// A name, or a list of names that leads inside.
  static var keys: RuleField {
    RuleField(
      write: { $0.count == 1 ? .string($0[0]) : .array($0.map { .string($0) }) },
      read: { reader, json, path in reader.keys(json, at: path) })
  }
}

extension RuleField where Value: RawRepresentable<String> & CaseIterable {
  /// One of the words of the type.
  static var word: RuleField {
    RuleField(
      write: { .string($0.rawValue) }, read: { reader, json, path in reader.word(json, Value.self, at: path) }
    )
  }
}

extension RuleField {
  /// An object of two fields.
  ///
  /// - Parameter example: What to write in place of something else.
  static func object<First, Second>(
    _ first: (name: String, field: RuleField<First>), _ second: (name: String, field: RuleField<Second>),
    example: String
  ) -> RuleField where Value == (First, Second) {
    RuleField(
      write: { [first.name: first.field.write($0.0), second.name: second.field.write($0.1)] },
      read: { reader, json, path in
        guard case .object(let fields) = json else {
          return reader.refuse(path, "field_wrong_type", "Expected an object.", "Write \(example).")
        }
        reader.refuseOthers(fields, [first.name, second.name], at: path)
        let one = first.field.read(&reader, fields[first.name] ?? .null, "\(path).\(first.name)")
        let other = second.field.read(&reader, fields[second.name] ?? .null, "\(path).\(second.name)")
        guard let one, let other else { return nil }
        return (one, other)
      })
  }
}
