// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore

/// Who was offered what: one row per person, whatever the number of campaigns.
enum Migration011 {
  static let sql = """
    -- A campaign's number never changes and is never given to another.
    CREATE TABLE campaign_number (
      app INTEGER NOT NULL,
      number INTEGER NOT NULL,
      campaign TEXT NOT NULL,
      PRIMARY KEY (app, number),
      UNIQUE (app, campaign)
    ) STRICT;
    INSERT INTO campaign_number (app, number, campaign)
    SELECT app, row_number() OVER (PARTITION BY app ORDER BY campaign) - 1, campaign FROM (
      SELECT DISTINCT app, campaign FROM person_campaign
      WHERE coalesce(eligible_at, delivered_at, test_eligible_at, test_delivered_at) IS NOT NULL
    );

    -- offers: as `Offers.bytes` writes it.
    CREATE TABLE person_offer (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      offers BLOB NOT NULL,
      PRIMARY KEY (app, person_id)
    ) STRICT;

    -- How many people were offered these campaigns first in this hour; what stands in campaign_hour comes on top. campaigns: as
    -- `CampaignSet.bytes` writes it.
    CREATE TABLE offer_count (
      app INTEGER NOT NULL,
      hour INTEGER NOT NULL,
      metric TEXT NOT NULL,
      is_test INTEGER NOT NULL,
      campaigns BLOB NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, hour, metric, is_test, campaigns)
    ) STRICT, WITHOUT ROWID;
    """

  /// Moves what people were offered out of `person_campaign`, which keeps only what they did with campaigns.
  static func moveOffers(_ db: Database) throws {
    let columns: [(name: String, step: Offers.Step, isTest: Bool)] = [
      ("eligible_at", .eligible, false), ("delivered_at", .delivered, false), ("test_eligible_at", .eligible, true),
      ("test_delivered_at", .delivered, true),
    ]
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT app, person_id, number, \(columns.map(\.name).joined(separator: ", "))
        FROM person_campaign JOIN campaign_number USING (app, campaign) ORDER BY app, person_id, number
        """)
    let insert = try db.makeStatement(sql: "INSERT INTO person_offer (app, person_id, offers) VALUES (?, ?, ?)")
    var person: (app: Int64, id: Int64)?
    var offers = Offers()
    func write() throws {
      if let person, !offers.isEmpty { try insert.execute(arguments: [person.app, person.id, offers.data]) }
      offers = Offers()
    }
    while let row = try rows.next() {
      let next = (app: row["app"] as Int64, id: row["person_id"] as Int64)
      if let known = person, known != next { try write() }
      person = next
      for column in columns {
        guard let at = Instant(stored: row[column.name]) else { continue }
        offers.add(CampaignSet([row["number"]]), column.step, at: at, isTest: column.isTest)
      }
    }
    try write()
    try db.execute(sql: withoutOffers)
  }

  private static let withoutOffers = """
    CREATE TABLE person_campaign_11 (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      campaign TEXT NOT NULL,
      first_impression_at INTEGER,
      first_click_at INTEGER,
      test_first_impression_at INTEGER,
      test_first_click_at INTEGER,
      PRIMARY KEY (app, person_id, campaign)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO person_campaign_11
    SELECT app, person_id, campaign, first_impression_at, first_click_at, test_first_impression_at, test_first_click_at FROM person_campaign
    WHERE coalesce(first_impression_at, first_click_at, test_first_impression_at, test_first_click_at) IS NOT NULL;
    DROP TABLE person_campaign;
    ALTER TABLE person_campaign_11 RENAME TO person_campaign;
    """
}
