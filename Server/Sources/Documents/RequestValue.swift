// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// A value that a field of a request can have.
public protocol RequestValue: DocumentValue {
  /// nil, with a problem in the reader, if the value is not of this type.
  ///
  /// - Parameter path: Where it is in the object of the reader.
  static func read(_ json: Wire.JSONValue, at path: String, _ reader: inout FieldReader) -> Self?
}

/// An object in a request. Fields that are absent have their values of `init`.
public protocol ShapedRequest: Shaped, RequestValue {
  init()
}

extension ShapedRequest {
  public static func read(_ json: Wire.JSONValue, at path: String, _ reader: inout FieldReader) -> Self? {
    reader.object(json, at: path) { inner in
      var value = Self()
      shape.read(&inner, into: &value)
      return value
    }
  }

  /// Reads a request's body. Throws 400 with every wrong field.
  public init(body json: Wire.JSONValue) throws(Wire.Problem) {
    var reader = try FieldReader(json)
    self.init()
    Self.shape.read(&reader, into: &self)
    try reader.finish()
  }
}

extension Field {
  /// A field of a request, which must be there.
  public static func required<Member: RequestValue>(
    _ name: String, _ path: any WritableKeyPath<Value, Member> & Sendable, _ summary: String = "",
    _ schema: Schema = .anything
  ) -> Field {
    var field = Field.field(name, { $0[keyPath: path] }, summary, schema)
    field.read = { reader, value in
      if let read: Member = reader.read(name) { value[keyPath: path] = read }
      reader.require(name)
    }
    return field
  }

  /// A field of a request that may be absent or null.
  public static func accepted<Member: RequestValue>(
    _ name: String, _ path: any WritableKeyPath<Value, Member?> & Sendable, _ summary: String = "",
    _ schema: Schema = .anything
  ) -> Field {
    var field = Field.optional(name, { $0[keyPath: path] }, summary, schema)
    field.read = { reader, value in value[keyPath: path] = reader.read(name) }
    return field
  }

  /// A field of a request that keeps the value of `init` where it is absent or null.
  public static func defaulted<Member: RequestValue>(
    _ name: String, _ path: any WritableKeyPath<Value, Member> & Sendable, _ summary: String = "",
    _ schema: Schema = .anything
  ) -> Field {
    var field = Field.optional(name, { $0[keyPath: path] }, summary, schema)
    field.read = { reader, value in
      if let read: Member = reader.read(name) { value[keyPath: path] = read }
    }
    return field
  }

  /// A field that only the server sets. It can be sent back, with any value, and is ignored.
  public static func ignored<Member: DocumentValue>(
    _ name: String, _ member: @escaping @Sendable (Value) -> Member?, _ summary: String
  ) -> Field {
    Field(
      name: name, schema: Schema.anything.described(summary), isRequired: false, shapes: [],
      write: { member($0).map(Member.json) }, read: { _, _ in })
  }
}

// MARK: - Types

extension String: RequestValue {
  public static func read(_ json: Wire.JSONValue, at path: String, _ reader: inout FieldReader) -> Self? {
    reader.expect(json.string, "a string", at: path)
  }
}

extension Bool: RequestValue {
  public static func read(_ json: Wire.JSONValue, at path: String, _ reader: inout FieldReader) -> Self? {
    reader.expect(json.flag, "true or false", at: path)
  }
}

extension Int: RequestValue {
  public static func read(_ json: Wire.JSONValue, at path: String, _ reader: inout FieldReader) -> Self? {
    reader.expect(json.wholeNumber.map { Int($0) }, "a whole number", at: path)
  }
}

extension Instant: RequestValue {
  public static func read(_ json: Wire.JSONValue, at path: String, _ reader: inout FieldReader) -> Self? {
    guard let milliseconds = Int.read(json, at: path, &reader).map(Int64.init) else { return nil }
    guard Wire.Limits.instants.contains(milliseconds) else {
      reader.add(
        path, "out_of_range", "This is not a time.", remedy: "Send milliseconds since 1970-01-01T00:00:00Z.")
      return nil
    }
    return Instant(milliseconds: milliseconds)
  }
}

extension Double: RequestValue {
  public static func read(_ json: Wire.JSONValue, at path: String, _ reader: inout FieldReader) -> Self? {
    reader.expect(json.number, "a number", at: path)
  }
}

extension Wire.JSONValue: RequestValue {
  public static func read(_ json: Wire.JSONValue, at path: String, _ reader: inout FieldReader) -> Self? {
    json
  }
}

extension Array: RequestValue where Element: RequestValue {
  /// Without the elements that are wrong, which the reader has as problems.
  public static func read(_ json: Wire.JSONValue, at path: String, _ reader: inout FieldReader) -> Self? {
    guard case .array(let elements) = json else { return reader.expect(nil, "a list", at: path) }
    return elements.enumerated().compactMap { Element.read($1, at: "\(path)[\($0)]", &reader) }
  }
}

extension Dictionary: RequestValue where Key == String, Value: RequestValue {
  public static func read(_ json: Wire.JSONValue, at path: String, _ reader: inout FieldReader) -> Self? {
    guard case .object(let fields) = json else { return reader.expect(nil, "an object", at: path) }
    return fields.sorted { $0.key < $1.key }.reduce(into: [:]) {
      $0[$1.key] = Value.read($1.value, at: "\(path).\($1.key)", &reader)
    }
  }
}

extension RequestValue where Self: RawRepresentable<String> & CaseIterable {
  public static func read(_ json: Wire.JSONValue, at path: String, _ reader: inout FieldReader) -> Self? {
    guard let text = String.read(json, at: path, &reader) else { return nil }
    return Self(rawValue: text) ?? reader.unknown(text, at: path, known: allCases.map(\.rawValue))
  }
}

extension RequestValue where Self: Wire.Form {
  public static func read(_ json: Wire.JSONValue, at path: String, _ reader: inout FieldReader) -> Self? {
    reader.decode(at: path) { () throws(Wire.DecodingProblem) in try Self(json: json) }
  }
}

// MARK: - Forms of the protocol

extension Wire.Cap: RequestValue {}
extension Wire.Device: DocumentValue {}
extension Wire.EventResult: DocumentValue {}
extension Wire.PrivacyRequest.Kind: DocumentValue {}
extension Wire.PushAuthorization: DocumentValue {}
extension Wire.PushEnvironment: RequestValue {}
