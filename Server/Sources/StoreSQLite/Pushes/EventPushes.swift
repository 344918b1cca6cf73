// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Synchronization

/// The compiled triggers of runs by events. A run's definition never changes, so they are compiled
/// once.
final class EventRuns: Sendable {
  struct Name: Hashable {
    var number: Int64
    var createdAt: Int64
  }

  struct Compiled: Sendable {
    var definition: CampaignDefinition
    var triggers: EventTriggers
    var isSilent: Bool
  }

  /// Beyond this, all are compiled anew when they are needed.
  private static let limit = 1_000
  private let known = Mutex<[Name: Compiled?]>([:])

  /// nil if this version does not understand the campaign.
  func compiled(_ name: Name, _ definition: () throws -> Wire.Campaign) throws -> Compiled? {
    if let compiled = known.withLock({ $0[name] }) { return compiled }
    let wire = try definition()
    let compiled = (try? wire.pushDefinition(withTriggers: true)).map {
      Compiled(
        definition: $0, triggers: EventTriggers($0, compilePattern: Pattern.compiler),
        isSilent: wire.push?.isSilent ?? false)
    }
    known.withLock {
      if $0.count >= Self.limit { $0 = [:] }
      $0[name] = .some(compiled)
    }
    return compiled
  }
}

/// Writes the rows of runs by events for the new events of one batch, in the transaction that
/// stores the events.
struct EventPushes {
  private struct Run {
    var number: Int64
    var startedAt: Int64
    var compiled: EventRuns.Compiled
  }

  let app: Int64
  let known: EventRuns

  func write(_ batch: PreparedBatch, _ part: Range<Int>, _ keys: [Int64], isNew: [Bool], _ db: Database)
    throws
  {
    guard batch.role != .lab else { return }
    var runs: [Run]?
    for index in part where isNew[index - part.lowerBound] {
      guard let event = Event(batch.events[index].record) else { continue }
      let present = try runs ?? sendingRuns(at: batch.receivedAt, db)
      runs = present
      if present.isEmpty { return }
      let counted = batch.events[index].countedAt.milliseconds
      guard batch.receivedAt - counted <= PushRunLimits.eventAge.wholeMilliseconds else { continue }
      for run in present where counted >= run.startedAt {
        if run.compiled.triggers.excepts(event) { try cancel(run, keys[index], at: batch.receivedAt, db) }
        if run.compiled.triggers.fires(on: event) {
          try add(
            run, keys[index], batch.events[index].record.body.templateValues, of: batch.deviceID,
            at: batch.receivedAt, db)
        }
      }
    }
  }

  /// Those of running campaigns. What happens while a run or its campaign is paused is not sent
  /// later.
  private func sendingRuns(at now: Int64, _ db: Database) throws -> [Run] {
    try Row.fetchAll(db.cachedStatement(sql: SQL.sendingEventRuns), arguments: [app, now]).compactMap { row in
      let name = EventRuns.Name(number: row["number"], createdAt: row["created_at"])
      // One that cannot be read sends nothing, and keeps no events away.
      guard let compiled = try? known.compiled(name, { try row.document("definition", "run") }) else {
        return nil
      }
      return Run(number: name.number, startedAt: row["started_at"] ?? row["starts_at"], compiled: compiled)
    }
  }

