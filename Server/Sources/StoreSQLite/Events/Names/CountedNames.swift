// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire

/// Which campaigns and details of theirs are counted by themselves: whoever has an app's SDK key can invent as many as they like. What comes beyond
/// the limits of `CountLimits` is counted as other; the events themselves are stored as always. Names of events are `EventNames`.
struct CountedNames {
  private struct Details: Hashable {
    var campaign: String
    var metric: CampaignMetric
  }

  private let app: Int64
  private var campaigns: [String: Bool] = [:]
  private var details: [CampaignCount: Bool] = [:]
  /// How many there are, once somebody asked.
  private var strayCount: Int?
  private var detailCounts: [Details: Int] = [:]

  init(app: Int64) {
    self.app = app
  }

  /// False: a campaign that this app does not have, and there are too many of those.
  mutating func isCounted(_ campaign: String, _ db: Database) throws -> Bool {
    if let known = campaigns[campaign] { return known }
    var isKnown = try Int.fetchOne(db.cachedStatement(sql: SQL.isCampaign), arguments: [app, campaign]) != nil
    if !isKnown { isKnown = try self.isKnown(.strayCampaign, campaign, db) }
    if !isKnown {
      let count = try strayCount ?? count(.strayCampaign, db)
      isKnown = count < CountLimits.strayCampaigns
      strayCount = isKnown ? count + 1 : count
      // Counted at once, for it is rare.
      if isKnown {
        try db.cachedStatement(sql: SQL.addToApp).execute(arguments: [app, Rollups.AppMetric.strayCampaign.rawValue, campaign, 1])
      }
    }
    campaigns[campaign] = isKnown
    return isKnown
  }

  /// What is counted for a campaign; nil: nothing.
  mutating func counted(_ count: CampaignCount, _ db: Database) throws -> CampaignCount? {
    guard try isCounted(count.campaign.rawValue, db) else { return nil }
    guard !count.detail.isEmpty else { return count }
    var isKnown = details[count] ?? false
    if details[count] == nil {
      let (campaign, metric) = (count.campaign.rawValue, count.metric.rawValue)
      isKnown = try Int.fetchOne(db.cachedStatement(sql: SQL.isDetail), arguments: [app, campaign, metric, count.detail]) != nil
      if !isKnown {
        let key = Details(campaign: campaign, metric: count.metric)
        let number =
          try detailCounts[key] ?? Int.fetchOne(db.cachedStatement(sql: SQL.countDetails), arguments: [app, campaign, metric]) ?? 0
        isKnown = number < CountLimits.details
        detailCounts[key] = isKnown ? number + 1 : number
      }
      details[count] = isKnown
    }
    return isKnown ? count : CampaignCount(campaign: count.campaign, metric: count.metric, detail: CountLimits.other)
  }

  private func isKnown(_ metric: Rollups.AppMetric, _ name: String, _ db: Database) throws -> Bool {
    try Int.fetchOne(db.cachedStatement(sql: SQL.appTotal), arguments: [app, metric.rawValue, name]) != nil
  }

  private func count(_ metric: Rollups.AppMetric, _ db: Database) throws -> Int {
    try Int.fetchOne(db.cachedStatement(sql: SQL.countNames), arguments: [app, metric.rawValue]) ?? 0
  }
}
