// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire
public import Store

extension SQLStore {
  public func insert(_ run: PushRun) async throws(StoreError) {
    try await write { db in
      let app = try db.appKey(run.appID)
      let known = try db.value(
        "SELECT 1 FROM push_run WHERE app = ? AND id = ?", [app, run.id], as: Int.self)
      guard known == nil else { throw StoreError.alreadyExists }
      let number = try db.value(
        """
        INSERT INTO push_run (
          app, id, campaign, definition, audience, device_id, state, reason, is_open, is_prepared, starts_at, expires_at, per_minute,
          created_at, started_at, finished_at, event_values, is_capped, environments
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, TRUE, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number
        """,
        [
          app, run.id, run.campaignID.rawValue, String(decoding: Wire.encode(run.definition), as: UTF8.self),
          run.audience.kind.rawValue,
          run.audience.device, run.state.rawValue, run.reason, run.isPrepared, run.startsAt.milliseconds,
          run.expiresAt?.milliseconds,
          run.perMinute, run.createdAt.milliseconds, run.startedAt?.milliseconds,
          run.finishedAt?.milliseconds,
          SQL.stored(run.values.shared), run.push.isCapped, run.storedEnvironments,
        ], as: Int64.self)
      switch run.audience {
      case .everybody, .event, .device, .lab: break
      case .users(let users):
        for user in Set(users.map { ExactText($0) }) {
          try db.run(
            "INSERT INTO push_run_user (run, user_id, event_values) VALUES (?, ?, ?)",
            [number, user.text, SQL.stored(run.values.byUser[user.text] ?? [:])])
        }
      case .devices(let devices):
        for device in Set(devices.map { ExactText($0) }) {
          try db.run("INSERT INTO push_run_device (run, device_id) VALUES (?, ?)", [number, device.text])
        }
      }
    }
  }

  public func pushRun(_ id: String, app: AppID) async throws(StoreError) -> PushRun? {
    try await read { db in
      try db.row(SQL.pushRun, [app.rawValue, id]).map {
        try PushRun($0, members: true, db)
      }
    }
  }

  public func pushRuns(
    campaign: CampaignID?, app: AppID, after: String?, limit: Int
  ) async throws(StoreError) -> ListPage<PushRun> {
    let limit = limit.clamped(to: PushRunLimits.page)
    guard let place = after.map({ Int64($0) }) ?? .max else { return ListPage(elements: []) }
    return try await read { [unreadable = memory.unreadable] db in
      let sql = campaign == nil ? SQL.pushRuns : SQL.pushRunsOfCampaign
      var arguments: SQLArguments = [app.rawValue, place]
      if let campaign { arguments += [campaign.rawValue] }
      let rows = try db.rows(sql, arguments + [limit + 1])
      let next = rows.count > limit ? rows[limit - 1]["number"] as Int64? : nil
      return ListPage(
        elements: try rows.prefix(limit).compactMap { try unreadable.run($0, db) },
        next: next.map { String($0) })
    }
  }

  public func pushRunsToDo(at now: Instant) async throws(StoreError) -> [PushRun] {
    try await readShared { [unreadable = memory.unreadable] db in
      try db.rows(SQL.pushRunsToDo, [now.milliseconds, now.milliseconds, now.milliseconds])
        .compactMap { try unreadable.run($0, db) }
    }
  }

  public func trials(on deviceID: String, app: AppID, since: Instant) async throws(StoreError) -> [Wire
    .Campaign]
  {
    try await read { db in
      var ids: Set<String> = []
      return try db.rows(SQL.trials, [app.rawValue, deviceID, since.milliseconds])
        .map { try $0.document("definition", "run") as Wire.Campaign }.filter { ids.insert($0.id).inserted }
    }
  }

  public func changePushRun(
    _ id: String, app: AppID, _ change: @escaping @Sendable (inout PushRun) -> Bool
  ) async throws(StoreError) -> PushRun? {
    try await write { db in
      guard let row = try db.row(SQL.pushRun, [app.rawValue, id])
      else { return nil }
      var run = try PushRun(row, db)
      if change(&run) { try run.write(row["number"], db) }
      return run
    }
  }

  public func pushCounts(run id: String, app: AppID) async throws(StoreError) -> PushCounts {
    try await counts(SQL.pushRunCounts, [app.rawValue, id])
  }

  public func pushCounts(campaign: CampaignID, app: AppID) async throws(StoreError) -> PushCounts {
    try await counts(SQL.pushCountsOfCampaign, [app.rawValue, campaign.rawValue])
  }

  private func counts(_ sql: String, _ arguments: [String]) async throws(StoreError) -> PushCounts {
    try await read { db in
      var counts = PushCounts()
      for row in try db.rows(sql, SQLArguments(arguments)) {
        let word: String = row["outcome"]
        if word.isEmpty {
          counts.waiting += row["n"]
        } else if let outcome = PushOutcome(rawValue: word) {
          counts.outcomes[outcome, default: 0] += row["n"]
        }
      }
      return counts
    }
  }

