// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB

/// Counts again what the counters say, from the rows they count.
enum CounterCheck {
  /// A sentence for each kind of counter that is not what its rows come to, with how many differ. Names nobody.
  static func disagreements(_ db: Database) throws -> [String] {
    try comparisons.compactMap { comparison in
      let differing = try Int.fetchOne(
        db,
        sql: """
          WITH kept AS (\(comparison.kept)), counted AS (\(comparison.counted))
          SELECT (SELECT count(*) FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted))
            + (SELECT count(*) FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept))
          """)
      guard let differing, differing > 0 else { return nil }
      return "\(comparison.name): \(differing) rows are not what was counted again."
    }
  }

  private static let comparisons: [(name: String, kept: String, counted: String)] = [
    (
      "campaign totals", "SELECT app, campaign, metric, detail, n FROM campaign_total WHERE n <> 0",
      "SELECT app, campaign, metric, detail, sum(n) AS n FROM campaign_hour GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0"
    ),
    (
      "impressions, clicks, dismissals and outcomes of each hour",
      """
      SELECT app, campaign, hour, metric, sum(n) FROM campaign_hour
      WHERE metric IN ('impression', 'click', 'dismissal', 'outcome') GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0
      """,
      """
      SELECT app, json_extract(record, '$.campaign_id'), counted_at - counted_at % 3600000, kind, count(*) FROM event
      WHERE kind IN ('impression', 'click', 'dismissal', 'outcome')
        AND ifnull(json_extract(record, '$.outcome'), '') NOT IN ('shown', 'queued')
      GROUP BY 1, 2, 3, 4
      """
    ),
    (
      "people of each hour, counted once",
      """
      SELECT app, campaign, hour, metric, sum(n) FROM campaign_hour
      WHERE metric IN ('eligible', 'delivered', 'unique_impression', 'unique_click') GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0
      """,
      [
        ("eligible", "eligible_at"), ("delivered", "delivered_at"), ("unique_impression", "first_impression_at"),
        ("unique_click", "first_click_at"),
      ]
      .map { metric, column in
        """
        SELECT app, campaign, \(column) - \(column) % 3600000, '\(metric)', count(*) FROM person_campaign
        WHERE \(column) IS NOT NULL GROUP BY 1, 2, 3
        """
      }.joined(separator: " UNION ALL ")
    ),
    (
      "events", "SELECT app, detail, n FROM app_total WHERE metric = 'event' AND n <> 0",
      "SELECT app, kind, count(*) FROM event GROUP BY 1, 2"
    ),
    (
      "explanations", "SELECT app, n FROM app_total WHERE metric = 'decision' AND n <> 0",
      "SELECT app, count(*) FROM decision GROUP BY 1"
    ),
  ]
}
