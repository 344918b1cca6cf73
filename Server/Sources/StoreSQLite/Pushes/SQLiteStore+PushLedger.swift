// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import GRDB
public import MartletCore
import MartletWire
public import Store

extension SQLiteStore {
  public func preparePushRun(_ id: String, app: AppID, at now: Instant, limit: Int) async throws(StoreError)
    -> PushRun.State?
  {
    try await ingestion.commit(weight: limit) { db in
      guard var ledger = try PushLedger(id, app, db) else { return nil }
      try ledger.prepare(at: now, limit: limit, db)
      return ledger.run.state
    }
  }

  public func claimPushes(
    run id: String, app: AppID, at now: Instant, until: Instant, limit: Int, describing: Bool
  ) async throws(StoreError) -> PushClaim {
    try await ingestion.commit(weight: limit) { db in
      guard var ledger = try PushLedger(id, app, db) else { throw StoreError.notFound }
      return try ledger.claim(at: now, until: until, limit: limit, describing: describing, db)
    }
  }

  public func recordPushes(_ reports: [PushReport], run id: String, app: AppID, at now: Instant)
    async throws(StoreError) -> Int
  {
    try await ingestion.commit(weight: reports.count) { db in
      guard var ledger = try PushLedger(id, app, db) else { return 0 }
      return try ledger.record(reports, at: now, db)
    }
  }
}

/// The rows of one run, inside a transaction.
private struct PushLedger {
  /// The row of a device.
  typealias Place = (device: String, occurrence: Int)

  let number: Int64
  let app: Int64
  var run: PushRun
  private let cursor: (user: String, device: String)
  /// Changes of the counts, by outcome; the empty text for open rows.
  private var changes: [String: Int] = [:]

  init?(_ id: String, _ app: AppID, _ db: Database) throws {
    guard let row = try Row.fetchOne(db.cachedStatement(sql: SQL.pushRun), arguments: [app.rawValue, id])
    else { return nil }
    number = row["number"]
    self.app = row["app"]
    run = try PushRun(row, db)
    cursor = (row["cursor_user"], row["cursor_device"])
  }

  // MARK: - The audience

  mutating func prepare(at now: Instant, limit: Int, _ db: Database) throws {
    guard run.prepare(at: now) else { return }
    let rows: [Row]
    switch run.audience {
    case .everybody, .lab:
      rows = try Row.fetchAll(
        db.cachedStatement(sql: SQL.pushDevicesAfter),
        arguments: [app, cursor.device, run.audience == .lab, limit])
    case .event: rows = []
    case .users:
      rows = try Row.fetchAll(
        db.cachedStatement(sql: SQL.pushDevicesOfUsers),
        arguments: [number, cursor.user, app, limit, cursor.device])
    case .devices:
      rows = try Row.fetchAll(
        db.cachedStatement(sql: SQL.pushDevicesOfRun), arguments: [number, cursor.device, app, limit])
    case .device(let id):
      rows = try Row.fetchAll(db.cachedStatement(sql: SQL.pushDevice), arguments: [app, id])
    }
    let isSilent = run.push.isSilent
    for row in rows {
      let end = try PushDevice(row).obstacle(isSilent: isSilent, isForTrying: run.audience.isForTrying)?
        .outcome
      try db.cachedStatement(sql: SQL.insertPushDelivery).execute(arguments: [
        number, row["device_id"] as String, app, row["person_id"] as Int64,
        end == nil ? now.milliseconds : nil, end?.outcome.rawValue,
        end?.detail, now.milliseconds,
        end == nil && run.audience.isOfUsers ? row["event_values"] as String? : nil,
      ])
      if db.changesCount == 1 { changes[end?.outcome.rawValue ?? "", default: 0] += 1 }
    }
    if case .device = run.audience {
      run.completeAudience()
    } else if rows.count < limit {
      run.completeAudience()
    }
    if let last = rows.last {
      try db.cachedStatement(sql: "UPDATE push_run SET cursor_user = ?, cursor_device = ? WHERE number = ?")
        .execute(arguments: [
          run.audience.isOfUsers ? last["user_id"] as String : "", last["device_id"] as String, number,
        ])
    }
    try run.write(number, db)
    try writeChanges(db)
  }

  // MARK: - Claims

