// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// Recalculates the counters from the rows they count.
package enum CounterCheck {
  /// One sentence for each kind of counter that differs from its rows, with the number of
  /// differences. Names nobody.
  package static func disagreements(_ db: any SQLSession) throws -> [String] {
    let offers = try OfferCheck.differences(db)
    let ofOffers =
      offers > 0
      ? ["people who were offered campaigns, counted once: \(offers) rows differ from the recount."] : []
    return try ofOffers
      + (comparisons + SeriesCheck.comparisons).compactMap { comparison in
        let differing = try db.value(
          """
          WITH kept AS (\(comparison.kept)), counted AS (\(comparison.counted))
          SELECT (SELECT count(*) FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted) k)
            + (SELECT count(*) FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept) c)
          """, as: Int.self)
        guard let differing, differing > 0 else { return nil }
        return "\(comparison.name): \(differing) rows differ from the recount."
      }
  }

  /// From this hour on, all events are stored with their full content.
  private static let horizon =
    "(SELECT coalesce(max(before), -9223372036854775808) FROM retention WHERE name IN ('events', 'timelines'))"

  /// What deleted people had added, of these metrics. More conditions can follow.
  private static func deleted(_ metrics: String) -> String {
    "SELECT app, campaign, hour, metric, is_test, n FROM deleted_count WHERE metric IN (\(metrics))"
  }

  private static let isKindUnknown = """
    (EXISTS (SELECT 1 FROM removed_event) OR EXISTS (SELECT 1 FROM deleted_count WHERE metric = 'event' AND detail = ''))
    """

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
      SELECT app, campaign, hour, metric, is_test, sum(n) FROM (
        \(SQL.countedEvents("WHERE counted_at >= \(horizon)"))
        UNION ALL \(deleted("'impression', 'click', 'dismissal', 'outcome'")) AND hour >= \(horizon)
      ) c GROUP BY 1, 2, 3, 4, 5
      """
    ),
    (
      "people of each hour, counted once",
      """
      SELECT app, campaign, hour, metric, is_test, sum(n) FROM campaign_hour
      WHERE metric IN ('unique_impression', 'unique_click') GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0
      """,
      """
      SELECT app, campaign, hour, metric, is_test, sum(n) FROM (
        \(SQL.countedPeople("WHERE true")) UNION ALL \(deleted("'unique_impression', 'unique_click'"))
      ) c GROUP BY 1, 2, 3, 4, 5
      """
    ),
    (
      "events", "SELECT app, sum(n) FROM app_total WHERE metric = 'event' GROUP BY 1 HAVING sum(n) <> 0",
      """
      SELECT app, sum(n) FROM (
        SELECT app, count(*) AS n FROM event GROUP BY 1 UNION ALL SELECT app, count(*) FROM removed_event GROUP BY 1
        UNION ALL SELECT app, n FROM deleted_count WHERE metric = 'event'
      ) c GROUP BY 1 HAVING sum(n) <> 0
      """
    ),
    // The kind of removed events is unknown.
    (
      "events by kind",
      "SELECT app, detail, n FROM app_total WHERE metric = 'event' AND n <> 0 AND NOT \(isKindUnknown)",
      """
      SELECT app, kind, sum(n) FROM (
        SELECT app, kind, count(*) AS n FROM event GROUP BY 1, 2
        UNION ALL SELECT app, detail, n FROM deleted_count WHERE metric = 'event'
      ) c WHERE NOT \(isKindUnknown) GROUP BY 1, 2
      """
    ),
    (
      "names of events", "SELECT app, name FROM event_name",
      "SELECT app, detail FROM app_total WHERE metric = 'custom_event' AND detail <> ''"
    ),
    (
      "explanations by campaign, reason and day",
      "SELECT app, campaign, reason, day, n FROM decision_group WHERE n <> 0",
      "SELECT app, campaign, reason, day, count(*) FROM decision_candidate GROUP BY 1, 2, 3, 4"
    ),
  ]
}
