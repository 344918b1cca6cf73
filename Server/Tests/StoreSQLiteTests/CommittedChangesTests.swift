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

@Suite("What is told of rows that change")
struct CommittedChangesTests {
  private static let device = StoreChange.pushDevice("d", "shop")
  private static let other = StoreChange.pushDevice("e", "shop")
  private static let name = StoreChange.person("u:ana", "shop")

  /// A store in which Ana has two devices, and what is told of it.
  private static func store() async throws -> (store: SQLiteStore, heard: HeardChanges) {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    for device in ["d", "e"] {
      _ = try await store.ingest(Sample.batch([Sample.event(device, .sessionStart)], device: device))
      try await store.reportPush(
        Sample.device(device, token: device + device), sentAt: Sample.now, personID: "u:ana", trust: .device,
        isLab: false, app: "shop", at: Sample.now)
    }
    return (store, HeardChanges(store))
  }

  @Test(
    arguments: [
      ("UPDATE push_device SET dead_at = 1, dead_reason = 'Unregistered' WHERE device_id = 'd'", [device]),
      ("UPDATE push_device SET token = NULL, environment = NULL", [device, other]),
      ("DELETE FROM push_device WHERE device_id = 'd'", [device]),
      ("DELETE FROM push_device", [device, other]),
      (
        "UPDATE push_device SET device_id = 'f' WHERE device_id = 'd'",
        [device, .pushDevice("f", "shop")]
      ),
      (
        "INSERT INTO push_device SELECT * FROM push_device WHERE device_id = 'd' ON CONFLICT DO UPDATE SET token = 'ff'",
        [device]
      ),
      ("UPDATE person_alias SET person_id = 2 WHERE alias = 'u:ana'", [name]),
      ("DELETE FROM person_alias", [name]),
      ("UPDATE device SET last_seen = 0", []),
    ] as [(String, Set<StoreChange>)])
  func `any statement that changes rows is told of, whatever it is for`(
    sql: String, changes: Set<StoreChange>
  ) async throws {
    let (store, heard) = try await Self.store()
    try await store.writeDatabase { db in try db.execute(sql: sql) }
    #expect(Set(heard.take()) == changes)
    try await store.close()
  }

  @Test func `what is undone is not told`() async throws {
    let (store, heard) = try await Self.store()
    await #expect(throws: StoreError.self) {
      try await store.writeDatabase { db in
        try db.execute(sql: "DELETE FROM push_device")
        throw StoreError.notFound
      }
    }
    #expect(heard.take() == [])
    try await store.close()
  }
}
