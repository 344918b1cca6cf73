// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
import Store
import StoreSQL

/// The connection that writes, and watches the file that it writes to.
struct SQLiteWriter: SQLWriter {
  let database: any DatabaseWriter
  let watch: DataFileWatch?

  func schedule(_ work: @escaping @Sendable (any SQLTransactions) -> Void) {
    database.asyncWriteWithoutTransaction { [watch] db in work(Transactions(db: db, watch: watch)) }
  }

  func storeError(_ error: any Error) -> StoreError { StoreError(error) }

  private struct Transactions: SQLTransactions {
    let db: Database
    let watch: DataFileWatch?
    var isAlive: Bool { true }

    func transaction(alone: Bool, _ body: (any SQLSession) throws -> Void) throws {
      try watch.guarding(db) {
        try db.inTransaction(.immediate) {
          try body(db)
          return .commit
        }
      }
    }

    func savepoint(_ body: (any SQLSession) throws -> Void) throws -> (any Error)? {
      do {
        try db.inSavepoint {
          try body(db)
          return .commit
        }
        return nil
      } catch {
        // When SQLite runs out of space or memory, it ends the transaction itself, and nothing of
        // it is stored.
        guard db.isInsideTransaction else { throw error }
        return error
      }
    }
  }
}
