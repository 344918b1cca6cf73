// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Reads and writes forms by their rows. It is compiled once for all forms, because it only uses
/// rows and addresses.
struct Table: Sendable {
  typealias Problem = Wire.DecodingProblem

  /// Sorted by the bytes of their names.
  // Safe: made once, only read, and never freed.
  nonisolated(unsafe) private let rows: UnsafeMutablePointer<Row>
  private let count: Int
  private let required: UInt64
  private let unknown: Int?
  /// The rows in the order of the form, for uses that are rarer than reading and writing.
  let inOrder: [Row]
  // Safe: made once, only read, and never freed.
  nonisolated(unsafe) let blank: UnsafeRawPointer

  init(rows: [Row], unknown: Int?, blank: UnsafeRawPointer) {
    var stated = rows
    for index in stated.indices { stated[index].place = index }
    let sorted = stated.inOrder { $0.key.lexicographicallyPrecedes($1.key) }
    precondition(sorted.count <= 64, "A set of fields has 64 bits.")
    self.rows = .allocate(capacity: sorted.count)
    self.rows.initialize(from: sorted, count: sorted.count)
    count = sorted.count
    required = sorted.indices.reduce(0) { sorted[$1].rule == .required ? $0 | 1 << UInt64($1) : $0 }
    self.unknown = unknown
    inOrder = stated
    self.blank = blank
  }

  var allRows: UnsafeBufferPointer<Row> { UnsafeBufferPointer(start: rows, count: count) }

  // MARK: - Reading

  /// `place` must contain the blank form.
  func read(_ parser: inout Wire.JSONParser, into place: UnsafeMutableRawPointer) throws(Problem) {
    var seen: UInt64 = 0
    var given: UInt64 = 0
    var next = 0
    var rest: Wire.UnknownFields = [:]
    var more = try parser.beginObject()
    while more {
      let start = parser.position
      if let index = try known(&parser, from: next) {
        let row = rows + index
        let bit: UInt64 = 1 << UInt64(index)
        guard seen & bit == 0 else { throw parser.duplicate(row.pointee.name.description, at: start) }
        seen |= bit
        next = index + 1
        do throws(Wire.DecodingProblem) {
          let type = row.pointee.type
          let isAbsent = if type.takesNull { false } else { try parser.takeNull() }
          if !isAbsent {
            given |= bit
            try type.read(&parser, into: place + row.pointee.offset)
          }
        } catch {
          throw error.inside(key: row.pointee.name.description)
        }
      } else {
        try parser.field(into: &rest)
      }
      more = try parser.nextField()
    }
    if given & required != required { throw .missing(firstMissing(of: given)) }
    if let unknown, !rest.isEmpty {
      (place + unknown).assumingMemoryBound(to: Wire.UnknownFields.self).pointee = rest
    }
  }

  /// The first missing field in the order of the form.
  private func firstMissing(of given: UInt64) -> String {
    let missing = allRows.indices.filter { (required & ~given) & (1 << UInt64($0)) != 0 }.map { rows[$0] }
    return missing.min { $0.place < $1.place }?.name.description ?? ""
  }

  /// Moves to the value of a known field and returns its index. For any other field, stays at its
  /// key and returns nil.
  private func known(_ parser: inout Wire.JSONParser, from first: Int) throws(Problem) -> Int? {
    let mark = parser.mark
    // Documents usually have their fields in order, so the next field is tried first.
    for index in first..<first + count {
      let index = index < count ? index : index - count
      if parser.take(key: rows[index].key) {
        try parser.colon(after: rows[index].name.description)
        return index
      }
    }
    guard parser.hasEscapedKey else { return nil }
    let key = try parser.key()
    if let index = (0..<count).first(where: { key.utf8.elementsEqual(rows[$0].key.dropFirst().dropLast(2)) })
    {
      return index
    }
    parser.rewind(to: mark)
    return nil
  }

  // MARK: - Writing

