// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// An object of the protocol. Golden files freeze its form. `Codable` reads and writes the same
  /// form with any coder.
  public protocol Form: Codable, Equatable, Sendable {
    /// Reads it from a document. Throws if a required field is missing or a value has the wrong
    /// type, but never for unknown content.
    static func read(from parser: inout JSONParser) throws(DecodingProblem) -> Self
    /// Writes the canonical form, with every unknown field that was read.
    func write(to writer: inout JSONWriter)
    /// Reads the object from a parsed value.
    init(json: JSONValue) throws(DecodingProblem)
    /// The canonical form as a value.
    var json: JSONValue { get }
  }

  /// Reads up to `Limits.jsonDepth` levels. The caller must limit the length. Text that is not JSON
  /// is always reported as malformed.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func decode<Value: Form>(_ type: Value.Type = Value.self, from bytes: [UInt8])
    throws(DecodingProblem) -> Value
  {
    do {
      return try JSONParser.parse(bytes, as: Value.read(from:))
    } catch {
      _ = try JSONParser.parse(bytes, as: JSONValue.read(from:))
      throw error
    }
  }

  /// The canonical form: keys sorted by their bytes, without absent fields. Equal values give equal
  /// bytes.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public static func encode(_ value: some Form, layout: Layout = .compact) -> [UInt8] {
    var writer = JSONWriter(isPretty: layout == .pretty)
    value.write(to: &writer)
    return writer.bytes
  }

  /// The layout of the output.
  public enum Layout: Equatable, Sendable {
    /// For machines: without spaces.
    case compact
    /// For people: one field per line, indented by two spaces, without a line break at the end.
    case pretty
  }
}

extension Wire.Form {
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    self = try Wire.JSONParser.parse(Wire.encode(json), maximumDepth: .max, as: Self.read(from:))
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public var json: Wire.JSONValue {
    do {
      return try Wire.JSONParser.parse(Wire.encode(self), maximumDepth: .max, as: Wire.JSONValue.read(from:))
    } catch {
      preconditionFailure("What a form writes is JSON: \(error)")
    }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public init(from decoder: any Decoder) throws { try self.init(json: Wire.JSONValue(from: decoder)) }

  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
