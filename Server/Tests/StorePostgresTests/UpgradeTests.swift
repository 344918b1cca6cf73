// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import PostgresServer
import ServerTestSupport
import Store
import StoreConformance
import StoreSQL
import Synchronization
import Testing

@testable import StorePostgres

/// Servers of this version and of the next one with one database.
@Suite(.timeLimit(.minutes(2)))
struct UpgradeTests {
  /// A layout with a column, a table and an index that this version does not know.
  ///
  /// - Parameter isShared: Whether this version can use it too.
  private static func next(isShared: Bool) -> PostgresSchema {
    PostgresSchema(
      migrations: PostgresSchema.current.migrations + [
        PostgresSchema.Migration(
          sql: """
            ALTER TABLE person ADD COLUMN language text COLLATE "C";
            CREATE TABLE person_note (app bigint, person_id bigint, note text, PRIMARY KEY (app, person_id));
            CREATE INDEX event_received ON event (app, received_at);
            """,
          leastReader: PostgresSchema.current.known + (isShared ? 0 : 1))
      ])
  }

  private static func makeStore(_ address: PostgresAddress) async throws -> PostgresStore {
    let store = try PostgresStore(address)
    try await store.insert(Sample.app())
    return store
  }

  private static func batch(_ name: String) -> IngestBatch {
    Sample.batch([Sample.event(name, user: "user-\(name)", .custom(name: "viewed", properties: [:]))])
  }

  /// Sends until it is told to end. Returns how many events were stored.
  private static func send(
    _ name: String, to store: PostgresStore, until isOver: @escaping @Sendable () -> Bool
  ) -> Task<Int, any Error> {
    Task {
      var number = 0
      while !isOver() {
        let results = try await store.ingest(batch("\(name)-\(number)"))
        #expect(results.map(\.status) == [.known(.stored)])
        number += 1
      }
      return number
    }
  }

  @Test func `servers of two versions store events side by side, and the older one can start again`()
    async throws
  {
    let address = try PostgresServer.database()
    let old = try await Self.makeStore(address)
    _ = try await old.announce(answers: true)
    let isOver = Atomic(false)
    let next = Self.next(isShared: true)
    let older = Self.send("old", to: old) { isOver.load(ordering: .relaxed) }
    let steps = try PostgresDatabase(address, schema: next).migrate()
    #expect(steps.to == steps.from + 1)
    let new = try PostgresStore(address, schema: next)
    let newer = Self.send("new", to: new) { isOver.load(ordering: .relaxed) }
    let again = try PostgresStore(address)
    for number in 0..<20 { _ = try await again.ingest(Self.batch("again-\(number)")) }
    isOver.store(true, ordering: .relaxed)
    let stored = try await older.value + newer.value + 20
    #expect(try await old.announce(answers: true)?.servers == 1)
    for store in [old, new, again] {
      #expect(try await store.peopleCount(app: "shop", limit: 1_000_000) == stored)
      try await store.close()
    }
    let report = try PostgresDatabase(address, schema: next).report(on: "the database")
    #expect(report.isSound, "\(report)")
  }

  @Test func `a version that cannot share the data with older servers waits until they are stopped`()
    async throws
  {
    let address = try PostgresServer.database()
    let old = try await Self.makeStore(address)
    _ = try await old.announce(answers: true)
    let database = try PostgresDatabase(address, schema: Self.next(isShared: false))
    let error = try #require(#expect(throws: StoreError.self) { try database.migrate() })
    #expect("\(error)".contains("Stop all of them"), "\(error)")
    #expect(try database.layout() == PostgresSchema.current.known)
    #expect(try await old.ingest(Self.batch("one")).map(\.status) == [.known(.stored)])

    try await old.close()
    #expect(try database.migrate().to == PostgresSchema.current.known + 1)
    #expect(throws: StoreError.newerSchema(found: database.schema.known, known: PostgresSchema.current.known))
    {
      try PostgresStore(address)
    }
  }

  @Test func `a server that was silent while a newer version changed the data does not use it any more`()
    async throws
  {
    let address = try PostgresServer.database()
    let old = try await Self.makeStore(address)
    let schema = Self.next(isShared: false)
    _ = try PostgresDatabase(address, schema: schema).migrate()
    await #expect(throws: StoreError.newerSchema(found: schema.known, known: PostgresSchema.current.known)) {
      try await old.announce(answers: true)
    }
    for attempt in [
      { _ = try await old.ingest(Self.batch("one")) }, { _ = try await old.apps() },
    ] as [() async throws -> Void] {
      let error = try await #require(#expect(throws: StoreError.self) { try await attempt() })
      guard case .unavailable(let reason) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(reason.contains("newer version"))
    }
    try await old.close()
  }

  @Test func `events are stored while a migration waits for a table`() async throws {
    let address = try PostgresServer.database()
    let old = try await Self.makeStore(address)
    let reader = try PostgresDatabase(address)
    // As a copy of the database does for hours.
    try reader.run(
      "SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE person IN ACCESS SHARE MODE")
    let schema = Self.next(isShared: true)
    let migration = Task.detached { try PostgresDatabase(address, schema: schema).migrate() }
    try await eventually("the migration waits for the table") {
      try reader.rows(
        "SELECT count(*) FROM pg_locks WHERE relation = 'person'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted"
      ).int(0, 0) == 1
    }
    // The first waits behind it until it gives up, which comes before it is too late.
    for number in 0..<2 {
      #expect(try await old.ingest(Self.batch("while-\(number)")).map(\.status) == [.known(.stored)])
    }
    try reader.run("COMMIT")
    #expect(try await migration.value.to == schema.known)
    try await old.close()
  }
}
