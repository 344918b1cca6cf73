// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import GRDB
import LargeApp
import MartletCore
import MartletServer
import StoreSQLite

/// A data folder with many people, each with a device, five attributes and some events. The same in
/// every run: it is made once and used again.
///
/// The rows are inserted directly, because ingesting them one by one would take many minutes. They
/// are what ingesting stores, as far as audiences read it.
enum ManyPeople {
  static let now = DecisionBenchmarks.now
  static let eventNames = (0..<20).map { "event_\($0)" }
  private static let eventsOfPerson = 3
  /// In days.
  private static let past = 40
  /// Changes with what is written, so that an older folder is made again.
  private static let layout = 1

  /// - Parameter people: How many there are.
  static func folder(_ people: Int) async throws -> GeneratedFolder {
    try await GeneratedFolder("people-\(people)-\(layout)") { folder, _ in
      try fill(folder.appendingPathComponent(SQLiteStore.fileName).path, people)
    }
  }

  private static func fill(_ path: String, _ people: Int) throws {
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { db in
      try db.execute(
        sql:
          "PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; PRAGMA foreign_keys = OFF; PRAGMA temp_store = MEMORY"
      )
    }
    try database.write { db in
      let tables = "('person', 'person_alias', 'person_attribute', 'device', 'event')"
      // Indexes are made afterwards, which takes a fraction of the time.
      let indexes = try Row.fetchAll(
        db,
        sql:
          "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN \(tables)"
      )
      for index in indexes { try db.execute(sql: "DROP INDEX \(index["name"] as String)") }
      let rows = try Rows(db)
      for number in 1...people { try rows.insert(number) }
      for index in indexes { try db.execute(sql: index["sql"]) }
    }
    try database.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
    try database.close()
  }

  /// The statements that insert a person.
  private struct Rows {
    let app: Int64
    let person: Statement
    let alias: Statement
    let attribute: Statement
    let device: Statement
    let event: Statement

    init(_ db: Database) throws {
      app = try Int64.fetchOne(db, sql: "SELECT app FROM app") ?? 1
      person = try db.makeStatement(
        sql: "INSERT INTO person (app, person_id, alias, first_seen, last_seen) VALUES (?, ?, ?, ?, ?)")
      alias = try db.makeStatement(sql: "INSERT INTO person_alias (app, alias, person_id) VALUES (?, ?, ?)")
      attribute = try db.makeStatement(
        sql:
          "INSERT INTO person_attribute (app, person_id, key, value, at, event_id) VALUES (?, ?, ?, ?, ?, ?)")
      device = try db.makeStatement(
        sql: """
          INSERT INTO device (app, person_id, device_id, description, described_at, first_seen, last_seen) VALUES (?, ?, ?, ?, ?, ?, ?)
          """)
      event = try db.makeStatement(
        sql: """
          INSERT INTO event (app, person_id, id, device_id, kind, at, counted_at, received_at, record, name)
          VALUES (?, ?, ?, ?, 'custom', ?, ?, ?, ?, ?)
          """)
    }

    func insert(_ number: Int) throws {
      var chance = LargeApp.Chance(seed: UInt64(number))
      let seen = now.milliseconds - Int64(chance.below(past * 86_400)) * 1_000
      let (id, name, phone) = (Int64(number), "u:user-\(number)", "device-\(number)")
      try person.execute(arguments: [app, id, name, seen - 86_400_000, seen])
      try alias.execute(arguments: [app, name, id])
      let description = #"{"id":"\#(phone)","locale":"en","platform":"ios","os_version":"18.\#(number % 6)"}"#
      try device.execute(arguments: [app, id, phone, description, seen, seen, seen])
      let plan = ["free", "free", "free", "free", "free", "free", "pro", "pro", "pro", "team"][
        chance.below(10)]
      let values = [
        ("age", "\(18 + chance.below(63))"), ("country", "\"C\(chance.below(40))\""),
        ("newsletter", chance.below(2) == 0 ? "true" : "false"), ("plan", "\"\(plan)\""),
        ("value", "\(chance.below(50_000))"),
      ]
      for (key, value) in values {
        try attribute.execute(arguments: [app, id, key, value, seen, "a-\(number)-\(key)"])
      }
      for turn in 0..<eventsOfPerson {
        let name = eventNames[chance.below(2) * chance.below(eventNames.count)]
        let at = now.milliseconds - Int64(chance.below(past * 86_400)) * 1_000
        let properties = #""properties":{"amount":\#(turn)},"user_id":"user-\#(number)""#
        let record =
          #"{"at":\#(at),"id":"e-\#(number)-\#(turn)","kind":"custom","name":"\#(name)",\#(properties)}"#
        try event.execute(arguments: [app, id, "e-\(number)-\(turn)", phone, at, at, at, record, name])
      }
    }
  }
}