  func write(_ place: UnsafeRawPointer, to writer: inout Wire.JSONWriter) {
    writer.open(UInt8(ascii: "{"))
    let unknown = unknown.map { (place + $0).assumingMemoryBound(to: Wire.UnknownFields.self).pointee } ?? [:]
    var others =
      unknown.isEmpty ? [] : unknown.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }[...]
    for index in 0..<count {
      let row = rows + index
      let (type, offset) = (row.pointee.type, row.pointee.offset)
      if row.pointee.rule == .optional, type.isOmitted(place + offset, blank: blank + offset) { continue }
      if !others.isEmpty { write(&others, of: unknown, before: row.pointee.key, to: &writer) }
      writer.key(quoted: row.pointee.key)
      type.write(place + offset, to: &writer)
    }
    for key in others { write(key, of: unknown, to: &writer) }
    writer.close(UInt8(ascii: "}"))
  }

  /// Writes the unknown fields before `key`. A known field that is written replaces an unknown one
  /// of the same name.
  private func write(
    _ others: inout ArraySlice<String>, of unknown: Wire.UnknownFields,
    before key: UnsafeBufferPointer<UInt8>,
    to writer: inout Wire.JSONWriter
  ) {
    let name = key.dropFirst().dropLast(2)
    while let other = others.first, !name.lexicographicallyPrecedes(other.utf8) {
      others.removeFirst()
      if !other.utf8.elementsEqual(name) { write(other, of: unknown, to: &writer) }
    }
  }

  private func write(_ key: String, of unknown: Wire.UnknownFields, to writer: inout Wire.JSONWriter) {
    guard let value = unknown[key] else { return }
    writer.key(key)
    writer.write(value)
  }

  // MARK: - Checking

  /// Checks every field against its bound, in the order of the form, including the forms inside it.
  ///
  /// - Parameter path: the path of the form. Empty: the document itself.
  func check(_ place: UnsafeRawPointer, at path: String, _ checks: inout Checks) {
    for row in inOrder {
      row.type.check(place + row.offset, row.bound, at: checks.path(of: row.name, in: path), &checks)
    }
  }
}

/// A field of a form, as a table describes it. The value is accessed by its offset, regardless of
/// the form.
struct Row: Sendable {
  enum Rule: Equatable, Sendable {
    /// Can be absent. It is not written if it has the value that its absence means.
    case optional
    /// Can be absent. It is always written.
    case written
    /// Must be present, and not null.
    case required
  }

  /// The values that validation accepts. A device also reads other values.
  enum Bound: Equatable, Sendable {
    /// The range of a number, inclusive.
    case range(ClosedRange<Int64>)
    /// The maximum number of characters of a text, elements of a list, or entries of a map.
    case most(Int)
    /// The maximum number of characters of a text that must not be empty.
    case text(Int)
    /// The address of a file, with the maximum number of characters: `https`, with a host and
    /// without a user.
    case address(Int)
    /// An id in the form of the SDK: 1 to 64 digits, ASCII letters and hyphens.
    case id
  }

  let name: StaticString
  /// One or two sentences for readers of the protocol.
  let summary: StaticString
  let type: any WireValue.Type
  let rule: Rule
  let bound: Bound?
  var offset: Int
  /// The position of the field in its form.
  var place = 0
  /// The name in quotes, and a colon.
  // Safe: made once, only read, and never freed.
  nonisolated(unsafe) let key: UnsafeBufferPointer<UInt8>

  init(
    name: StaticString, summary: StaticString, type: any WireValue.Type, rule: Rule, bound: Bound?,
    offset: Int
  ) {
    self.name = name
    self.summary = summary
    self.type = type
    self.rule = rule
    self.bound = bound
    self.offset = offset
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.utf8CodeUnitCount + 3)
    _ = bytes.initialize(
      from: [UInt8(ascii: "\"")] + UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        + [
          UInt8(ascii: "\""), UInt8(ascii: ":"),
        ])
    key = UnsafeBufferPointer(bytes)
  }
}
