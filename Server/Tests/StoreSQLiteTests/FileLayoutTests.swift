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

@Suite struct FileLayoutTests {
  /// What somebody did to a file, and what is said of it.
  static let changes: [(sql: String, said: String)] = [
    (
      "CREATE TRIGGER promote AFTER INSERT ON event BEGIN UPDATE member_role SET role = 'owner'; END",
      "The trigger promote on event is not Martlet's."
    ),
    ("CREATE VIEW everybody AS SELECT * FROM person", "The view everybody is not Martlet's."),
    ("CREATE TABLE other (a)", "The table other is not Martlet's."),
    ("CREATE UNIQUE INDEX once ON event (kind)", "The index once on event is not Martlet's."),
    ("DROP TABLE saved_filter", "The index saved_filter_id is missing."),
    ("DROP INDEX person_newest", "The index person_newest is missing."),
    ("ALTER TABLE member ADD COLUMN note TEXT", "The table member is not defined as it should be."),
  ]

  @Test(arguments: changes.indices)
  func `a file whose layout somebody changed is opened by nobody, and no check and no restore accepts it`(
    _ place: Int
  ) async throws {
    let (sql, said) = Self.changes[place]
    try await withFolder { folder in
      let path = folder + "/" + SQLiteStore.fileName
      try await SQLiteStore(directory: folder).close()
      #expect(try DataReport(of: path).isSound)
      let database = try DatabaseQueue(path: path)
      try await database.write { db in try db.execute(sql: sql) }
      try database.close()
      #expect(try DataReport(of: path).damages.first == said)
      func expectRefusal(_ body: () throws -> Void) {
        do {
          try body()
          Issue.record("The file was accepted.")
        } catch { #expect("\(error)".replacing("\\'", with: "'").contains(said)) }
      }
      expectRefusal { _ = try SQLiteStore(directory: folder) }
      expectRefusal { _ = try SQLiteLocation(folder).migrate() }
      expectRefusal { _ = try SQLiteLocation(folder + "/restored").restore(path, label: "now") }
    }
  }

  @Test func `a trigger that another program makes while the server runs keeps events away`() async throws {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      let other = try DatabaseQueue(path: folder + "/" + SQLiteStore.fileName)
      try await other.write { db in try db.execute(sql: Self.changes[0].sql) }
      await #expect(throws: StoreError.self) {
        try await store.ingest(Sample.batch([Sample.event("1", .sessionStart)]))
      }
      await #expect(throws: StoreError.self) { try await store.inspect() }
      try other.close()
      try? await store.close()
    }
  }

  // MARK: - Definitions

  @Test func `what cannot be read is left out and said, and everything else goes on`() async throws {
    try await withFolder { folder in
      let path = folder + "/" + SQLiteStore.fileName
      var store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      for id in ["good", "broken", "odd"] as [CampaignID] { try await store.insert(Sample.campaign(id)) }
      for id in ["all", "lost"] as [AudienceID] {
        try await store.insert(
          Audience(
            id: id, appID: "shop", name: id.rawValue, rule: ["all": []], createdAt: Sample.now,
            updatedAt: Sample.now))
      }
      try await store.writeDatabase { db in
        try db.execute(
          sql: """
            UPDATE campaign SET definition = '{"id":' WHERE id = 'broken';
            UPDATE campaign SET state = 'flying' WHERE id = 'odd';
            UPDATE audience SET rule = 'x' WHERE id = 'lost';
            UPDATE campaign_history SET definition = '[]' WHERE campaign = 'good';
            """)
      }
      try await store.close()
      store = try SQLiteStore(directory: folder)
      #expect(store.leftOut(app: nil) == [])
      #expect(try await store.campaigns(app: "shop").map(\.id) == ["good"])
      #expect(try await store.audiences(app: "shop").map(\.id) == ["all"])
      #expect(try await store.versions(of: "good", app: "shop", before: nil, limit: 10).isEmpty)
      await #expect(throws: StoreError.self) { try await store.campaign("broken", app: "shop") }
      let said = store.leftOut(app: "shop")
      #expect(said.count == 4)
      for word in ["audience lost", "campaign broken", "odd", "good (change"] {
        #expect(said.contains { $0.contains(word) }, "\(word)")
      }
      #expect(store.leftOut(app: "other") == [] && store.leftOut(app: nil) == said)
      #expect(
        try await store.ingest(Sample.batch([Sample.event("1", .sessionStart)])).map(\.status.known) == [
          .stored
        ])
      #expect(try await store.findDamage().count == 4)
      // It is readable again.
      try await store.writeDatabase { db in
        try db.execute(sql: "UPDATE campaign SET state = 'draft' WHERE id = 'odd'")
      }
      #expect(
        try await store.campaigns(app: "shop").map(\.id).sorted { $0.rawValue < $1.rawValue } == [
          "good", "odd",
        ])
      #expect(store.leftOut(app: "shop").count == 3)
      try await store.close()
      let report = try DataReport(of: path)
      #expect(report.damages == [] && report.unreadable.count == 3 && !report.isSound)
      #expect(throws: StoreError.self) {
        try SQLiteLocation(folder + "/restored").restore(path, label: "now")
      }
    }
  }
}
