// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto

/// How many rows a table has, and a sum over all their values, in whatever order they are read.
///
/// Each row counts with its SHA-256, so that two tables with one sum have the same rows. Equal in
/// all databases.
package struct TableSum: Hashable, Sendable, CustomStringConvertible {
  package private(set) var rows = 0
  private var sum = SIMD4<UInt64>()

  /// - Parameter visit: Sees each value with the number of its column, before it counts.
  package init(_ cursor: any SQLCursor, columns: Int, visit: (Int, SQLValue) throws -> Void = { _, _ in })
    throws
  {
    var row: [UInt8] = []
    while try cursor.next() {
      row.removeAll(keepingCapacity: true)
      for column in 0..<columns {
        let value = cursor.value(column)
        try visit(column, value)
        Self.append(value, to: &row)
      }
      rows += 1
      SHA256.hash(data: row).withUnsafeBytes { sum &+= $0.loadUnaligned(as: SIMD4<UInt64>.self) }
    }
  }

  package var description: String {
    "\(rows) " + (0..<4).map { String(sum[$0], radix: 16) }.joined(separator: "-")
  }

  /// No two lists of values have the same bytes: each begins with its type, and texts and bytes
  /// with their length.
  private static func append(_ value: SQLValue, to row: inout [UInt8]) {
    func append(_ type: UInt8, _ number: UInt64, _ row: inout [UInt8]) {
      row.append(type)
      withUnsafeBytes(of: number.littleEndian) { row.append(contentsOf: $0) }
    }
    switch value {
    case .null: row.append(0)
    case .integer(let number): append(1, UInt64(bitPattern: number), &row)
    case .real(let number): append(2, number.bitPattern, &row)
    case .text(let text):
      append(3, UInt64(text.utf8.count), &row)
      row.append(contentsOf: text.utf8)
    case .bytes(let bytes):
      append(4, UInt64(bytes.count), &row)
      row += bytes
    }
  }
}
