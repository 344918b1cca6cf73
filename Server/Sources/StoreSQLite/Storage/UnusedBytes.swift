// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite

/// The bytes of a data file that belong to no row
/// (https://www.sqlite.org/fileformat2.html#b_tree_pages).
///
/// SQLite overwrites what it deletes (`secure_delete`), but not what stays behind when it moves
/// rows from a full page to its neighbours: copies of them stay between the rows of the page, also
/// after the moved row was deleted. SQLite never reads these bytes, so they can be overwritten in
/// the file itself, at any moment at which SQLite writes nothing there.
///
/// Use only inside a transaction that writes, while the write-ahead log is empty or there is none:
/// then the file alone has the data, and nobody else writes to it.
struct UnusedBytes {
  private let connection: SQLiteConnection
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let methods: sqlite3_io_methods
  private let pageBytes: Int
  /// Of each page; the rest is reserved.
  private let usableBytes: Int
  let pageCount: Int
  /// Pages that hold nothing, and pages that list them with the number of listed ones.
  private var free: Set<Int> = []
  private var lists: [Int: Int] = [:]

  init(_ db: Database) throws {
    guard let connection = db.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    var found: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &found) == SQLITE_OK, let found,
      let methods = found.pointee.pMethods
    else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    (self.connection, file, self.methods) = (connection, found, methods.pointee)
    pageBytes = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4_096
    pageCount = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    usableBytes = pageBytes
    // The first bytes of the other pages tell their kinds apart only in files that are smaller than
    // this, and without SQLite's own lists of pages.
    guard pageCount < 1 << 25, try Int.fetchOne(db, sql: "PRAGMA auto_vacuum") == 0, pageCount > 0 else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE)
    }
    let first = try read(1)
    guard first[20] == 0 else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    var list = first.word(32)
    while list > 0, list <= pageCount, lists[list] == nil {
      let page = try read(list)
      let count = min(page.word(4), usableBytes / 4 - 2)
      lists[list] = count
      for place in 0..<count { free.insert(page.word(8 + 4 * place)) }
      list = page.word(0)
    }
  }

  /// Overwrites the unused bytes of these pages with zeros.
  func overwrite(_ pages: Range<Int>) throws {
    // The first page has the header and the layout.
    for number in pages where number > 1 {
      let page = try read(number)
      for range in unused(number, page) where page.bytes[range].contains(where: { $0 != 0 }) {
        let zeros = [UInt8](repeating: 0, count: range.count)
        try check(
          methods.xWrite(
            file, zeros, Int32(zeros.count), Int64(number - 1) * Int64(pageBytes) + Int64(range.lowerBound)))
      }
    }
    // What SQLite remembers of the pages has the old bytes, and would be written with the next row.
    sqlite3_db_release_memory(connection)
  }

  /// Returns once everything is on the disk.
  func flush() throws { try check(methods.xSync(file, SQLITE_SYNC_FULL)) }

  private func unused(_ number: Int, _ page: Page) -> [Range<Int>] {
    if free.contains(number) { return [0..<usableBytes] }
    if let count = lists[number] { return [(8 + 4 * count)..<usableBytes] }
    return page.unusedBytes(usableBytes) ?? []
  }

  private func read(_ number: Int) throws -> Page {
    var bytes = [UInt8](repeating: 0, count: pageBytes)
    try check(methods.xRead(file, &bytes, Int32(pageBytes), Int64(number - 1) * Int64(pageBytes)))
    return Page(bytes: bytes)
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}

/// One page of a data file.
private struct Page {
  let bytes: [UInt8]

  subscript(index: Int) -> UInt8 { bytes[index] }
  func word(_ index: Int) -> Int { short(index) << 16 | short(index + 2) }
  private func short(_ index: Int) -> Int { Int(bytes[index]) << 8 | Int(bytes[index + 1]) }

  /// The bytes between a page's list of rows and its rows, and those of deleted rows. nil for a
  /// page without rows of its own, and for a damaged one.
  func unusedBytes(_ usable: Int) -> [Range<Int>]? {
    // Inner pages and leaves, of tables and of indexes. The pages of long values begin with the
    // number of the next page, which is smaller.
    guard let header = [2: 12, 5: 12, 10: 8, 13: 8][bytes[0]] else { return nil }
    let count = short(3)
    let rows = short(5) == 0 ? 65_536 : short(5)
    let end = header + 2 * count
    guard end <= rows, rows <= usable else { return nil }
    for row in 0..<count where !(rows..<usable).contains(short(header + 2 * row)) { return nil }
    var ranges = [end..<rows]
    var block = short(1)
    while block != 0 {
      guard block >= rows, block + 4 <= usable else { return nil }
      let next = short(block)
      let last = block + short(block + 2)
      guard last >= block + 4, last <= usable, next == 0 || next >= last else { return nil }
      ranges.append((block + 4)..<last)
      block = next
    }
    return ranges
  }
}
