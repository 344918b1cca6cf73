// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletWire

/// Deletes one person inside an open transaction.
struct PersonDeletion {
  let app: Int64
  let person: Int64
  /// The person's name, as lists show it.
  let name: String

  /// nil if nobody has the name.
  init?(_ name: String, app: Int64, _ db: any SQLSession) throws {
    guard let person = try IngestTables(app: app).person(name, db),
      let own = try db.value(SQL.personName, [app, person], as: String.self)
    else { return nil }
    self.app = app
    self.person = person
    self.name = own
  }

  // MARK: - How much there is

  func holdings(_ db: any SQLSession) throws -> [PersonalData: Int] {
    var holdings: [PersonalData: Int] = [:]
    for kind in PersonalData.allCases { holdings[kind] = try count(kind, db) }
    return holdings
  }

  private func count(_ kind: PersonalData, _ db: any SQLSession) throws -> Int {
    guard let sql = SQL.holding(kind) else {
      let offers = try IngestTables(app: app).offers(of: person, db)
      var all = CampaignSet()
      for step in Offers.Step.allCases {
        for isTest in [false, true] { all.formUnion(offers.all(step, isTest: isTest)) }
      }
      return all.numbers.count
    }
    return try db.value(sql, ["app": app, "person": person], as: Int.self) ?? 0
  }

  // MARK: - Deletion

  /// - Parameter receipt: nil to give none.
  /// - Returns: How much of each kind was removed.
  @discardableResult
  func run(at now: Instant, receipt: String? = nil, _ db: any SQLSession) throws -> [PersonalData: Int] {
    let holdings = try holdings(db)
    let devices = try db.values(
      "SELECT device_id FROM device WHERE app = ? AND person_id = ?", [app, person], as: String.self)
    let names = try names(devices, db)
    let future = try db.values(
      SQL.eventsFrom, [app, person, now.milliseconds, now.milliseconds], as: String.self)
    let runs = try db.values(SQL.runNumbersOfPerson, ["app": app, "person": person], as: Int64.self)
    try keepCounts(db)
    try endPushes(db)
    for var request in try PrivacyRequest.all(of: person, app: app, db) {
      request.endWithPerson(receipt: receipt, at: now)
      try request.write(app: app, db)
    }
    try deleteDevices(devices, db)
    if name.hasPrefix("u:") {
      try db.run(
        "DELETE FROM push_run_user WHERE user_id = ? AND run IN (SELECT number FROM push_run WHERE app = ?)",
        [String(name.dropFirst(2)), app])
      try db.run(SQL.deleteFromLists, ["app": app, "user": String(name.dropFirst(2))])
    }
    for run in runs { try db.run(SQL.forgetValuesOfNobody, [run]) }
    // Results of backtests name people.
    try db.run("DELETE FROM shelf WHERE owner = (SELECT id FROM app WHERE app = ?)", [app])
    for table in Self.tables {
      try db.run("DELETE FROM \(table) WHERE app = ? AND person_id = ?", [app, person])
    }
    for name in names {
      try db.run("DELETE FROM person_alias WHERE app = ? AND alias = ?", [app, name])
    }
    for name in names where name.hasPrefix("u:") {
      for row in try db.rows(SQL.eventsAfterUser, [app, String(name.dropFirst(2))]) {
        try db.run(
          SQL.forgetPreviousUser, [row.record(without: "previous_user_id"), row["number"] as Int64])
      }
    }
    try Tombstones(app: app).put(names, events: future, at: now, db)
    try db.noteDeletion()
    return holdings
  }

  /// Decisions take their candidates with them.
  private static let tables = [
    "event", "removed_event", "decision", "person_attribute", "person_attribute_step", "device",
    "person_session", "person_campaign",
    "person_offer", "person_link", "active_day", "push_delivery", "push_device", "person",
  ]

  /// The names that lead to the person, and those of their devices that lead to nobody.
  private func names(_ devices: [String], _ db: any SQLSession) throws -> [String] {
    let linked = try db.values(
      "SELECT alias FROM person_link WHERE app = ? AND person_id = ?", [app, person], as: String.self)
    let all = Set(
      ([name] + linked + devices.map { PersonID.of(userID: nil, deviceID: $0) }).map { ExactText($0) }
    ).map(\.text).sorted()
    return try all.filter { name in
      let owner = try IngestTables(app: app).person(name, db)
      return owner == nil || owner == person
    }
  }

  /// Notes what the person added to the counters, so that they can still be checked.
  private func keepCounts(_ db: any SQLSession) throws {
    for sql in SQL.keptCounts {
      try db.run(sql, ["app": app, "person": person])
    }
    let tables = IngestTables(app: app)
    let offers = try tables.offers(of: person, db)
    guard !offers.isEmpty else { return }
    let names = Dictionary(uniqueKeysWithValues: try tables.campaignNumbers(db).map { ($1, $0) })
    for step in Offers.Step.allCases {
      for (slot, campaigns) in offers.counted(step) {
        for number in campaigns.numbers {
          guard let campaign = names[number] else { continue }
          try db.run(
            SQL.addToDeleted, [app, campaign.text, slot.hour.milliseconds, step.metric.rawValue, slot.isTest])
        }
      }
    }
  }

  /// Counts pushes that were not sent yet as cancelled. Their rows are deleted with all others.
  private func endPushes(_ db: any SQLSession) throws {
    for row in try db.rows(SQL.openPushesOfPerson, [app, person]) {
      let (run, count): (Int64, Int) = (row["run"], row["n"])
      try SQL.add([nil: -count, .cancelled: count], toRun: run, db)
    }
  }

  /// Deletes what is stored by device, of those devices that nobody else has used.
  private func deleteDevices(_ devices: [String], _ db: any SQLSession) throws {
    for device in devices {
      let isShared =
        try db.value(SQL.isDeviceOfOthers, [app, device, person], as: Bool.self)
        ?? false
      guard !isShared else { continue }
      for table in ["test_device", "device_credential", "revoked_device"] {
        let deleted = try db.execute("DELETE FROM \(table) WHERE app = ? AND device_id = ?", [app, device])
        if table == "test_device", deleted > 0 { try db.catalogueChanged(app) }
      }
      for sql in SQL.runsWithoutDevice {
        try db.run(sql, ["app": app, "device": device])
      }
    }
    // Where a run that has listed its audience stopped. One that still does goes on from there.
    try db.run(
      "UPDATE push_run SET cursor_user = '', cursor_device = '' WHERE app = ? AND is_prepared", [app])
  }
}

extension SQLRow {
  /// The record without a field; nil if there is none, or if it cannot be read.
  fileprivate func record(without field: String) -> String? {
    guard let text = self["record"] as String?,
      case .object(var fields)? = try? Wire.decode(Wire.JSONValue.self, from: Array(text.utf8))
    else { return nil }
    fields[field] = nil
    return String(decoding: Wire.encode(Wire.JSONValue.object(fields)), as: UTF8.self)
  }
}
