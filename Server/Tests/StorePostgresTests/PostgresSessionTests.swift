// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgresServer
import ServerTestSupport
import Store
import StoreSQL
import Testing

@testable import StorePostgres

@Suite(.timeLimit(.minutes(2)))
struct PostgresSessionTests {
  private static func withStore(_ body: (PostgresStore, PostgresAddress) async throws -> Void) async throws {
    let address = try PostgresServer.database()
    let store = try PostgresStore(address)
    do { try await body(store, address) } catch {
      try? await store.close()
      throw error
    }
    try await store.close()
  }

  @Test func `values come back as they went in`() async throws {
    let values: [SQLValue] = [
      .null, .integer(.min), .integer(0), .integer(.max), .real(-0.5), .text(""), .text("é\u{1F600}'\"\\"),
      .bytes([]), .bytes([0, 1, 255]),
    ]
    try await Self.withStore { store, _ in
      try await store.write { db in
        try db.run("CREATE TABLE value (n bigint, i bigint, r double precision, t text, b bytea)")
        for (place, value) in values.enumerated() {
          var (i, r, t, b): (Int64?, Double?, String?, Data?)
          switch value {
          case .null: break
          case .integer(let number): i = number
          case .real(let number): r = number
          case .text(let text): t = text
          case .bytes(let bytes): b = Data(bytes)
          }
          try db.run("INSERT INTO value (n, i, r, t, b) VALUES (?, ?, ?, ?, ?)", [place, i, r, t, b])
        }
        let rows = try db.rows("SELECT i, r, t, b FROM value ORDER BY n")
        let read = rows.map { row in (0..<4).map { row.values[$0] }.first { $0 != .null } ?? .null }
        #expect(read == values)
      }
    }
  }

