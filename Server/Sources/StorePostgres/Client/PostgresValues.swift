// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import CLibPQ
import StoreSQL

/// PostgreSQL's numbers of the types that columns and arguments have.
enum PostgresType {
  static let bool: Oid = 16
  static let bytea: Oid = 17
  static let int8: Oid = 20
  static let int2: Oid = 21
  static let int4: Oid = 23
  static let text: Oid = 25
  static let oid: Oid = 26
  static let int8List: Oid = 1_016
  static let float4: Oid = 700
  static let float8: Oid = 701
  static let numeric: Oid = 1_700
  /// Those that columns of ours have.
  static let names: [Oid: String] = [
    bool: "boolean", bytea: "bytea", int8: "bigint", text: "text", float8: "double precision",
  ]
}

/// The arguments of one execution, in one buffer.
struct PostgresArguments {
  private var bytes: [UInt8] = []
  private var starts: [Int] = []
  /// -1 for null.
  private var lengths: [Int32] = []
  /// 1 for PostgreSQL's binary form, 0 for text, which it can read as any type.
  private var formats: [Int32] = []

  /// - Parameter type: The type that the statement expects.
  mutating func add(_ value: SQLValue, as type: Oid) {
    starts.append(bytes.count)
    formats.append(1)
    appendValue(value, as: type)
  }

  /// A list of values of a type, in PostgreSQL's binary form: its dimensions, whether there may be
  /// nulls, the type, how many there are, the number of the first, and then each with its length.
  mutating func add(_ count: Int, as type: Oid, _ value: (Int) -> SQLValue) {
    starts.append(bytes.count)
    formats.append(1)
    append(Int32(count == 0 ? 0 : 1))
    append(Int32(1))
    append(type)
    if count > 0 {
      append(Int32(count))
      append(Int32(1))
    }
    for index in 0..<count {
      let start = bytes.count
      append(Int32(-1))
      switch (value(index), type) {
      case (.null, _): continue
      case (.integer(let number), PostgresType.bool): bytes.append(number == 0 ? 0 : 1)
      case (.integer(let number), PostgresType.float8): append(Double(number).bitPattern)
      case (.integer(let number), _): append(number)
      case (.real(let number), _): append(number.bitPattern)
      case (.text(let text), _): bytes.append(contentsOf: text.utf8)
      case (.bytes(let data), _): bytes += data
      }
      let length = Int32(bytes.count - start - 4)
      bytes.withUnsafeMutableBytes {
        $0.storeBytes(of: length.bigEndian, toByteOffset: start, as: Int32.self)
      }
    }
    lengths.append(Int32(bytes.count - starts[starts.count - 1]))
  }

  private mutating func appendValue(_ value: SQLValue, as type: Oid) {
    switch (value, type) {
    case (.null, _):
      lengths.append(-1)
      return
    case (.integer(let number), PostgresType.int8): append(number)
    case (.integer(let number), PostgresType.bool): bytes.append(number == 0 ? 0 : 1)
    case (.integer(let number), PostgresType.float8): append(Double(number).bitPattern)
    case (.integer(let number), _): appendText(String(number))
    case (.real(let number), PostgresType.float8): append(number.bitPattern)
    case (.real(let number), _): appendText(String(number))
    // `SQL.list` writes JSON.
    case (.text(let text), PostgresType.int8List): appendText("{" + text.dropFirst().dropLast() + "}")
    // In binary form, so that U+0000 is refused and does not end the text.
    case (.text(let text), PostgresType.text): bytes.append(contentsOf: text.utf8)
    case (.text(let text), _): appendText(text)
    case (.bytes(let data), _): bytes += data
    }
    lengths.append(Int32(bytes.count - starts[starts.count - 1]))
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func appendText(_ text: String) {
    formats[formats.count - 1] = 0
    bytes.append(contentsOf: text.utf8)
    bytes.append(0)
  }

  func withPointers<Value>(
    _ body: (
      _ count: Int32, _ values: [UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]
    ) -> Value
  ) -> Value {
    // Without an address, a value would be null.
    (bytes + [0]).withUnsafeBytes { base in
      let start = base.baseAddress
      let values = zip(starts, lengths).map { place, length -> UnsafePointer<CChar>? in
        length < 0 ? nil : start?.advanced(by: place).assumingMemoryBound(to: CChar.self)
      }
      return body(Int32(values.count), values, lengths, formats)
    }
  }
}

/// The rows of a result, in PostgreSQL's binary form.
final class PostgresResult {
  let columns: SQLColumns
  let count: Int
  let result: OpaquePointer
  private let types: [Oid]

