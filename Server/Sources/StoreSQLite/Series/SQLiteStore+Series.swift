// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import GRDB
public import MartletCore
public import Store

extension SQLiteStore {
  public func series(_ query: SeriesQuery, app: AppID) async throws(StoreError) -> Series {
    try await readLong { db in
      var series = Series(query)
      let (from, to) = (query.bounds.lowerBound, query.bounds.upperBound)
      let traits = query.metric.traits
      if let span = traits.span {
        try series.addPeople(of: span, app: app, db)
      } else if let campaign = query.campaign, let metric = traits.campaignMetric {
        let rows = try Row.fetchCursor(
          db.cachedStatement(sql: SQL.campaignHours),
          arguments: [app.rawValue, campaign.rawValue, from, to, metric.rawValue])
        while let row = try rows.next() { series.add(row[1], at: row[0]) }
      } else {
        let rows = try Row.fetchCursor(
          db.cachedStatement(sql: SQL.appHours), arguments: [app.rawValue, query.metric.rawValue, from, to])
        while let row = try rows.next() { series.add(row[1], at: row[0]) }
      }
      return series
    }
  }

  public func eventVolumes(app: AppID, days: Range<Int64>) async throws(StoreError) -> [EventVolume] {
    try await readLong { db in
      var volumes: [EventTopic: [Int]] = [:]
      let rows = try Row.fetchCursor(
        db.cachedStatement(sql: SQL.eventDays), arguments: [app.rawValue, days.lowerBound, days.upperBound])
      while let row = try rows.next() {
        let topic = EventTopic(kind: row["kind"], name: row["name"])
        volumes[topic, default: Array(repeating: 0, count: days.count)][
          Int((row["day"] as Int64) - days.lowerBound)] += row["n"] as Int
      }
      return volumes.map { EventVolume(topic: $0.key, days: $0.value) }
        .sorted { ($1.total, $0.topic) < ($0.total, $1.topic) }
    }
  }

  public func campaignTotals(_ campaigns: [CampaignID], app: AppID) async throws(StoreError) -> [CampaignID:
    CampaignReport]
  {
    try await readLong { db in
      var reports: [CampaignID: CampaignReport] = [:]
      for campaign in campaigns {
        reports[campaign] = try CampaignReport(totalsOf: campaign, app: app, countsTests: false, db)
      }
      return reports
    }
  }

  public func newestEvents(of topic: EventTopic?, app: AppID, limit: Int) async throws(StoreError)
    -> [EventSample.Entry]
  {
    let limit = limit.clamped(to: 0...EventSample.limit)
    return try await readLong { db in
      let rows =
        if let topic, !topic.name.isEmpty {
          try Row.fetchAll(
            db.cachedStatement(sql: SQL.newestNamedEvents),
            arguments: [app.rawValue, topic.kind, topic.name, limit])
        } else {
          try Row.fetchAll(
            db.cachedStatement(sql: SQL.newestEvents),
            arguments: [EventSample.searched, app.rawValue, topic?.kind, limit])
        }
      return try rows.map { EventSample.Entry(personID: $0["alias"], event: try TimelineEntry($0)) }
    }
  }
}

extension Series {
  /// The count of a day is the sum of all changes up to it.
  fileprivate mutating func addPeople(of span: ActiveSpan, app: AppID, _ db: Database) throws {
    let length = SeriesStep.day.length
    let first = query.bounds.lowerBound / length
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: SQL.activeChanges),
      arguments: [app.rawValue, span.rawValue, query.bounds.upperBound / length])
    var changes = Array(repeating: 0, count: counts.count)
    while let row = try rows.next() {
      let day: Int64 = row[0]
      guard !changes.isEmpty else { return }
      changes[Int(max(0, day - first))] += row[1] as Int
    }
    var people = 0
    for index in counts.indices {
      people += changes[index]
      counts[index] = people
    }
  }
}
