// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// The statements about everything of one person. The description of `SQL` applies here too.
extension SQL {
  private static let ofPerson = "WHERE app = $app AND person_id = $person"

  /// nil for offers, which SQL cannot count.
  static func holding(_ kind: PersonalData) -> String? {
    switch kind {
    case .events:
      "SELECT (SELECT count(*) FROM event \(ofPerson)) + (SELECT count(*) FROM removed_event \(ofPerson))"
    case .decisions: "SELECT count(*) FROM decision \(ofPerson)"
    case .sessions: "SELECT count(*) FROM person_session \(ofPerson)"
    case .attributes: "SELECT count(*) FROM person_attribute \(ofPerson) AND value <> 'null'"
    case .devices: "SELECT count(*) FROM device \(ofPerson)"
    case .campaigns: "SELECT count(*) FROM person_campaign \(ofPerson)"
    case .offers: nil
    case .pushes: "SELECT count(*) FROM push_delivery \(ofPerson)"
    case .runs: "SELECT count(*) FROM (\(runsOfPerson)) r"
    case .lists: "SELECT count(*) FROM (\(listsOfPerson)) l"
    case .requests: "SELECT count(*) FROM privacy_request \(ofPerson)"
    }
  }

  // MARK: - Deletion

  /// Also of an upload that is under way.
  static let deleteFromLists = """
    DELETE FROM audience_list_entry WHERE app = $app AND user_id = $user AND (audience, generation) IN (
      SELECT audience, generation FROM audience_list WHERE app = $app
      UNION SELECT audience, newest FROM audience_list WHERE app = $app)
    """
  private static let keep = """
    INSERT INTO deleted_count (app, campaign, hour, metric, detail, is_test, n)
    """
  private static let adding =
    "ON CONFLICT (app, campaign, hour, metric, detail, is_test) DO UPDATE SET n = deleted_count.n + excluded.n"

  /// In the terms in which `CounterCheck` counts.
  static let keptCounts: [String] =
    [
      "\(keep) SELECT app, campaign, hour, metric, '', is_test, n FROM (\(countedEvents(ofPerson))) c WHERE true \(adding)",
      "\(keep) SELECT app, campaign, hour, metric, '', is_test, n FROM (\(countedPeople(ofPerson))) c WHERE true \(adding)",
      "\(keep) SELECT app, '', 0, 'event', kind, FALSE, count(*) FROM event \(ofPerson) GROUP BY app, kind \(adding)",
      "\(keep) SELECT app, '', 0, 'event', '', FALSE, count(*) FROM removed_event \(ofPerson) GROUP BY app \(adding)",
    ] + SeriesCheck.addedByPerson.map { "\(keep) \($0) \(adding)" }
  static let addToDeleted = "\(keep) VALUES (?, ?, ?, ?, '', ?, 1) \(adding)"

  /// What events with their full content add to the counters of each hour.
  ///
  /// - Parameter condition: Begins with `WHERE`.
  static func countedEvents(_ condition: String) -> String {
    """
    SELECT app, campaign, counted_at - counted_at % 3600000 AS hour, metric, is_test, count(*) AS n
    FROM event \(condition) AND metric IN ('impression', 'click', 'dismissal', 'outcome') GROUP BY 1, 2, 3, 4, 5
    """
  }

  /// What first sights and clicks add to the counters of each hour.
  static func countedPeople(_ condition: String) -> String {
    PersonStep.allCases.map { step in
      let (own, test) = (step.column(isTest: false), step.column(isTest: true))
      return """
        SELECT app, campaign, at - at % 3600000 AS hour, '\(step.metric.rawValue)' AS metric, is_test, count(*) AS n FROM (
          SELECT app, campaign, coalesce(\(own), \(test)) AS at, \(own) IS NULL AS is_test FROM person_campaign \(condition)
        ) p WHERE at IS NOT NULL GROUP BY 1, 2, 3, 5
        """
    }.joined(separator: " UNION ALL ")
  }

  static let eventsFrom =
    "SELECT id FROM event WHERE app = ? AND person_id = ? AND counted_at >= ? AND at >= ?"
  /// The next user of a device says who was there before.
  static let eventsAfterUser = "SELECT number, record FROM event WHERE app = ? AND previous_user = ?"
  static let forgetPreviousUser = "UPDATE event SET record = ?, previous_user = NULL WHERE number = ?"
  static let openPushesOfPerson = """
    SELECT run, count(*) AS n FROM push_delivery WHERE app = ? AND person_id = ? AND outcome IS NULL GROUP BY run
    """
  static let isDeviceOfOthers =
    "SELECT EXISTS (SELECT 1 FROM device WHERE app = ? AND device_id = ? AND person_id <> ?)"
  static let runsWithoutDevice = [
    "DELETE FROM push_run_device WHERE device_id = $device AND run IN (SELECT number FROM push_run WHERE app = $app)",
    "UPDATE push_run SET device_id = NULL WHERE app = $app AND device_id = $device",
  ]
  static let putDeletionReceipt = "INSERT INTO deletion_receipt (app, id, at, removed) VALUES (?, ?, ?, ?)"
  static let deletionReceipt =
    "SELECT id, at, removed FROM deletion_receipt WHERE app = \(thisApp) AND id = ?"
  /// Those seen longest ago first.
  static let anonymousPeople = """
    SELECT alias FROM person WHERE app = ? AND last_seen < ? AND alias < 'u' ORDER BY last_seen, person_id LIMIT ?
    """