  /// Takes the result over.
  init(_ result: OpaquePointer) {
    self.result = result
    count = Int(PQntuples(result))
    let fields = 0..<PQnfields(result)
    columns = SQLColumns(fields.map { PQfname(result, $0).map { String(cString: $0) } ?? "" })
    types = fields.map { PQftype(result, $0) }
  }

  deinit { PQclear(result) }

  /// How many rows the statement changed.
  var changed: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

  func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(result, Int32(row), Int32(column)) == 1 }

  /// The bytes of a value, valid as long as the result; nil for null.
  func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>? {
    guard !isNull(row, column), let start = PQgetvalue(result, Int32(row), Int32(column)) else { return nil }
    let bytes = UnsafeRawBufferPointer(
      start: start, count: Int(PQgetlength(result, Int32(row), Int32(column))))
    return bytes.bindMemory(to: UInt8.self)
  }

  /// 0 for null, and for what is no number.
  func int(_ row: Int, _ column: Int) -> Int64 {
    guard let bytes = bytes(row, column) else { return 0 }
    switch types[column] {
    case PostgresType.int8: return Int64(bigEndian: Self.load(bytes))
    case PostgresType.int4: return Int64(Int32(bigEndian: Self.load(bytes)))
    case PostgresType.oid: return Int64(UInt32(bigEndian: Self.load(bytes)))
    case PostgresType.int2: return Int64(Int16(bigEndian: Self.load(bytes)))
    case PostgresType.bool: return Int64(bytes[0])
    case PostgresType.numeric: return Int64(Self.numeric(bytes)) ?? 0
    case PostgresType.float8, PostgresType.float4: return Int64(exactly: real(bytes, types[column])) ?? 0
    default: return 0
    }
  }

  func value(_ row: Int, _ column: Int) -> SQLValue {
    guard let bytes = bytes(row, column) else { return .null }
    switch types[column] {
    case PostgresType.int8, PostgresType.int4, PostgresType.int2, PostgresType.oid, PostgresType.bool:
      return .integer(int(row, column))
    case PostgresType.float8, PostgresType.float4: return .real(real(bytes, types[column]))
    case PostgresType.numeric:
      // A sum of whole numbers is `numeric`, because it may be longer than all of them.
      return Self.numeric(bytes)
    case PostgresType.bytea: return .bytes(Array(bytes))
    default: return .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  private func real(_ bytes: UnsafeBufferPointer<UInt8>, _ type: Oid) -> Double {
    type == PostgresType.float8
      ? Double(bitPattern: UInt64(bigEndian: Self.load(bytes)))
      : Double(Float(bitPattern: UInt32(bigEndian: Self.load(bytes))))
  }

  private static func load<Number: FixedWidthInteger>(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int = 0)
    -> Number
  {
    UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: Number.self)
  }

  /// Digits to the base 10,000, of which `weight` + 1 stand before the point.
  private static func numeric(_ bytes: UnsafeBufferPointer<UInt8>) -> SQLValue {
    func part(_ index: Int) -> Int { Int(Int16(bigEndian: load(bytes, at: index * 2))) }
    let (count, weight, sign) = (part(0), part(1), part(2) == 0x4000 ? -1 : 1)
    func digit(_ place: Int) -> Int { place < count ? part(4 + place) : 0 }
    if count == 0 { return .integer(0) }
    // 18 digits always fit.
    if count <= weight + 1, weight < 4 {
      return .integer(Int64(sign * (0...weight).reduce(0) { $0 * 10_000 + digit($1) }))
    }
    // Read from its digits, which rounds once.
    let digits = (0..<count).map { String(10_000 + digit($0)).dropFirst() }.joined()
    let number = Double("\(digits)e\(4 * (weight + 1 - count))") ?? .nan
    return .real(Double(sign) * number)
  }
}
