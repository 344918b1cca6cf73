// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// An object of the protocol. Its form is fixed by golden files; `Codable` speaks the same form through any coder.
  public protocol Form: Codable, Hashable, Sendable {
    /// Reads it. Throws for a required field that is missing and for a value of the wrong type; never for what it does not know.
    init(json: JSONValue) throws(DecodingProblem)
    /// The canonical form, with every unknown field that was read.
    var json: JSONValue { get }
  }

  /// Reads a document of at most `Limits.jsonDepth` levels. The caller bounds its length.
  public static func decode<Value: Form>(_ type: Value.Type = Value.self, from bytes: [UInt8]) throws(DecodingProblem) -> Value {
    try Value(json: JSONParser.parse(bytes))
  }

  /// The canonical form: keys sorted by their bytes, nothing that is absent. Equal values give equal bytes.
  public static func encode(_ value: some Form, layout: Layout = .compact) -> [UInt8] {
    var writer = JSONWriter(isPretty: layout == .pretty)
    writer.write(value.json)
    return writer.bytes
  }

  /// Where spaces stand.
  public enum Layout: Hashable, Sendable {
    /// For machines: no space at all.
    case compact
    /// For people: one field a line, two spaces a level, no line break at the end.
    case pretty
  }
}

extension Wire.Form {
  public init(from decoder: any Decoder) throws {
    try self.init(json: Wire.JSONValue(from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}

/// What a field may hold: the protocol's objects and, beside them, the plain types, which shall not get a public `json` for it.
protocol FieldValue {
  init(json: Wire.JSONValue) throws(Wire.DecodingProblem)
  var json: Wire.JSONValue { get }
}

typealias FormValue = Wire.Form & FieldValue