  // MARK: - Reading

  /// Those that name a person by user id, and those that name a device of theirs.
  private static let runsOfPerson = """
    SELECT r.number, '' AS device, u.event_values AS own FROM person p
      CROSS JOIN push_run_user u ON u.user_id = substr(p.alias, 3) JOIN push_run r ON r.number = u.run AND r.app = p.app
    WHERE p.app = $app AND p.person_id = $person AND p.alias >= 'u:'
    UNION ALL
    SELECT r.number, d.device_id, NULL FROM device d
      CROSS JOIN push_run_device x ON x.device_id = d.device_id JOIN push_run r ON r.number = x.run AND r.app = d.app
    WHERE d.app = $app AND d.person_id = $person
    UNION ALL
    SELECT r.number, d.device_id, NULL FROM device d CROSS JOIN push_run r ON r.app = d.app AND r.device_id = d.device_id
    WHERE d.app = $app AND d.person_id = $person
    """

  static let runNumbersOfPerson = "SELECT DISTINCT number FROM (\(runsOfPerson)) r"
  /// The data for everybody of a run that names nobody any more.
  static let forgetValuesOfNobody = """
    UPDATE push_run SET event_values = NULL WHERE number = ?1 AND audience NOT IN ('everybody', 'event', 'lab') AND device_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM push_run_user WHERE run = ?1) AND NOT EXISTS (SELECT 1 FROM push_run_device WHERE run = ?1)
    """

  /// Rows with a `place`, after which the next page continues, and the fields of the record. nil
  /// for kinds that are read otherwise.
  static func records(_ kind: PersonalData) -> String? {
    switch kind {
    case .sessions:
      """
      SELECT session_id AS place, session_id, device_id, started_at, ended_at, length_ms
      FROM person_session \(ofPerson) AND session_id > $place ORDER BY session_id LIMIT $limit
      """
    case .campaigns:
      """
      SELECT campaign AS place, campaign AS campaign_id, \(PersonStep.columns.joined(separator: ", "))
      FROM person_campaign \(ofPerson) AND campaign > $place ORDER BY campaign LIMIT $limit
      """
    case .pushes:
      """
      SELECT d.place, r.campaign AS campaign_id, r.id AS run_id, d.device_id, d.occurrence, d.arm, d.due_at, d.outcome, d.detail, d.at,
        d.event_values AS "values"
      FROM (
        SELECT *, \(padded("run", 12)) || ' ' || device_id || ' ' || \(padded("occurrence", 6)) AS place FROM push_delivery \(ofPerson)
      ) d JOIN push_run r ON r.number = d.run WHERE d.place > $place ORDER BY d.place LIMIT $limit
      """
    case .runs:
      // Data for everybody whom the run names is about them too.
      """
      SELECT n.place, r.campaign AS campaign_id, r.id AS run_id, nullif(n.device, '') AS device_id, r.state, r.starts_at, r.created_at,
        n.own AS data, r.event_values AS data_for_all
      FROM (SELECT *, \(padded("number", 12)) || ' ' || device AS place FROM (\(runsOfPerson)) o) n JOIN push_run r ON r.number = n.number
      WHERE n.place > $place ORDER BY n.place LIMIT $limit
      """
    case .lists:
      """
      SELECT l.audience AS place, l.audience AS audience_id, a.name
      FROM (\(listsOfPerson)) l JOIN audience a ON a.app = $app AND a.id = l.audience
      WHERE l.audience > $place ORDER BY l.audience LIMIT $limit
      """
    case .requests:
      """
      SELECT \(padded("number", 12)) AS place, id, kind, requested_at, due_at, state, closed_at, note
      FROM privacy_request \(ofPerson) AND \(padded("number", 12)) > $place ORDER BY number LIMIT $limit
      """
    case .events, .decisions, .attributes, .devices, .offers: nil
    }
  }

  /// The fields of those records that are JSON.
  static let documentsOfRecords: Set = ["values", "data", "data_for_all"]

  /// A number as a text whose order is that of the numbers.
  private static func padded(_ column: String, _ digits: Int) -> String {
    words(sqlite: "printf('%0\(digits)d', \(column))", postgres: "lpad(\(column)::text, \(digits), '0')")
  }
}
