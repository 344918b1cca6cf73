// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB

/// Recalculates the counters from the rows they count.
enum CounterCheck {
  /// One sentence for each kind of counter that differs from its rows, with the number of differences. Names nobody.
  static func disagreements(_ db: Database) throws -> [String] {
    let offers = try OfferCheck.differences(db)
    let ofOffers = offers > 0 ? ["people who were offered campaigns, counted once: \(offers) rows differ from the recount."] : []
    return try ofOffers
      + (comparisons + SeriesCheck.comparisons).compactMap { comparison in
        let differing = try Int.fetchOne(
          db,
          sql: """
            WITH kept AS (\(comparison.kept)), counted AS (\(comparison.counted))
            SELECT (SELECT count(*) FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted))
              + (SELECT count(*) FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept))
            """)
        guard let differing, differing > 0 else { return nil }
        return "\(comparison.name): \(differing) rows differ from the recount."
      }
  }

  /// From this hour on, all events are stored with their full content.
  private static let horizon = "(SELECT ifnull(max(before), -9223372036854775808) FROM retention WHERE name IN ('events', 'timelines'))"

  private static let comparisons: [(name: String, kept: String, counted: String)] = [
    (
      "campaign totals", "SELECT app, campaign, metric, detail, is_test, n FROM campaign_total WHERE n <> 0",
      "SELECT app, campaign, metric, detail, is_test, sum(n) AS n FROM campaign_hour GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0"
    ),
    (
      "impressions, clicks, dismissals and outcomes of each hour",
      """
      SELECT app, campaign, hour, metric, is_test, sum(n) FROM campaign_hour
      WHERE metric IN ('impression', 'click', 'dismissal', 'outcome') AND hour >= \(horizon) GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0
      """,
      """
      SELECT app, json_extract(record, '$.campaign_id'), counted_at - counted_at % 3600000, kind, is_test, count(*) FROM event
      WHERE kind IN ('impression', 'click', 'dismissal', 'outcome') AND counted_at >= \(horizon)
        AND ifnull(json_extract(record, '$.outcome'), '') NOT IN ('shown', 'queued', 'actioned', 'exited')
        AND NOT (kind = 'impression' AND ifnull(json_extract(record, '$.opened_from'), '') = 'banner')
      GROUP BY 1, 2, 3, 4, 5
      """
    ),
    (
      "people of each hour, counted once",
      """
      SELECT app, campaign, hour, metric, is_test, sum(n) FROM campaign_hour
      WHERE metric IN ('unique_impression', 'unique_click') GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0
      """,
      PersonStep.allCases.map { step in
        let (own, test) = (step.column(isTest: false), step.column(isTest: true))
        return """
          SELECT app, campaign, at - at % 3600000, '\(step.metric.rawValue)', is_test, count(*) FROM (
            SELECT app, campaign, ifnull(\(own), \(test)) AS at, \(own) IS NULL AS is_test FROM person_campaign
          ) WHERE at IS NOT NULL GROUP BY 1, 2, 3, 5
          """
      }.joined(separator: " UNION ALL ")
    ),
    (
      "events", "SELECT app, sum(n) FROM app_total WHERE metric = 'event' GROUP BY 1 HAVING sum(n) <> 0",
      "SELECT app, count(*) FROM (SELECT app FROM event UNION ALL SELECT app FROM removed_event) GROUP BY 1"
    ),
    // The kind of removed events is unknown.
    (
      "events by kind",
      "SELECT app, detail, n FROM app_total WHERE metric = 'event' AND n <> 0 AND NOT EXISTS (SELECT 1 FROM removed_event)",
      "SELECT app, kind, count(*) FROM event WHERE NOT EXISTS (SELECT 1 FROM removed_event) GROUP BY 1, 2"
    ),
    (
      "names of events", "SELECT app, name FROM event_name",
      "SELECT app, detail FROM app_total WHERE metric = 'custom_event' AND detail <> ''"
    ),
    (
      "explanations by campaign, reason and day", "SELECT app, campaign, reason, day, n FROM decision_group WHERE n <> 0",
      "SELECT app, campaign, reason, day, count(*) FROM decision_candidate GROUP BY 1, 2, 3, 4"
    ),
  ]
}
