// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerTestSupport
import Store
import StoreConformance
import StoreSQLite
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SQLiteStoreConformanceTests {
  @Test(arguments: StoreConformance.all)
  func `a file keeps what every store promises`(_ promise: StoreConformance.Promise) async throws {
    try await withFolder { folder in
      try await promise.check { decisions in
        .init(try SQLiteStore(path: folder + "/" + SQLiteStore.fileName, decisions: decisions))
      }
    }
  }

  /// The statements are the same as for a file. What differs is the queue, so every day only the
  /// promises run that depend on it.
  @Test(arguments: TestCases.areAll ? StoreConformance.all : StoreConformance.ofQueues)
  func `memory keeps what every store promises`(_ promise: StoreConformance.Promise) async throws {
    try await promise.check { decisions in .init(try SQLiteStore.inMemory(decisions: decisions)) }
  }
}
