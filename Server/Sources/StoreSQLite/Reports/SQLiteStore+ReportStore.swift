// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
import GRDB
public import MartletCore
import MartletWire
public import Store

extension SQLiteStore {
  /// The most decisions that one call returns.
  private static let decisionLimit = 1_000

  /// Reads only rollups, whatever the number of events. With bounds, the totals cover the hours
  /// that overlap them.
  public func report(
    campaign: CampaignID, app: AppID, from: Instant?, to: Instant?, countsTests: Bool
  ) async throws(StoreError) -> CampaignReport {
    let first = from.map { CountedTime.hour(of: $0).milliseconds } ?? .min
    let end = to?.milliseconds ?? .max
    let isWhole = from == nil && to == nil
    return try await readLong { db in
      var report = CampaignReport(totals: CampaignReport.Totals(), hours: [])
      let hours = try Row.fetchCursor(
        db.cachedStatement(sql: SQL.hours), arguments: [app.rawValue, campaign.rawValue, first, end])
      while let row = try hours.next() {
        guard let metric = CampaignMetric(rawValue: row["metric"]), case let count = row["n"] as Int,
          count != 0
        else { continue }
        let isTest: Bool = row["is_test"]
        if countsTests || !isTest {
          report.add(metric, detail: row["detail"], count: count, at: Instant(milliseconds: row["hour"]))
        }
        if !isWhole {
          report.add(metric, detail: row["detail"], count: count, isTest: isTest, countsTests: countsTests)
        }
      }
      guard isWhole else {
        try report.addOffers(of: campaign, app: app, from: first, to: end, countsTests: countsTests, db)
        return report
      }
      let hourly = report.hours
      report = try CampaignReport(totalsOf: campaign, app: app, countsTests: countsTests, db)
      report.hours = hourly
      return report
    }
  }

  public func counts(app: AppID) async throws(StoreError) -> [CampaignID: CampaignCounts] {
    try await read { db in
      var counts: [CampaignID: CampaignCounts] = [:]
      let rows = try Row.fetchCursor(db.cachedStatement(sql: SQL.counts), arguments: [app.rawValue])
      while let row = try rows.next() {
        let campaign = CampaignID(row["campaign"])
        switch CampaignMetric(rawValue: row["metric"]) {
        case .impression: counts[campaign, default: CampaignCounts()].impressions += row["n"]
        case .click: counts[campaign, default: CampaignCounts()].clicks += row["n"]
        default: break
        }
      }
      return counts
    }
  }

