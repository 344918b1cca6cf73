// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore

extension IngestTables {
  func offers(of person: Int64, _ db: any SQLSession) throws -> Offers {
    Offers(try db.value(SQL.offersOfPerson, [app, person]))
  }

  func write(_ offers: Offers, of person: Int64, _ db: any SQLSession) throws {
    try db.run(SQL.putOffers, [app, person, offers.data])
  }

  func mergeOffers(of anonymous: Int64, _ user: Int64, _ db: any SQLSession) throws {
    let taken = try offers(of: anonymous, db)
    guard !taken.isEmpty else { return }
    let before = try offers(of: user, db)
    var merged = before
    merged.merge(taken)
    var counts = OfferCounts()
    counts.move(from: taken, to: Offers())
    counts.move(from: before, to: merged)
    try write(merged, of: user, db)
    try db.run(SQL.deleteOffers, [app, anonymous])
    try write(counts, db)
  }

  // MARK: - Counters

  func write(_ counts: OfferCounts, _ db: any SQLSession) throws {
    for (key, number) in counts.numbers {
      try db.run(
        SQL.addToOffers,
        [
          app, key.slot.hour.milliseconds, key.step.metric.rawValue, key.slot.isTest,
          Data(key.campaigns.bytes),
          number,
        ])
    }
  }

  /// Adds the counts of earlier hours to the rollups of each campaign, once, so that a report has
  /// to read only a few sets.
  func foldOfferCounts(before instant: Instant, _ db: any SQLSession) throws {
    let hour = CountedTime.hour(of: instant).milliseconds
    guard try db.isAny(SQL.isOlderOfferCount, [app, hour])
    else { return }
    let names = Dictionary(uniqueKeysWithValues: try campaignNumbers(db).map { ($1, $0) })
    var rollups = Rollups()
    for row in try db.rows(SQL.olderOfferCounts, [app, hour]) {
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
    try db.run(SQL.deleteOlderOfferCounts, [app, hour])
  }

  // MARK: - Numbers of campaigns

  func campaignNumbers(_ db: any SQLSession) throws -> [ExactText: Int] {
    let rows = try db.rows(SQL.campaignNumbers, [app])
    return Dictionary(uniqueKeysWithValues: rows.map { (ExactText($0["campaign"]), $0["number"]) })
  }

  /// Gives a number to those campaigns that have none.
  func campaignNumbers(including campaigns: [CampaignID], _ db: any SQLSession) throws -> [ExactText: Int] {
    var numbers = try campaignNumbers(db)
    var next = (numbers.values.max() ?? -1) + 1
    for campaign in campaigns.map({ ExactText($0.rawValue) }) where numbers[campaign] == nil {
      try db.run(SQL.insertCampaignNumber, [app, next, campaign.text])
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