  public func pushDeliveries(
    run id: String, app: AppID, outcome: PushOutcome?, after: String?, limit: Int
  ) async throws(StoreError) -> ListPage<PushDelivery> {
    let limit = limit.clamped(to: PeopleLimits.page)
    guard after?.utf8.contains(0) != true, let place = after.map(Place.init) ?? Place.first else {
      return ListPage(elements: [])
    }
    return try await read { db in
      let rows = try db.rows(
        SQL.pushDeliveries,
        [
          app.rawValue, id, place.device, place.occurrence, outcome?.rawValue, outcome?.rawValue, limit + 1,
        ])
      let deliveries = rows.prefix(limit).map(PushDelivery.init)
      return ListPage(
        elements: deliveries, next: rows.count > limit ? deliveries.last.map { Place($0).text } : nil)
    }
  }

  public func pushes(to personID: String, app: AppID, limit: Int) async throws(StoreError) -> [PersonPush] {
    guard !personID.utf8.contains(0) else { return [] }
    let limit = limit.clamped(to: PeopleLimits.page)
    return try await read { db in
      try db.rows(SQL.pushesOfPerson, [app.rawValue, personID, limit]).map { row in
        PersonPush(campaignID: CampaignID(row["campaign"]), runID: row["run_id"], delivery: PushDelivery(row))
      }
    }
  }
}

/// Where a page of a run's rows ends: `0 device`.
private struct Place {
  static let first: Place? = Place(device: "", occurrence: -1)

  var device: String
  var occurrence: Int

  init(device: String, occurrence: Int) {
    self.device = device
    self.occurrence = occurrence
  }

  init(_ delivery: PushDelivery) { self.init(device: delivery.deviceID, occurrence: delivery.occurrence) }

  /// nil if the text is none that this type wrote.
  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let occurrence = Int(parts[0]) else { return nil }
    self.init(device: String(parts[1]), occurrence: occurrence)
  }

  var text: String { "\(occurrence) \(device)" }
}

extension SQLRow {
  /// Values for templates, stored as JSON.
  func values(_ column: String) throws -> [String: Wire.JSONValue] {
    guard self[column] as String? != nil,
      case .object(let fields) = try document(column, "run") as Wire.JSONValue
    else { return [:] }
    return fields
  }
}

extension PushRun.Audience {
  fileprivate var device: String? { if case .device(let id) = self { id } else { nil } }
}

extension PushRun {
  /// - Parameter members: Whether to read the user or device ids of its audience; else they are
  ///   left out.
  init(_ row: SQLRow, members: Bool = false, _ db: any SQLSession) throws {
    func list(_ sql: String) throws -> [String] {
      members ? try db.values(sql, [row["number"] as Int64], as: String.self) : []
    }
    let id: String = row["id"]
    guard let state = State(rawValue: row["state"]), let kind = Audience.Kind(rawValue: row["audience"])
    else {
      throw StoreError.failed("The run \(id) is stored in a state that this version does not know.")
    }
    let ids =
      switch kind {
      case .devices: try list("SELECT device_id FROM push_run_device WHERE run = ? ORDER BY device_id")
      case .users: try list("SELECT user_id FROM push_run_user WHERE run = ? ORDER BY user_id")
      case .everybody, .event, .device, .lab: [String]()
      }
    var values = PushValues(shared: try row.values("event_values"))
    if members, kind == .users {
      let rows = try db.cursor(
        "SELECT user_id, event_values FROM push_run_user WHERE run = ? AND event_values IS NOT NULL",
        [row["number"] as Int64])
      while let row = try rows.nextRow() { values.byUser[row["user_id"]] = try row.values("event_values") }
    }
    self.init(
      id: id, appID: AppID(row["app_id"]), campaignID: CampaignID(row["campaign"]),
      definition: try row.document("definition", "definition of run \(id)"),
      audience: Audience(kind, device: row["device_id"], members: ids), values: values, state: state,
      reason: row["reason"],
      startsAt: Instant(milliseconds: row["starts_at"]),
      expiresAt: Instant(stored: row["expires_at"]), perMinute: row["per_minute"],
      environments: Self.environments(row["environments"]), isPrepared: row["is_prepared"],
      createdAt: Instant(milliseconds: row["created_at"]), startedAt: Instant(stored: row["started_at"]),
      finishedAt: Instant(stored: row["finished_at"]))
  }

  /// Only what changes. A cancelled run stays open until its rows have ended.
  func write(_ number: Int64, _ db: any SQLSession) throws {
    try db.run(
      """
      UPDATE push_run SET state = ?, reason = ?, is_prepared = ?, started_at = ?, finished_at = ?, is_open = ?, environments = ?
      WHERE number = ?
      """,
      [
        state.rawValue, reason, isPrepared, startedAt?.milliseconds, finishedAt?.milliseconds,
        state != .finished, storedEnvironments,
        number,
      ])
  }

  /// `development production`
  fileprivate var storedEnvironments: String? {
    environments.map { $0.map(\.rawValue).sorted().joined(separator: " ") }
  }

