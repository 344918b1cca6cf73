// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store

extension SQL {
  static let stateOfPushRun = """
    SELECT r.state, r.audience, c.state FROM app a JOIN push_run r ON r.app = a.app
    LEFT JOIN campaign c ON c.app = r.app AND c.id = r.campaign WHERE a.id = ? AND r.id = ?
    """
  /// Leaves out phones of the lab that were removed.
  static let pushDevicesAfter = """
    SELECT \(pushDeviceColumns()) FROM push_device
    WHERE app = ? AND device_id > ? AND is_lab = ? AND (NOT is_lab OR dead_at IS NULL) ORDER BY device_id LIMIT ?
    """
  /// In the order of users; those of the cursor's user that came after its device are still to
  /// come.
  static let pushDevicesOfUsers = """
    SELECT u.user_id, u.event_values, \(pushDeviceColumns(of: "p."))
    FROM push_run_user u CROSS JOIN person_alias n ON n.app = ?3 AND n.alias = 'u:' || u.user_id
      CROSS JOIN push_device p ON p.app = n.app AND p.person_id = n.person_id AND NOT p.is_lab
    WHERE u.run = ?1 AND u.user_id >= ?2 AND (u.user_id > ?2 OR p.device_id > ?5)
    ORDER BY u.user_id, p.device_id LIMIT ?4
    """
  static let pushDevicesOfRun = """
    SELECT \(pushDeviceColumns(of: "p."))
    FROM push_run_device d CROSS JOIN push_device p ON p.app = ?3 AND p.device_id = d.device_id AND NOT p.is_lab
    WHERE d.run = ?1 AND d.device_id > ?2 ORDER BY d.device_id LIMIT ?4
    """
  static let insertPushDelivery = """
    INSERT INTO push_delivery (
      run, device_id, occurrence, app, person_id, attempt, tries, is_claimed, due_at, outcome, detail, at, event_values, is_own
    ) VALUES (?, ?, ?, ?, ?, 0, 0, FALSE, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
    """
  static let campaignOfRun = "SELECT state, definition FROM campaign WHERE app = ? AND id = ?"
  /// With what is stored of the devices and people. ?4: whether to read what the devices say about
  /// themselves.
  static let duePushes = """
    SELECT d.device_id, d.occurrence, d.person_id, d.attempt, d.tries, d.event_values, d.is_own, n.alias,
      o.at AS unsubscribed_at, t.since IS NOT NULL AS is_test, v.description, p.person_id AS owner,
      \(pushDeviceColumns(of: "p."))
    FROM push_delivery d LEFT JOIN person n ON n.app = d.app AND n.person_id = d.person_id
      LEFT JOIN person_attribute o ON o.app = d.app AND o.person_id = d.person_id
        AND o.key = '\(Wire.Subscription.pushKey)' AND o.value = '"\(Wire.Subscription.unsubscribed)"'
      LEFT JOIN test_device t ON t.app = d.app AND t.device_id = d.device_id
      LEFT JOIN device v ON ?4 AND v.app = d.app AND v.person_id = d.person_id AND v.device_id = d.device_id
      LEFT JOIN push_device p ON p.app = d.app AND p.device_id = d.device_id
    WHERE d.run = ?1 AND d.due_at IS NOT NULL AND d.due_at <= ?2
    ORDER BY d.due_at, d.device_id, d.occurrence LIMIT ?3
    """
  static let claimPush = """
    UPDATE push_delivery SET attempt = attempt + 1, is_claimed = TRUE, due_at = ?, at = ?, arm = ?
    WHERE run = ? AND device_id = ? AND occurrence = ?
    """
  static let nextDuePush = "SELECT min(due_at) FROM push_delivery WHERE run = ? AND due_at IS NOT NULL"
  static let sweptPushes = """
    SELECT device_id, occurrence, arm FROM push_delivery
    WHERE run = ? AND due_at IS NOT NULL AND (NOT is_claimed OR due_at <= ?) LIMIT ?
    """
  static let definitionsAmong = """
    SELECT c.id, c.definition FROM json_each(?2) n CROSS JOIN campaign c ON c.app = ?1 AND c.id = n.value
    """

