// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// The statements about people. The description of `SQL` applies here too.
extension SQL {
  /// Who has a name as their own: nobody has signed in there.
  static let personCalled = """
    SELECT a.person_id FROM person_alias a JOIN person p ON p.app = a.app AND p.person_id = a.person_id
    WHERE a.app = ? AND a.alias = ? AND p.alias = a.alias
    """
  static let personName = "SELECT alias FROM person WHERE app = ? AND person_id = ?"

  // MARK: - Merging

  static let sharedEvents = """
    SELECT a.id, a.kind, a.counted_at, a.record, a.is_test, a.name, a.device_id FROM event a
    WHERE a.app = ?1 AND a.person_id = ?2 AND (
      EXISTS (SELECT 1 FROM event b WHERE b.app = ?1 AND b.person_id = ?3 AND b.id = a.id)
      OR EXISTS (SELECT 1 FROM removed_event r WHERE r.app = ?1 AND r.person_id = ?3 AND r.id = a.id)
    )
    """
  static let deleteEvent = "DELETE FROM event WHERE app = ? AND person_id = ? AND id = ?"
  static let firstOfKind = """
    SELECT min(counted_at) FROM event WHERE app = ? AND person_id = ? AND kind = ? AND campaign = ? AND is_test = ?
      AND (kind <> 'click' OR metric = 'click')
    """
  static let stepsOfPerson = """
    SELECT campaign, \(PersonStep.columns.joined(separator: ", ")) FROM person_campaign WHERE app = ? AND person_id = ?
    """
  /// In order; each moves the rows of `$owner` to `$user`.
  static let moves: [String] =
    [
      "UPDATE event SET person_id = $user WHERE app = $app AND person_id = $owner",
      // Nobody vouched for an anonymous person.
      "UPDATE push_device SET person_id = $user, trust = min(trust, \(DeviceTrust.device.rawValue)) WHERE app = $app AND person_id = $owner",
      "UPDATE push_delivery SET person_id = $user WHERE app = $app AND person_id = $owner",
      """
      INSERT INTO removed_event (app, person_id, id) SELECT app, $user, id FROM removed_event WHERE app = $app AND person_id = $owner
      ON CONFLICT DO NOTHING
      """,
      """
      INSERT INTO decision (app, person_id, counted_at, id, at, record)
      SELECT app, $user, counted_at, id, at, record FROM decision WHERE app = $app AND person_id = $owner
      """,
      """
      INSERT INTO decision_candidate (app, person_id, counted_at, id, campaign, reason, day, device_rank)
      SELECT app, $user, counted_at, id, campaign, reason, day, device_rank FROM decision_candidate
      WHERE app = $app AND person_id = $owner
      """,
      """
      INSERT INTO person_attribute (app, person_id, key, value, at, event_id, is_own)
      SELECT app, $user, key, value, at, event_id, is_own FROM person_attribute WHERE app = $app AND person_id = $owner
      """,
      """
      INSERT INTO device (app, person_id, device_id, description, words, described_at, first_seen, last_seen, is_lab)
      SELECT app, $user, device_id, description, words, described_at, first_seen, last_seen, is_lab FROM device
      WHERE app = $app AND person_id = $owner
      \(deviceConflict)
      """,
      """
      INSERT INTO person_session (app, person_id, session_id, device_id, started_at, ended_at, length_ms)
      SELECT app, $user, session_id, device_id, started_at, ended_at, length_ms FROM person_session
      WHERE app = $app AND person_id = $owner
      \(sessionConflict)
      """,
      """
      INSERT INTO person_campaign (app, person_id, campaign, \(PersonStep.columns.joined(separator: ", ")))
      SELECT app, $user, campaign, \(PersonStep.columns.joined(separator: ", ")) FROM person_campaign
      WHERE app = $app AND person_id = $owner
      ON CONFLICT (app, person_id, campaign) DO UPDATE SET \(PersonStep.columns.map { "\($0) = \(either("person_campaign.\($0)", "min"))" }.joined(separator: ", "))
      """,
      """
      UPDATE person SET first_seen = min(person.first_seen, other.first_seen), last_seen = max(person.last_seen, other.last_seen)
      FROM person other WHERE person.app = $app AND person.person_id = $user AND other.app = $app AND other.person_id = $owner
      """,
      "UPDATE person_alias SET person_id = $user WHERE app = $app AND alias = (SELECT alias FROM person WHERE app = $app AND person_id = $owner)",
    ]
    + [
      "removed_event", "decision", "person_attribute", "device", "person_session", "person_campaign",
      "person",
    ].map {
      "DELETE FROM \($0) WHERE app = $app AND person_id = $owner"
    }

