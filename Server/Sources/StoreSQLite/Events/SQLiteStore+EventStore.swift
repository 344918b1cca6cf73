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
      let tables = IngestTables(app: try db.appKey(app))
      var person = try tables.person(personID, db)
      if person == nil {
        try newPeople.admit(sender, at: at)
        let new = BatchPeople.New(key: try tables.nextPerson(db), name: personID, seenAt: at)
        try tables.insert(new, db)
        person = new.key
      }
      guard let person else { return }
      let keys = [(newlyEligible, PersonStep.eligible), (newlyDelivered, .delivered)].flatMap { campaigns, step in
        campaigns.map { PersonSteps.Key(person: person, campaign: $0.rawValue, step: step) }
      }
      // Another call may have been first since the reading.
      var (steps, rollups) = (try tables.steps(Set(keys), db), Rollups())
      for key in keys { steps.add(key, at: at, isTest: isTest, &rollups) }
      try tables.write(steps, isTest: isTest, db)
      try tables.write(rollups, db)
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
