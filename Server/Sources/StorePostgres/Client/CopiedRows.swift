// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import CLibPQ
import StoreSQL

/// Rows in the form of PostgreSQL's `COPY … (FORMAT binary)`.
struct CopiedRows {
  private static let mostBytes = 4 << 20
  private static let begin =
    Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)

  private let types: [Oid]
  private let most: Int
  private var bytes = begin
  private(set) var count = 0

  /// - Parameters:
  ///   - types: PostgreSQL's numbers of the columns' types.
  ///   - most: How many rows are enough.
  init(types: [Int64], most: Int) { (self.types, self.most) = (types.map { Oid($0) }, most) }

  var isFull: Bool { count >= most || bytes.count >= Self.mostBytes }

  /// With the mark of the end.
  var data: [UInt8] { bytes + [0xFF, 0xFF] }

  mutating func removeAll() {
    bytes.removeSubrange(Self.begin.count...)
    count = 0
  }

  /// Adds the row at which a cursor is.
  mutating func add(_ row: any SQLCursor) {
    append(Int16(types.count))
    for (column, type) in types.enumerated() {
      if row.isNull(column) {
        append(Int32(-1))
        continue
      }
      switch type {
      case PostgresType.bool:
        append(Int32(1))
        bytes.append(row.int(column) == 0 ? 0 : 1)
      case PostgresType.int8:
        append(Int32(8))
        append(row.int(column))
      case PostgresType.float8:
        append(Int32(8))
        append((Double(row.value(column)) ?? 0).bitPattern)
      default:
        let value = row.utf8(column)
        append(Int32(value?.count ?? 0))
        if let value { bytes.append(contentsOf: value) }
      }
    }
    count += 1
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