  // MARK: - Looking

  private static let summary = "p.person_id, p.alias, p.first_seen, p.last_seen"
  static let thisApp = "(SELECT app FROM app WHERE id = ?)"

  static func people(_ order: PeopleOrder) -> String {
    func byTime(_ column: String) -> String {
      """
      SELECT \(summary), p.app FROM person p WHERE p.app = \(thisApp) AND (p.\(column), p.person_id) < (?, ?)
      ORDER BY p.\(column) DESC, p.person_id DESC LIMIT ?
      """
    }
    return switch order {
    case .lastSeen: byTime("last_seen")
    case .firstSeen: byTime("first_seen")
    case .name:
      // People who had another name before are listed once.
      """
      SELECT \(summary), p.app FROM person_alias a JOIN person p ON p.app = a.app AND p.person_id = a.person_id
      WHERE a.app = \(thisApp) AND a.alias > ? AND p.alias = a.alias ORDER BY a.alias LIMIT ?
      """
    case .device:
      """
      SELECT \(summary), p.app, d.words AS text
      FROM device d CROSS JOIN person p ON p.app = d.app AND p.person_id = d.person_id
      WHERE d.app = \(thisApp) AND (d.words, d.person_id) > (?, ?) AND NOT EXISTS (
        SELECT 1 FROM device o WHERE o.app = d.app AND o.person_id = d.person_id AND (o.last_seen, o.device_id) > (d.last_seen, d.device_id)
      ) ORDER BY d.words, d.person_id LIMIT ?
      """
    case .withoutDevice:
      """
      SELECT \(summary), p.app FROM person p WHERE p.app = \(thisApp) AND p.person_id > ?
      AND NOT EXISTS (SELECT 1 FROM device d WHERE d.app = p.app AND d.person_id = p.person_id) ORDER BY p.person_id LIMIT ?
      """
    }
  }

  /// After all texts that begin so.
  static func end(_ beginning: String) -> String { beginning + "\u{10FFFF}\u{10FFFF}" }

  /// The values of the terms, in the order of `peopleFound`.
  static func values(_ search: ListSearch) -> [String] {
    search.terms.flatMap { term in
      switch term {
      case .word(let word): values(word)
      case .time(let time, let text): [time.pattern, time.pattern] + values(text)
      }
    }
  }

  private static func values(_ word: String) -> [String] {
    // Devices are described in lower case.
    [pattern(word.lowercasedASCII), word.lowercased(), self.pattern(word.lowercased()), word.lowercased()]
  }

