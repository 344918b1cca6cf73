// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Figures over time.
enum Migration025 {
  private static let hour = "counted_at - (counted_at % 3600000 + 3600000) % 3600000"
  private static let day = "(counted_at - (counted_at % 86400000 + 86400000) % 86400000) / 86400000"

  static let sql = """
    -- What the app as a whole counts, without test devices. metric: a `SeriesMetric`. hour: its first millisecond, UTC.
    CREATE TABLE app_hour (
      app INTEGER NOT NULL,
      metric TEXT NOT NULL,
      hour INTEGER NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, metric, hour)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO app_hour (app, metric, hour, n) SELECT app, 'events', \(hour), count(*) FROM event WHERE is_test = 0 GROUP BY 1, 3;
    INSERT INTO app_hour (app, metric, hour, n)
    SELECT app, 'sessions', \(hour), count(*) FROM event WHERE kind = 'session_start' AND is_test = 0 AND device_id <> '' GROUP BY 1, 3;
    INSERT INTO app_hour (app, metric, hour, n)
    SELECT app, CASE metric WHEN 'impression' THEN 'shown' WHEN 'click' THEN 'clicked' WHEN 'dismissal' THEN 'dismissed' ELSE 'not_shown' END,
      hour, sum(n)
    FROM campaign_hour WHERE metric IN ('impression', 'click', 'dismissal', 'outcome') AND is_test = 0 GROUP BY 1, 2, 3;

    -- How many events there were on a day (counted from 1970, UTC), without test devices. name: of a custom event that is counted by its name; empty
    -- for all others.
    CREATE TABLE event_day (
      app INTEGER NOT NULL,
      day INTEGER NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, day, kind, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX event_day_name ON event_day (app, kind, name);
    INSERT INTO event_day (app, day, kind, name, n)
    SELECT e.app, \(day), e.kind, CASE WHEN e.kind = 'custom' THEN ifnull(iif(e.device_id = '', e.name, k.name), '') ELSE '' END AS topic,
      count(*) FROM event e
    LEFT JOIN event_name k ON k.app = e.app AND k.name = e.name AND e.kind = 'custom'
    WHERE e.is_test = 0 GROUP BY 1, 2, 3, 4;

    -- The days on which a person started a session, without test devices.
    CREATE TABLE active_day (
      app INTEGER NOT NULL,
      person_id INTEGER NOT NULL,
      day INTEGER NOT NULL,
      PRIMARY KEY (app, person_id, day)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO active_day (app, person_id, day)
    SELECT DISTINCT app, person_id, \(day) FROM event WHERE kind = 'session_start' AND is_test = 0 AND device_id <> '';

    -- By how much the number of people who were active in the last 1, 7 or 30 days changes on a day: see `ActiveSpan`.
    CREATE TABLE active_change (
      app INTEGER NOT NULL,
      span INTEGER NOT NULL,
      day INTEGER NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (app, span, day)
    ) STRICT, WITHOUT ROWID;
    WITH active AS (
      SELECT app, day, span, lag(day) OVER (PARTITION BY app, person_id, span ORDER BY day) AS previous
      FROM active_day, (SELECT 1 AS span UNION ALL SELECT 7 UNION ALL SELECT 30)
    )
    INSERT INTO active_change (app, span, day, n)
    SELECT app, span, day, sum(n) FROM (
      SELECT app, span, max(day, ifnull(previous + span, day)) AS day, 1 AS n FROM active
      UNION ALL SELECT app, span, day + span, -1 FROM active
    ) GROUP BY 1, 2, 3;
    """
}
