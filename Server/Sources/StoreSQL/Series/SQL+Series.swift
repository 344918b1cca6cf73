// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The statements of figures over time. The description of `SQL` applies here too.
extension SQL {
  static let addToAppHour = """
    INSERT INTO app_hour (app, metric, hour, n) VALUES (?, ?, ?, ?) ON CONFLICT (app, metric, hour) DO UPDATE SET n = app_hour.n + excluded.n
    """
  static let addToEventDay = """
    INSERT INTO event_day (app, day, kind, name, n) VALUES (?, ?, ?, ?, ?) ON CONFLICT (app, day, kind, name) DO UPDATE SET n = event_day.n + excluded.n
    """
  static let addEventDaysToOther = """
    INSERT INTO event_day (app, day, kind, name, n)
    SELECT app, day, kind, '', n FROM event_day WHERE app = ? AND kind = 'custom' AND name = ? AND name <> ''
    ON CONFLICT (app, day, kind, name) DO UPDATE SET n = event_day.n + excluded.n
    """
  static let deleteEventDays =
    "DELETE FROM event_day WHERE app = ? AND kind = 'custom' AND name = ? AND name <> ''"

  // MARK: - Active people

  static let insertActiveDay =
    "INSERT INTO active_day (app, person_id, day) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
  static let deleteActiveDay = "DELETE FROM active_day WHERE app = ? AND person_id = ? AND day = ?"
  static let activeDays = "SELECT day FROM active_day WHERE app = ? AND person_id = ? ORDER BY day"
  /// Whether a day is active, and the active days next to it.
  static let activeDayAround = """
    SELECT EXISTS (SELECT 1 FROM active_day WHERE app = ?1 AND person_id = ?2 AND day = ?3) AS is_active,
      (SELECT max(day) FROM active_day WHERE app = ?1 AND person_id = ?2 AND day < ?3) AS before,
      (SELECT min(day) FROM active_day WHERE app = ?1 AND person_id = ?2 AND day > ?3) AS after
    """
  static let addToActive = """
    INSERT INTO active_change (app, span, day, n) VALUES (?, ?, ?, ?) ON CONFLICT (app, span, day) DO UPDATE SET n = active_change.n + excluded.n
    """
  static let sessionInside = """
    SELECT 1 FROM event WHERE app = ? AND person_id = ? AND counted_at >= ? AND counted_at < ? AND kind = 'session_start' AND NOT is_test
      AND device_id <> '' LIMIT 1
    """
  static let deleteAgedActiveDays = """
    DELETE FROM active_day WHERE (app, person_id) > (?1, ?2) AND (app, person_id) <= (?3, ?4) AND day < ?5
    """

  // MARK: - Reading

  static let appHours =
    "SELECT hour, n FROM app_hour WHERE app = \(app) AND metric = ? AND hour >= ? AND hour < ?"
  static let campaignHours = """
    SELECT hour, n FROM campaign_hour WHERE app = \(app) AND campaign = ? AND hour >= ? AND hour < ? AND metric = ? AND NOT is_test
      AND \(countsInSeries)
    """
  static let activeChanges =
    "SELECT day, n FROM active_change WHERE app = \(app) AND span = ? AND day < ? ORDER BY day"
  static let eventDays =
    "SELECT day, kind, name, n FROM event_day WHERE app = \(app) AND day >= ? AND day < ? AND n > 0"

  private static let sampled = """
    e.number AS place, e.id, e.kind, e.device_id, e.at, e.counted_at, e.received_at, e.is_test, coalesce(e.record, d.record) AS record, p.alias
    """
  private static let sampledJoins = """
    JOIN person p ON p.app = e.app AND p.person_id = e.person_id
    LEFT JOIN decision d ON d.app = e.app AND d.person_id = e.person_id AND d.counted_at = e.counted_at AND d.id = e.id
    """
  /// Among the newest events of all apps.
  static let newestEvents = """
    SELECT \(sampled) FROM (SELECT * FROM event ORDER BY number DESC LIMIT ?1) e \(sampledJoins)
    WHERE e.app = (SELECT app FROM app WHERE id = ?2) AND (CAST(?3 AS TEXT) IS NULL OR e.kind = ?3) ORDER BY e.number DESC LIMIT ?4
    """
  static let newestNamedEvents = """
    SELECT \(sampled) FROM event e \(sampledJoins)
    WHERE e.app = \(app) AND e.kind = ? AND e.name = ? ORDER BY e.counted_at DESC LIMIT ?
    """
}
