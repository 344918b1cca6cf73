// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import GRDB
import MartletCore

extension IngestTables {
  func offers(of person: Int64, _ db: Database) throws -> Offers {
    Offers(try Data.fetchOne(db.cachedStatement(sql: SQL.offersOfPerson), arguments: [app, person]))
  }

  func write(_ offers: Offers, of person: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: SQL.putOffers).execute(arguments: [app, person, offers.data])
  }

  func mergeOffers(of anonymous: Int64, _ user: Int64, _ db: Database) throws {
    let taken = try offers(of: anonymous, db)
    guard !taken.isEmpty else { return }
    let before = try offers(of: user, db)
    var merged = before
    merged.merge(taken)
    var counts = OfferCounts()
    counts.move(from: taken, to: Offers())
    counts.move(from: before, to: merged)
    try write(merged, of: user, db)
    try db.cachedStatement(sql: SQL.deleteOffers).execute(arguments: [app, anonymous])
    try write(counts, db)
  }

  // MARK: - Counters

  func write(_ counts: OfferCounts, _ db: Database) throws {
    for (key, number) in counts.numbers {
      try db.cachedStatement(sql: SQL.addToOffers).execute(arguments: [
        app, key.slot.hour.milliseconds, key.step.metric.rawValue, key.slot.isTest, Data(key.campaigns.bytes),
        number,
      ])
    }
  }

  /// Adds the counts of earlier hours to the rollups of each campaign, once, so that a report has
  /// to read only a few sets.
  func foldOfferCounts(before instant: Instant, _ db: Database) throws {
    let hour = CountedTime.hour(of: instant).milliseconds
    guard try Int.fetchOne(db.cachedStatement(sql: SQL.isOlderOfferCount), arguments: [app, hour]) != nil
    else { return }
    let names = Dictionary(uniqueKeysWithValues: try campaignNumbers(db).map { ($1, $0) })
    var rollups = Rollups()
    for row in try Row.fetchAll(db.cachedStatement(sql: SQL.olderOfferCounts), arguments: [app, hour]) {
      guard let metric = CampaignMetric(rawValue: row["metric"]) else { continue }
      for number in (CampaignSet(bytes: row["campaigns"] as Data) ?? CampaignSet()).numbers {
        guard let campaign = names[number] else { continue }
        rollups.add(
          CampaignCount(campaign: CampaignID(campaign.text), metric: metric),
          at: Instant(milliseconds: row["hour"]),
          isTest: row["is_test"], row["n"])
      }
    }
    try write(rollups, db)
    try db.cachedStatement(sql: SQL.deleteOlderOfferCounts).execute(arguments: [app, hour])
  }

  // MARK: - Numbers of campaigns

  func campaignNumbers(_ db: Database) throws -> [ExactText: Int] {
    let rows = try Row.fetchAll(db.cachedStatement(sql: SQL.campaignNumbers), arguments: [app])
    return Dictionary(uniqueKeysWithValues: rows.map { (ExactText($0["campaign"]), $0["number"]) })
  }

  /// Gives a number to those campaigns that have none.
  func campaignNumbers(including campaigns: [CampaignID], _ db: Database) throws -> [ExactText: Int] {
    var numbers = try campaignNumbers(db)
    var next = (numbers.values.max() ?? -1) + 1
    for campaign in campaigns.map({ ExactText($0.rawValue) }) where numbers[campaign] == nil {
      try db.cachedStatement(sql: SQL.insertCampaignNumber).execute(arguments: [app, next, campaign.text])
      numbers[campaign] = next
      next += 1
    }
    return numbers
  }
}

extension Offers {
  var data: Data { Data(bytes) }

  /// Empty for unreadable data, so that it prevents nobody from signing in; the recount reports
  /// that it is wrong.
  init(_ data: Data?) {
    self = data.flatMap { Offers(bytes: $0) } ?? Offers()
  }
}
