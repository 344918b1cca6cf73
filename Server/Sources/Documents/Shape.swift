// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// A value that is an object in a document, with its fields in one table.
public protocol Shaped: DocumentValue {
  static var shape: Shape<Self> { get }
}

extension Shaped {
  public static var schema: Schema { .named(shape.name) }
  public static var shapes: [any Shaped.Type] { [Self.self] }
  public static func json(of value: Self) -> Wire.JSONValue { shape.json(of: value) }

  public var json: Wire.JSONValue { Self.json(of: self) }
}

/// The fields of an object in a document, each described once: what is written, what is read, and
/// what `openapi.yaml` says of it.
///
/// Forms of the protocol have a table of their own (MartletWire), which reads and writes stored
/// properties by their offsets, because every app carries it. An answer is computed from values of
/// the domain, so the rows of this table have functions.
///
/// ```swift
/// extension PushCounts: Shaped {
///   public static let shape = Shape<Self>(
///     "PushCounts", "Only when one run is read.",
///     .field("total", \.total, "The devices of the audience so far."),
///     .field("waiting", \.waiting, "Those that have no outcome yet."))
/// }
/// ```
public struct Shape<Value>: Sendable {
  /// Of its schema in the document.
  public let name: String
  let summary: String
  let fields: [Field<Value>]

  public init(_ name: String, _ summary: String = "", _ fields: Field<Value>...) {
    self.init(name, summary, fields)
  }

  public init(_ name: String, _ summary: String = "", _ fields: [Field<Value>]) {
    self.name = name
    self.summary = summary
    self.fields = fields
  }

  /// The same fields in another object, which has them beside its own.
  public func fields<Whole>(of part: @escaping @Sendable (Whole) -> Value) -> [Field<Whole>] {
    fields.map { field in
      Field<Whole>(
        name: field.name, schema: field.schema, isRequired: field.isRequired, shapes: field.shapes,
        write: { field.write?(part($0)) })
    }
  }

  public func json(of value: Value) -> Wire.JSONValue { .object(object(of: value)) }

  /// By the names of its fields.
  public func object(of value: Value) -> [String: Wire.JSONValue] {
    var object: [String: Wire.JSONValue] = [:]
    for field in fields { object[field.name] = field.write?(value) }
    return object
  }

  /// Reads the object of the reader into the value. A field of another name is a mistake.
  func read(_ reader: inout FieldReader, into value: inout Value) {
    for field in fields { field.read?(&reader, &value) }
    reader.refuseUnknown(except: Set(fields.map(\.name)))
  }

  /// Its part of the document.
  public var yaml: String {
    let required = fields.filter(\.isRequired).map(\.name)
    var lines = ["    \(name):", "      type: object"]
    if !summary.isEmpty { lines.append("      description: " + Schema.line(of: .string(summary))) }
    if !required.isEmpty {
      lines.append("      required: " + Schema.line(of: .array(required.map { .string($0) })))
    }
    if fields.contains(where: { $0.read != nil }) { lines.append("      additionalProperties: false") }
    lines.append("      properties:")
    lines += fields.map { "        \($0.name): \($0.schema.line)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The shapes that its fields have.
  public var parts: [any Shaped.Type] { fields.flatMap(\.shapes) }
}

/// A field of an object in a document.
public struct Field<Value>: Sendable {
  let name: String
  let schema: Schema
  let isRequired: Bool
  let shapes: [any Shaped.Type]
  /// nil if the value has no such field.
  var write: (@Sendable (Value) -> Wire.JSONValue?)?
  var read: (@Sendable (inout FieldReader, inout Value) -> Void)?

  /// A field that every value has.
  ///
  /// - Parameter schema: What the schema of the type does not say, such as bounds.
  public static func field<Member: DocumentValue>(
    _ name: String, _ member: @escaping @Sendable (Value) -> Member, _ summary: String = "",
    _ schema: Schema = .anything
  ) -> Field {
    Field(
      name: name, schema: Member.schema.with(schema).described(summary), isRequired: true,
      shapes: Member.shapes, write: { Member.json(of: member($0)) })
  }

  /// A field that is left out where it is nil.
  public static func optional<Member: DocumentValue>(
    _ name: String, _ member: @escaping @Sendable (Value) -> Member?, _ summary: String = "",
    _ schema: Schema = .anything
  ) -> Field {
    Field(
      name: name, schema: Member.schema.with(schema).described(summary), isRequired: false,
      shapes: Member.shapes, write: { member($0).map(Member.json) })
  }
}
