// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// An object of the protocol. Its form is fixed by golden files; `Codable` speaks the same form through any coder.
  public protocol Form: Codable, Hashable, Sendable {
    /// Reads it from a document. Throws for a required field that is missing and for a value of the wrong type; never for what it does not know.
    static func read(from parser: inout JSONParser) throws(DecodingProblem) -> Self
    /// Writes the canonical form, with every unknown field that was read.
    func write(to writer: inout JSONWriter)
    /// Reads it from a value that has been read already.
    init(json: JSONValue) throws(DecodingProblem)
    /// The canonical form as a value.
    var json: JSONValue { get }
  }

  /// Reads a document of at most `Limits.jsonDepth` levels. The caller bounds its length.
  ///
  /// A text that is not JSON is called that, whatever a form that reads it finds first.
  public static func decode<Value: Form>(_ type: Value.Type = Value.self, from bytes: [UInt8]) throws(DecodingProblem) -> Value {
    do {
      return try JSONParser.parse(bytes) { parser throws(DecodingProblem) in try Value.read(from: &parser) }
    } catch {
      _ = try JSONParser.parse(bytes) as JSONValue
      throw error
    }
  }

  /// The canonical form: keys sorted by their bytes, nothing that is absent. Equal values give equal bytes.
  public static func encode(_ value: some Form, layout: Layout = .compact) -> [UInt8] {
    var writer = JSONWriter(isPretty: layout == .pretty)
    value.write(to: &writer)
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
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    self = try Wire.JSONParser.parse(Wire.encode(json), maximumDepth: .max) { parser throws(Wire.DecodingProblem) in
      try Self.read(from: &parser)
    }
  }

  public var json: Wire.JSONValue {
    do { return try Wire.JSONParser.parse(Wire.encode(self), maximumDepth: .max) } catch {
      preconditionFailure("What a form writes is JSON: \(error)")
    }
  }

  public init(from decoder: any Decoder) throws {
    try self.init(json: Wire.JSONValue(from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}
