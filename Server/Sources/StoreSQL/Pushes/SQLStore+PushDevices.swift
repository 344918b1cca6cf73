// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire
public import Store

extension SQLStore {
  public func pushDevice(_ deviceID: String, app: AppID) async throws(StoreError) -> PushDevice? {
    try await readShared { db in
      try db.row(SQL.pushDeviceOfApp, [app.rawValue, deviceID]).map(
        PushDevice.init)
    }
  }

  public func runDeliveries(to personID: String, on deviceID: String, app: AppID) async throws(StoreError)
    -> [RunDelivery]
  {
    guard ![personID, deviceID].contains(where: { $0.utf8.contains(0) }) else { return [] }
    return try await readShared { db in
      let rows = try db.rows(SQL.runDeliveries, [app.rawValue, personID, deviceID])
      var campaigns: Set<String> = []
      return rows.compactMap { row in
        guard campaigns.insert(row["campaign"]).inserted else { return nil }
        return RunDelivery(
          campaignID: CampaignID(row["campaign"]), runID: row["id"], deviceID: deviceID,
          occurrence: row["occurrence"],
          outcome: (row["outcome"] as String?).flatMap(PushOutcome.init), detail: row["detail"],
          isHalted: row["is_halted"],
          expiresAt: Instant(stored: row["expires_at"]))
      }
    }
  }

  public func pushDevices(among deviceIDs: Set<String>, app: AppID) async throws(StoreError) -> Set<String> {
    try await readShared { db in
      let sent = deviceIDs.filter { !$0.utf8.contains(0) }
      return try Set(db.values(SQL.pushDevicesAmong, [app.rawValue, SQL.list(sent)], as: String.self))
    }
  }

  public func reportPush(
    _ device: Wire.Device, sentAt: Instant, personID: String?, trust: DeviceTrust, isLab: Bool, app: AppID,
    at now: Instant
  ) async throws(StoreError) {
    guard !device.id.isEmpty,
      ![device.id, device.pushToken, personID].contains(where: { $0?.utf8.contains(0) ?? false })
    else { return }
    let report = PushDeviceReport(device, sentAt: sentAt, trust: trust, isLab: isLab, at: now)
    try await commit { db in
      let app = try db.appKey(app)
      let person = try personID.flatMap { try IngestTables(app: app).person($0, db) }
      let stored = try StoredPushDevice(db.row(SQL.pushDevice, [app, device.id]), of: person)
      try report.change(of: stored)?.write(app: app, db)
    }
  }
}

extension StoredPushDevice {
  /// - Parameter row: Of `SQL.pushDevice`.
  init(_ row: SQLRow?, of person: Int64?) throws {
    self.init(device: try row.map(PushDevice.init), owner: row?["person_id"], person: person)
  }
}

extension PushDeviceReport.Change {
  fileprivate func write(app: Int64, _ db: any SQLSession) throws {
    if let token = device.token {
      try db.run(SQL.takePushToken, [app, token, device.deviceID])
    }
    try db.run(
      SQL.putPushDevice,
      [
        app, device.deviceID, person, device.token, device.environment?.rawValue,
        device.authorization?.rawValue,
        device.registeredAt.milliseconds, device.death?.since.milliseconds, device.death?.reason,
        device.optedOutAt?.milliseconds,
        device.isLab, device.saidAt?.milliseconds, device.trust.rawValue,
      ])
  }
}

extension PushDevice {
  init(_ row: SQLRow) throws {
    let death: Death? =
      if let since = Instant(stored: row["dead_at"]) {
        Death(since: since, reason: row["dead_reason"] ?? "")
      } else { nil }
    self.init(
      deviceID: row["device_id"], token: row["token"],
      environment: (row["environment"] as String?).flatMap(Wire.PushEnvironment.init),
      authorization: (row["authorization"] as String?).flatMap(Wire.PushAuthorization.init),
      registeredAt: Instant(milliseconds: row["registered_at"]), death: death,
      optedOutAt: Instant(stored: row["opted_out_at"]), isLab: row["is_lab"],
      saidAt: Instant(stored: row["said_at"]),
      trust: DeviceTrust(rawValue: row["trust"]) ?? .named)
  }
}

extension SQL {
  /// What `PushDevice` is read from, and whose device it is.
  ///
  /// - Parameter table: its name in the query, with a point.
  static func pushDeviceColumns(of table: String = "") -> String {
    [
      "device_id", "person_id", "token", "environment", "\"authorization\"", "registered_at", "dead_at",
      "dead_reason", "opted_out_at",
      "is_lab", "said_at", "trust",
    ].map { table + $0 }.joined(separator: ", ")
  }
  static let pushDevice = "SELECT \(pushDeviceColumns()) FROM push_device WHERE app = ? AND device_id = ?"
  static let pushDevicesAmong = """
    SELECT p.device_id FROM json_each(?2) n CROSS JOIN push_device p ON p.app = (SELECT app FROM app WHERE id = ?1)
      AND p.device_id = n.value AND NOT p.is_lab
    """
  static let pushDeviceOfApp =
    "SELECT \(pushDeviceColumns()) FROM push_device WHERE app = \(app) AND device_id = ?"
  /// Of the person's last rows, so that many runs cost no more.
  static let runDeliveries = """
    SELECT r.campaign, r.id, d.occurrence, d.outcome, d.detail, r.state = 'paused' AND r.reason IS NOT NULL AS is_halted, r.expires_at
    FROM (
      SELECT d.run, d.device_id, d.occurrence, d.outcome, d.detail FROM person_alias n
      CROSS JOIN push_delivery d ON d.app = n.app AND d.person_id = n.person_id
      WHERE n.app = \(app) AND n.alias = ? ORDER BY d.run DESC LIMIT 500
    ) d CROSS JOIN push_run r ON r.number = d.run
    WHERE d.device_id = ? AND r.audience NOT IN ('device', 'lab') ORDER BY d.run DESC, d.occurrence DESC
    """
  static let takePushToken = """
    UPDATE push_device SET token = NULL, environment = NULL, dead_at = NULL, dead_reason = NULL
    WHERE app = ? AND token = ? AND device_id <> ?
    """
  static let putPushDevice = """
    INSERT INTO push_device (
      app, device_id, person_id, token, environment, "authorization", registered_at, dead_at, dead_reason, opted_out_at, is_lab, said_at,
      trust)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (app, device_id) DO UPDATE SET person_id = excluded.person_id, token = excluded.token, environment = excluded.environment,
      "authorization" = excluded.authorization, registered_at = excluded.registered_at, dead_at = excluded.dead_at,
      dead_reason = excluded.dead_reason, opted_out_at = excluded.opted_out_at, is_lab = excluded.is_lab,
      said_at = excluded.said_at, trust = excluded.trust
    """
}
