// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Store
import StoreSQL
import Testing

@testable import StoreSQLite

@Suite("How statements get their values, and rows theirs")
struct SQLiteSessionTests {
  private static func run<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value)
    async throws -> Value
  {
    let store = try SQLiteStore.inMemory()
    let value = try await store.write { db in
      try db.run(
        "CREATE TEMP TABLE box (number INTEGER PRIMARY KEY, text TEXT UNIQUE, bytes BLOB, real REAL)")
      return try body(db)
    }
    try await store.close()
    return value
  }

  @Test(arguments: ["", "a", "ä", "a\0b", String(repeating: "x", count: 100_000)])
  func `a text comes back as it went in`(text: String) async throws {
    let found = try await Self.run { db in
      try db.run("INSERT INTO box (text) VALUES (?)", [text])
      return try db.value("SELECT text FROM box WHERE text IS NOT NULL", as: String.self)
    }
    #expect(found.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test(arguments: [Data(), Data([0]), Data(repeating: 255, count: 70_000)])
  func `bytes come back as they went in`(bytes: Data) async throws {
    let found = try await Self.run { db in
      try db.run("INSERT INTO box (bytes) VALUES (?)", [bytes])
      return try db.value("SELECT bytes FROM box WHERE bytes IS NOT NULL", as: Data.self)
    }
    #expect(found == bytes)
  }

  @Test func `numbers come back as they went in, and null as nothing`() async throws {
    let row = try await Self.run { db in
      try db.run("INSERT INTO box (number, real, text) VALUES (?, ?, ?)", [Int64.min, -0.5, nil])
      return try #require(try db.row("SELECT number, real, text, real IS NULL AS is_empty FROM box"))
    }
    #expect(
      row["number"] as Int64 == .min && row["real"] as Double == -0.5 && row["is_empty"] as Bool == false)
    #expect(row["text"] as String? == nil && row["missing"] as String? == nil)
  }

  @Test func `arguments stand in order, or have names, of which a statement may leave out some`() async throws
  {
    let found = try await Self.run { db in
      let named: SQLArguments = ["a": 1, "b": "x", "c": nil]
      return [
        try db.value("SELECT ?2 || ?1 || ?2", ["a", "b"], as: String.self),
        try db.value("SELECT $a || $b", named, as: String.self),
        try db.value("SELECT coalesce($c, $b)", named, as: String.self),
      ]
    }
    #expect(found == ["bab", "1x", "x"])
  }

  @Test(arguments: [[], ["a"], ["a", "b", "c"], ["first": "a"]] as [SQLArguments])
  func `a statement whose arguments are missing does not run with those of its last use`(
    arguments: SQLArguments
  ) async throws {
    let sql = arguments.names == nil ? "SELECT ? || ?" : "SELECT $first || $second"
    await #expect(throws: StoreError.self) {
      try await Self.run { db in
        _ = try db.value(
          sql, arguments.names == nil ? ["a", "b"] : ["first": "a", "second": "b"], as: String.self)
        return try db.value(sql, arguments, as: String.self)
      }
    }
  }

  @Test func `a statement says how many rows it changed, and can be used again after it was refused`()
    async throws
  {
    let counts = try await Self.run { db in
      let insert = "INSERT INTO box (text) VALUES (?)"
      var counts = [try db.execute(insert, ["a"])]
      #expect(throws: DatabaseError.self) { try db.execute(insert, ["a"]) }
      counts.append(try db.execute(insert, ["b"]))
      counts.append(try db.execute("\(insert) ON CONFLICT DO NOTHING", ["b"]))
      counts.append(try db.execute("UPDATE box SET real = 1", []))
      counts.append(try db.execute("DELETE FROM box WHERE text = ?", ["c"]))
      return counts
    }
    #expect(counts == [1, 1, 0, 2, 0])
  }

  @Test func `a result that is left early begins anew`() async throws {
    let found = try await Self.run { db in
      for number in 1...3 { try db.run("INSERT INTO box (number) VALUES (?)", [number]) }
      let sql = "SELECT number FROM box WHERE number >= ? ORDER BY number"
      var rows = try db.cursor(sql, [1])
      var found: [Int64] = []
      while try rows.next() {
        found.append(rows.int(0))
        // The same statement from another place.
        if found == [1] { rows = try db.cursor(sql, [3]) }
      }
      return found + [try db.value(sql, [2], as: Int64.self) ?? 0]
    }
    #expect(found == [1, 3, 2])
  }
}
