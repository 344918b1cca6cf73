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

@testable import StoreSQLite

extension BackupTests {
  // MARK: - Verifying

  @Test(arguments: [
    ("UPDATE campaign_total SET n = n + 1", "campaign totals"),
    (
      "UPDATE campaign_hour SET n = n + 1 WHERE metric = 'click'",
      "impressions, clicks, dismissals and outcomes of each hour"
    ),
    (
      "UPDATE campaign_hour SET n = n + 1 WHERE metric = 'click' AND is_test = 1",
      "impressions, clicks, dismissals and outcomes of each hour"
    ),
    ("UPDATE event SET is_test = 1 - is_test", "impressions, clicks, dismissals and outcomes of each hour"),
    ("UPDATE campaign_total SET n = n + 1 WHERE is_test = 1", "campaign totals"),
    ("UPDATE person_campaign SET first_impression_at = NULL", "people of each hour, counted once"),
    (
      "UPDATE person_campaign SET first_click_at = first_click_at + 3600000",
      "people of each hour, counted once"
    ),
    ("UPDATE offer_count SET n = n + 1", "people who were offered campaigns, counted once"),
    ("UPDATE offer_count SET is_test = 1 - is_test", "people who were offered campaigns, counted once"),
    ("DELETE FROM person_offer", "people who were offered campaigns, counted once"),
    ("UPDATE person_offer SET offers = x'01'", "people who were offered campaigns, counted once"),
    (
      "UPDATE campaign_hour SET n = n + 1 WHERE metric = 'eligible'",
      "people who were offered campaigns, counted once"
    ),
    ("DELETE FROM event WHERE rowid = (SELECT max(rowid) FROM event)", "events"),
    ("UPDATE event SET kind = 'purchase' WHERE kind = 'custom'", "events by kind"),
    ("DELETE FROM event_name WHERE name = (SELECT min(name) FROM event_name)", "names of events"),
    ("UPDATE decision_group SET n = n + 1", "explanations by campaign, reason and day"),
  ])
  func `a counter that is wrong is found`(_ sql: String, _ name: String) async throws {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await store.insert(Sample.app())
      let world = World(events: 600, seed: 3)
      var chance = SeededGenerator(seed: 3)
      for batch in World.batches(of: world.sent, testDevices: ["device-1"], &chance) {
        _ = try await store.ingest(batch)
      }
      for (index, person) in ["u:ana", "u:ben", "d:device-2"].enumerated() {
        try await store.markOffered(
          app: "shop", personID: person, eligible: World.campaigns,
          delivered: Array(World.campaigns.prefix(2)),
          at: Sample.now + .seconds(index * 3_600))
      }
      let path = folder + "/" + SQLiteStore.fileName
      let sound = try DataReport(of: path)
      #expect(sound.isSound)
      #expect(sound.rows.contains { $0.name == "event" && $0.rows > 0 })
      try await store.writeDatabase { db in try db.execute(sql: sql) }
      let report = try DataReport(of: path)
      #expect(report.damages == [])
      #expect(report.disagreements.contains { $0.hasPrefix(name + ": ") }, "\(report.disagreements)")
      try await store.close()
    }
  }

  @Test func `damage is found, and what is no data file of this version is refused`() async throws {
    try await withData { folder in
      let data = folder + "/" + SQLiteStore.fileName
      let other = try DatabaseQueue(path: folder + "/other.sqlite")
      try await other.write { db in try db.execute(sql: "CREATE TABLE recipe (name TEXT)") }
      try other.close()
      #expect(
        throws: StoreError.cannotOpen("\(folder)/other.sqlite: The file is another program's database.")
      ) {
        try DataReport(of: folder + "/other.sqlite")
      }
      #expect(throws: StoreError.cannotOpen("\(folder) is a folder. Name a file.")) {
        try DataReport(of: folder)
      }
      try Data().write(to: URL(fileURLWithPath: folder + "/empty"))
      #expect(throws: StoreError.cannotOpen("\(folder)/empty is empty.")) {
        try DataReport(of: folder + "/empty")
      }
      try damage(data)
      #expect(try !DataReport(of: data).damages.isEmpty)
      let newer = try DatabaseQueue(path: folder + "/newer.sqlite")
      try await newer.writeWithoutTransaction { db in
        try db.execute(
          sql:
            "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 1000; CREATE TABLE a (b)")
      }
      try newer.close()
      #expect(throws: StoreError.newerSchema(found: 1_000, known: SQLiteStore.schemaVersion)) {
        try DataReport(of: folder + "/newer.sqlite")
      }
    }
  }

  @Test func `looking at a file leaves nothing beside it`() async throws {
    try await withData { folder in
      let data = folder + "/" + SQLiteStore.fileName
      let before = try Data(contentsOf: URL(fileURLWithPath: data))
      #expect(try DataReport(of: data).isSound)
      #expect(try Data(contentsOf: URL(fileURLWithPath: data)) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [SQLiteStore.fileName])
    }
  }
}
