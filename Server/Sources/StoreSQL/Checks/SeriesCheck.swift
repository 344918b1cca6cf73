// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// Recounts the figures over time, each by itself, so that a difference can be named.
enum SeriesCheck {
  /// Before this instant, events may have been removed.
  private static let horizon =
    "(SELECT coalesce(max(before), -9223372036854775808) FROM retention WHERE name = 'events')"
  /// Before this day, active days may have been removed.
  private static let firstActiveDay =
    "(SELECT coalesce(max(before), -9223372036854775808) / 86400000 FROM retention WHERE name = '\(AgedKind.activeDays)')"
  private static let own = "NOT is_test"
  private static let isSession = "kind = 'session_start' AND device_id <> ''"
  private static let hour = "counted_at - (counted_at % 3600000 + 3600000) % 3600000"
  private static let day = "(counted_at - (counted_at % 86400000 + 86400000) % 86400000) / 86400000"

  /// As in `CounterCheck`.
  static let comparisons: [(name: String, kept: String, counted: String)] =
    SeriesMetric.allCases.map(comparison)
    + [
      (
        "Active days of people", "SELECT app, person_id, day FROM active_day WHERE \(isWholeDay("day"))",
        "SELECT DISTINCT app, person_id, \(day) AS day FROM event WHERE \(own) AND \(isSession) AND \(isWholeDay(day))"
      ),
      (
        "Events of each day, by kind",
        "SELECT app, day, kind, sum(n) FROM event_day WHERE day * 86400000 >= \(horizon) GROUP BY 1, 2, 3 HAVING sum(n) <> 0",
        """
        SELECT app, day, kind, sum(n) FROM (
          SELECT app, \(day) AS day, kind, 1 AS n FROM event WHERE \(own)
          UNION ALL SELECT app, hour / 86400000, substr(detail, 1, instr(detail, '\u{1F}') - 1), n FROM \(deleted("event_day"))
        ) e WHERE day * 86400000 >= \(horizon) GROUP BY 1, 2, 3
        """
      ),
      // Only for days on which every name has its place: the events of a name that lost it are
      // counted together with others.
      (
        "Events of each day, by name",
        "SELECT app, day, name, n FROM event_day WHERE kind = 'custom' AND name <> '' AND n <> 0 AND \(isNamed)",
        """
        SELECT app, day, name, sum(n) FROM (
          SELECT app, \(day) AS day, name, 1 AS n FROM event WHERE \(own) AND kind = 'custom' AND name <> ''
          UNION ALL SELECT app, hour / 86400000, substr(detail, 8), n FROM \(deleted("event_day"))
            AND detail LIKE 'custom' || '\u{1F}' || '_%'
        ) e WHERE \(isNamed) GROUP BY 1, 2, 3
        """
      ),
    ]

  // MARK: - Deleted people

  /// What a deleted person had added to the figures, which stay: rows of `deleted_count`. The
  /// detail of a day's events is their kind and name.
  static let addedByPerson: [String] =
    [
      added("'\(SeriesMetric.events.rawValue)', ''", hour, "\(own)"),
      added("'\(SeriesMetric.sessions.rawValue)', ''", hour, "\(own) AND \(isSession)"),
      added(
        "'event_day', kind || '\u{1F}' || CASE WHEN kind = 'custom' THEN coalesce(name, '') ELSE '' END",
        "\(day) * 86400000",
        own),
    ]
    + ActiveSpan.allCases.map { span in
      """
      SELECT app, '', day * 86400000, 'active_\(span.rawValue)', '', FALSE, sum(n) FROM (
        \(changes(span.rawValue, of: "active_day WHERE app = $app AND person_id = $person"))
      ) d WHERE true GROUP BY app, day HAVING sum(n) <> 0
      """
    }

  private static func added(_ metric: String, _ hour: String, _ condition: String) -> String {
    """
    SELECT app, '', \(hour), \(metric), FALSE, count(*) FROM event WHERE app = $app AND person_id = $person AND \(condition) GROUP BY 1, 3, 4, 5
    """
  }

  /// What deleted people had added, of this metric.
  private static func deleted(_ metric: String) -> String {
    "deleted_count WHERE campaign = '' AND metric = '\(metric)'"
  }

  /// - Parameter days: Of which people were active on which days.
  private static func changes(_ span: Int64, of days: String) -> String {
    """
    SELECT app, max(day, coalesce(previous + \(span), day)) AS day, 1 AS n FROM (
      SELECT app, day, lag(day) OVER (PARTITION BY app, person_id ORDER BY day) AS previous FROM \(days)) d
    UNION ALL SELECT app, day + \(span), -1 FROM \(days)
    """
  }

  private static func comparison(_ metric: SeriesMetric) -> (name: String, kept: String, counted: String) {
    let traits = metric.traits
    if let span = traits.span?.rawValue {
      return (
        traits.title,
        "SELECT app, day, n FROM active_change WHERE span = \(span) AND n <> 0 AND day >= \(firstActiveDay) + \(ActiveSpan.longest)",
        """
        SELECT app, day, sum(n) FROM (
          \(changes(span, of: "active_day"))
          UNION ALL SELECT app, hour / 86400000, n FROM \(deleted("active_\(span)"))
        ) d WHERE day >= \(firstActiveDay) + \(ActiveSpan.longest) GROUP BY 1, 2 HAVING sum(n) <> 0
        """
      )
    }
    let counted =
      if let metric = traits.campaignMetric {
        "SELECT app, hour, sum(n) FROM campaign_hour WHERE metric = '\(metric.rawValue)' AND \(SQL.countsInSeriesOfApp) AND \(own) AND hour >= \(horizon) GROUP BY 1, 2 HAVING sum(n) <> 0"
      } else {
        """
        SELECT app, hour, sum(n) FROM (
          SELECT app, \(hour) AS hour, 1 AS n FROM event WHERE \(own) AND \(metric == .sessions ? isSession : "true") AND counted_at >= \(horizon)
          UNION ALL SELECT app, hour, n FROM \(deleted(metric.rawValue)) AND hour >= \(horizon)
        ) e GROUP BY 1, 2
        """
      }
    return (
      traits.title,
      "SELECT app, hour, n FROM app_hour WHERE metric = '\(metric.rawValue)' AND n <> 0 AND hour >= \(horizon)",
      counted
    )
  }

  private static func isWholeDay(_ day: String) -> String {
    "\(day) * 86400000 >= \(horizon) AND \(day) >= \(firstActiveDay)"
  }

  /// Days on which nothing was counted without its name.
  private static let isNamed =
    "day * 86400000 >= \(horizon) AND (app, day) NOT IN (SELECT app, day FROM event_day WHERE kind = 'custom' AND name = '' AND n <> 0)"
}
