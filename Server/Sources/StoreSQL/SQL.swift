// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// The statements whose query plans a test checks: none of them may scan a whole table.
///
/// An app that does not exist has no key, so nothing is found for it.
package enum SQL {
  // MARK: - Words

  /// What SQLite and PostgreSQL have different words for. SQLite reads the others as a comment.
  static func words(sqlite: String, postgres: String) -> String {
    "/*sqlite:*/ \(sqlite) /*postgres: \(postgres) */"
  }

  // MARK: - Lists

  /// A table of the numbers in an argument, which is a `list`. Its columns are `key`, the order,
  /// and `value`.
  static func numbers(_ argument: String) -> String {
    words(
      sqlite: "json_each(\(argument))",
      postgres: "(SELECT key, value FROM unnest(\(argument)::bigint[]) WITH ORDINALITY u (value, key))")
  }

  /// A list of ids for a statement, which reads it with `numbers`, or, if they are texts, with
  /// `json_each`. So one statement asks for many rows.
  package static func list(_ numbers: some Collection<Int64>) -> String {
    "[" + numbers.map(String.init).joined(separator: ",") + "]"
  }

  package static func list(_ ids: some Collection<String>) -> String {
    String(decoding: Wire.encode(Wire.JSONValue.array(ids.map { .string($0) })), as: UTF8.self)
  }

  private static let campaignColumns =
    "id, name, state, definition, version, revision, created_at, updated_at, launched_at, finished_at"
  static let app = "(SELECT app FROM app WHERE id = ?)"

  static let campaigns =
    "SELECT \(campaignColumns) FROM campaign WHERE app = \(app) ORDER BY created_at DESC, id"
  static let unfinishedCampaigns =
    "SELECT \(campaignColumns) FROM campaign WHERE app = \(app) AND state <> 'finished' ORDER BY created_at DESC, id"
  static let campaign = "SELECT \(campaignColumns) FROM campaign WHERE app = \(app) AND id = ?"

  // MARK: - Access

  static let keyByHash = """
    SELECT api_key.id, app.id AS app_id, scope, api_key.name, prefix, hash, api_key.created_at, revoked_at
    FROM api_key JOIN app USING (app) WHERE hash = ? AND revoked_at IS NULL
    """
  static let keysOfApp = """
    SELECT api_key.id, app.id AS app_id, scope, api_key.name, prefix, hash, api_key.created_at, revoked_at
    FROM api_key JOIN app USING (app) WHERE app.id = ? ORDER BY api_key.created_at, api_key.id
    """

  // MARK: - Ingest

  package static let appKey = "SELECT app FROM app WHERE id = ?"
  static let person = "SELECT person_id FROM person_alias WHERE app = ? AND alias = ?"
  /// People by their names, with the alias. Where several transactions write, nobody else changes
  /// rows of these people until the end; one that becomes another meanwhile is not found.
  static let holdPeople = words(
    sqlite:
      "SELECT alias, person_id FROM person_alias WHERE app = ?1 AND alias IN (SELECT value FROM json_each(?2))",
    postgres: """
      SELECT a.alias, p.person_id FROM json_each(?2) n JOIN person_alias a ON a.app = ?1 AND a.alias = n.value
      JOIN person p ON p.app = a.app AND p.person_id = a.person_id ORDER BY p.person_id FOR NO KEY UPDATE OF p
      """)
  /// Numbers that no person has. ?2: the list of 1 and so on.
  static let freePeople = words(
    sqlite:
      "SELECT (SELECT coalesce(max(person_id), 0) FROM person WHERE app = ?1) + value FROM json_each(?2)",
    postgres: "SELECT nextval('person_number_' || ?1::bigint) FROM unnest(?2::bigint[])")
  static let insertAlias = "INSERT INTO person_alias (app, alias, person_id) VALUES (?, ?, ?)"
  static let renamePerson = "UPDATE person SET alias = ? WHERE app = ? AND person_id = ?"
  static let insertPerson =
    "INSERT INTO person (app, person_id, alias, first_seen, last_seen) VALUES (?, ?, ?, ?, ?)"
  /// Two statements, because each column has an index: what does not change is not written.
  static let personSeenFirst =
    "UPDATE person SET first_seen = ?1 WHERE app = ?2 AND person_id = ?3 AND first_seen > ?1"
  static let personSeenLast =
    "UPDATE person SET last_seen = ?1 WHERE app = ?2 AND person_id = ?3 AND last_seen < ?1"
  package static let insertEvent = """
    INSERT INTO event (
      app, person_id, id, device_id, kind, at, counted_at, received_at, record, is_test, name, campaign, metric, arm, previous_user, attribute
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
    """
  static let isEvent = """
    SELECT 1 FROM event WHERE app = ?1 AND person_id = ?2 AND id = ?3
    UNION ALL SELECT 1 FROM removed_event WHERE app = ?1 AND person_id = ?2 AND id = ?3
    """
  /// For a device whose description has not changed, which is almost always the case.
  static let deviceSeenAgain = """
    UPDATE device SET described_at = max(described_at, ?1), first_seen = min(first_seen, ?2), last_seen = max(last_seen, ?3)
    WHERE app = ?4 AND person_id = ?5 AND device_id = ?6 AND description = ?7 AND is_lab >= ?8
    """
  /// For all others. Two statements, because each column has an index: what does not change is not
  /// written.
  static let deviceSeen = """
    INSERT INTO device (app, person_id, device_id, description, words, described_at, first_seen, last_seen, is_lab)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
    WHERE NOT EXISTS (SELECT 1 FROM device WHERE app = ?1 AND person_id = ?2 AND device_id = ?3 AND description = ?4 AND is_lab >= ?9)
    \(deviceConflict)
    """
  static let deviceConflict = """
    ON CONFLICT (app, person_id, device_id) DO UPDATE SET
      description = CASE WHEN excluded.described_at >= device.described_at THEN excluded.description ELSE device.description END,
      words = CASE WHEN excluded.described_at >= device.described_at THEN excluded.words ELSE device.words END,
      described_at = max(device.described_at, excluded.described_at),
      first_seen = min(device.first_seen, excluded.first_seen),
      last_seen = max(device.last_seen, excluded.last_seen),
      is_lab = device.is_lab OR excluded.is_lab
    """
  static let linkAlias = """
    INSERT INTO person_link (app, person_id, alias, since) VALUES (?, ?, ?, ?)
    ON CONFLICT (app, person_id, alias) DO UPDATE SET since = min(person_link.since, excluded.since)
    """
  static let putSession = """
    INSERT INTO person_session (app, person_id, session_id, device_id, started_at, ended_at, length_ms) VALUES (?, ?, ?, ?, ?, ?, ?)
    \(sessionConflict)
    """
  static let sessionConflict = """
    ON CONFLICT (app, person_id, session_id) DO UPDATE SET
      started_at = \(either("person_session.started_at", "min")), ended_at = \(either("person_session.ended_at", "max")),
      length_ms = \(either("person_session.length_ms", "max"))
    """
  /// The smaller or greater of the stored and the new value, ignoring null.
  ///
  /// - Parameter stored: The column, with its table.
  static func either(_ stored: String, _ function: String) -> String {
    let new = "excluded." + stored.split(separator: ".")[1]
    return "\(function)(coalesce(\(stored), \(new)), coalesce(\(new), \(stored)))"
  }
  static let firstTimes = """
    SELECT \(PersonStep.columns.joined(separator: ", ")) FROM person_campaign WHERE app = ? AND person_id = ? AND campaign = ?
    """
  static func setFirst(_ step: PersonStep, isTest: Bool) -> String {
    let column = step.column(isTest: isTest)
    return """
      INSERT INTO person_campaign (app, person_id, campaign, \(column)) VALUES (?, ?, ?, ?)
      ON CONFLICT (app, person_id, campaign) DO UPDATE SET \(column) = excluded.\(column)
      """
  }
  static let insertDecision =
    "INSERT INTO decision (app, person_id, counted_at, id, at, record) VALUES (?, ?, ?, ?, ?, ?)"
  static let insertCandidate = """
    INSERT INTO decision_candidate (app, person_id, counted_at, id, campaign, reason, day, device_rank) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
    """
  static let decisionsOfDay =
    "SELECT n FROM decision_group WHERE app = ? AND campaign = ? AND reason = ? AND day = ?"
  static let decisionsOfReason =
    "SELECT sum(n) FROM decision_group WHERE app = ? AND campaign = ? AND reason = ?"
  /// Newest first.
  static let candidatesOfDay = """
    SELECT person_id, counted_at, id, device_rank FROM decision_candidate WHERE app = ? AND campaign = ? AND reason = ? AND day = ?
    ORDER BY counted_at DESC
    """
  static let oldestDecisions = """
    SELECT person_id, counted_at, id FROM decision_candidate WHERE app = ? AND campaign = ? AND reason = ?
    ORDER BY day, counted_at LIMIT ?
    """
  static let decisionSalt = "SELECT value FROM setting WHERE name = 'decision_salt'"
  static let deleteCandidate = """
    DELETE FROM decision_candidate WHERE app = ? AND person_id = ? AND counted_at = ? AND id = ? AND campaign = ?
    """
  static let deleteDecisionOfNobody = """
    DELETE FROM decision WHERE app = ?1 AND person_id = ?2 AND counted_at = ?3 AND id = ?4 AND NOT EXISTS (
      SELECT 1 FROM decision_candidate WHERE app = ?1 AND person_id = ?2 AND counted_at = ?3 AND id = ?4
    )
    """
  static let deleteDecision =
    "DELETE FROM decision WHERE app = ? AND person_id = ? AND counted_at = ? AND id = ?"

  // MARK: - Rollups

  static let addToHour = """
    INSERT INTO campaign_hour (app, campaign, hour, metric, detail, is_test, n) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (app, campaign, hour, metric, detail, is_test) DO UPDATE SET n = campaign_hour.n + excluded.n
    """
  static let addToTotal = """
    INSERT INTO campaign_total (app, campaign, metric, detail, is_test, n) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (app, campaign, metric, detail, is_test) DO UPDATE SET n = campaign_total.n + excluded.n
    """
  static let addToApp = """
    INSERT INTO app_total (app, metric, detail, n) VALUES (?, ?, ?, ?) ON CONFLICT (app, metric, detail) DO UPDATE SET n = app_total.n + excluded.n
    """
  /// Whether an id is that of a campaign, or has a place among those of none (`?3`).
  static let isCampaign = """
    SELECT 1 FROM campaign WHERE app = ?1 AND id = ?2
    UNION ALL SELECT 1 FROM app_total WHERE app = ?1 AND metric = ?3 AND detail = ?2
    """
  static let countNames = "SELECT count(*) FROM app_total WHERE app = ? AND metric = ? AND detail <> ''"
  static let isDetail =
    "SELECT 1 FROM campaign_total WHERE app = ? AND campaign = ? AND metric = ? AND detail = ?"
  static let countDetails =
    "SELECT count(DISTINCT detail) FROM campaign_total WHERE app = ? AND campaign = ? AND metric = ?"
  static let otherEvents =
    "SELECT n FROM app_total WHERE app = \(app) AND metric = 'custom_event' AND detail = ''"
  static let appTotal = "SELECT n FROM app_total WHERE app = ? AND metric = ? AND detail = ?"

  // MARK: - Reports

  static let hours = """
    SELECT hour, metric, detail, is_test, n FROM campaign_hour WHERE app = \(app) AND campaign = ? AND hour >= ? AND hour < ? ORDER BY hour
    """
  static let totals =
    "SELECT metric, detail, is_test, n FROM campaign_total WHERE app = \(app) AND campaign = ?"
  static let counts = """
    SELECT campaign, metric, sum(n) AS n FROM campaign_total WHERE app = \(app) AND NOT is_test GROUP BY campaign, metric
    """
  static let eventCounts = "SELECT detail, n FROM app_total WHERE app = \(app) AND metric = 'event' AND n > 0"

  /// The newest events that can have properties, with their name, which is empty for purchases.
  static let loggedEvents = """
    SELECT CASE e.kind WHEN 'custom' THEN e.name ELSE '' END AS name, e.record
    FROM (SELECT app, kind, name, record FROM event ORDER BY number DESC LIMIT ?) e
    WHERE e.app = \(app) AND e.kind IN ('custom', 'purchase') AND length(e.record) <= 4096
    """
  static let loggedProducts = """
    SELECT e.name AS product, count(*) AS n
    FROM (SELECT app, kind, name, record FROM event ORDER BY number DESC LIMIT ?) e
    WHERE e.app = \(app) AND e.kind = 'purchase' AND e.record IS NOT NULL GROUP BY e.name ORDER BY n DESC, product LIMIT ?
    """

  static let newestDecisions = """
    SELECT d.at, p.alias, d.record FROM decision d JOIN person p USING (app, person_id)
    WHERE d.app = \(app) ORDER BY d.counted_at DESC LIMIT ?
    """
  static let newestDecisionsOfPerson = """
    SELECT d.at, p.alias, d.record FROM decision d JOIN person p USING (app, person_id)
    WHERE d.app = \(app) AND d.person_id = (SELECT person_id FROM person_alias WHERE app = \(app) AND alias = ?)
    ORDER BY d.counted_at DESC LIMIT ?
    """
  static let newestDecisionsOfCampaign = """
    SELECT d.at, p.alias, d.record FROM decision_candidate c
    JOIN decision d USING (app, person_id, counted_at, id) JOIN person p USING (app, person_id)
    WHERE c.app = \(app) AND c.campaign = ? ORDER BY c.counted_at DESC LIMIT ?
    """
  static let newestDecisionsOfBoth = """
    SELECT d.at, p.alias, d.record FROM decision d JOIN person p USING (app, person_id)
    JOIN decision_candidate c ON c.app = d.app AND c.person_id = d.person_id AND c.counted_at = d.counted_at AND c.id = d.id
    WHERE d.app = \(app) AND d.person_id = (SELECT person_id FROM person_alias WHERE app = \(app) AND alias = ?) AND c.campaign = ?
    ORDER BY d.counted_at DESC LIMIT ?
    """
}
