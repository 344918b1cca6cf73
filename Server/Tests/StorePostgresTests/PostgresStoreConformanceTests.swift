// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import PostgresServer
import Store
import StoreConformance
import StorePostgres
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PostgresStoreConformanceTests {
  @Test(arguments: StoreConformance.all)
  func `a database keeps what every store promises`(_ promise: StoreConformance.Promise) async throws {
    let address = try PostgresServer.database()
    try await promise.check { decisions in .init(try PostgresStore(address, decisions: decisions)) }
  }
}
