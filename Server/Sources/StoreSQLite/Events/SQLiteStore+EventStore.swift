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
    app: AppID, personID: String, eligible: [CampaignID], delivered: [CampaignID], at: Instant, sender: IngestBatch.Sender, isTest: Bool
  ) async throws(StoreError) {
    guard !eligible.isEmpty || !delivered.isEmpty else { return }
    guard !personID.utf8.contains(0) else { throw .failed("A person's id must not contain U+0000.") }
    // At almost every session start nothing is new: a reader sees that without waiting for the writer.
    let known = try await read { db in
      try Offers(Row.fetchAll(db.cachedStatement(sql: SQL.offered), arguments: [app.rawValue, app.rawValue, personID]), isTest: isTest)
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
      // Another call may have been first since the reading.
      for (campaigns, step) in [(newlyEligible, PersonStep.eligible), (newlyDelivered, .delivered)] {
        for campaign in campaigns { try rollups.add(step, of: person, campaign: campaign.rawValue, at: at, isTest: isTest, db) }
      }
      try rollups.write(db)
    }
  }
}

/// What a person is known to have been offered.
private struct Offers: Sendable {
  var eligible: Set<CampaignID> = []
  var delivered: Set<CampaignID> = []

  init(_ rows: [Row], isTest: Bool) {
    for row in rows {
      let campaign = CampaignID(row["campaign"])
      if row[PersonStep.eligible.column(isTest: isTest)] as Int64? != nil { eligible.insert(campaign) }
      if row[PersonStep.delivered.column(isTest: isTest)] as Int64? != nil { delivered.insert(campaign) }
    }
  }
}