  mutating func claim(at now: Instant, until: Instant, limit: Int, describing: Bool, _ db: Database) throws
    -> PushClaim
  {
    if run.state == .cancelled { return try sweep(at: now, limit: limit, db) }
    guard run.state == .sending else { return .notSending(run.state) }
    if !run.audience.isForTrying {
      let state = try String.fetchOne(
        db.cachedStatement(sql: "SELECT state FROM campaign WHERE app = ? AND id = ?"),
        arguments: [app, run.campaignID.rawValue])
      switch state.flatMap(CampaignState.init) {
      case .running?: break
      case .paused?: return .campaignPaused
      case .finished?, .draft?, nil:
        _ = run.perform(.cancel, reason: "campaign_finished", at: now)
        try run.write(number, db)
        return try sweep(at: now, limit: limit, db)
      }
    }
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: SQL.duePushes), arguments: [number, now.milliseconds, limit])
    var history = rows.isEmpty ? nil : try CapHistory(run, number, app, db)
    let people = rows.isEmpty ? nil : try RunAudience(run, app, db)
    let holdout = rows.isEmpty ? nil : try RunHoldout(run, app, db)
    let experiment = rows.isEmpty ? nil : try RunExperiment(run, app, db)
    let mode = rows.isEmpty ? .off : try SQLiteStore.settings(run.appID, db).userAuthentication.mode
    let claimed = try rows.map { row in
      let arm = try experiment?.arm(of: row["person_id"], on: row["device_id"], db)
      try db.cachedStatement(sql: SQL.claimPush).execute(arguments: [
        until.milliseconds, now.milliseconds, arm, number, row["device_id"] as String,
        row["occurrence"] as Int,
      ])
      var claimed = try claimedPush(row, mode, describing: describing, db)
      claimed.arm = arm
      claimed.heldOutUntil = try holdout?.end(for: row["person_id"], on: row["device_id"], at: now, db)
      claimed.isEligible = try people?.contains(row["person_id"], at: now, db) ?? true
      claimed.reachedCap = try history?.reached(
        by: row["person_id"], occurrence: row["occurrence"], at: now, db)
      return claimed
    }
    if !claimed.isEmpty { return .claimed(claimed, next: nil) }
    let next = try nextDue(db)
    if run.audience == .event, next != nil || run.expiresAt.map({ $0 > now }) ?? true { return .resting }
    guard let next else {
      run.finish(at: now)
      try run.write(number, db)
      return .notSending(run.state)
    }
    return .claimed([], next: next)
  }

  private func claimedPush(
    _ row: Row, _ mode: UserAuthentication.Mode, describing: Bool, _ db: Database
  ) throws -> ClaimedPush {
    let (device, person): (String, Int64) = (row["device_id"], row["person_id"])
    let push = try Row.fetchOne(db.cachedStatement(sql: SQL.pushDevice), arguments: [app, device])
    let name = try String.fetchOne(db.cachedStatement(sql: SQL.personName), arguments: [app, person])
    // Silent pushes and trials are sent whatever they said.
    let asks = !(run.audience.isForTrying || run.push.isSilent)
    let optedOut =
      try asks ? Int64.fetchOne(db.cachedStatement(sql: SQL.pushOptOut), arguments: [app, person]) : nil
    var description: Wire.Device?
    if describing,
      let row = try Row.fetchOne(
        db.cachedStatement(sql: SQL.deviceDescription), arguments: [app, person, device])
    {
      description = try row.document("description", "device")
    }
    let known = try push.map(PushDevice.init)
    let trust = known.map { $0.trust.now(mode, isLab: $0.isLab) } ?? .named
    return ClaimedPush(
      deviceID: device, occurrence: row["occurrence"], attempt: (row["attempt"] as Int) + 1,
      tries: row["tries"], personID: name ?? "",
      isOfAnother: push.map { $0["person_id"] as Int64 != person } ?? false, trust: trust,
      isUnverified: !trust.admits(name ?? "", mode), optedOutAt: Instant(stored: optedOut), push: known,
      device: description,
      values: try row.values("event_values"), areOwnValues: row["is_own"])
  }

  private func nextDue(_ db: Database) throws -> Instant? {
    Instant(stored: try Int64.fetchOne(db.cachedStatement(sql: SQL.nextDuePush), arguments: [number]))
  }

  /// Ends open rows of a cancelled run, except those that a sender has at the moment.
  private mutating func sweep(at now: Instant, limit: Int, _ db: Database) throws -> PushClaim {
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: SQL.sweptPushes), arguments: [number, now.milliseconds, limit])
    for row in rows { try end((row["device_id"], row["occurrence"]), .cancelled, detail: nil, at: now, db) }
    try writeChanges(db)
    if let next = try nextDue(db) { return .cancelling(next: rows.count == limit ? now : max(next, now)) }
    try db.cachedStatement(sql: "UPDATE push_run SET is_open = 0 WHERE number = ?").execute(arguments: [
      number
    ])
    return .notSending(.cancelled)
  }

  // MARK: - Reports

  /// Each row is changed only if the report is about its present claim.
  mutating func record(_ reports: [PushReport], at now: Instant, _ db: Database) throws -> Int {
    var recorded = 0
    var exposures = RunExposures(run, number, app)
    for report in reports {
      let claim = try Row.fetchOne(
        db.cachedStatement(sql: SQL.pushClaim),
        arguments: [number, report.deviceID, report.occurrence, report.attempt])
      guard let claim else { continue }
      recorded += 1
      if let arm: String = claim["arm"] {
        if report.hadTurn {
          try exposures?.note(
            claim["person_id"], occurrence: report.occurrence, in: arm,
            at: Instant(milliseconds: claim["at"]), receivedAt: now, db)
        } else {
          try db.cachedStatement(sql: SQL.forgetArm).execute(arguments: [
            number, report.deviceID, report.occurrence,
          ])
        }
      }
      let place = (report.deviceID, report.occurrence)
      switch report.verdict {
      case .ended(let outcome, let detail): try end(place, outcome, detail: detail, at: now, db)
      case .again(let due, let detail, let counts):
        try postpone(place, to: due, detail, counts: counts, at: now, db)
      case .invalidToken(let token, let death): try retire(token, death, of: place, at: now, db)
      }
    }
    try exposures?.writeFigures(db)
    try writeChanges(db)
    return recorded
  }

  private mutating func retire(
    _ token: String, _ death: PushDevice.Death, of place: Place, at now: Instant, _ db: Database
  ) throws {
    var known = try Row.fetchOne(db.cachedStatement(sql: SQL.pushDevice), arguments: [app, place.device]).map(
      PushDevice.init)
    switch known?.retire(token, death) {
    case .retired?:
      try db.cachedStatement(sql: SQL.retirePushToken).execute(arguments: [
        death.since.milliseconds, death.reason, app, place.device,
      ])
      try end(place, .tokenInvalid, detail: death.reason, at: now, db)
    case nil: try end(place, .tokenInvalid, detail: death.reason, at: now, db)
    case .hasAnother?: try postpone(place, to: now, death.reason, counts: true, at: now, db)
    // APNs may not know of the registration yet.
    case .registeredLater?:
      try postpone(place, to: now + .seconds(60), death.reason, counts: true, at: now, db)
    }
  }

  private mutating func postpone(
    _ place: Place, to due: Instant, _ detail: String?, counts: Bool, at now: Instant, _ db: Database
  ) throws {
    if counts {
      let tries = try Int.fetchOne(
        db.cachedStatement(sql: SQL.pushTries), arguments: [number, place.device, place.occurrence])
      if (tries ?? 0) + 1 >= PushRunLimits.tries {
        return try end(place, .gaveUp, detail: detail, at: now, db)
      }
    }
    try db.cachedStatement(sql: SQL.postponePush)
      .execute(arguments: [
        due.milliseconds, counts ? 1 : 0, detail, now.milliseconds, number, place.device, place.occurrence,
      ])
  }

  private mutating func end(
    _ place: Place, _ outcome: PushOutcome, detail: String?, at now: Instant, _ db: Database
  ) throws {
    try db.cachedStatement(sql: SQL.endPush).execute(arguments: [
      outcome.rawValue, detail, now.milliseconds, number, place.device, place.occurrence,
    ])
    guard db.changesCount == 1 else { return }
    changes["", default: 0] -= 1
    changes[outcome.rawValue, default: 0] += 1
  }

  private mutating func writeChanges(_ db: Database) throws {
    for (outcome, change) in changes where change != 0 {
      try db.cachedStatement(sql: SQL.addToPushCount).execute(arguments: [number, outcome, change])
    }
    changes = [:]
  }
}

