// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
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

  /// Marks the taps that only close their message.
  func mark(_ parts: inout [BatchPart], app: Int64, _ db: any SQLSession) throws {
    var version: Int?
    for number in parts.indices {
      let (part, before) = (parts[number], parts[...number])
      guard part.batch.hasTaps else { continue }
      var arms: [ArmKey: String]?
      try parts[number].markTaps { index in
        guard let tap = part.batch.events[index].record.tap else { return false }
        let newest = try version ?? db.value(SQL.catalogueVersionOfKey, [app], as: Int.self) ?? 0
        version = newest
        guard let campaign = try campaign(of: tap.presentation, at: newest, app: app, db)
        else { return false }
        if let same = campaign.onlyCloses(tap.element) { return same }
        guard let experiment = campaign.experiment else { return false }
        let key = ArmKey(person: part.keys[index], experiment: ExactText(experiment.id))
        let stored = try db.value(SQL.armOfPerson, [app, key.person, experiment.id], as: String.self)
        if stored == nil, arms == nil { arms = Self.arms(before) }
        return (stored ?? arms?[key]).flatMap { campaign.onlyCloses(tap.element, arm: $0) } ?? false
      }
    }
  }

  private struct ArmKey: Hashable {
    var person: Int64
    var experiment: ExactText
  }

  /// The arms in which people were when messages were shown: an exposure comes before the tap,
  /// often in the same part.
  private static func arms(_ parts: ArraySlice<BatchPart>) -> [ArmKey: String] {
    var arms: [ArmKey: String] = [:]
    for part in parts {
      for index in part.range {
        guard case .exposure(_, let experiment, let arm) = part.batch.events[index].record.body else {
          continue
        }
        let key = ArmKey(person: part.keys[index], experiment: ExactText(experiment))
        if arms[key] == nil { arms[key] = arm }
      }
    }
    return arms
  }

  private func campaign(
    of presentation: Wire.EventRecord.Presentation, at version: Int, app: Int64, _ db: any SQLSession
  ) throws -> Wire.Campaign? {
    let key = Key(campaign: ExactText(presentation.campaignID), version: presentation.campaignVersion)
    if let known = known.withLock({ $0[app] }), known.version == version, let campaign = known.campaigns[key]
    {
      return campaign
    }
    let text = try db.value(
      SQL.definitionOfVersion, [app, presentation.campaignID, presentation.campaignVersion], as: String.self)
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
    "NOT (metric = 'dismissal' AND (detail = 'click' OR substr(detail, length(detail) - 5) = ':click'))"
  /// Whether it counts in the figure of the app with its metric, too, as
  /// `CampaignCount.seriesMetric` decides: not for a message that the app built.
  static let countsInSeriesOfApp =
    "\(countsInSeries) AND campaign <> 'local' AND substr(campaign, 1, 6) <> 'local:'"
}