  @Test func `rows that are inserted together come back as they went in`() async throws {
    try await Self.withStore { store, _ in
      let read = try await store.write { db in
        try db.run("CREATE TABLE value (n bigint, f boolean, r double precision, t text, b bytea)", [])
        try db.run("INSERT INTO value (n, f, r, t, b) VALUES (?, ?, ?, ?, ?)", each: [])
        try db.run(
          "INSERT INTO value (n, f, r, t, b) VALUES (?, ?, ?, ?, ?)",
          each: [
            [1, true, 0.5, "é", Data([0, 255])], [2, false, 3, "", Data()], [3, nil, nil, nil, nil],
          ])
        return try db.rows("SELECT f, r, t, b FROM value ORDER BY n").map(\.values)
      }
      #expect(
        read == [
          [.integer(1), .real(0.5), .text("é"), .bytes([0, 255])],
          [.integer(0), .real(3), .text(""), .bytes([])], [.null, .null, .null, .null],
        ])
    }
  }

  @Test func `a sum is a whole number, however great, and a mean is not`() async throws {
    try await Self.withStore { store, _ in
      let row = try await store.read { db in
        try db.row(
          """
          SELECT sum(n), sum(-n), avg(n), sum(0::bigint), sum(1000000::bigint * n), 12345678901234567168.0::numeric
          FROM (VALUES (1::bigint), (20002)) v (n)
          """)
      }
      let values = try #require(row).values
      #expect(
        values[0...4] == [
          .integer(20_003), .integer(-20_003), .real(10_001.5), .integer(0), .integer(20_003_000_000),
        ])
      #expect(values[5] == .real(12_345_678_901_234_567_168))
    }
  }

  @Test func `a long result is read in parts, and other statements run meanwhile`() async throws {
    try await Self.withStore { store, _ in
      let sum = try await store.readLong { db in
        let rows = try db.cursor("SELECT n::bigint FROM generate_series(1, ?) n ORDER BY n", [12_001])
        var sum: Int64 = 0
        while try rows.next() {
          if rows.int(0) % 4_000 == 0 {
            sum += try db.value("SELECT ?::bigint", [rows.int(0)], as: Int64.self) ?? 0
          }
          sum += 1
        }
        return sum
      }
      #expect(sum == 12_001 + 4_000 + 8_000 + 12_000)
    }
  }

  @Test func `a text with U+0000 is refused and not cut off`() async throws {
    try await Self.withStore { store, _ in
      await #expect(
        throws: StoreError.failed("A text contains U+0000, which PostgreSQL cannot keep. Remove it.")
      ) {
        try await store.write { db in
          try db.run("INSERT INTO app (id, name, created_at) VALUES (?, ?, 0)", ["a\0b", ""])
        }
      }
      let apps = try await store.apps()
      #expect(apps.isEmpty)
    }
  }

  // MARK: - Failures

  @Test func `nothing of a transaction is stored that fails, and the connection goes on`() async throws {
    try await Self.withStore { store, _ in
      await #expect(throws: StoreError.alreadyExists) {
        try await store.write { db in
          for _ in 0..<2 { try db.run("INSERT INTO app (id, name, created_at) VALUES ('shop', '', 0)") }
        }
      }
      let apps = try await store.apps()
      #expect(apps.isEmpty)
    }
  }

  @Test func `of work that shares a transaction only what fails is undone`() async throws {
    try await Self.withStore { store, _ in
      let results = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<40 {
          group.addTask {
            (try? await store.ingestion.commit(weight: 1) { db in
              try db.run("INSERT INTO app (id, name, created_at) VALUES (?, '', 0)", ["app\(number / 2)"])
            }) != nil
          }
        }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(results == 20)
      let apps = try await store.apps()
      #expect(apps.count == 20)
    }
  }

  @Test func `a connection that was ended while nobody used it is made anew before anybody notices`()
    async throws
  {
    try await Self.withStore { store, address in
      try await store.checkHealth()
      _ = try await store.apps()
      try PostgresDatabase(address).run(Self.endOthers)
      try await store.checkHealth()
      for _ in 0..<8 { _ = try await store.apps() }
    }
  }

  @Test func `a connection that ends in the middle of a transaction stores nothing, and the next one works`()
    async throws
  {
    try await Self.withStore { store, address in
      let error = await #expect(throws: StoreError.self) {
        try await store.write { db in
          try db.run("INSERT INTO app (id, name, created_at) VALUES ('shop', '', 0)")
          try PostgresDatabase(address).run(Self.endOthers)
          try db.run("INSERT INTO app (id, name, created_at) VALUES ('bakery', '', 0)")
        }
      }
      Self.expectUnavailable(error)
      let apps = try await store.apps()
      #expect(apps.isEmpty)
      try await store.checkHealth()
    }
  }

  @Test func `while the database cannot be reached nothing is stored, and afterwards everything goes on`()
    async throws
  {
    let url = try PostgresServer.makeDatabase("TEMPLATE martlet")
    let name = url.split(separator: "/").last ?? ""
    let administration = try PostgresDatabase(PostgresAddress(PostgresServer.administration()))
    let store = try PostgresStore(PostgresAddress(url))
    try await store.checkHealth()
    try administration.run("ALTER DATABASE \(name) ALLOW_CONNECTIONS false")
    try administration.run(
      "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE datname = '\(name)'")
    Self.expectUnavailable(await #expect(throws: StoreError.self) { try await store.checkHealth() })
    Self.expectUnavailable(await #expect(throws: StoreError.self) { try await store.apps() })
    try administration.run("ALTER DATABASE \(name) ALLOW_CONNECTIONS true")
    try await store.checkHealth()
    _ = try await store.apps()
    try await store.close()
  }

  private static func expectUnavailable(_ error: StoreError?) {
    guard case .unavailable? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  private static let endOthers =
    "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"

  @Test func `a commit that was stored on one machine only counts as none`() async throws {
    try await Self.withStore { store, address in
      // What PostgreSQL says when the wait for a standby is cancelled.
      try PostgresDatabase(address).run(
        """
        CREATE FUNCTION warn() RETURNS bigint LANGUAGE plpgsql AS
        $$ BEGIN RAISE WARNING 'canceling wait for synchronous replication due to user request'; RETURN 1; END $$
        """)
      await #expect(throws: StoreError.unavailable("The database cannot be reached right now (08007).")) {
        try await store.write { db in try db.isAny("SELECT warn()") }
      }
      try await store.checkHealth()
    }
  }

  @Test func `a question whose caller is gone ends at once`() async throws {
    try await Self.withStore { store, _ in
      let question = Task { try await store.readLong { db in try db.isAny("SELECT pg_sleep(60)") } }
      try await eventually("the question is asked") {
        try await store.read { db in
          try db.isAny(
            "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%sleep(60)%' AND pid <> pg_backend_pid()")
        }
      }
      question.cancel()
      await #expect(throws: StoreError.self) { try await question.value }
      _ = try await store.readLong { db in try db.isAny("SELECT 1") }
    }
  }
}
