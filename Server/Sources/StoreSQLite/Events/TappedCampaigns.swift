// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Synchronization

/// The campaigns whose messages people tap, as they were when they were shown. Each is read once
/// for a version of the app's catalogue.
final class TappedCampaigns: Sendable {
  private struct Key: Hashable {
    var campaign: ExactText
    var version: Int
  }

  private struct Known {
    var version: Int
    var campaigns: [Key: Wire.Campaign?] = [:]
  }

  /// Versions of campaigns that are remembered of one app. The versions are what devices say, so
  /// there is no end to them.
  private static let most = 500
  private let known = Mutex<[Int64: Known]>([:])

  /// Marks the taps of a part that only close their message.
  func mark(_ batch: inout PreparedBatch, _ part: Range<Int>, _ people: [Int64], app: Int64, _ db: Database)
    throws
  {
    let records = batch.events
    try batch.markTaps(in: part) { index in
      guard let tap = records[index].record.tap,
        let campaign = try campaign(of: tap.presentation, app: app, db)
      else { return false }
      if let same = campaign.onlyCloses(tap.element) { return same }
      let arm = try Self.arm(of: people[index], in: campaign, records[part].map(\.record), app: app, db)
      return arm.flatMap { campaign.onlyCloses(tap.element, arm: $0) } ?? false
    }
  }

  private func campaign(of presentation: Wire.EventRecord.Presentation, app: Int64, _ db: Database) throws
    -> Wire.Campaign?
  {
    let version = try Int.fetchOne(db.cachedStatement(sql: SQL.catalogueVersionOfKey), arguments: [app]) ?? 0
    let key = Key(campaign: ExactText(presentation.campaignID), version: presentation.campaignVersion)
    if let known = known.withLock({ $0[app] }), known.version == version, let campaign = known.campaigns[key]
    {
      return campaign
    }
    let text = try String.fetchOne(
      db.cachedStatement(sql: SQL.definitionOfVersion),
      arguments: [app, presentation.campaignID, presentation.campaignVersion])
    // Of a campaign that cannot be read, every tap leads on.
    let campaign = text.flatMap { try? Wire.decode(Wire.Campaign.self, from: Array($0.utf8)) }
    known.withLock { all in
      if all[app]?.version != version || (all[app]?.campaigns.count ?? 0) >= Self.most {
        all[app] = Known(version: version)
      }
      all[app]?.campaigns[key] = .some(campaign)
    }
    return campaign
  }

  /// The arm in which the person was when the message was shown: an exposure comes before it, often
  /// in the same part.
  private static func arm(
    of person: Int64, in campaign: Wire.Campaign, _ part: [Wire.EventRecord], app: Int64, _ db: Database
  ) throws -> String? {
    guard let experiment = campaign.experiment else { return nil }
    let stored = try String.fetchOne(
      db.cachedStatement(sql: SQL.armOfPerson), arguments: [app, person, experiment.id])
    return stored
      ?? part.lazy.compactMap { record in
        if case .exposure(_, experiment.id, let arm) = record.body { arm } else { nil }
      }.first
  }
}

extension SQL {
  /// The campaign as it was in a version; as it is now, if that is not kept.
  static let definitionOfVersion = """
    SELECT coalesce(
      (SELECT h.definition FROM campaign_history h
        WHERE h.app = c.app AND h.campaign = c.id AND c.version <> ?3 AND h.version = ?3 AND h.definition IS NOT NULL
        ORDER BY h.number DESC LIMIT 1),
      c.definition)
    FROM campaign c WHERE c.app = ?1 AND c.id = ?2
    """
  static let armOfPerson = """
    SELECT arm FROM event WHERE app = ? AND person_id = ? AND kind = 'exposure' AND name = ? ORDER BY counted_at LIMIT 1
    """
  /// Whether a row of `campaign_hour` counts in a series of its campaign: what a click closed is no
  /// dismissal.
  static let countsInSeries =
    "NOT (metric = 'dismissal' AND (detail = 'click' OR substr(detail, -6) = ':click'))"
  /// Whether it counts in the figure of the app with its metric, too, as
  /// `CampaignCount.seriesMetric` decides: not for a message that the app built.
  static let countsInSeriesOfApp =
    "\(countsInSeries) AND campaign <> 'local' AND substr(campaign, 1, 6) <> 'local:'"
}
