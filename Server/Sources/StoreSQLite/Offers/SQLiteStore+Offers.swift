// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
import GRDB
public import MartletCore
public import Store

extension SQLiteStore {
  public func markOffered(
    app: AppID, personID: String, eligible: [CampaignID], delivered: [CampaignID], at: Instant,
    sender: IngestBatch.Sender, isTest: Bool
  ) async throws(StoreError) {
    guard !eligible.isEmpty || !delivered.isEmpty else { return }
    guard !personID.utf8.contains(0) else { throw .failed("A person's id must not contain U+0000.") }
    let numbers = ingestion.campaignNumbers
    // At almost every session start nothing is new, which a reader can see without waiting for the
    // writer.
    if let eligible = numbers.set(of: eligible, app: app),
      let delivered = numbers.set(of: delivered, app: app)
    {
      let known = try await readShared { db in
        Offers(
          try Data.fetchOne(
            db.cachedStatement(sql: SQL.offered), arguments: [app.rawValue, app.rawValue, personID]))
      }
      if eligible.isSubset(of: known.all(.eligible, isTest: isTest)),
        delivered.isSubset(of: known.all(.delivered, isTest: isTest))
      {
        return
      }
    }
    let newPeople = ingestion.newPeople
    let assigned = try await ingestion.commit { db -> [ExactText: Int] in
      let tables = IngestTables(app: try db.appKey(app))
      var assigned: [ExactText: Int] = [:]
      func set(_ campaigns: [CampaignID]) throws -> CampaignSet {
        if let known = numbers.set(of: campaigns, app: app) { return known }
        if assigned.isEmpty { assigned = try tables.campaignNumbers(including: eligible + delivered, db) }
        return CampaignSet(campaigns, assigned) ?? CampaignSet()
      }
      var person = try tables.person(personID, db)
      if person == nil {
        try newPeople.admit(sender, at: at)
        let new = BatchPeople.New(key: try tables.nextPerson(db), name: personID, seenAt: at)
        try tables.insert(new, db)
        person = new.key
      }
      guard let person else { return assigned }
      // Another call may have written since the reading.
      let known = try tables.offers(of: person, db)
      var offers = known
      offers.add(try set(eligible), .eligible, at: at, isTest: isTest)
      offers.add(try set(delivered), .delivered, at: at, isTest: isTest)
      guard offers != known else { return assigned }
      var counts = OfferCounts()
      counts.move(from: known, to: offers)
      try tables.write(offers, of: person, db)
      try tables.foldOfferCounts(before: at, db)
      try tables.write(counts, db)
      return assigned
    }
    // Only after the commit: numbers that were rolled back do not exist.
    numbers.remember(assigned, app: app)
  }
}
