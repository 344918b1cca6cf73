// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

@testable import Console

/// Numbers and decisions to draw reports with.
extension Samples {
  /// Ten days, with a rhythm of days and a quiet Sunday.
  static let hours: [CampaignReport.Hour] = (0..<240).reversed().compactMap { back in
    let start = CountedTime.hour(of: now) - .seconds(back * 3_600)
    let hourOfDay = (Int(UTCTime(start).time.prefix(2)) ?? 0)
    let isQuiet = hourOfDay < 6 || back / 24 == 5
    guard !isQuiet else { return nil }
    let shown = 20 + (hourOfDay * 7) % 23 + (back / 24 * 11) % 17
    return CampaignReport.Hour(
      start: start, impressions: shown, clicks: shown * 3 / 10, dismissals: shown * 6 / 10,
      notShown: (hourOfDay * 5) % 9)
  }

  static func report(_ range: ReportRange) -> CampaignReport {
    let bounds = range.bounds(at: now)
    let inside = hours.filter { hour in bounds.map { $0.from <= hour.start && hour.start < $0.to } ?? true }
    let sum = { (path: KeyPath<CampaignReport.Hour, Int>) in inside.map { $0[keyPath: path] }.reduce(0, +) }
    let (clicks, dismissals, notShown) = (sum(\.clicks), sum(\.dismissals), sum(\.notShown))
    var totals = CampaignReport.Totals(
      eligible: range == .all ? 9_120 : 2_040, delivered: range == .all ? 8_871 : 2_001,
      impressions: sum(\.impressions),
      uniqueImpressions: sum(\.impressions) * 7 / 10, clicks: clicks)
    totals.clicksByButton = [
      "1": clicks * 6 / 10, "0": clicks - clicks * 6 / 10 - clicks / 10, "7": clicks / 10,
    ]
    totals.dismissals = ["click": clicks, "user": dismissals - 3, "recalled": 3]
    totals.outcomes = [
      "suppressed:interval": notShown / 2, "suppressed:priority": notShown - notShown / 2 - 12,
      "discarded:asset_failed": 9, "expired": 2,
      "discarded:from_the_future": 1,
    ]
    return CampaignReport(totals: totals, hours: inside)
  }

  static let decisions: [StoredDecision] = {
    func decision(
      _ ago: Int, _ person: String, _ verdict: String, _ detail: [String: Wire.JSONValue] = [:],
      name: String? = "cart_viewed"
    ) -> StoredDecision {
      let own = Wire.DecisionRecord.Candidate(
        campaignID: "c-cart", campaignVersion: 1, verdict: Wire.Open(verdict), detail: detail)
      return StoredDecision(
        at: now - .seconds(ago), personID: person,
        record: Wire.DecisionRecord(
          decisionID: "d\(ago)", eventID: "e\(ago)", eventKind: name == nil ? "session_start" : "custom",
          eventName: name,
          candidates: [own]))
    }
    let filter: [String: Wire.JSONValue] = [
      "path": .array([.string("total")]), "op": .string("greater"), "value": .int(20), "actual": .int(18),
    ]
    return [
      decision(4, "u:ana", "chosen"), decision(61, "u:ben", "filter", filter),
      decision(
        75, "d:8f3c2b1a-77aa", "interval", ["remaining_ms": .int(11_200), "minimum_ms": .int(30_000)]),
      decision(3_700, "u:ana", "priority", ["winner": .string("c-welcome")], name: nil),
      decision(
        90_000, "u:" + String(repeating: "long-name.", count: 9) + "@example.com", "priority",
        ["winner": .string("c-gone")]),
      decision(95_000, "u:cleo", "not_started", ["starts_at": .int(now.milliseconds)]),
      decision(96_000, "u:cleo", "from_the_future"),
    ]
  }()

  static func source(_ campaign: Campaign, diagnostics: [Diagnostic] = [], range: ReportRange = .standard)
    -> CampaignPage.Source
  {
    CampaignPage.Source(
      campaign: campaign, diagnostics: diagnostics, report: report(range),
      totalsBefore: range == .all
        ? nil : CampaignReport.Totals(impressions: 2_811, uniqueImpressions: 2_000, clicks: 901),
      whole: report(.all), doubts: report(.all).doubts(about: campaign, at: now), decisions: decisions,
      names: Dictionary(uniqueKeysWithValues: campaigns.map { ($0.id.rawValue, $0.name) }), now: now,
      hasLab: true)
  }

  static func emptySource(_ campaign: Campaign, diagnostics: [Diagnostic] = []) -> CampaignPage.Source {
    let nothing = CampaignReport(totals: CampaignReport.Totals(), hours: [])
    return CampaignPage.Source(
      campaign: campaign, diagnostics: diagnostics, report: nothing, totalsBefore: nothing.totals,
      whole: nothing, doubts: [],
      decisions: [],
      names: [:], now: now, hasLab: true)
  }
}
