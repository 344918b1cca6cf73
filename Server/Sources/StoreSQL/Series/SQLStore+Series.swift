// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import Store

extension SQLStore {
  public func series(_ query: SeriesQuery, app: AppID) async throws(StoreError) -> Series {
    try await readFigures { db in
      var series = Series(query)
      let (from, to) = (query.bounds.lowerBound, query.bounds.upperBound)
      let traits = query.metric.traits
      if let span = traits.span {
        try series.addPeople(of: span, app: app, db)
      } else if let campaign = query.campaign, let metric = traits.campaignMetric {
        let rows = try db.cursor(
          SQL.campaignHours, [app.rawValue, campaign.rawValue, from, to, metric.rawValue])
        while let row = try rows.nextRow() { series.add(row[1], at: row[0]) }
      } else {
        let rows = try db.cursor(SQL.appHours, [app.rawValue, query.metric.rawValue, from, to])
        while let row = try rows.nextRow() { series.add(row[1], at: row[0]) }
      }
      return series
    }
  }

  public func eventVolumes(app: AppID, days: Range<Int64>) async throws(StoreError) -> [EventVolume] {
    try await readFigures { db in
      var volumes: [EventTopic: [Int]] = [:]
      let rows = try db.cursor(SQL.eventDays, [app.rawValue, days.lowerBound, days.upperBound])
      while let row = try rows.nextRow() {
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
    try await readFigures { db in
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
    return try await readFigures { db in
      let rows =
        if let topic, !topic.name.isEmpty {
          try db.rows(SQL.newestNamedEvents, [app.rawValue, topic.kind, topic.name, limit])
        } else {
          try db.rows(SQL.newestEvents, [EventSample.searched, app.rawValue, topic?.kind, limit])
        }
      return try rows.map { EventSample.Entry(personID: $0["alias"], event: try TimelineEntry($0)) }
    }
  }
}

extension Series {
  /// The count of a day is the sum of all changes up to it.
  fileprivate mutating func addPeople(of span: ActiveSpan, app: AppID, _ db: any SQLSession) throws {
    let length = SeriesStep.day.length
    let first = query.bounds.lowerBound / length
    let rows = try db.cursor(
      SQL.activeChanges, [app.rawValue, span.rawValue, query.bounds.upperBound / length])
    var changes = Array(repeating: 0, count: counts.count)
    while let row = try rows.nextRow() {
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