extension PushRun.Audience {
  fileprivate var isOfUsers: Bool { if case .users = self { true } else { false } }
}

extension SQL {
  /// A phone of the lab that is known to be gone is nobody's any more.
  static let pushDevicesAfter = """
    SELECT \(pushDeviceColumns()) FROM push_device
    WHERE app = ? AND device_id > ? AND is_lab = ? AND (is_lab = 0 OR dead_at IS NULL) ORDER BY device_id LIMIT ?
    """
  /// In the order of users; those of the cursor's user that came after its device are still to
  /// come.
  static let pushDevicesOfUsers = """
    SELECT u.user_id, u.event_values, \(pushDeviceColumns(of: "p."))
    FROM push_run_user u CROSS JOIN person_alias n ON n.app = ?3 AND n.alias = 'u:' || u.user_id
      CROSS JOIN push_device p ON p.app = n.app AND p.person_id = n.person_id AND p.is_lab = 0
    WHERE u.run = ?1 AND u.user_id >= ?2 AND (u.user_id > ?2 OR p.device_id > ?5)
    ORDER BY u.user_id, p.device_id LIMIT ?4
    """
  static let pushDevicesOfRun = """
    SELECT \(pushDeviceColumns(of: "p."))
    FROM push_run_device d CROSS JOIN push_device p ON p.app = ?3 AND p.device_id = d.device_id AND p.is_lab = 0
    WHERE d.run = ?1 AND d.device_id > ?2 ORDER BY d.device_id LIMIT ?4
    """
  static let insertPushDelivery = """
    INSERT INTO push_delivery (run, device_id, occurrence, app, person_id, attempt, tries, is_claimed, due_at, outcome, detail, at, event_values)
    VALUES (?, ?, 0, ?, ?, 0, 0, 0, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
    """
  static let duePushes = """
    SELECT device_id, occurrence, person_id, attempt, tries, event_values, is_own FROM push_delivery
    WHERE run = ? AND due_at IS NOT NULL AND due_at <= ?
    ORDER BY due_at LIMIT ?
    """
  static let claimPush = """
    UPDATE push_delivery SET attempt = attempt + 1, is_claimed = 1, due_at = ?, at = ?, arm = ?
    WHERE run = ? AND device_id = ? AND occurrence = ?
    """
  static let pushOptOut = """
    SELECT at FROM person_attribute
    WHERE app = ? AND person_id = ? AND key = '\(Wire.Subscription.pushKey)' AND value = '"\(Wire.Subscription.unsubscribed)"'
    """
  static let nextDuePush = "SELECT min(due_at) FROM push_delivery WHERE run = ? AND due_at IS NOT NULL"
  static let sweptPushes = """
    SELECT device_id, occurrence FROM push_delivery WHERE run = ? AND due_at IS NOT NULL AND (is_claimed = 0 OR due_at <= ?) LIMIT ?
    """
  /// `at` is when it was claimed.
  static let pushClaim = """
    SELECT person_id, arm, at FROM push_delivery
    WHERE run = ? AND device_id = ? AND occurrence = ? AND attempt = ? AND is_claimed = 1
    """
  /// The push did not come to its turn.
  static let forgetArm =
    "UPDATE push_delivery SET arm = NULL WHERE run = ? AND device_id = ? AND occurrence = ?"
  static let pushTries = "SELECT tries FROM push_delivery WHERE run = ? AND device_id = ? AND occurrence = ?"
  static let endPush = """
    UPDATE push_delivery SET due_at = NULL, is_claimed = 0, outcome = ?, detail = ?, at = ?, event_values = NULL
    WHERE run = ? AND device_id = ? AND occurrence = ? AND outcome IS NULL
    """
  static let postponePush = """
    UPDATE push_delivery SET due_at = ?, is_claimed = 0, tries = tries + ?, detail = ?, at = ?
    WHERE run = ? AND device_id = ? AND occurrence = ?
    """
  static let retirePushToken =
    "UPDATE push_device SET dead_at = ?, dead_reason = ? WHERE app = ? AND device_id = ?"
  static let addToPushCount = """
    INSERT INTO push_run_count (run, outcome, n) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n
    """
  static let deviceDescription =
    "SELECT description FROM device WHERE app = ? AND person_id = ? AND device_id = ?"
}