  /// The most impressions and pushes of one person that are looked at. No cap allows more than a
  /// hundred, and whoever reports more than this many impressions gets nothing from capped runs.
  static let showingsOfPerson = 2_000
  /// ?2: the people. ?4: the newest of each.
  static let impressionsOfPeople = """
    SELECT e.person_id, e.campaign, e.counted_at AS at, 0 AS is_withheld
    FROM \(numbers("?2")) n CROSS JOIN event e ON e.app = ?1 AND e.person_id = n.value AND e.counted_at > ?3
      AND e.metric = 'impression'
    WHERE NOT e.is_test AND e.counted_at >= coalesce((
      SELECT o.counted_at FROM event o WHERE o.app = ?1 AND o.person_id = n.value AND o.counted_at > ?3
        AND o.metric = 'impression' ORDER BY o.counted_at DESC LIMIT 1 OFFSET ?4), ?3)
    """
  static let withheldArms = Wire.ExperimentArm.withheldNames.map { "'\($0)'" }.joined(separator: ", ")
  /// Pushes that a sender has at the moment count too. ?2: the people. ?4: those of the newest runs
  /// of each.
  static let cappedPushesOfPeople = """
    SELECT d.person_id, d.run, d.occurrence, r.campaign, d.at, coalesce(d.arm IN (\(withheldArms)), FALSE) AS is_withheld
    FROM \(numbers("?2")) n CROSS JOIN push_delivery d ON d.app = ?1 AND d.person_id = n.value
      AND d.run >= coalesce((
        SELECT o.run FROM push_delivery o WHERE o.app = ?1 AND o.person_id = n.value
        ORDER BY o.run DESC LIMIT 1 OFFSET ?4), 0)
      CROSS JOIN push_run r ON r.number = d.run
    WHERE d.at > ?3 AND (d.outcome IN ('sent', 'withheld') OR d.outcome IS NULL AND d.is_claimed) AND r.is_capped
      AND r.audience NOT IN ('device', 'lab')
    """

  /// The rows of devices that senders have. `at` is when they were claimed.
  static let pushClaims = """
    SELECT d.device_id, d.occurrence, d.person_id, d.attempt, d.tries, d.arm, d.at
    FROM json_each(?2) n CROSS JOIN push_delivery d ON d.run = ?1 AND d.device_id = n.value WHERE d.is_claimed
    """
  static let pushDevicesNamed = """
    SELECT \(pushDeviceColumns(of: "p.")) FROM json_each(?2) n CROSS JOIN push_device p ON p.app = ?1 AND p.device_id = n.value
    """
  static let endPush = """
    UPDATE push_delivery SET due_at = NULL, is_claimed = FALSE, outcome = ?, detail = ?, arm = ?, at = ?, event_values = NULL
    WHERE run = ? AND device_id = ? AND occurrence = ?
    """
  static let postponePush = """
    UPDATE push_delivery SET due_at = ?, is_claimed = FALSE, tries = ?, detail = ?, arm = ?, at = ?
    WHERE run = ? AND device_id = ? AND occurrence = ?
    """
  static let retirePushToken =
    "UPDATE push_device SET dead_at = ?, dead_reason = ? WHERE app = ? AND device_id = ?"
  static let addToPushCount = """
    INSERT INTO push_run_count (run, outcome, n) VALUES (?, ?, ?) ON CONFLICT (run, outcome) DO UPDATE SET n = push_run_count.n + excluded.n
    """

  /// Changes how many rows of a run have which outcome; nil stands for rows that have not ended.
  static func add(_ counts: [PushOutcome?: Int], toRun run: Int64, _ db: any SQLSession) throws {
    for (outcome, n) in counts where n != 0 {
      try db.run(addToPushCount, [run, outcome?.rawValue ?? "", n])
    }
  }
}