  /// - Parameter sender: The device that sent the event; empty for a program.
  private func add(
    _ run: Run, _ person: Int64, _ values: [String: Wire.JSONValue], of sender: String, at now: Int64,
    _ db: Database
  ) throws {
    guard try isAllowed(run, person, at: now, db) else { return }
    let text =
      values.isEmpty ? nil : String(decoding: Wire.encode(Wire.JSONValue.object(values)), as: UTF8.self)
    let due = now + run.compiled.definition.delay.wholeMilliseconds
    // The same number on all of them, so that it is one notification.
    let occurrence = try Int.fetchOne(
      db.cachedStatement(sql: SQL.nextPushOfEvent),
      arguments: [run.number, app, person, PushRunLimits.devicesOfEvent])
    let devices = try Row.fetchAll(
      db.cachedStatement(sql: SQL.pushDevicesOfPerson),
      arguments: [app, person, PushRunLimits.devicesOfEvent])
    for row in devices {
      let end = try PushDevice(row).obstacle(isSilent: run.compiled.isSilent)?.outcome
      let (device, outcome): (String, String?) = (row["device_id"], end?.outcome.rawValue)
      try db.cachedStatement(sql: SQL.insertPushOfEvent).execute(arguments: [
        run.number, device, occurrence ?? 0, app, person, end == nil ? due : nil, outcome, end?.detail, now,
        end == nil ? text : nil,
        device.isExactly(sender),
      ])
      try db.cachedStatement(sql: SQL.addToPushCount).execute(arguments: [run.number, outcome ?? "", 1])
    }
  }

  /// Whether the person may get the push once more. What was not sent does not count, but for what
  /// an experiment withheld.
  private func isAllowed(_ run: Run, _ person: Int64, at now: Int64, _ db: Database) throws -> Bool {
    let rule = run.compiled.definition.reEligibility
    guard rule != .always else { return true }
    let last = try Int64.fetchOne(
      db.cachedStatement(sql: SQL.lastPushOfRun), arguments: [app, person, run.number])
    guard let last, case .after(let wait) = rule else { return last == nil }
    return now - last >= wait.wholeMilliseconds
  }

  /// An exception happened before the delay was over.
  private func cancel(_ run: Run, _ person: Int64, at now: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: SQL.cancelPushesOfPerson).execute(arguments: [now, app, person, run.number])
    let count = db.changesCount
    guard count > 0 else { return }
    try db.cachedStatement(sql: SQL.addToPushCount).execute(arguments: [run.number, "", -count])
    try db.cachedStatement(sql: SQL.addToPushCount).execute(arguments: [
      run.number, PushOutcome.cancelled.rawValue, count,
    ])
  }
}

extension SQL {
  static let sendingEventRuns = """
    SELECT r.number, r.created_at, r.started_at, r.starts_at, r.definition FROM push_run r
    CROSS JOIN campaign c ON c.app = r.app AND c.id = r.campaign AND c.state = 'running'
    WHERE r.app = ? AND r.is_open AND r.audience = 'event' AND r.state = 'sending' AND (r.expires_at IS NULL OR r.expires_at > ?)
    """
  static let pushDevicesOfPerson = """
    SELECT \(pushDeviceColumns()) FROM push_device
    WHERE app = ? AND person_id = ? AND is_lab = 0 ORDER BY device_id LIMIT ?
    """
  static let insertPushOfEvent = """
    INSERT INTO push_delivery (run, device_id, occurrence, app, person_id, attempt, tries, is_claimed, due_at, outcome, detail, at, event_values,
      is_own)
    VALUES (?, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?, ?, ?, ?)
    """
  /// A number that none of the person's devices has had in the run.
  static let nextPushOfEvent = """
    SELECT coalesce(max((SELECT max(occurrence) + 1 FROM push_delivery WHERE run = ?1 AND device_id = p.device_id)), 0)
    FROM (SELECT device_id FROM push_device WHERE app = ?2 AND person_id = ?3 AND is_lab = 0 ORDER BY device_id LIMIT ?4) p
    """
  static let lastPushOfRun = """
    SELECT max(at) FROM push_delivery WHERE app = ? AND person_id = ? AND run = ? AND (outcome IS NULL OR outcome IN ('sent', 'withheld'))
    """
  static let cancelPushesOfPerson = """
    UPDATE push_delivery SET due_at = NULL, outcome = 'cancelled', detail = 'exception', event_values = NULL, at = ?
    WHERE app = ? AND person_id = ? AND run = ? AND outcome IS NULL AND is_claimed = 0
    """
}
