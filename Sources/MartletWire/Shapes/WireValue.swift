// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A value that a field of a form can have.
///
/// The second half accesses a value by its address, so that one interpreter (`Table`) serves all
/// forms without being compiled for each of them. A place always has a valid value of its type,
/// which reading replaces.
protocol WireValue: Equatable, SendableMetatype {
  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self
  func write(to writer: inout Wire.JSONWriter)

  /// Adds its problems, according to the bound of its field and the bounds of its own fields.
  func check(_ bound: Row.Bound?, at path: String, _ checks: inout Checks)

  /// What a document contains at its place.
  static var form: ValueForm { get }

  /// True if null is a value like any other. Otherwise, it means that the field is absent.
  static var takesNull: Bool { get }

  static func read(_ parser: inout Wire.JSONParser, into place: UnsafeMutableRawPointer) throws(Wire
    .DecodingProblem)
  static func write(_ place: UnsafeRawPointer, to writer: inout Wire.JSONWriter)
  /// True for the value that an absent field means.
  static func isOmitted(_ place: UnsafeRawPointer, blank: UnsafeRawPointer) -> Bool

  static func check(_ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks)

  /// The same for a map of values.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func readMap(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> [String: Self]
  static func writeMap(_ values: [String: Self], to writer: inout Wire.JSONWriter)

  /// The same for an optional value.
  static func checkOptional(
    _ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks)
  static func readOptional(_ parser: inout Wire.JSONParser, into place: UnsafeMutableRawPointer) throws(Wire
    .DecodingProblem)
  static func writeOptional(_ place: UnsafeRawPointer, to writer: inout Wire.JSONWriter)
  static func isNil(_ place: UnsafeRawPointer) -> Bool
}

extension WireValue {
  static var takesNull: Bool { false }

  static func read(_ parser: inout Wire.JSONParser, into place: UnsafeMutableRawPointer) throws(Wire
    .DecodingProblem)
  {
    place.assumingMemoryBound(to: Self.self).pointee = try read(from: &parser)
  }

  static func write(_ place: UnsafeRawPointer, to writer: inout Wire.JSONWriter) {
    place.assumingMemoryBound(to: Self.self).pointee.write(to: &writer)
  }

  static func isOmitted(_ place: UnsafeRawPointer, blank: UnsafeRawPointer) -> Bool {
    place.assumingMemoryBound(to: Self.self).pointee == blank.assumingMemoryBound(to: Self.self).pointee
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func readMap(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> [String: Self] {
    var values: [String: Self] = [:]
    try parser.eachField { parser, key, start throws(Wire.DecodingProblem) in
      let value: Self
      do throws(Wire.DecodingProblem) { value = try Self.read(from: &parser) } catch {
        throw error.inside(key: key)
      }
      guard values.updateValue(value, forKey: key) == nil else { throw parser.duplicate(key, at: start) }
    }
    return values
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func writeMap(_ values: [String: Self], to writer: inout Wire.JSONWriter) {
    writer.open(UInt8(ascii: "{"))
    for key in values.keys.sorted(by: { $0.precedesByBytes($1) }) {
      guard let value = values[key] else { continue }
      writer.key(key)
      value.write(to: &writer)
    }
    writer.close(UInt8(ascii: "}"))
  }

  static func readOptional(_ parser: inout Wire.JSONParser, into place: UnsafeMutableRawPointer) throws(Wire
    .DecodingProblem)
  {
    place.assumingMemoryBound(to: Self?.self).pointee = try read(from: &parser)
  }

  static func writeOptional(_ place: UnsafeRawPointer, to writer: inout Wire.JSONWriter) {
    place.assumingMemoryBound(to: Self?.self).pointee?.write(to: &writer)
  }

  static func isNil(_ place: UnsafeRawPointer) -> Bool {
    if case nil = place.assumingMemoryBound(to: Self?.self).pointee { true } else { false }
  }

  func check(_ bound: Row.Bound?, at path: String, _ checks: inout Checks) {}

  static func check(_ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    place.assumingMemoryBound(to: Self.self).pointee.check(bound, at: path, &checks)
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func checkOptional(
    _ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks
  ) {
    place.assumingMemoryBound(to: Self?.self).pointee?.check(bound, at: path, &checks)
  }
}

extension WireValue {
  /// Reads it from a parsed value.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  init(tree: Wire.JSONValue) throws(Wire.DecodingProblem) {
    self = try Wire.JSONParser.parse(Wire.encode(tree), maximumDepth: .max, as: Self.read(from:))
  }

  var bytes: [UInt8] {
    var writer = Wire.JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  var tree: Wire.JSONValue {
    do { return try Wire.JSONParser.parse(bytes, maximumDepth: .max, as: Wire.JSONValue.read(from:)) } catch {
      preconditionFailure("What a value writes is JSON: \(error)")
    }
  }
}

// MARK: - Combined values, never compiled for one type

extension Optional: WireValue where Wrapped: WireValue {
  static var form: ValueForm { Wrapped.form }
  static var takesNull: Bool { Wrapped.takesNull }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self {
    if !takesNull, try parser.takeNull() { return nil }
    return try Wrapped.read(from: &parser)
  }

  func write(to writer: inout Wire.JSONWriter) {
    if let self { self.write(to: &writer) } else { writer.write(Wire.JSONValue.null) }
  }

  static func read(_ parser: inout Wire.JSONParser, into place: UnsafeMutableRawPointer) throws(Wire
    .DecodingProblem)
  {
    try Wrapped.readOptional(&parser, into: place)
  }

  static func write(_ place: UnsafeRawPointer, to writer: inout Wire.JSONWriter) {
    Wrapped.writeOptional(place, to: &writer)
  }

  static func isOmitted(_ place: UnsafeRawPointer, blank: UnsafeRawPointer) -> Bool { Wrapped.isNil(place) }

  static func check(_ place: UnsafeRawPointer, _ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    Wrapped.checkOptional(place, bound, at: path, &checks)
  }
}

extension Array: WireValue where Element: WireValue {
  static var form: ValueForm { .list(Element.self) }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self {
    var elements: Self = []
    try parser.eachElement { parser, index throws(Wire.DecodingProblem) in
      do throws(Wire.DecodingProblem) { elements.append(try Element.read(from: &parser)) } catch {
        throw error.inside(index: index)
      }
    }
    return elements
  }

  // Every response to events is a list of results.
  @_specialize(where Element == Wire.EventResult)
  func write(to writer: inout Wire.JSONWriter) {
    writer.open(UInt8(ascii: "["))
    for element in self {
      writer.separate()
      element.write(to: &writer)
    }
    writer.close(UInt8(ascii: "]"))
  }

  func check(_ bound: Row.Bound?, at path: String, _ checks: inout Checks) {
    if case .most(let limit) = bound, count > limit { checks.tooMany(limit, path) }
    for (index, element) in enumerated() { element.check(nil, at: checks.path(of: index, in: path), &checks) }
  }
}

extension ContiguousArray: WireValue where Element: WireValue {
  static var form: ValueForm { .list(Element.self) }
  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self {
    Self(try [Element].read(from: &parser))
  }
  func write(to writer: inout Wire.JSONWriter) { Array(self).write(to: &writer) }
}

extension Dictionary: WireValue where Key == String, Value: WireValue {
  static var form: ValueForm { .map(Value.self) }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self {
    try Value.readMap(from: &parser)
  }

  func write(to writer: inout Wire.JSONWriter) { Value.writeMap(self, to: &writer) }
}
