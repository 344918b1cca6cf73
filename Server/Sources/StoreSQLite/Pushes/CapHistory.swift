// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store

/// What people saw and were sent, for the caps of a run, inside the transaction that claims its
/// pushes. So two runs never go over a cap together.
struct CapHistory {
  private let caps: PushCaps
  private let run: Int64
  private let app: Int64
  /// What people saw, as far as it was needed: a person with several devices is asked for once.
  private var seen: [Int64: [PushCaps.Showing]] = [:]
  /// Of other campaigns, as far as they were needed. nil: it is gone.
  private var reaches: [CampaignID: PushCaps.Reach?] = [:]

  /// nil if no cap limits the run.
  init?(_ run: PushRun, _ number: Int64, _ app: Int64, _ db: Database) throws {
    guard run.push.isCapped, !run.audience.isForTrying else { return nil }
    let settings = try SQLiteStore.settings(run.appID, db)
    let shared: [SharedCap]
    let own: [FrequencyCap]
    do {
      shared = try Wire.Definitions(tag: "", campaigns: [], caps: settings.caps).sharedCaps()
      own = try run.definition.pushDefinition(withTriggers: false).caps
    } catch {
      throw StoreError.failed("This version does not understand a stored cap.")
    }
    guard let caps = PushCaps(of: run.definition, own: own, shared: shared) else { return nil }
    (self.caps, self.run, self.app) = (caps, number, app)
  }

  /// The cap that keeps this push from the person, as it is stored; nil if none does.
  mutating func reached(by person: Int64, occurrence: Int, at now: Instant, _ db: Database) throws -> String?
  {
    let since = caps.earliest(at: now).milliseconds
    let known =
      try seen[person]
      ?? showings(
        Row.fetchAll(
          db.cachedStatement(sql: SQL.impressionsOfPerson), arguments: [app, person, since, Self.limit]))
    seen[person] = known
    let sent = try Row.fetchAll(
      db.cachedStatement(sql: SQL.cappedPushesOfPerson),
      arguments: [app, person, since, run, occurrence, Self.limit])
    // On several devices of a person, it is one notification.
    var notifications: Set<[Int64]> = []
    let showings =
      known + showings(sent.filter { notifications.insert([$0["run"], $0["occurrence"]]).inserted })
    if caps.isShared {
      for showing in showings where reaches[showing.campaign] == nil {
        reaches[showing.campaign] = .some(try reach(showing.campaign, db))
      }
    }
    return caps.reached(showings, at: now) { reaches[$0] ?? nil }?.text
  }

  private func showings(_ rows: [Row]) -> [PushCaps.Showing] {
    rows.map {
      PushCaps.Showing(
        campaign: CampaignID($0["campaign"] as String), at: Instant(milliseconds: $0["at"]),
        isWithheld: $0["is_withheld"])
    }
  }

  /// No cap allows more than a hundred, and whoever reports more than this many impressions gets
  /// nothing from capped runs.
  private static let limit = 2_000

  private func reach(_ campaign: CampaignID, _ db: Database) throws -> PushCaps.Reach? {
    // A campaign that cannot be read is like one that was deleted.
    try Row.fetchOne(
      db.cachedStatement(sql: SQL.definitionOfCampaign), arguments: [app, campaign.rawValue]
    ).flatMap { try? $0.document("definition", "campaign") }.map { PushCaps.Reach($0) }
  }
}

extension SQL {
  private static let withheldArms = Wire.ExperimentArm.withheldNames.map { "'\($0)'" }.joined(separator: ", ")
  /// Content that a banner opened is not a second impression.
  static let impressionsOfPerson = """
    SELECT record ->> '$.campaign_id' AS campaign, counted_at AS at, 0 AS is_withheld FROM event
    WHERE app = ? AND person_id = ? AND counted_at > ? AND kind = 'impression' AND is_test = 0
      AND coalesce(record ->> '$.opened_from', '') <> 'banner' AND record ->> '$.campaign_id' IS NOT NULL
    ORDER BY counted_at DESC LIMIT ?
    """
  /// Those that a sender has at the moment count too.
  static let cappedPushesOfPerson = """
    SELECT d.run, d.occurrence, r.campaign, d.at, ifnull(d.arm IN (\(withheldArms)), 0) AS is_withheld
    FROM push_delivery d CROSS JOIN push_run r ON r.number = d.run
    WHERE d.app = ? AND d.person_id = ? AND d.at > ? AND NOT (d.run = ? AND d.occurrence = ?)
      AND (d.outcome IN ('sent', 'withheld') OR d.outcome IS NULL AND d.is_claimed) AND r.is_capped
      AND r.audience NOT IN ('device', 'lab')
    LIMIT ?
    """
}
