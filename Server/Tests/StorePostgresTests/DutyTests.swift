// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import PostgresServer
import ServerTestSupport
import Store
import Testing

@testable import StorePostgres

@Suite(.timeLimit(.minutes(2)))
struct DutyTests {
  private static func withStores(_ body: (PostgresStore, PostgresStore) async throws -> Void) async throws {
    let address = try PostgresServer.database()
    let (one, other) = (try PostgresStore(address), try PostgresStore(address))
    var problem: (any Error)?
    do { try await body(one, other) } catch { problem = error }
    for store in [one, other] { try? await store.close() }
    if let problem { throw problem }
  }

  @Test func `one server has a duty until it gives it back`() async throws {
    try await Self.withStores { one, other in
      let run = Duty.sending("r", app: "shop")
      var has = [try await one.acquire(run), try await one.acquire(run), try await other.acquire(run)]
      #expect(has == [true, true, false])
      has = [try await other.acquire(.sending("r", app: "other")), try await other.acquire(.retention)]
      #expect(has == [true, true])
      await other.release(run)
      has = [try await other.acquire(run)]
      #expect(has == [false])
      await one.release(run)
      has = [try await other.acquire(run), try await one.acquire(run)]
      #expect(has == [true, false])
    }
  }

  @Test func `a server that ends, or loses its connection, loses its duties`() async throws {
    try await Self.withStores { one, other in
      var has = [try await one.acquire(.winners), try await one.acquire(.retention)]
      #expect(has == [true, true])
      _ = try await other.read { db in
        try db.rows(
          """
          SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
          WHERE l.locktype = 'advisory' AND d.datname = current_database() AND l.pid <> pg_backend_pid()
          """
        )
      }
      try await eventually("the other server gets it") { try await other.acquire(.winners) }
      has = [
        try await one.acquire(.winners), try await one.acquire(.retention),
        try await other.acquire(.retention),
      ]
      #expect(has == [false, true, false])
      try await one.close()
      try await eventually("the other server gets it") { try await other.acquire(.retention) }
    }
  }
}
