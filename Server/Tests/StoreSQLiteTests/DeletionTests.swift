// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import GRDB
import MartletCore
import MartletWire
import ServerTestSupport
import Store
import StoreConformance
import Testing

@testable import StoreSQL
@testable import StoreSQLite

@Suite struct DeletionTests {
  @Test func `a deleted person is in no table, and the counters can still be checked`() async throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      let store = try SQLiteStore.inMemory()
      try await store.insert(Sample.app())
      var chance = SeededGenerator(seed: seed)
      for batch in World.batches(of: World(events: 300, seed: seed).sent, testDevices: ["device-1"], &chance)
      {
        _ = try await store.ingest(batch)
      }
      try await store.markOffered(
        app: "shop", personID: "u:ana", eligible: ["c0", "c1"], delivered: ["c0"], at: Sample.now)
      _ = try await store.removeAged(RetentionPolicy(events: .seconds(4 * 3_600)), at: Sample.now, limit: 20)
      let key = try await store.readDatabase { db in
        try Int64.fetchOne(db, sql: "SELECT person_id FROM person WHERE alias = 'u:ana'")
      }
      _ = try #require(try await store.deletePerson("u:ana", app: "shop", receipt: "r", at: Sample.now))
      try await store.readDatabase { db throws in
        #expect(try CounterCheck.disagreements(db) == [], "seed \(seed)")
        #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
        #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
        for table in try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
          for column in try db.columns(in: table) {
            // How far retention has come is a place, not a person.
            if column.name == "person_id", table != "retention" {
              let left = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM \(table) WHERE person_id = ?", arguments: [key])
              #expect(left == 0, "\(table), seed \(seed)")
            }
            let named = try Int.fetchOne(
              db,
              sql:
                "SELECT count(*) FROM \(table) WHERE CAST(\(column.name.quotedDatabaseIdentifier) AS TEXT) LIKE '%u:ana%'"
            )
            #expect(named == 0, "\(table).\(column.name), seed \(seed)")
          }
        }
      }
      try await store.close()
    }
  }

  /// In all words of the people who are to be deleted.
  private static let mark = "zebra"

  /// Names of files in the folder that have a word of deleted people.
  private static func left(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
      try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)).range(of: Data(mark.utf8)) != nil
    }
  }

  /// Events of people in random order, so that their rows move between pages. Every second person's
  /// words begin with `mark`.
  private static func fill(_ store: SQLiteStore, people: Int, seed: UInt64) async throws {
    var chance = SeededGenerator(seed: seed)
    var number = 0
    for round in 0..<(people / 2) {
      var events: [Wire.EventRecord] = []
      for _ in 0..<30 {
        let person = Int.random(in: 0..<people, using: &chance)
        let word = "\(person.isMultiple(of: 2) ? mark : "gnu")-\(person)"
        number += 1
        let bodies: [Wire.EventRecord.Body] = [
          .custom(
            name: "n",
            properties: [
              "v": .string(word + String(repeating: "y", count: .random(in: 1...600, using: &chance)))
            ]),
          .attribute(
            key: ["email", "city", "plan"].randomElement(using: &chance) ?? "",
            value: .string(word + "@example.com")),
          .impression(Sample.presentation("c", id: word)),
          .decision(Sample.decision(word, candidates: ["c"])), .sessionStart,
        ]
        let body = bodies.randomElement(using: &chance) ?? .sessionStart
        events.append(Sample.event("\(word)-\(number)", user: word, session: "\(word)-\(round % 5)", body))
      }
      _ = try await store.ingest(Sample.batch(events, device: "device-\(round)"))
    }
    for person in 0..<people {
      let word = "\(person.isMultiple(of: 2) ? mark : "gnu")-\(person)"
      let event = Sample.event(
        "\(word)-own", user: word,
        .userChanged(previousUserID: person.isMultiple(of: 2) ? nil : "\(mark)-\(person - 1)"))
      _ = try await store.ingest(Sample.batch([event], device: "phone-\(word)"))
    }
  }

  private static func overwrite(_ store: SQLiteStore) async throws {
    // A reader whose question was just answered may still hold the log for a moment.
    try await eventually("all is overwritten") { try await store.overwriteDeleted() == .done }
  }

  @Test(arguments: [1, 3] as [UInt64])
  func `nothing of deleted people is left in file, log and backups, while the server runs and after it`(
    seed: UInt64
  ) async throws {
    try await withFolder { folder in
      let people = 120
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      try await Self.fill(store, people: people, seed: seed)
      for number in stride(from: 0, to: people, by: 2) {
        _ = try #require(
          try await store.deletePerson(
            "u:\(Self.mark)-\(number)", app: "shop", receipt: "r\(number)", at: Sample.now))
      }
      // The log has it until it is overwritten. A backup has only rows.
      #expect(try Self.left(in: folder).contains(SQLiteStore.fileName + "-wal"))
      _ = try SQLiteLocation(folder).backUp(to: folder + "/backup.sqlite")
      #expect(try !Self.left(in: folder).contains("backup.sqlite"))
      try await Self.overwrite(store)
      #expect(try Self.left(in: folder) == [])
      #expect(try await store.findDamage() == [])
      // What is written afterwards does not bring back what was in memory.
      for number in 0..<60 {
        _ = try await store.ingest(
          Sample.batch([Sample.event("late-\(number)", user: "gnu-\(number * 2 + 1)", .sessionStart)]))
      }
      #expect(try Self.left(in: folder) == [])
      try await store.close()
      #expect(try Self.left(in: folder) == [])
      #expect(try DataReport(of: folder + "/" + SQLiteStore.fileName).isSound)
      #expect(try DataReport(of: folder + "/backup.sqlite").isSound)
    }
  }

  @Test func `a stop overwrites what is left, and so does the next start after a crash`() async throws {
    try await withFolder { folder in
      var store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      try await Self.fill(store, people: 40, seed: 5)
      for number in stride(from: 0, to: 40, by: 2) {
        _ = try await store.deletePerson(
          "u:\(Self.mark)-\(number)", app: "shop", receipt: "r\(number)", at: Sample.now)
      }
      // Leaves the files as they are.
      try await store.leave()
      store = try SQLiteStore(directory: folder)
      #expect(try await store.readDatabase { try DeletedRemains.deletions($0) } > 0)
      try await store.close()
      #expect(try Self.left(in: folder) == [])
    }
  }

  @Test func `what age removes is overwritten too`() async throws {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      for number in 0..<100 {
        let at = Sample.now - .seconds(86_400 * 40)
        _ = try await store.ingest(
          Sample.batch(
            [Sample.event("e\(number)", at: at, .custom(name: "n", properties: ["v": .string(Self.mark)]))],
            receivedAt: at))
      }
      let policy = RetentionPolicy(events: .seconds(86_400 * 30))
      while try await !store.removeAged(policy, at: Sample.now, limit: 50).isDone {}
      try await Self.overwrite(store)
      #expect(try Self.left(in: folder) == [])
      try await store.close()
    }
  }

  @Test func `a reader of the log keeps nobody waiting, and what is left is overwritten after it`()
    async throws
  {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      try await Self.fill(store, people: 10, seed: 2)
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let reader = try DatabaseQueue(path: folder + "/" + SQLiteStore.fileName, configuration: configuration)
      try await reader.writeWithoutTransaction { db in
        try db.execute(sql: "BEGIN")
        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM event")
      }
      for number in stride(from: 0, to: 10, by: 2) {
        _ = try await store.deletePerson(
          "u:\(Self.mark)-\(number)", app: "shop", receipt: "r\(number)", at: Sample.now)
      }
      #expect(try await store.overwriteDeleted() == .waiting)
      try await reader.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
      try reader.close()
      try await Self.overwrite(store)
      #expect(try Self.left(in: folder) == [])
      try await store.close()
    }
  }

  @Test func `the id of a deleted user goes from the next user's event, also from one that arrives late`()
    async throws
  {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    func next(_ id: String, _ user: String, at: Instant = Sample.now) -> Wire.EventRecord {
      Sample.event(id, at: at, user: user, .userChanged(previousUserID: "zebra"))
    }
    _ = try await store.ingest(
      Sample.batch([
        Sample.event("1", user: nil, .sessionStart),
        Sample.event("2", user: "zebra", .userChanged(previousUserID: nil)),
      ]))
    _ = try await store.ingest(Sample.batch([next("3", "ben")]))
    _ = try await store.deletePerson("u:zebra", app: "shop", receipt: "r", at: Sample.now + .seconds(100))
    _ = try await store.ingest(
      Sample.batch([next("4", "cleo"), Sample.event("5", user: nil, .sessionStart)], device: "other"))
    let records = try await store.readDatabase { db in
      try String.fetchAll(db, sql: "SELECT record FROM event ORDER BY id")
    }
    #expect(records.count == 3 && !records.joined().contains("zebra"))
    // It is still no first sign-in.
    #expect(try await store.person("d:other", app: "shop")?.summary.id == "d:other")
    try await store.close()
  }

  @Test
  func `people who never signed in go when they were not seen for so long, a few at a time, and nobody else`()
    async throws
  {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    let day = Duration.seconds(86_400)
    for number in 0..<12 {
      let at = Sample.now - day * (number < 9 ? 40 : 5)
      _ = try await store.ingest(
        Sample.batch(
          [Sample.event("e\(number)", at: at, user: nil, .sessionStart)], device: "d\(number)", receivedAt: at
        ))
    }
    let long = Sample.now - day * 90
    _ = try await store.ingest(
      Sample.batch([Sample.event("ana", at: long, .sessionStart)], device: "ana", receivedAt: long))
    var sum = RetentionStep()
    while !sum.isDone {
      let step = try await store.removeAged(
        RetentionPolicy(anonymousPeople: day * 30), at: Sample.now, limit: 200)
      #expect(step.people <= 4)
      sum += step
    }
    #expect(sum.people == 9)
    #expect(
      try await store.people(search: nil, app: "shop", after: nil, limit: 50).elements.map(\.id) == [
        "d:d11", "d:d10", "d:d9", "u:ana",
      ])
    let late = Sample.batch(
      [Sample.event("late", at: Sample.now - day, user: nil, .sessionStart)], device: "d0",
      receivedAt: Sample.now)
    #expect(try await store.ingest(late).map(\.status.known) == [.duplicate])
    let again = Sample.batch(
      [Sample.event("again", at: Sample.now, user: nil, .sessionStart)], device: "d0", receivedAt: Sample.now)
    #expect(try await store.ingest(again).map(\.status.known) == [.stored])
    try await store.readDatabase { db throws in #expect(try CounterCheck.disagreements(db) == []) }
    try await store.close()
  }

  @Test func `pushes that were not sent yet are cancelled, and their run can end`() async throws {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    try await store.writeDatabase { db in
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
    let receipt = try #require(
      try await store.deletePerson("u:ana", app: "shop", receipt: "r", at: Sample.now))
    #expect(receipt.removed == [.pushes: 1, .runs: 1])
    try await store.readDatabase { db throws in
      #expect(try Row.fetchAll(db, sql: "SELECT * FROM push_delivery").isEmpty)
      #expect(try String.fetchAll(db, sql: "SELECT user_id FROM push_run_user") == ["ben"])
      #expect(try String.fetchOne(db, sql: "SELECT cursor_user || cursor_device FROM push_run") == "")
      #expect(
        try String.fetchAll(db, sql: "SELECT outcome FROM push_run_count WHERE n <> 0") == ["cancelled"])
    }
    try await store.close()
  }
}
