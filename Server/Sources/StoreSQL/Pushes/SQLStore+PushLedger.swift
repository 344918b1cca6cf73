// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Store

extension SQLStore {
  public func preparePushRun(
    _ id: String, app: AppID, at now: Instant, limit: Int
  ) async throws(StoreError) -> PushRun.State? {
    try await commit(weight: limit) { db in
      guard var ledger = try PushLedger(id, app, db) else { return nil }
      try ledger.prepare(at: now, limit: limit, db)
      return ledger.run.state
    }
  }

  public func claimPushes(
    run id: String, app: AppID, at now: Instant, until: Instant, limit: Int, describing: Bool
  ) async throws(StoreError) -> PushClaim {
    try await commit(weight: limit) { db in
      guard var ledger = try PushLedger(id, app, db) else { throw StoreError.notFound }
      return try ledger.claim(at: now, until: until, limit: limit, describing: describing, db)
    }
  }

  public func recordPushes(
    _ reports: [PushReport], run id: String, app: AppID, at now: Instant
  ) async throws(StoreError) -> Int {
    try await commit(weight: reports.count) { db in
      try PushLedger(id, app, db)?.record(reports, at: now, db) ?? 0
    }
  }

  public func maySendPushes(run id: String, app: AppID) async throws(StoreError) -> Bool {
    try await read { db in
      let row = try db.row(SQL.stateOfPushRun, [app.rawValue, id])
      guard let row, let state = PushRun.State(rawValue: row[0]),
        let kind = PushRun.Audience.Kind(rawValue: row[1])
      else { return false }
      return PushRun.maySend(state, to: kind, campaign: (row[2] as String?).flatMap(CampaignState.init))
    }
  }
}

/// The rows of one run, inside a transaction.
private struct PushLedger {
  let number: Int64
  let app: Int64
  var run: PushRun
  private let cursor: (user: String, device: String)

  init?(_ id: String, _ app: AppID, _ db: any SQLSession) throws {
    guard let row = try db.row(SQL.pushRun, [app.rawValue, id])
    else { return nil }
    number = row["number"]
    self.app = row["app"]
    run = try PushRun(row, db)
    cursor = (row["cursor_user"], row["cursor_device"])
  }

  // MARK: - The audience

  mutating func prepare(at now: Instant, limit: Int, _ db: any SQLSession) throws {
    guard run.prepare(at: now) else { return }
    let (sql, arguments): (String, SQLArguments) =
      switch run.audience {
      case .everybody: (SQL.pushDevicesAfter, [app, cursor.device, false, limit])
      case .lab: (SQL.pushDevicesAfter, [app, cursor.device, true, limit])
      case .event: (SQL.pushDevicesAfter, [app, cursor.device, false, 0])
      case .users: (SQL.pushDevicesOfUsers, [number, cursor.user, app, limit, cursor.device])
      case .devices: (SQL.pushDevicesOfRun, [number, cursor.device, app, limit])
      case .device(let id): (SQL.pushDevice, [app, id])
      }
    let isOfUsers = run.audience.kind == .users
    let members = try db.rows(sql, arguments).map { row in
      PushRun.Member(
        try PushDevice(row), of: row["person_id"], userID: isOfUsers ? row["user_id"] : "",
        values: isOfUsers ? try row.values("event_values") : [:])
    }
    var counts: [PushOutcome?: Int] = [:]
    for push in run.rows(for: members, limit: limit, at: now) where try push.insert(run: number, app: app, db)
    {
      counts[push.outcome, default: 0] += 1
    }
    if let last = members.last {
      try db.run(
        "UPDATE push_run SET cursor_user = ?, cursor_device = ? WHERE number = ?",
        [last.userID, last.device.deviceID, number])
    }
    try run.write(number, db)
    try SQL.add(counts, toRun: number, db)
  }

  // MARK: - Claims