  private static func environments(_ stored: String?) -> Set<Wire.PushEnvironment>? {
    stored.map { Set($0.split(separator: " ").compactMap { Wire.PushEnvironment(rawValue: String($0)) }) }
  }
}

extension LeftOut {
  fileprivate func run(_ row: SQLRow, _ db: any SQLSession) throws -> PushRun? {
    try reading("run", row["id"], AppID(row["app_id"])) { try PushRun(row, db) }
  }
}

extension PushDelivery {
  fileprivate init(_ row: SQLRow) {
    self.init(
      deviceID: row["device_id"], occurrence: row["occurrence"], personID: row["alias"], arm: row["arm"],
      attempt: row["attempt"],
      outcome: (row["outcome"] as String?).flatMap(PushOutcome.init), detail: row["detail"],
      dueAt: Instant(stored: row["due_at"]),
      at: Instant(milliseconds: row["at"]))
  }
}

extension SQL {
  /// Values for templates, as JSON; nil for none.
  static func stored(_ values: [String: Wire.JSONValue]) -> String? {
    values.isEmpty ? nil : String(decoding: Wire.encode(Wire.JSONValue.object(values)), as: UTF8.self)
  }

  private static let pushRunColumns = """
    r.number, r.id, a.id AS app_id, r.campaign, r.definition, r.audience, r.device_id, r.state, r.reason, r.is_prepared, r.starts_at,
      r.expires_at, r.per_minute, r.created_at, r.started_at, r.finished_at, r.event_values, r.environments, r.app, r.cursor_user,
      r.cursor_device
    """
  static let pushRunRows = "SELECT \(pushRunColumns) FROM app a JOIN push_run r ON r.app = a.app"
  static let pushRun = "\(pushRunRows) WHERE a.id = ? AND r.id = ?"
  static let pushRuns = """
    SELECT \(pushRunColumns) FROM push_run r JOIN app a ON a.app = r.app WHERE a.id = ? AND r.number < ? ORDER BY r.number DESC LIMIT ?
    """
  static let pushRunsOfCampaign = """
    SELECT \(pushRunColumns) FROM app a JOIN push_run r ON r.app = a.app
    WHERE a.id = ? AND r.number < ? AND r.campaign = ? ORDER BY r.number DESC LIMIT ?
    """
  static let pushRunsToDo = """
    SELECT \(pushRunColumns) FROM push_run r CROSS JOIN app a ON a.app = r.app
    LEFT JOIN campaign c ON c.app = r.app AND c.id = r.campaign
    WHERE r.is_open AND r.starts_at <= ? AND r.state <> 'paused' AND (
      r.audience <> 'event' OR r.state <> 'sending' OR r.expires_at <= ? OR c.state IS NULL OR c.state NOT IN ('running', 'paused')
      OR EXISTS (SELECT 1 FROM push_delivery d WHERE d.run = r.number AND d.due_at IS NOT NULL AND d.due_at <= ?)
    ) ORDER BY r.starts_at
    """
  static let trials = """
    SELECT r.definition FROM app a JOIN push_run r ON r.app = a.app
    WHERE a.id = ? AND r.audience = 'device' AND r.device_id = ? AND r.created_at >= ? ORDER BY r.number DESC LIMIT 20
    """
  static let pushRunCounts = """
    SELECT c.outcome, c.n FROM push_run r JOIN push_run_count c ON c.run = r.number WHERE r.app = \(app) AND r.id = ? AND c.n > 0
    """
  /// One row for each run and outcome.
  static let pushCountsOfCampaign = """
    SELECT c.outcome, c.n FROM push_run r JOIN push_run_count c ON c.run = r.number
    WHERE r.app = \(app) AND r.campaign = ? AND r.audience NOT IN ('device', 'lab') AND c.n > 0
    """
  static let pushesOfPerson = """
    SELECT r.campaign, r.id AS run_id, d.device_id, d.occurrence, p.alias, d.arm, d.attempt, d.outcome, d.detail, d.due_at, d.at
    FROM person_alias n CROSS JOIN push_delivery d ON d.app = n.app AND d.person_id = n.person_id
      CROSS JOIN push_run r ON r.number = d.run LEFT JOIN person p ON p.app = d.app AND p.person_id = d.person_id
    WHERE n.app = \(app) AND n.alias = ? ORDER BY d.run DESC, d.device_id, d.occurrence DESC LIMIT ?
    """
  static let pushDeliveries = """
    SELECT d.device_id, d.occurrence, p.alias, d.arm, d.attempt, d.outcome, d.detail, d.due_at, d.at
    FROM push_run r JOIN push_delivery d ON d.run = r.number LEFT JOIN person p ON p.app = d.app AND p.person_id = d.person_id
    WHERE r.app = \(app) AND r.id = ? AND (d.device_id, d.occurrence) > (?, ?) AND (CAST(? AS TEXT) IS NULL OR d.outcome = ?)
    ORDER BY d.device_id, d.occurrence LIMIT ?
    """
}
