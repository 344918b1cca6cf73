// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
public import MartletCore
import MartletWire
public import Store

/// The most decisions that one call returns.
private let decisionLimit = 1_000

extension SQLStore {
  /// Reads only rollups, whatever the number of events. With bounds, the totals cover the hours
  /// that overlap them.
  public func report(
    campaign: CampaignID, app: AppID, from: Instant?, to: Instant?, countsTests: Bool
  ) async throws(StoreError) -> CampaignReport {
    let first = from.map { CountedTime.hour(of: $0).milliseconds } ?? .min
    let end = to?.milliseconds ?? .max
    let isWhole = from == nil && to == nil
    return try await readFigures { db in
      var report = CampaignReport(totals: CampaignReport.Totals(), hours: [])
      let hours = try db.cursor(SQL.hours, [app.rawValue, campaign.rawValue, first, end])
      while let row = try hours.nextRow() {
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
      let rows = try db.cursor(SQL.counts, [app.rawValue])
      while let row = try rows.nextRow() {
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
    let limit = max(0, min(limit, decisionLimit))
    return try await readFigures { db in
      func rows(_ sql: String, _ arguments: SQLArguments) throws -> [StoredDecision] {
        try db.rows(sql, arguments).map(StoredDecision.init)
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
      let rows = try db.rows(SQL.eventCounts, [app.rawValue])
      return Dictionary(rows.map { ($0["detail"], $0["n"]) }, uniquingKeysWith: { $1 })
    }
  }

  public func customEventNames(app: AppID, limit: Int) async throws(StoreError) -> [String] {
    try await read { db in
      try db.values(SQL.customEventNames, [app.rawValue, limit], as: String.self)
    }
  }

  public func otherEvents(app: AppID) async throws(StoreError) -> OtherEvents {
    try await read { db in
      OtherEvents(
        count: try db.value(SQL.otherEvents, [app.rawValue], as: Int.self) ?? 0,
        names: try db.value(SQL.countEventNamesOfApp, [app.rawValue], as: Int.self)
          ?? 0)
    }
  }

  public func forgetEventNames(_ names: Set<String>?, app: AppID) async throws(StoreError) -> Int {
    let campaigns = memory.campaignEvents
    return try await write { db in
      let app = try db.appKey(app)
      let known = Set(
        try db.values(SQL.eventNames, [app], as: String.self).map { ExactText($0) })
      let named = names.map { Set($0.map { ExactText($0) }) }
      let forgotten = try named.map(known.intersection) ?? known.subtracting(campaigns.names(app: app, db))
      for name in forgotten { try SQL.forgetEventName(name.text, app: app, db) }
      return forgotten.count
    }
  }

  public func loggedNames(app: AppID) async throws(StoreError) -> LoggedNames {
    try await readFigures { db in
      var names = LoggedNames()
      var counts: [String: [String: Int]] = [:]
      let rows = try db.cursor(SQL.loggedEvents, [LoggedNames.events, app.rawValue])
      while try rows.next() {
        guard let record = rows.utf8(1).flatMap({ try? Wire.decode(Wire.JSONValue.self, from: Array($0)) }),
          case .object(let fields) = record, case .object(let properties)? = fields["properties"]
        else { continue }
        properties.countPaths(into: &counts[rows.text(0) ?? "", default: [:]])
      }
      names.properties = counts.compactMapValues { counts in
        let paths = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(LoggedNames.limit)
        return paths.isEmpty ? nil : paths.map(\.key)
      }
      names.products = try db.values(
        SQL.loggedProducts, [LoggedNames.events, app.rawValue, LoggedNames.limit], as: String.self)
      return names
    }
  }
}

extension [String: Wire.JSONValue] {
  /// Counts the paths of the values, such as `cart.total`. Names that contain dots or quotes cannot
  /// be part of a path, and neither can places in lists. A date is an object with one key, which is
  /// no name.
  fileprivate func countPaths(below parent: String = "", into counts: inout [String: Int]) {
    for (key, value) in self where !key.isEmpty && !key.contains(where: { ".\"[".contains($0) }) {
      let path = parent + key
      if case .object(let fields) = value, fields.keys.first != "$date" {
        fields.countPaths(below: path + ".", into: &counts)
      } else {
        counts[path, default: 0] += 1
      }
    }
  }
}

extension CampaignReport {
  /// What was counted since the campaign began, without hours.
  init(totalsOf campaign: CampaignID, app: AppID, countsTests: Bool, _ db: any SQLSession) throws {
    self.init(totals: Totals(), hours: [])
    try addOffers(of: campaign, app: app, from: .min, to: .max, countsTests: countsTests, db)
    let totals = try db.cursor(SQL.totals, [app.rawValue, campaign.rawValue])
    while let row = try totals.nextRow() {
      guard let metric = CampaignMetric(rawValue: row["metric"]) else { continue }
      add(metric, detail: row["detail"], count: row["n"], isTest: row["is_test"], countsTests: countsTests)
    }
  }

  /// Adds the hours that are not yet part of the rollups of each campaign.
  fileprivate mutating func addOffers(
    of campaign: CampaignID, app: AppID, from first: Int64, to end: Int64, countsTests: Bool,
    _ db: any SQLSession
  ) throws {
    let number = try db.value(SQL.campaignNumber, [app.rawValue, campaign.rawValue], as: Int.self)
    guard let number else { return }
    let rows = try db.cursor(SQL.offerCounts, [app.rawValue, first, end])
    while let row = try rows.nextRow() {
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
  fileprivate init(_ row: SQLRow) throws {
    let text: String = row["record"]
    guard let event = try? Wire.decode(Wire.EventRecord.self, from: Array(text.utf8)),
      case .decision(let record) = event.body
    else {
      throw StoreError.failed("A stored decision cannot be read.")
    }
    self.init(at: Instant(milliseconds: row["at"]), personID: row["alias"], record: record)
  }
}