  /// Among the next people in this order, those who match every term, whose name does not begin
  /// with the search, and who are not called so. Then, if there were so many people, the last one
  /// who was looked at, whose `is_found` is false.
  static func peopleFound(_ order: PeopleOrder, _ search: ListSearch) -> String {
    let word = """
      (lower(substr(p.alias, 3)) LIKE ? ESCAPE '\\' OR (p.alias LIKE 'd:%' AND ? = 'not signed in') OR EXISTS (
        SELECT 1 FROM device d WHERE d.app = p.app AND d.person_id = p.person_id AND (lower(d.device_id || ' ' || d.words) LIKE ? ESCAPE '\\'
          OR (? = 'test device' AND \(isTestDevice)))
      ))
      """
    func seen(_ column: String) -> String {
      words(
        sqlite: "strftime('%Y-%m-%d %H:%M:%S', p.\(column) / 1000, 'unixepoch')",
        postgres: "to_char(to_timestamp(p.\(column) / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')")
        + " LIKE ?"
    }
    let terms = search.terms.map { term in
      switch term {
      case .word: "AND \(word)"
      case .time: "AND (\(seen("first_seen")) OR \(seen("last_seen")) OR \(word))"
      }
    }
    let columns = order == .device ? summary + ", p.text" : summary
    return """
      WITH looked_at AS MATERIALIZED (\(people(order)))
      SELECT * FROM (
        SELECT TRUE AS is_found, \(columns) FROM looked_at p WHERE NOT (p.alias >= ? AND p.alias < ?)
        \(terms.joined(separator: "\n"))
        AND NOT (\(ContactField.any))
        ORDER BY \(order.columns) LIMIT ?
      ) f UNION ALL SELECT * FROM (SELECT FALSE, \(columns) FROM looked_at p ORDER BY \(order.columns) LIMIT 1 OFFSET ?) l
      """
  }

  /// The LIKE pattern that finds a word anywhere.
  private static func pattern(_ word: String) -> String {
    "%" + word.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_") + "%"
  }

  /// The device `d` belongs to the lab or is marked as a test device.
  private static let isTestDevice =
    "(d.is_lab OR EXISTS (SELECT 1 FROM test_device t WHERE t.app = d.app AND t.device_id = d.device_id))"
  /// Campaigns are for the person `p`: at least one of their devices is no test device, or they
  /// have no device because only programs know them.
  private static let isConcerned = """
    (EXISTS (SELECT 1 FROM device d WHERE d.app = p.app AND d.person_id = p.person_id AND NOT \(isTestDevice))
      OR NOT EXISTS (SELECT 1 FROM device d WHERE d.app = p.app AND d.person_id = p.person_id))
    """
  /// People who only have test devices. Begins with the few who have one: of everybody, the
  /// question would take ten microseconds each.
  static let peopleWithTestDevicesOnly = """
    SELECT p.person_id FROM (
      SELECT app, person_id FROM device WHERE app = ?1 AND is_lab
      UNION SELECT d.app, d.person_id FROM test_device t JOIN device d ON d.app = t.app AND d.device_id = t.device_id WHERE t.app = ?1
    ) p WHERE NOT \(isConcerned)
    """
  static let concernedAmong = """
    SELECT p.person_id FROM \(numbers("?2")) n CROSS JOIN person p ON p.app = ?1 AND p.person_id = n.value WHERE \(isConcerned)
    """
  static let everybodyCount = """
    SELECT (SELECT count(*) FROM person WHERE app = a.app)
      - (SELECT count(*) FROM (\(peopleWithTestDevicesOnly.replacing("?1", with: "a.app"))) t) FROM app a WHERE a.id = ?
    """
  static let peopleCount =
    "SELECT count(*) FROM (SELECT 1 FROM person p WHERE p.app = \(thisApp) AND \(isConcerned) LIMIT ?) p"
  static let concernedPeople =
    "SELECT p.person_id FROM person p WHERE p.app = \(thisApp) AND p.first_seen < ? AND \(isConcerned)"
  static let peopleByName = """
    SELECT \(summary) FROM person_alias a JOIN person p ON p.app = a.app AND p.person_id = a.person_id
    WHERE a.app = \(thisApp) AND a.alias >= ? AND a.alias <> ? AND a.alias < ? ORDER BY a.alias LIMIT ?
    """
  static let peopleOfDevice = """
    SELECT \(summary) FROM device d JOIN person p ON p.app = d.app AND p.person_id = d.person_id
    WHERE d.app = \(thisApp) AND d.device_id = ? LIMIT ?
    """
  /// User ids that begin with a text. Reads only the part of the directory that has them.
  static let userIDs =
    "SELECT alias FROM person_alias WHERE app = \(thisApp) AND alias >= ? AND alias < ? ORDER BY alias LIMIT ?"
  static let newestNames =
    "SELECT alias FROM person WHERE app = \(thisApp) ORDER BY last_seen DESC, person_id DESC LIMIT ?"
  static let personByName = """
    SELECT \(summary) FROM person_alias a JOIN person p ON p.app = a.app AND p.person_id = a.person_id
    WHERE a.app = \(thisApp) AND a.alias = ?
    """
  static let devicesOfPeople = """
    SELECT d.person_id, d.description, d.first_seen, d.last_seen, d.is_lab, t.device_id IS NOT NULL AS is_test, r.device_id IS NOT NULL AS is_revoked,
      p.device_id, p.token, p.environment, p."authorization", p.registered_at, p.dead_at, p.dead_reason, p.opted_out_at,
      p.trust
    FROM \(numbers("?2")) n CROSS JOIN device d ON d.app = (SELECT app FROM app WHERE id = ?1) AND d.person_id = n.value
      LEFT JOIN test_device t ON t.app = d.app AND t.device_id = d.device_id
      LEFT JOIN revoked_device r ON r.app = d.app AND r.device_id = d.device_id
      LEFT JOIN push_device p ON p.app = d.app AND p.device_id = d.device_id AND p.person_id = d.person_id
    """
  static let attributesOfPerson = """
    SELECT key, value, at, is_own FROM person_attribute WHERE app = \(thisApp) AND person_id = ? ORDER BY key
    """
  static let linksOfPerson = "SELECT alias, since FROM person_link WHERE app = \(thisApp) AND person_id = ?"

