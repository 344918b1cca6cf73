// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
public import MartletCore
public import Store

extension SQLStore {
  public func markOffered(
    app: AppID, personID: String, eligible: [CampaignID], delivered: [CampaignID], at: Instant,
    sender: IngestBatch.Sender, isTest: Bool
  ) async throws(StoreError) {
    guard !eligible.isEmpty || !delivered.isEmpty else { return }
    guard !personID.utf8.contains(0) else { throw .failed("A person's id must not contain U+0000.") }
    let numbers = memory.campaignNumbers
    let newPeople = memory.newPeople
    let assigned = try await commit { db -> [ExactText: Int] in
      let tables = IngestTables(app: try db.appKey(app))
      var assigned: [ExactText: Int] = [:]
      func set(_ campaigns: [CampaignID]) throws -> CampaignSet {
        if let known = numbers.numbers(of: campaigns, app: app).set { return known }
        if assigned.isEmpty { assigned = try tables.campaignNumbers(including: eligible + delivered, db) }
        return CampaignSet(campaigns, assigned) ?? CampaignSet()
      }
      var person = try tables.person(personID, db)
      if person == nil {
        try newPeople.admit(sender, at: at)
        let new = BatchPeople.New(key: try tables.freePeople(1, db)[0], name: personID, seenAt: at)
        try tables.insert([new], db)
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
