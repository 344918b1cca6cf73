// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension IngestTables {
  /// The runs by events that send at the moment.
  func sendingEventRuns(_ needs: IngestNeeds, _ cache: EventRun.Cache, _ db: any SQLSession) throws
    -> [EventRun]
  {
    try db.rows(ofEach: [needs.sendingEventRuns])[0].compactMap { row in
      cache.run(
        row["number"], createdAt: row["created_at"],
        startedAt: Instant(milliseconds: row["started_at"] ?? row["starts_at"])
      ) { try row.document("definition", "run") }
    }
  }

  /// Writes the rows of runs by events for the new events of a part, in the transaction that stores
  /// the events.
  func writePushes(for part: BatchPart, isNew: [Bool], _ runs: [EventRun], _ db: any SQLSession) throws {
    var pushes = EventPushes(part, isNew: isNew, runs)
    guard !pushes.people.isEmpty else { return }
    let (people, runs) = (SQL.list(pushes.people), SQL.list(pushes.runs))
    var devices: [Int64: [PushDevice]] = [:]
    for row in try db.rows(SQL.pushDevicesOfPeople, [app, people, PushRunLimits.devicesOfEvent]) {
      devices[row["person_id"], default: []].append(try PushDevice(row))
    }
    var past: [EventPushes.Key: EventPushes.Past] = [:]
    for row in try db.rows(SQL.pastPushesOfPeople, [app, people, runs]) {
      past[EventPushes.Key(run: row["run"], person: row["person_id"])] = EventPushes.Past(
        sentAt: Instant(stored: row["sent_at"]), waitingAt: Instant(stored: row["waiting_at"]),
        waiting: row["waiting"])
    }
    for row in try db.rows(SQL.nextPushesOfPeople, [app, people, runs]) {
      past[EventPushes.Key(run: row["run"], person: row["person_id"]), default: .init()].occurrence =
        row["next"]
    }
    pushes.decide(devices: devices, past: past)
    for change in pushes.changes {
      switch change {
      case .add(let push, let run): _ = try push.insert(run: run, app: app, db)
      case .cancel(let run, let person):
        try db.run(SQL.cancelPushesOfPerson, [part.batch.receivedAt, app, person, run])
      }
    }
    for (run, counts) in pushes.counts { try SQL.add(counts, toRun: run, db) }
  }
}

extension SQL {
  static let sendingEventRuns = """
    SELECT r.number, r.created_at, r.started_at, r.starts_at, r.definition FROM push_run r
    CROSS JOIN campaign c ON c.app = r.app AND c.id = r.campaign AND c.state = 'running'
    WHERE r.app = ? AND r.is_open AND r.audience = 'event' AND r.state = 'sending'
      AND (r.expires_at IS NULL OR r.expires_at > ?)
    """
  /// ?2: the people. ?3: how many devices of each.
  static let pushDevicesOfPeople = """
    SELECT \(pushDeviceColumns(of: "p."))
    FROM \(numbers("?2")) n CROSS JOIN push_device p ON p.app = ?1 AND p.person_id = n.value AND NOT p.is_lab
    WHERE p.device_id < coalesce((
      SELECT o.device_id FROM push_device o WHERE o.app = ?1 AND o.person_id = n.value AND NOT o.is_lab
      ORDER BY o.device_id LIMIT 1 OFFSET ?3), p.device_id || 'x')
    ORDER BY n.key, p.device_id
    """
  /// ?2: the people. ?3: the runs.
  static let pastPushesOfPeople = """
    SELECT d.run, d.person_id,
      max(CASE WHEN d.outcome IN ('sent', 'withheld') OR d.outcome IS NULL AND d.is_claimed THEN d.at END) AS sent_at,
      max(CASE WHEN d.outcome IS NULL AND NOT d.is_claimed THEN d.at END) AS waiting_at,
      count(CASE WHEN d.outcome IS NULL AND NOT d.is_claimed THEN 1 END) AS waiting
    FROM \(numbers("?2")) n CROSS JOIN \(numbers("?3")) r ON TRUE
      CROSS JOIN push_delivery d ON d.app = ?1 AND d.person_id = n.value AND d.run = r.value
    GROUP BY d.run, d.person_id
    """
  /// Numbers that none of a person's devices has had in a run, whoever used the devices then.
  static let nextPushesOfPeople = """
    SELECT d.run, p.person_id, max(d.occurrence) + 1 AS next
    FROM \(numbers("?2")) n CROSS JOIN push_device p ON p.app = ?1 AND p.person_id = n.value AND NOT p.is_lab
      CROSS JOIN \(numbers("?3")) r ON TRUE CROSS JOIN push_delivery d ON d.run = r.value AND d.device_id = p.device_id
    GROUP BY d.run, p.person_id
    """
  static let cancelPushesOfPerson = """
    UPDATE push_delivery SET due_at = NULL, outcome = 'cancelled', detail = 'exception', event_values = NULL, at = ?
    WHERE app = ? AND person_id = ? AND run = ? AND outcome IS NULL AND NOT is_claimed
    """
}