  /// - Parameter kinds: How many kinds are requested; 0 for all.
  static func timeline(kinds: Int) -> String {
    let condition =
      kinds == 0 ? "" : "AND e.kind IN (\(Array(repeating: "?", count: kinds).joined(separator: ", ")))"
    return """
      SELECT e.number AS place, e.id, e.kind, e.device_id, e.at, e.counted_at, e.received_at, e.is_test,
        coalesce(e.record, d.record) AS record
      FROM event e LEFT JOIN decision d ON d.app = e.app AND d.person_id = e.person_id AND d.counted_at = e.counted_at AND d.id = e.id
      WHERE e.app = \(thisApp) AND e.person_id = (SELECT person_id FROM person_alias WHERE app = \(thisApp) AND alias = ?)
        AND (e.counted_at, e.number) < (?, ?) \(condition)
      ORDER BY e.counted_at DESC, e.number DESC LIMIT ?
      """
  }

  // MARK: - Test devices

  static let setTestDevice =
    "INSERT INTO test_device (app, device_id, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
  static let unsetTestDevice = "DELETE FROM test_device WHERE app = ? AND device_id = ?"
  static let testDevices = "SELECT device_id FROM test_device WHERE app = \(thisApp)"

  // MARK: - Settings

  static let settings = """
    SELECT decision_sample, caps, signature_mode, signature_keys, holdout_share, holdout_changed_at, privacy_mode, privacy_due_days,
      refuses_doubtful_users
    FROM app_setting WHERE app = \(thisApp)
    """

  static let deviceLocales = """
    SELECT json_extract(d.description, '$.locale') AS locale, count(*) AS n
    FROM (SELECT app, person_id FROM person WHERE app = \(app) ORDER BY last_seen DESC, person_id DESC LIMIT ?) p
    JOIN device d ON d.app = p.app AND d.person_id = p.person_id
    WHERE json_extract(d.description, '$.locale') IS NOT NULL AND NOT \(isTestDevice) GROUP BY 1
    """
}
