// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import GRDB
public import MartletCore
public import MartletWire
public import Store

extension SQLiteStore {
  public func ingest(_ batch: IngestBatch) async throws(StoreError) -> [Wire.EventResult] {
    guard !batch.events.isEmpty else { return [] }
    try refuseEvents()
    return try await ingestion.commit(PreparedBatch(batch))
  }

  public func markOffered(
    app: AppID, personID: String, eligible: [CampaignID], delivered: [CampaignID], at: Instant, sender: IngestBatch.Sender
  ) async throws(StoreError) {
    guard !eligible.isEmpty || !delivered.isEmpty else { return }
    guard !personID.utf8.contains(0) else { throw .failed("A person's id must not contain U+0000.") }
    // At almost every session start nothing is new: a reader sees that without waiting for the writer.
    let known = try await read { db in
      try Offers(Row.fetchAll(db.cachedStatement(sql: SQL.offered), arguments: [app.rawValue, app.rawValue, personID]))
    }
    let newlyEligible = eligible.filter { !known.eligible.contains($0) }
    let newlyDelivered = delivered.filter { !known.delivered.contains($0) }
    guard !newlyEligible.isEmpty || !newlyDelivered.isEmpty else { return }

    let newPeople = ingestion.newPeople
    try await write { db in
      let app = try db.appKey(app)
      var people = People(app: app, aliases: [personID]) { try newPeople.admit(sender, at: at) }
      let person = try people.key(0, seenAt: at, db)
      var rollups = Rollups(app: app)
      for (campaigns, sql, metric) in [
        (newlyEligible, SQL.setEligible, CampaignMetric.eligible), (newlyDelivered, SQL.setDelivered, .delivered),
      ] {
        for campaign in campaigns {
          try db.cachedStatement(sql: sql).execute(arguments: [app, person, campaign.rawValue, at.milliseconds])
          // Another call may have been first since the reading.
          if db.changesCount == 1 { rollups.add(CampaignCount(campaign: campaign, metric: metric), at: at) }
        }
      }
      try rollups.write(db)
    }
  }
}

/// What a person is known to have been offered.
private struct Offers: Sendable {
  var eligible: Set<CampaignID> = []
  var delivered: Set<CampaignID> = []

  init(_ rows: [Row]) {
    for row in rows {
      let campaign = CampaignID(row["campaign"])
      if row["eligible_at"] as Int64? != nil { eligible.insert(campaign) }
      if row["delivered_at"] as Int64? != nil { delivered.insert(campaign) }
    }
  }
}
