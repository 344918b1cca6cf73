// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import GRDB
import MartletCore
import MartletWire
import Store
import StoreConformance
import Testing

@testable import StoreSQLite

@Suite struct DeletionTests {
  @Test func `a deleted person is in no table, and the counters can still be checked`() async throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      let store = try SQLiteStore.inMemory()
      try await store.insert(Sample.app())
      var chance = SeededGenerator(seed: seed)
      for batch in World.batches(of: World(events: 300, seed: seed).sent, testDevices: ["device-1"], &chance) {
        _ = try await store.ingest(batch)
      }
      try await store.markOffered(app: "shop", personID: "u:ana", eligible: ["c0", "c1"], delivered: ["c0"], at: Sample.now)
      _ = try await store.removeAged(RetentionPolicy(events: .seconds(4 * 3_600)), at: Sample.now, limit: 20)
      let key = try await store.read { db in try Int64.fetchOne(db, sql: "SELECT person_id FROM person WHERE alias = 'u:ana'") }
      _ = try #require(try await store.deletePerson("u:ana", app: "shop", receipt: "r", at: Sample.now))
      try await store.read { db throws in
        #expect(try CounterCheck.disagreements(db) == [], "seed \(seed)")
        #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
        #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
        for table in try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
          for column in try db.columns(in: table) {
            // How far retention has come is a place, not a person.
            if column.name == "person_id", table != "retention" {
              let left = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table) WHERE person_id = ?", arguments: [key])
              #expect(left == 0, "\(table), seed \(seed)")
            }
            let named = try Int.fetchOne(
              db, sql: "SELECT count(*) FROM \(table) WHERE CAST(\(column.name.quotedDatabaseIdentifier) AS TEXT) LIKE '%u:ana%'")
            #expect(named == 0, "\(table).\(column.name), seed \(seed)")
          }
        }
      }
      try await store.close()
    }
  }

  @Test func `nothing of a deleted person is left in the files once the server has stopped`() async throws {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      for number in 0..<200 {
        _ = try await store.ingest(
          Sample.batch(
            [
              Sample.event("e\(number)", user: "person-zebra-\(number % 4)", .custom(name: "n", properties: ["v": "zebra-value"])),
              Sample.event("a\(number)", user: "person-zebra-\(number % 4)", .attribute(key: "email", value: "zebra@example.com")),
            ], device: "device-zebra-\(number % 4)"))
      }
      for number in 0..<4 {
        _ = try await store.deletePerson("u:person-zebra-\(number)", app: "shop", receipt: "r\(number)", at: Sample.now)
      }
      try await store.close()
      let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
        return bytes.range(of: Data("zebra".utf8)) != nil
      }
      #expect(left == [])
    }
  }

  @Test func `people who never signed in go when they were not seen for so long, a few at a time, and nobody else`() async throws {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    let day = Duration.seconds(86_400)
    for number in 0..<12 {
      let at = Sample.now - day * (number < 9 ? 40 : 5)
      _ = try await store.ingest(
        Sample.batch([Sample.event("e\(number)", at: at, user: nil, .sessionStart)], device: "d\(number)", receivedAt: at))
    }
    let long = Sample.now - day * 90
    _ = try await store.ingest(Sample.batch([Sample.event("ana", at: long, .sessionStart)], device: "ana", receivedAt: long))
    var sum = RetentionStep()
    while !sum.isDone {
      let step = try await store.removeAged(RetentionPolicy(anonymousPeople: day * 30), at: Sample.now, limit: 200)
      #expect(step.people <= 4)
      sum += step
    }
    #expect(sum.people == 9)
    #expect(
      try await store.people(search: nil, app: "shop", after: nil, limit: 50).elements.map(\.id) == ["d:d11", "d:d10", "d:d9", "u:ana"])
    let late = Sample.batch([Sample.event("late", at: Sample.now - day, user: nil, .sessionStart)], device: "d0", receivedAt: Sample.now)
    #expect(try await store.ingest(late).map(\.status.known) == [.duplicate])
    let again = Sample.batch([Sample.event("again", at: Sample.now, user: nil, .sessionStart)], device: "d0", receivedAt: Sample.now)
    #expect(try await store.ingest(again).map(\.status.known) == [.stored])
    try await store.read { db throws in #expect(try CounterCheck.disagreements(db) == []) }
    try await store.close()
  }

  @Test func `pushes that were not sent yet are cancelled, and their run can end`() async throws {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    try await store.write { db in
      try db.execute(
        sql: """
          INSERT INTO person_alias (app, alias, person_id) VALUES (1, 'u:ana', 1);
          INSERT INTO person (app, person_id, alias, first_seen, last_seen) VALUES (1, 1, 'u:ana', 1, 1);
          INSERT INTO push_run (number, app, id, campaign, definition, audience, state, is_open, is_prepared, cursor_user, cursor_device, starts_at, created_at)
            VALUES (1, 1, 'run', 'c', '{}', 'users', 'sending', 1, 1, 'ana', 'phone', 1, 1);
          INSERT INTO push_run_user (run, user_id) VALUES (1, 'ana'), (1, 'ben');
          INSERT INTO push_delivery (run, device_id, occurrence, app, person_id, attempt, tries, is_claimed, due_at, at) VALUES (1, 'phone', 0, 1, 1, 0, 0, 0, 1, 1);
          INSERT INTO push_run_count (run, outcome, n) VALUES (1, '', 1);
          """)
    }
    let receipt = try #require(try await store.deletePerson("u:ana", app: "shop", receipt: "r", at: Sample.now))
    #expect(receipt.removed == [.pushes: 1])
    try await store.read { db throws in
      #expect(try Row.fetchAll(db, sql: "SELECT * FROM push_delivery").isEmpty)
      #expect(try String.fetchAll(db, sql: "SELECT user_id FROM push_run_user") == ["ben"])
      #expect(try String.fetchOne(db, sql: "SELECT cursor_user || cursor_device FROM push_run") == "")
      #expect(try String.fetchAll(db, sql: "SELECT outcome FROM push_run_count WHERE n <> 0") == ["cancelled"])
    }
    try await store.close()
  }
}
