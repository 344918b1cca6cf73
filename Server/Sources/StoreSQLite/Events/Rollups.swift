// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore

/// The numbers that one batch adds, summed up first, so that each rollup row is touched once.
struct Rollups {
  /// What is counted for the app as a whole. The raw values are stored.
  enum AppMetric: String, Hashable {
    /// Detail: the kind.
    case event
    /// Those that devices logged. Detail: the event's name.
    case customEvent = "custom_event"
    /// Campaigns that the app does not have. Detail: the campaign's id.
    case strayCampaign = "stray_campaign"
  }

  private struct OfHour: Hashable {
    var count: CampaignCount
    var hour: Instant
  }

  private struct OfApp: Hashable {
    var metric: AppMetric
    var detail: String
  }

  /// When a person first did something with a campaign.
  struct First: Hashable {
    var person: Int64
    var campaign: String
    var metric: CampaignMetric
  }

  /// Those that the batch has read or written, so that each is read once.
  var firsts: [First: Instant] = [:]
  private let app: Int64
  private var hours: [OfHour: Int] = [:]
  private var ofApp: [OfApp: Int] = [:]

  init(app: Int64) {
    self.app = app
  }

  mutating func add(_ count: CampaignCount, at instant: Instant, _ number: Int = 1) {
    hours[OfHour(count: count, hour: CountedTime.hour(of: instant)), default: 0] += number
  }

  mutating func add(_ metric: AppMetric, detail: String = "", _ number: Int = 1) {
    ofApp[OfApp(metric: metric, detail: detail), default: 0] += number
  }

  func write(_ db: Database) throws {
    for (key, number) in ofApp where number != 0 {
      try db.cachedStatement(sql: SQL.addToApp).execute(arguments: [app, key.metric.rawValue, key.detail, number])
    }
    var totals: [CampaignCount: Int] = [:]
    for (key, number) in hours where number != 0 {
      totals[key.count, default: 0] += number
      try db.cachedStatement(sql: SQL.addToHour).execute(arguments: [
        app, key.count.campaign.rawValue, key.hour.milliseconds, key.count.metric.rawValue, key.count.detail, number,
      ])
    }
    for (count, number) in totals where number != 0 {
      try db.cachedStatement(sql: SQL.addToTotal)
        .execute(arguments: [app, count.campaign.rawValue, count.metric.rawValue, count.detail, number])
    }
  }
}
