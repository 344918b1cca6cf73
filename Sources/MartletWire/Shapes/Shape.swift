// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The fields of a form, each defined once. Reading, writing and descriptions all use this
/// definition.
///
///     static let shape = Shape<Self>(
///       blank: Self(limit: 0, within: .known(.day)), unknown: \.unknown,
///       .field("tag", \.tag, "Only in the caps of definitions."),
///       .field("limit", \.limit, "How many times.", .required))
struct Shape<Root>: Sendable {
  // Safe: made once, only read, and never freed.
  nonisolated(unsafe) let blank: UnsafeMutablePointer<Root>
  let table: Table

  /// - Parameters:
  ///   - blank: the form without any fields. Its values are what absent fields mean. Required
  ///     fields can have any value.
  ///   - unknown: where unknown fields are kept. nil: they are not kept.
  init(blank: Root, unknown: WritableKeyPath<Root, Wire.UnknownFields>?, _ fields: Field<Root>...) {
    self.init(blank: blank, unknown: unknown, fields)
  }

  init(blank: Root, unknown: WritableKeyPath<Root, Wire.UnknownFields>?, _ fields: [Field<Root>]) {
    self.blank = .allocate(capacity: 1)
    self.blank.initialize(to: blank)
    table = Table(
      rows: fields.flatMap(\.rows), unknown: unknown.map { Field.offset($0) },
      blank: UnsafeRawPointer(self.blank))
  }

  func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Root {
    var value = blank.pointee
    try withUnsafeMutablePointer(to: &value) { place throws(Wire.DecodingProblem) in
      try table.read(&parser, into: UnsafeMutableRawPointer(place))
    }
    return value
  }
}

/// A field of a form, or several fields that are in a part of it.
struct Field<Root> {
  fileprivate let rows: [Row]

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func field<Value: WireValue>(
    _ name: StaticString, _ path: WritableKeyPath<Root, Value>, _ summary: StaticString,
    _ rule: Row.Rule = .optional,
    _ bound: Row.Bound? = nil
  ) -> Self {
    Self(rows: [
      Row(name: name, summary: summary, type: Value.self, rule: rule, bound: bound, offset: offset(path))
    ])
  }

  /// Fields that are beside those of the form on the wire, but in a part of their own in the form.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func part<Part>(_ path: WritableKeyPath<Root, Part>, _ shape: Shape<Part>) -> Self {
    let start = offset(path)
    var rows = shape.table.inOrder
    for index in rows.indices { rows[index].offset += start }
    return Self(rows: rows)
  }

  fileprivate static func offset<Value>(_ path: WritableKeyPath<Root, Value>) -> Int {
    guard let offset = MemoryLayout<Root>.offset(of: path) else {
      preconditionFailure("A field of a form is a stored property: \(path)")
    }
    return offset
  }
}

/// A value with its fields in a table.
protocol ShapedValue: WireValue {
  static var shape: Shape<Self> { get }
}

extension ShapedValue {
  static var form: ValueForm { .fields(Self.self) }
  static var table: Table { shape.table }

  public static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self {
    try shape.read(from: &parser)
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public func write(to writer: inout Wire.JSONWriter) {
    withUnsafePointer(to: self) { Self.shape.table.write(UnsafeRawPointer($0), to: &writer) }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func check(_ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    withUnsafePointer(to: self) { Self.table.check(UnsafeRawPointer($0), at: path, &checks) }
  }
}

/// A form of the protocol with its fields in a table.
protocol ShapedForm: Wire.Form, ShapedValue {}

/// A value with another form on the wire.
protocol TranslatedValue: WireValue {
  associatedtype WireForm: WireValue
  init(wireForm: WireForm) throws(Wire.DecodingProblem)
  var wireForm: WireForm { get }
}

extension TranslatedValue {
  static var form: ValueForm { WireForm.form }

  public static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self {
    try Self(wireForm: WireForm.read(from: &parser))
  }
  public func write(to writer: inout Wire.JSONWriter) { wireForm.write(to: &writer) }
}
