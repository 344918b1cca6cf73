// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import GRDB
import MartletCore
import MartletWire

/// Deletes one person inside an open transaction.
struct PersonDeletion {
  let app: Int64
  let person: Int64
  /// The person's name, as lists show it.
  let name: String

  /// nil if nobody has the name.
  init?(_ name: String, app: Int64, _ db: Database) throws {
    guard let person = try IngestTables(app: app).person(name, db),
      let own = try String.fetchOne(db.cachedStatement(sql: SQL.personName), arguments: [app, person])
    else { return nil }
    self.app = app
    self.person = person
    self.name = own
  }

  // MARK: - How much there is

  func holdings(_ db: Database) throws -> [PersonalData: Int] {
    var holdings: [PersonalData: Int] = [:]
    for kind in PersonalData.allCases { holdings[kind] = try count(kind, db) }
    return holdings
  }

  private func count(_ kind: PersonalData, _ db: Database) throws -> Int {
    guard let sql = SQL.holding(kind) else {
      let offers = try IngestTables(app: app).offers(of: person, db)
      var all = CampaignSet()
      for step in Offers.Step.allCases {
        for isTest in [false, true] { all.formUnion(offers.all(step, isTest: isTest)) }
      }
      return all.numbers.count
    }
    return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: ["app": app, "person": person]) ?? 0
  }

  // MARK: - Deletion

  /// - Parameter receipt: nil to give none.
  /// - Returns: How much of each kind was removed.
  @discardableResult
  func run(at now: Instant, receipt: String? = nil, _ db: Database) throws -> [PersonalData: Int] {
    let holdings = try holdings(db)
    let devices = try String.fetchAll(
      db, sql: "SELECT device_id FROM device WHERE app = ? AND person_id = ?", arguments: [app, person])
    let names = try names(devices, db)
    let future = try String.fetchAll(
      db.cachedStatement(sql: SQL.eventsFrom), arguments: [app, person, now.milliseconds, now.milliseconds])
    let runs = try Int64.fetchAll(
      db.cachedStatement(sql: SQL.runNumbersOfPerson), arguments: ["app": app, "person": person])
    try keepCounts(db)
    try endPushes(db)
    for var request in try PrivacyRequest.all(of: person, app: app, db) {
      request.endWithPerson(receipt: receipt, at: now)
      try request.write(app: app, db)
    }
    try deleteDevices(devices, db)
    if name.hasPrefix("u:") {
      try db.execute(
        sql:
          "DELETE FROM push_run_user WHERE user_id = ? AND run IN (SELECT number FROM push_run WHERE app = ?)",
        arguments: [String(name.dropFirst(2)), app])
      try db.execute(sql: SQL.deleteFromLists, arguments: ["app": app, "user": String(name.dropFirst(2))])
    }
    for run in runs { try db.cachedStatement(sql: SQL.forgetValuesOfNobody).execute(arguments: [run]) }
    for table in Self.tables {
      try db.cachedStatement(sql: "DELETE FROM \(table) WHERE app = ? AND person_id = ?").execute(arguments: [
        app, person,
      ])
    }
    for name in names {
      try db.cachedStatement(sql: "DELETE FROM person_alias WHERE app = ? AND alias = ?").execute(arguments: [
        app, name,
      ])
    }
    for name in names where name.hasPrefix("u:") {
      try db.cachedStatement(sql: SQL.forgetPreviousUser).execute(arguments: [app, String(name.dropFirst(2))])
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
  private func names(_ devices: [String], _ db: Database) throws -> [String] {
    let linked = try String.fetchAll(
      db, sql: "SELECT alias FROM person_link WHERE app = ? AND person_id = ?", arguments: [app, person])
    let all = Set(
      ([name] + linked + devices.map { PersonID.of(userID: nil, deviceID: $0) }).map { ExactText($0) }
    ).map(\.text).sorted()
    return try all.filter { name in
      let owner = try IngestTables(app: app).person(name, db)
      return owner == nil || owner == person
    }
  }

  /// Notes what the person added to the counters, so that they can still be checked.
  private func keepCounts(_ db: Database) throws {
    for sql in SQL.keptCounts {
      try db.cachedStatement(sql: sql).execute(arguments: ["app": app, "person": person])
    }
    let tables = IngestTables(app: app)
    let offers = try tables.offers(of: person, db)
    guard !offers.isEmpty else { return }
    let names = Dictionary(uniqueKeysWithValues: try tables.campaignNumbers(db).map { ($1, $0) })
    for step in Offers.Step.allCases {
      for (slot, campaigns) in offers.counted(step) {
        for number in campaigns.numbers {
          guard let campaign = names[number] else { continue }
          try db.cachedStatement(sql: SQL.addToDeleted).execute(
            arguments: [app, campaign.text, slot.hour.milliseconds, step.metric.rawValue, slot.isTest])
        }
      }
    }
  }

  /// Counts pushes that were not sent yet as cancelled. Their rows are deleted with all others.
  private func endPushes(_ db: Database) throws {
    for row in try Row.fetchAll(db.cachedStatement(sql: SQL.openPushesOfPerson), arguments: [app, person]) {
      let (run, count): (Int64, Int) = (row["run"], row["n"])
      try SQL.add([nil: -count, .cancelled: count], toRun: run, db)
    }
  }

  /// Deletes what is stored by device, of those devices that nobody else has used.
  private func deleteDevices(_ devices: [String], _ db: Database) throws {
    for device in devices {
      let isShared =
        try Bool.fetchOne(db.cachedStatement(sql: SQL.isDeviceOfOthers), arguments: [app, device, person])
        ?? false
      guard !isShared else { continue }
      for table in ["test_device", "device_credential", "revoked_device"] {
        try db.cachedStatement(sql: "DELETE FROM \(table) WHERE app = ? AND device_id = ?").execute(
          arguments: [app, device])
        if table == "test_device", db.changesCount > 0 { try db.catalogueChanged(app) }
      }
      for sql in SQL.runsWithoutDevice {
        try db.cachedStatement(sql: sql).execute(arguments: ["app": app, "device": device])
      }
    }
    // Where a run that has listed its audience stopped. One that still does goes on from there.
    try db.cachedStatement(
      sql: "UPDATE push_run SET cursor_user = '', cursor_device = '' WHERE app = ? AND is_prepared"
    ).execute(
      arguments: [app])
  }
}