  mutating func claim(
    at now: Instant, until: Instant, limit: Int, describing: Bool, _ db: any SQLSession
  ) throws -> PushClaim {
    let row = try db.row(SQL.campaignOfRun, [app, run.campaignID.rawValue])
    let before = run
    switch run.nextStep(campaign: row.flatMap { CampaignState(rawValue: $0["state"]) }, at: now) {
    case .answers(let claim): return claim
    case .sweeps:
      if run != before { try run.write(number, db) }
      return try sweep(at: now, limit: limit, db)
    case .claims: break
    }
    let due = try db.rows(SQL.duePushes, [number, now.milliseconds, limit, describing]).map {
      try PushClaims.Due($0)
    }
    guard !due.isEmpty else {
      let claim = run.wait(until: try nextDue(db), at: now)
      if run != before { try run.write(number, db) }
      return claim
    }
    var claims: PushClaims
    do {
      claims = try PushClaims(
        run, number: number, settings: db.settings(of: run.appID),
        campaign: row.flatMap { try? $0.document("definition", "campaign") },
        audiences: run.definition.audience == nil ? [:] : SQL.audienceRules(of: app, db))
    } catch is Wire.Untranslatable {
      throw StoreError.failed("This version does not understand a stored cap.")
    }
    try read(&claims, of: Set(due.map(\.person)), at: now, db)
    let claimed = due.map { claims.claim($0, at: now) }
    for push in claimed {
      try db.run(
        SQL.claimPush,
        [
          until.milliseconds, now.milliseconds, push.arm, number, push.deviceID, push.occurrence,
        ])
    }
    return .claimed(claimed, next: nil)
  }

  /// Reads what the rules of the run need of the people.
  private func read(_ claims: inout PushClaims, of people: Set<Int64>, at now: Instant, _ db: any SQLSession)
    throws
  {
    let list = SQL.list(people)
    if let needs = claims.facts {
      claims.people.facts = try FactReading(app: app, now: now).facts(of: Array(people), needs, db)
    }
    if claims.needsArms { claims.people.arms = try db.arms(of: .people(Array(people)), app: app) }
    guard let since = claims.capsSince(at: now)?.milliseconds else { return }
    for row in try db.rows(SQL.impressionsOfPeople, [app, list, since, SQL.showingsOfPerson]) {
      claims.people.seen[row["person_id"], default: []].append(PushCaps.Showing(row))
    }
    for row in try db.rows(SQL.cappedPushesOfPeople, [app, list, since, SQL.showingsOfPerson]) {
      claims.people.add(
        PushCaps.Showing(row), .init(run: row["run"], occurrence: row["occurrence"]), of: row["person_id"])
    }
    guard claims.needsReaches else { return }
    let campaigns = SQL.list(claims.people.campaigns.map(\.rawValue))
    for row in try db.rows(SQL.definitionsAmong, [app, campaigns]) {
      // A campaign that cannot be read is like one that was deleted.
      guard let campaign = try? row.document("definition", "campaign") as Wire.Campaign else { continue }
      claims.people.reaches[CampaignID(row["id"])] = PushCaps.Reach(campaign)
    }
  }

  private func nextDue(_ db: any SQLSession) throws -> Instant? {
    Instant(stored: try db.value(SQL.nextDuePush, [number], as: Int64.self))
  }

  /// Ends open rows of a cancelled run, except those that a sender has at the moment.
  private func sweep(at now: Instant, limit: Int, _ db: any SQLSession) throws -> PushClaim {
    let rows = try db.rows(SQL.sweptPushes, [number, now.milliseconds, limit])
    for row in rows {
      try db.run(
        SQL.endPush,
        [
          PushOutcome.cancelled.rawValue, nil, row["arm"] as String?, now.milliseconds, number,
          row["device_id"] as String,
          row["occurrence"] as Int,
        ])
    }
    try SQL.add([nil: -rows.count, .cancelled: rows.count], toRun: number, db)
    let next = try nextDue(db)
    if next == nil {
      try db.run("UPDATE push_run SET is_open = FALSE WHERE number = ?", [number])
    }
    return run.swept(until: next, isMore: rows.count == limit, at: now)
  }