  /// At most 1,000, whatever the limit.
  public func decisions(
    campaign: CampaignID?, personID: String?, app: AppID, limit: Int
  ) async throws(StoreError) -> [StoredDecision] {
    let limit = max(0, min(limit, Self.decisionLimit))
    return try await readLong { db in
      func rows(_ sql: String, _ arguments: StatementArguments) throws -> [StoredDecision] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map(StoredDecision.init)
      }
      let app = app.rawValue
      return switch (campaign?.rawValue, personID) {
      case (nil, nil): try rows(SQL.newestDecisions, [app, limit])
      case (nil, let person?): try rows(SQL.newestDecisionsOfPerson, [app, app, person, limit])
      case (let campaign?, nil): try rows(SQL.newestDecisionsOfCampaign, [app, campaign, limit])
      case (let campaign?, let person?):
        try rows(SQL.newestDecisionsOfBoth, [app, app, person, campaign, limit])
      }
    }
  }

  public func eventCounts(app: AppID) async throws(StoreError) -> [String: Int] {
    try await read { db in
      let rows = try Row.fetchAll(db.cachedStatement(sql: SQL.eventCounts), arguments: [app.rawValue])
      return Dictionary(rows.map { ($0["detail"], $0["n"]) }, uniquingKeysWith: { $1 })
    }
  }

  public func customEventNames(app: AppID, limit: Int) async throws(StoreError) -> [String] {
    try await read { db in
      try String.fetchAll(db.cachedStatement(sql: SQL.customEventNames), arguments: [app.rawValue, limit])
    }
  }

  public func otherEvents(app: AppID) async throws(StoreError) -> OtherEvents {
    try await read { db in
      OtherEvents(
        count: try Int.fetchOne(db.cachedStatement(sql: SQL.otherEvents), arguments: [app.rawValue]) ?? 0,
        names: try Int.fetchOne(db.cachedStatement(sql: SQL.countEventNamesOfApp), arguments: [app.rawValue])
          ?? 0)
    }
  }

  public func forgetEventNames(_ names: Set<String>?, app: AppID) async throws(StoreError) -> Int {
    let campaigns = ingestion.campaignEvents
    return try await write { db in
      let app = try db.appKey(app)
      let known = Set(
        try String.fetchAll(db.cachedStatement(sql: SQL.eventNames), arguments: [app]).map { ExactText($0) })
      let named = names.map { Set($0.map { ExactText($0) }) }
      let forgotten = try named.map(known.intersection) ?? known.subtracting(campaigns.names(app: app, db))
      for name in forgotten { try SQL.forgetEventName(name.text, app: app, db) }
      return forgotten.count
    }
  }

  public func loggedNames(app: AppID) async throws(StoreError) -> LoggedNames {
    try await readLong { db in
      var names = LoggedNames()
      let rows = try Row.fetchCursor(
        db.cachedStatement(sql: SQL.loggedProperties), arguments: [LoggedNames.events, app.rawValue])
      while let row = try rows.next() {
        let (name, path): (String, String) = (row["name"], row["path"])
        if names.properties[name, default: []].count < LoggedNames.limit {
          names.properties[name, default: []].append(path)
        }
      }
      names.products = try String.fetchAll(
        db.cachedStatement(sql: SQL.loggedProducts),
        arguments: [LoggedNames.events, app.rawValue, LoggedNames.limit])
      return names
    }
  }
}

extension CampaignReport {
  /// What was counted since the campaign began, without hours.
  init(totalsOf campaign: CampaignID, app: AppID, countsTests: Bool, _ db: Database) throws {
    self.init(totals: Totals(), hours: [])
    try addOffers(of: campaign, app: app, from: .min, to: .max, countsTests: countsTests, db)
    let totals = try Row.fetchCursor(
      db.cachedStatement(sql: SQL.totals), arguments: [app.rawValue, campaign.rawValue])
    while let row = try totals.next() {
      guard let metric = CampaignMetric(rawValue: row["metric"]) else { continue }
      add(metric, detail: row["detail"], count: row["n"], isTest: row["is_test"], countsTests: countsTests)
    }
  }

  /// Adds the hours that are not yet part of the rollups of each campaign.
  fileprivate mutating func addOffers(
    of campaign: CampaignID, app: AppID, from first: Int64, to end: Int64, countsTests: Bool, _ db: Database
  ) throws {
    let number = try Int.fetchOne(
      db.cachedStatement(sql: SQL.campaignNumber), arguments: [app.rawValue, campaign.rawValue])
    guard let number else { return }
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: SQL.offerCounts), arguments: [app.rawValue, first, end])
    while let row = try rows.next() {
      guard let metric = CampaignMetric(rawValue: row["metric"]),
        let campaigns = CampaignSet(bytes: row["campaigns"] as Data), campaigns.contains(number)
      else { continue }
      add(metric, detail: "", count: row["n"], isTest: row["is_test"], countsTests: countsTests)
    }
  }

  fileprivate mutating func add(
    _ metric: CampaignMetric, detail: String, count: Int, isTest: Bool, countsTests: Bool
  ) {
    if countsTests || !isTest { totals.add(metric, detail: detail, count: count) }
    if isTest { testTotals.add(metric, detail: detail, count: count) }
  }
}

extension StoredDecision {
  fileprivate init(_ row: Row) throws {
    let text: String = row["record"]
    guard let event = try? Wire.decode(Wire.EventRecord.self, from: Array(text.utf8)),
      case .decision(let record) = event.body
    else {
      throw StoreError.failed("A stored decision cannot be read.")
    }
    self.init(at: Instant(milliseconds: row["at"]), personID: row["alias"], record: record)
  }
}
