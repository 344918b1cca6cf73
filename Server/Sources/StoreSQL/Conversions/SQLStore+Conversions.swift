// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Store

extension SQLStore {
  public func conversions(
    _ rules: [ConversionRule], of campaign: CampaignID, app: AppID, from: Instant?, to: Instant?
  ) async throws(StoreError) -> [ConversionCount] {
    guard !rules.isEmpty else { return [] }
    return try await readFigures { db in
      guard let scan = try ConversionScan(campaign, app, from, to, db) else {
        return rules.map { ConversionCount($0) }
      }
      let shown = try scan.shown(db)
      return try rules.map { try scan.count($0, shown: shown, db) }
    }
  }

  public func conversionWork(
    _ rules: [ConversionRule], of campaign: CampaignID, app: AppID, from: Instant?, to: Instant?, limit: Int
  ) async throws(StoreError) -> Int {
    try await readFigures { db in
      try ConversionScan(campaign, app, from, to, db)?.work(rules, limit: limit, db) ?? 0
    }
  }
}

extension SQL {
  /// ?1: the app. ?2: the campaign. ?3 and ?4: the period.
  static let shownPeople = "SELECT count(*) FROM person_campaign p WHERE \(isShownPerson)"
  /// Whether the row `p` of `person_campaign` is of somebody who saw the campaign in the period.
  static let isShownPerson = """
    p.app = ?1 AND p.campaign = ?2 AND p.first_impression_at < ?4 AND EXISTS (
      SELECT 1 FROM event e INDEXED BY event_impression WHERE e.app = ?1 AND e.person_id = p.person_id AND e.counted_at >= ?3
        AND e.counted_at < ?4 AND \(impressions) AND e.campaign = ?2
    )
    """
  private static let impressions = "e.metric = 'impression' AND NOT e.is_test"

  /// ?3: the end of the period. ?4: where counting stops. The same below.
  static let peopleToLookAt = """
    SELECT count(*) FROM (SELECT 1 FROM person_campaign WHERE app = ?1 AND campaign = ?2 AND first_impression_at < ?3 LIMIT ?4) p
    """
  static let eventsToLookAt = eventsToLookAt("name = ?6")
  static let eventsToLookAtByKind = eventsToLookAt("name IS NOT NULL")

  private static func eventsToLookAt(_ name: String) -> String {
    """
    SELECT count(*) FROM (
      SELECT 1 FROM event INDEXED BY event_named
      WHERE app = ?1 AND kind = ?2 AND \(name) AND counted_at >= ?3 AND counted_at < ?4 LIMIT ?5
    ) e
    """
  }

  /// People who saw the campaign before the end of the period and did something of the kind ?6 and
  /// the name ?7, before ?5.
  static let possiblyConverted = possiblyConverted("e.name = ?7")
  /// The same for any name.
  static let possiblyConvertedByKind = possiblyConverted("e.name IS NOT NULL")

  private static func possiblyConverted(_ name: String) -> String {
    """
    SELECT e.person_id FROM event e INDEXED BY event_named
    WHERE e.app = ?1 AND e.kind = ?6 AND \(name) AND e.counted_at >= ?3 AND e.counted_at < ?5 AND EXISTS (
      SELECT 1 FROM person_campaign p WHERE p.app = ?1 AND p.person_id = e.person_id AND p.campaign = ?2 AND p.first_impression_at < ?4
    )
    """
  }

  /// Each message that the people ?7 saw and each event of the kind ?5 and the name ?6, from ?3 and
  /// before ?4, since they first saw the campaign: those of each person after each other, in order.
  /// Of the same instant, messages come first. ?8: the first messages and the first events of any
  /// kind of each person; null for all.
  static let stepsToConversion = """
    SELECT e.counted_at, 0, e.id, e.campaign IS NOT DISTINCT FROM ?2, NULL, e.person_id
    FROM \(sawIt) CROSS JOIN event e INDEXED BY event_impression ON \(inPeriod("event_impression", "metric = 'impression'"))
      AND \(impressions)
    UNION ALL
    SELECT e.counted_at, 1, e.id, FALSE, e.record, e.person_id
    FROM \(sawIt) CROSS JOIN event e INDEXED BY event_timeline ON \(inPeriod("event_timeline", "app = ?1"))
      AND e.kind = ?5 AND e.name = coalesce(?6, e.name) AND NOT e.is_test
    ORDER BY 6, 1, 2, 3
    """
  private static let sawIt = """
    \(numbers("?7")) n CROSS JOIN person_campaign p ON p.app = ?1 AND p.person_id = n.value AND p.campaign = ?2 AND p.first_impression_at IS NOT NULL
    """
  private static func inPeriod(_ index: String, _ condition: String) -> String {
    """
    e.app = ?1 AND e.person_id = n.value AND e.counted_at >= max(?3, p.first_impression_at)
      AND e.counted_at < CASE WHEN CAST(?8 AS BIGINT) IS NULL THEN ?4 ELSE coalesce((
        SELECT o.counted_at FROM event o INDEXED BY \(index) WHERE o.app = ?1 AND o.person_id = n.value
          AND o.counted_at >= max(?3, p.first_impression_at) AND o.counted_at < ?4 AND o.\(condition)
        ORDER BY o.counted_at LIMIT 1 OFFSET ?8), ?4) END
    """
  }
}
