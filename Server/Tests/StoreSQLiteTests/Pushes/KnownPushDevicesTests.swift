// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store
import StoreConformance
import Testing

@testable import StoreSQLite

@Suite("Where pushes for a device go, as far as the store remembers it")
struct KnownPushDevicesTests {
  private static let key = KnownPushDevices.Key(app: "shop", device: "d", person: "u:ana")

  /// A store that remembers the rows of a device.
  private static func remembering(_ store: SQLiteStore) async throws {
    try await store.insert(Sample.app())
    for device in ["d", "e"] {
      _ = try await store.ingest(Sample.batch([Sample.event(device, .sessionStart)], device: device))
      for _ in 0..<2 { try await report(device, token: device + device, store) }
    }
    #expect(store.knownPushDevices.rows(of: key)?.device?.row.token == "dd")
  }

  private static func report(_ device: String, token: String?, _ store: SQLiteStore) async throws {
    try await store.reportPush(
      Sample.device(device, token: token), sentAt: Sample.now, personID: "u:ana", trust: .device,
      isLab: false, app: "shop", at: Sample.now)
  }

  @Test(
    arguments: [
      "UPDATE push_device SET dead_at = 1, dead_reason = 'Unregistered' WHERE device_id = 'd'",
      "UPDATE push_device SET token = NULL, environment = NULL",
      "DELETE FROM push_device WHERE device_id = 'd'", "DELETE FROM push_device",
      "UPDATE push_device SET person_id = 2 WHERE device_id = 'd'",
      "UPDATE person_alias SET person_id = 2 WHERE alias = 'u:ana'",
      "DELETE FROM person_alias", "UPDATE push_device SET device_id = 'f' WHERE device_id = 'd'",
      "INSERT INTO push_device SELECT * FROM push_device WHERE device_id = 'd' ON CONFLICT DO UPDATE SET token = 'ff'",
    ])
  func `any statement that changes the rows is noticed, whatever it is for`(sql: String) async throws {
    let store = try SQLiteStore.inMemory()
    try await Self.remembering(store)
    _ = try await store.ingest(Sample.batch([Sample.event("b", user: "ben", .sessionStart)], device: "f"))
    try await store.write { [known = store.knownPushDevices] db in
      try db.execute(sql: sql)
      // Whoever reads before the commit reads other rows than afterwards, and must not keep them.
      known.keep(
        try StoredPushDevice("d", personID: "u:ana", app: 1, db), of: Self.key, known.mark(of: Self.key))
    }
    #expect(store.knownPushDevices.rows(of: Self.key) == nil)
    try await store.close()
  }

  @Test func `neither what changes other rows nor what is undone is noticed`() async throws {
    let store = try SQLiteStore.inMemory()
    try await Self.remembering(store)
    try await store.write { db in
      try db.execute(sql: "UPDATE push_device SET token = 'ff' WHERE device_id = 'e'")
    }
    _ = try await store.ingest(Sample.batch([Sample.event("2", user: "ben", .sessionStart)], device: "f"))
    #expect(store.knownPushDevices.rows(of: Self.key) != nil)
    await #expect(throws: StoreError.self) {
      try await store.write { db in
        try db.execute(sql: "DELETE FROM push_device")
        throw StoreError.notFound
      }
    }
    #expect(store.knownPushDevices.rows(of: Self.key)?.device?.row.token == "dd")
    try await store.close()
  }

  @Test func `what another process writes is noticed`() async throws {
    try await withFolder { folder in
      let store = try SQLiteStore(directory: folder)
      try await Self.remembering(store)
      let other = try SQLiteStore(directory: folder)
      try await other.revokeDevice("d", app: "shop", at: Sample.now)
      try await store.catchUp()
      try await Self.report("d", token: "dd", store)
      #expect(try await store.pushDevice("d", app: "shop")?.token == "dd")
      try await other.close()
      try await store.close()
    }
  }
}
