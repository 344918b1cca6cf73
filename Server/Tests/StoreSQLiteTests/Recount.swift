// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
import Testing

@testable import StoreSQL
@testable import StoreSQLite

/// Counts everything again from the events themselves, by SQL that shares nothing with the store's,
/// and compares.
enum Recount {
  static func expectAgreement(
    _ db: Database, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"], comment,
      sourceLocation: sourceLocation)
    #expect(
      try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty, comment, sourceLocation: sourceLocation)
    // What an operator is told must be no stricter and no laxer.
    #expect(try CounterCheck.disagreements(db) == [], comment, sourceLocation: sourceLocation)
    for (name, kept, counted) in comparisons {
      let kept = try Row.fetchAll(db, sql: kept).map(\.description)
      let counted = try Row.fetchAll(db, sql: counted).map(\.description)
      #expect(kept == counted, "\(name) \(comment?.rawValue ?? "")", sourceLocation: sourceLocation)
    }
  }

  private static let counts = """
    SELECT app, json_extract(record, '$.campaign_id') AS campaign, counted_at - counted_at % 3600000 AS hour,
      iif(kind = 'click' AND name = 'closes', 'dismissal', kind) AS metric,
      CASE kind WHEN 'click' THEN iif(name = 'closes', 'button:', '') || ifnull(json_extract(record, '$.button_id'), 'body') WHEN 'dismissal' THEN json_extract(record, '$.by')
      WHEN 'outcome' THEN json_extract(record, '$.outcome') || ifnull(':' || json_extract(record, '$.reason'), '') ELSE '' END AS detail, is_test
    FROM event WHERE kind IN ('impression', 'click', 'dismissal', 'outcome') AND ifnull(record ->> '$.surface', '') <> 'data'
      AND ifnull(json_extract(record, '$.outcome'), '') NOT IN ('shown', 'queued')
    UNION ALL
    SELECT app, json_extract(record, '$.campaign_id'), counted_at - counted_at % 3600000, 'step',
      iif(kind = 'click', 'data:used', 'data:refused'), is_test FROM event WHERE kind IN ('click', 'dismissal') AND record ->> '$.surface' = 'data'
    UNION ALL
    SELECT app, json_extract(record, '$.campaign_id'), counted_at - counted_at % 3600000, 'version',
      json_extract(record, '$.campaign_version') || iif(kind = 'click', ':data:clicked', ':data:dismissed'), is_test
    FROM event WHERE kind IN ('click', 'dismissal') AND record ->> '$.surface' = 'data'
    UNION ALL
    SELECT app, json_extract(record, '$.campaign_id'), counted_at - counted_at % 3600000, 'step', kind, is_test FROM event WHERE kind = 'delivered'
    UNION ALL
    SELECT app, json_extract(record, '$.campaign_id'), counted_at - counted_at % 3600000, 'version',
      json_extract(record, '$.campaign_version') || ':delivered', is_test FROM event WHERE kind = 'delivered'
    UNION ALL
    SELECT app, json_extract(record, '$.campaign_id'), counted_at - counted_at % 3600000, 'step', 'push:opened', is_test
    FROM event WHERE kind = 'push_click' AND json_extract(record, '$.campaign_id') IS NOT NULL
    UNION ALL
    SELECT app, json_extract(record, '$.campaign_id'), counted_at - counted_at % 3600000, 'answer', question.key, is_test
    FROM event, json_each(record, '$.answers') AS question WHERE kind = 'survey_answers'
    UNION ALL
    SELECT app, json_extract(record, '$.campaign_id'), counted_at - counted_at % 3600000, 'answer', question.key || char(31) || question.value, is_test
    FROM event, json_each(record, '$.answers') AS question WHERE kind = 'survey_answers' AND question.type = 'integer'
    UNION ALL
    SELECT app, campaign, hour, 'answer', detail, is_test FROM (
      SELECT DISTINCT event.rowid, app, json_extract(record, '$.campaign_id') AS campaign, counted_at - counted_at % 3600000 AS hour,
        question.key || char(31) || choice.value AS detail, is_test
      FROM event, json_each(record, '$.answers') AS question, json_each(question.value) AS choice
      WHERE kind = 'survey_answers' AND question.type = 'array'
    )
    UNION ALL
    SELECT app, campaign, hour, 'unique_impression', '', is_test FROM (
      SELECT app, person_id, json_extract(record, '$.campaign_id') AS campaign, min(counted_at - counted_at % 3600000) AS hour, is_test,
        row_number() OVER (PARTITION BY app, person_id, json_extract(record, '$.campaign_id') ORDER BY is_test) AS rank
      FROM event WHERE kind = 'impression' GROUP BY 1, 2, 3, is_test
    ) WHERE rank = 1
    UNION ALL
    SELECT app, campaign, hour, 'unique_click', '', is_test FROM (
      SELECT app, person_id, json_extract(record, '$.campaign_id') AS campaign, min(counted_at - counted_at % 3600000) AS hour, is_test,
        row_number() OVER (PARTITION BY app, person_id, json_extract(record, '$.campaign_id') ORDER BY is_test) AS rank
      FROM event WHERE kind = 'click' AND name IS NULL AND ifnull(record ->> '$.surface', '') <> 'data' GROUP BY 1, 2, 3, is_test
    ) WHERE rank = 1
    """

  private static let comparisons: [(name: String, kept: String, counted: String)] = [
    (
      "hours",
      "SELECT app, campaign, hour, metric, detail, is_test, n FROM campaign_hour WHERE n <> 0 AND metric NOT IN ('eligible', 'delivered') ORDER BY 1, 2, 3, 4, 5, 6",
      "SELECT app, campaign, hour, metric, detail, is_test, count(*) AS n FROM (\(counts)) GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6"
    ),
    (
      "totals",
      "SELECT app, campaign, metric, detail, is_test, n FROM campaign_total WHERE n <> 0 AND metric NOT IN ('eligible', 'delivered') ORDER BY 1, 2, 3, 4, 5",
      "SELECT app, campaign, metric, detail, is_test, count(*) AS n FROM (\(counts)) GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5"
    ),
    (
      "events by kind", "SELECT app, detail, n FROM app_total WHERE metric = 'event' ORDER BY 1, 2",
      "SELECT app, kind AS detail, count(*) AS n FROM event GROUP BY 1, 2 ORDER BY 1, 2"
    ),
    (
      "decisions", "SELECT app, campaign, reason, day, n FROM decision_group ORDER BY 1, 2, 3, 4",
      "SELECT app, campaign, reason, day, count(*) AS n FROM decision_candidate GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"
    ),
    (
      "events and sessions by hour",
      "SELECT app, metric, hour, n FROM app_hour WHERE metric IN ('events', 'sessions') AND n <> 0 ORDER BY 1, 2, 3",
      """
      SELECT app, metric, hour, count(*) AS n FROM (
        SELECT app, 'events' AS metric, counted_at - counted_at % 3600000 AS hour FROM event WHERE is_test = 0
        UNION ALL SELECT app, 'sessions', counted_at - counted_at % 3600000 FROM event
          WHERE kind = 'session_start' AND is_test = 0 AND device_id <> ''
      ) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      """
    ),
    (
      "campaigns by hour",
      "SELECT app, metric, hour, n FROM app_hour WHERE metric NOT IN ('events', 'sessions') AND n <> 0 ORDER BY 1, 2, 3",
      """
      SELECT app, CASE metric WHEN 'impression' THEN 'shown' WHEN 'click' THEN 'clicked' WHEN 'dismissal' THEN 'dismissed' ELSE 'not_shown' END
        AS metric, hour, count(*) AS n
      FROM (\(counts)) WHERE metric IN ('impression', 'click', 'dismissal', 'outcome') AND is_test = 0
        AND NOT (metric = 'dismissal' AND (detail = 'click' OR detail LIKE '%:click'))
        AND campaign NOT LIKE 'local:%' AND campaign <> 'local' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      """
    ),
    (
      "events by day and kind",
      "SELECT app, day, kind, sum(n) AS n FROM event_day GROUP BY 1, 2, 3 HAVING sum(n) <> 0 ORDER BY 1, 2, 3",
      "SELECT app, counted_at / 86400000 AS day, kind, count(*) AS n FROM event WHERE is_test = 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
    ),
    (
      "active people",
      """
      SELECT app, span, day, people FROM (
        SELECT c.app, c.span, c.day, sum(before.n) AS people FROM active_change c
        JOIN active_change before ON before.app = c.app AND before.span = c.span AND before.day <= c.day GROUP BY 1, 2, 3
      ) ORDER BY 1, 2, 3
      """,
      """
      SELECT c.app, c.span, c.day, (
        SELECT count(DISTINCT e.person_id) FROM event e WHERE e.app = c.app AND e.kind = 'session_start' AND e.is_test = 0
          AND e.device_id <> '' AND e.counted_at / 86400000 BETWEEN c.day - c.span + 1 AND c.day
      ) AS people FROM active_change c ORDER BY 1, 2, 3
      """
    ),
    (
      "people", "SELECT app, person_id, first_seen, last_seen FROM person ORDER BY 1, 2",
      "SELECT app, person_id, min(counted_at) AS first_seen, max(counted_at) AS last_seen FROM event GROUP BY 1, 2 ORDER BY 1, 2"
    ),
    (
      "attributes",
      "SELECT app, person_id, key, value, event_id FROM person_attribute WHERE steps = 0 ORDER BY 1, 2, 3",
      """
      SELECT app, person_id, key, value, id AS event_id FROM (
        SELECT app, person_id, id, json_extract(record, '$.key') AS key, record -> '$.value' AS value,
          row_number() OVER (PARTITION BY app, person_id, json_extract(record, '$.key')
            ORDER BY json_extract(record, '$.user_id') IS NOT NULL DESC, counted_at DESC, id DESC) AS rank
        FROM event WHERE kind = 'attribute'
      ) WHERE rank = 1 ORDER BY 1, 2, 3
      """
    ),
    // Counters, as long as nobody sets them.
    (
      "changed attributes",
      "SELECT app, person_id, key, value FROM person_attribute WHERE steps > 0 ORDER BY 1, 2, 3",
      """
      SELECT app, person_id, json_extract(record, '$.key') AS key, cast(sum(json_extract(record, '$.value')) AS TEXT) AS value
      FROM event WHERE kind = 'attribute_change' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      """
    ),
    (
      "steps", "SELECT app, person_id, key, steps FROM person_attribute WHERE steps > 0 ORDER BY 1, 2, 3",
      "SELECT app, person_id, key, count(*) AS steps FROM person_attribute_step GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
    ),
  ]
}