  // MARK: - Reports

  func record(_ reports: [PushReport], at now: Instant, _ db: any SQLSession) throws -> Int {
    var claims: [PushReports.Place: PushReports.Claim] = [:]
    for row in try db.rows(SQL.pushClaims, [number, SQL.list(Set(reports.map(\.deviceID)))]) {
      claims[PushReports.Place(row["device_id"], row["occurrence"])] = PushReports.Claim(
        person: row["person_id"], attempt: row["attempt"], tries: row["tries"], arm: row["arm"],
        at: Instant(milliseconds: row["at"]))
    }
    var devices: [ExactText: PushDevice] = [:]
    let named = PushReports.devices(in: reports)
    if !named.isEmpty {
      for row in try db.rows(SQL.pushDevicesNamed, [app, SQL.list(named)]) {
        devices[ExactText(row["device_id"])] = try PushDevice(row)
      }
    }
    let decision = PushReports(reports, of: run, number: number, claims: claims, devices: devices, at: now)
    for change in decision.changes {
      let (device, occurrence) = (change.place.device.text, change.place.occurrence)
      if let outcome = change.outcome {
        try db.run(
          SQL.endPush,
          [
            outcome.rawValue, change.detail, change.arm, now.milliseconds, number, device, occurrence,
          ])
      } else {
        try db.run(
          SQL.postponePush,
          [
            change.dueAt?.milliseconds, change.tries, change.detail, change.arm, now.milliseconds, number,
            device, occurrence,
          ])
      }
    }
    for (device, death) in decision.retired {
      try db.run(SQL.retirePushToken, [death.since.milliseconds, death.reason, app, device])
    }
    let new = try decision.exposures.filter { try insert($0, receivedAt: now, db) }
    try IngestTables(app: app).write(PushReports.rollups(new), db)
    var counts: [PushOutcome?: Int] = [nil: -decision.ended.values.reduce(0, +)]
    for (outcome, n) in decision.ended { counts[outcome] = n }
    try SQL.add(counts, toRun: number, db)
    return decision.changes.count
  }

  /// Returns whether the event was not stored yet.
  private func insert(_ exposure: PushReports.Exposure, receivedAt now: Instant, _ db: any SQLSession) throws
    -> Bool
  {
    let record = exposure.record
    return try db.execute(
      SQL.insertEvent,
      [
        app, exposure.person, record.id, "", record.body.kind, record.at.milliseconds, record.at.milliseconds,
        now.milliseconds, String(decoding: Wire.encode(record), as: UTF8.self), false,
        record.body.audienceName,
        record.body.campaignID, nil, exposure.arm, nil, nil,
      ]) == 1
  }
}

extension NewPush {
  /// Returns false if the run has the row already.
  func insert(run: Int64, app: Int64, _ db: any SQLSession) throws -> Bool {
    try db.execute(
      SQL.insertPushDelivery,
      [
        run, deviceID, occurrence, app, person, dueAt?.milliseconds, outcome?.rawValue, detail,
        at.milliseconds,
        SQL.stored(values), areOwnValues,
      ]) == 1
  }
}

extension PushClaims.Due {
  fileprivate init(_ row: SQLRow) throws {
    let owner: Int64? = row["owner"]
    self.init(
      deviceID: row["device_id"], occurrence: row["occurrence"], person: row["person_id"],
      attempt: row["attempt"],
      tries: row["tries"], values: try row.values("event_values"), areOwnValues: row["is_own"],
      personID: row["alias"],
      optedOutAt: Instant(stored: row["unsubscribed_at"]), isTestDevice: row["is_test"],
      push: owner == nil ? nil : try PushDevice(row), owner: owner,
      device: row["description"] as String? == nil ? nil : try row.document("description", "device"))
  }
}

extension PushCaps.Showing {
  fileprivate init(_ row: SQLRow) {
    self.init(
      campaign: CampaignID(row["campaign"]), at: Instant(milliseconds: row["at"]),
      isWithheld: row["is_withheld"])
  }
}
