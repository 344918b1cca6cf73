// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store
import StoreConformance
import Testing

@testable import StoreSQLite

@Suite struct TapTests {
  @Test func `taps and data agree with a recount, also after people merge and are deleted`() async throws {
    let store = try SQLiteStore.inMemory()
    try await StoreConformance.insertTapped(store)
    for batch in StoreConformance.tapped() { _ = try await store.ingest(batch) }
    try await store.read { try Recount.expectAgreement($0) }
    // Somebody taps while anonymous, sends one of the events again after signing in, and is one person from then on.
    let message = Sample.presentation("c")
    let events: [Wire.EventRecord.Body] = [
      .impression(message), .click(message, buttonID: "1"), .click(message, buttonID: "0"), .click(message, buttonID: "0"),
    ]
    let anonymous = events.enumerated().map { Sample.event("e-\($0)", at: Sample.now + .seconds($0), user: nil, $1) }
    _ = try await store.ingest(Sample.batch(anonymous, device: "phone-eve"))
    _ = try await store.ingest(
      Sample.batch([1, 2].map { Sample.event("e-\($0)", at: Sample.now + .seconds($0), user: "eve", events[$0]) }, device: "phone-eve"))
    _ = try await store.ingest(
      Sample.batch([Sample.event("in", at: Sample.now + .seconds(9), user: "eve", .userChanged(previousUserID: nil))], device: "phone-eve"))
    try await store.read { try Recount.expectAgreement($0) }
    let totals = try await store.report(campaign: "c", app: "shop", from: nil, to: nil).totals
    #expect([totals.clicks, totals.uniqueClicks] == [3, 2] && totals.dismissals["button:1"] == 2)
    _ = try await store.deletePerson("u:eve", app: "shop", receipt: "deletion", at: Sample.now + .seconds(60))
    #expect(try await store.read { try CounterCheck.disagreements($0) } == [])
    try await store.close()
  }

  @Test func `a file from before keeps its old clicks and says until when, and its data was never clicked`() async throws {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await StoreConformance.insertTapped(store)
      for batch in StoreConformance.tapped() { _ = try await store.ingest(batch) }
      let hour = CountedTime.hour(of: Sample.now).milliseconds
      try await store.write { db in
        // As the file was before.
        try db.execute(sql: "UPDATE event SET name = NULL WHERE kind = 'click'")
        for table in ["campaign_hour", "campaign_total"] {
          try db.execute(
            sql: "DELETE FROM \(table) WHERE metric IN ('click', 'unique_click') OR detail LIKE 'button:%' OR detail LIKE 'data:%'")
          let (column, value) = table == "campaign_hour" ? ("hour, ", "\(hour), ") : ("", "")
          for (campaign, metric, detail, n) in [
            ("c", "click", "0", 1), ("c", "click", "1", 1), ("c", "click", "body", 1), ("c", "unique_click", "", 3),
            ("data", "click", "data", 1), ("data", "unique_click", "", 1), ("data", "dismissal", "data:app", 1),
          ] {
            try db.execute(
              sql: "INSERT INTO \(table) (app, campaign, \(column)metric, detail, is_test, n) VALUES (1, ?, \(value)?, ?, 0, ?)",
              arguments: [campaign, metric, detail, n])
          }
        }
        let person = "(SELECT person_id FROM person_alias WHERE alias = ?)"
        for (user, campaign) in [("u:ben", "c"), ("u:cid", "c"), ("u:cid", "data")] {
          try db.execute(
            sql: """
              INSERT INTO person_campaign (app, person_id, campaign, first_click_at) VALUES (1, \(person), ?, ?)
              ON CONFLICT DO UPDATE SET first_click_at = excluded.first_click_at
              """,
            arguments: [user, campaign, Sample.now.milliseconds])
        }
        try db.execute(sql: "UPDATE app_hour SET n = 4 WHERE metric = 'clicked'")
        try db.execute(sql: "DROP INDEX device_lab; " + Migration037.sql)
      }
      try await store.read { try Recount.expectAgreement($0) }
      #expect(try await store.clicksLeadOnSince() == Instant(milliseconds: hour) + .seconds(3_600))
      let totals = try await store.report(campaign: "c", app: "shop", from: nil, to: nil).totals
      #expect([totals.clicks, totals.uniqueClicks] == [3, 3])
      let ofData = try await store.report(campaign: "data", app: "shop", from: nil, to: nil).totals
      #expect(ofData.steps == ["data:used": 1, "data:refused": 1] && ofData.clicks == 0)
      let query = SeriesQuery(.clicked, step: .hour, from: Instant(milliseconds: hour), to: Sample.now + .seconds(3_600))
      #expect(try await store.series(query, app: "shop").total == 3)
      try await store.close()
    }
  }
}
