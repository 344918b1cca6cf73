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
    var isTest: Bool
  }

  private struct OfTotal: Hashable {
    var count: CampaignCount
    var isTest: Bool
  }

  private struct OfApp: Hashable {
    var metric: AppMetric
    var detail: String
  }

  private struct First: Hashable {
    var person: Int64
    var campaign: String
    var step: PersonStep
  }

  /// Those that the batch has read or written, so that each is read once.
  private var firsts: [First: FirstTimes] = [:]
  private let app: Int64
  private var hours: [OfHour: Int] = [:]
  private var ofApp: [OfApp: Int] = [:]

  init(app: Int64) {
    self.app = app
  }

  mutating func add(_ count: CampaignCount, at instant: Instant, isTest: Bool, _ number: Int = 1) {
    hours[OfHour(count: count, hour: CountedTime.hour(of: instant), isTest: isTest), default: 0] += number
  }

  /// A person counts in the hour of the first time, in whatever order they arrive.
  mutating func add(_ step: PersonStep, of person: Int64, campaign: String, at: Instant, isTest: Bool, _ db: Database) throws {
    let first = First(person: person, campaign: campaign, step: step)
    let known =
      try firsts[first]
      ?? FirstTimes(Row.fetchOne(db.cachedStatement(sql: SQL.firstTimes(step)), arguments: [app, person, campaign]), step)
    var times = known
    times.add(at, isTest: isTest)
    firsts[first] = times
    guard times != known else { return }
    try db.cachedStatement(sql: SQL.setFirst(step, isTest: isTest)).execute(arguments: [app, person, campaign, at.milliseconds])
    move(step.metric, campaign: campaign, from: known, to: times)
  }

  /// Counts somebody where they belong now instead of where they did.
  mutating func move(_ metric: CampaignMetric, campaign: String, from old: FirstTimes?, to new: FirstTimes?) {
    let count = CampaignCount(campaign: CampaignID(campaign), metric: metric)
    if let (at, isTest) = old?.counted { add(count, at: at, isTest: isTest, -1) }
    if let (at, isTest) = new?.counted { add(count, at: at, isTest: isTest) }
  }

  /// What was read of these people is no longer so.
  mutating func forget(_ people: Set<Int64>) {
    firsts = firsts.filter { !people.contains($0.key.person) }
  }

  mutating func add(_ metric: AppMetric, detail: String = "", _ number: Int = 1) {
    ofApp[OfApp(metric: metric, detail: detail), default: 0] += number
  }

  func write(_ db: Database) throws {
    for (key, number) in ofApp where number != 0 {
      try db.cachedStatement(sql: SQL.addToApp).execute(arguments: [app, key.metric.rawValue, key.detail, number])
    }
    var totals: [OfTotal: Int] = [:]
    for (key, number) in hours where number != 0 {
      totals[OfTotal(count: key.count, isTest: key.isTest), default: 0] += number
      try db.cachedStatement(sql: SQL.addToHour).execute(arguments: [
        app, key.count.campaign.rawValue, key.hour.milliseconds, key.count.metric.rawValue, key.count.detail, key.isTest, number,
      ])
    }
    for (key, number) in totals where number != 0 {
      try db.cachedStatement(sql: SQL.addToTotal).execute(arguments: [
        app, key.count.campaign.rawValue, key.count.metric.rawValue, key.count.detail, key.isTest, number,
      ])
    }
  }
}
