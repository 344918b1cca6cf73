// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import PostgresServer
import ServerTestSupport
import Store
import StoreConformance
import StoreSQL
import Testing

@testable import StorePostgres

@Suite(.timeLimit(.minutes(5)))
struct ReplicaTests {
  // Database ─▶ replica            near: the replica answers
  //     └─ ✕ ─▶ (does not follow)  far, or gone: the database answers
  @Test func `reports are read from a replica while it is near, and from the database when it is not`()
    async throws
  {
    let primary = try PostgresServer()
    defer { primary.stop() }
    let url = try primary.makeDatabase("TEMPLATE martlet")
    let standby = try PostgresServer(standbyOf: primary)
    defer { standby.stop() }
    let name = try #require(url.split(separator: "/").last)
    let replica = try PostgresAddress(standby.url(of: String(name)))
    let store = try PostgresStore(try PostgresAddress(url), replica: replica)
    func isReadFromReplica() async throws -> Bool? {
      try await store.readFigures { db in try db.value("SELECT pg_is_in_recovery()", as: Bool.self) }
    }
    #expect(try await isReadFromReplica() == false, "nobody has asked how far it is")
    try await eventually("it follows") { try await store.announce(answers: true)?.readsReplica == true }
    #expect(try await isReadFromReplica() == true)
    #expect(
      try await store.readLong { db in try db.value("SELECT pg_is_in_recovery()", as: Bool.self) } == false)

    // Reports have what was stored, soon.
    let today = Sample.now.milliseconds / 86_400_000
    try await store.insert(Sample.app())
    _ = try await store.ingest(Sample.batch([Sample.event("e", .sessionStart)]))
    try await eventually("the replica has it") {
      try await !store.eventVolumes(app: "shop", days: today..<today + 1).isEmpty
    }

    // Far behind: it has stopped when the server was there last, two minutes ago.
    try await store.write { [process = store.changes.process] db in
      try db.run("UPDATE process SET seen_at = seen_at - interval '2 minutes' WHERE id = ?", [process])
    }
    let copy = try PostgresDatabase(replica)
    try await eventually("the replica has that") {
      // Divides by zero until it has.
      (try? copy.run(
        "SELECT 1 / (SELECT count(*) FROM process WHERE seen_at < clock_timestamp() - interval '1 minute')"))
        != nil
    }
    try copy.run("SELECT pg_wal_replay_pause()")
    let far = try await store.announce(answers: true)
    #expect(far?.readsReplica == false, "\(String(describing: far))")
    #expect(try await isReadFromReplica() == false)
    try copy.run("SELECT pg_wal_replay_resume()")
    try await eventually("it follows again") { try await store.announce(answers: true)?.readsReplica == true }
    #expect(try await isReadFromReplica() == true)

    standby.stop()
    #expect(try await isReadFromReplica() == false)
    #expect(try await store.announce(answers: true)?.replicaLag == nil)
    try await store.close()
  }
}
