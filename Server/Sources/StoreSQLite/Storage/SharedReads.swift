// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
import Synchronization

/// Runs small reads so that those which arrive while a reader is on its way share its transaction: going to a reader and back costs more than
/// looking up a row.
///
/// Each sees everything that was committed before it was asked for: who waits is taken before the transaction begins, and nobody joins it after.
final class SharedReads: Sendable {
  typealias Read = @Sendable (Result<Database, any Error>) -> Void

  private let database: any DatabaseReader
  private let waiting = Mutex<[Read]>([])

  init(database: any DatabaseReader) {
    self.database = database
  }

  func run(_ read: @escaping Read) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(read)
      return waiting.count == 1
    }
    guard isFirst else { return }
    // Not `asyncRead`: its transaction has looked at the database before it calls.
    database.asyncUnsafeRead { [self] access in
      let reads = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      do {
        let reader = try access.get()
        try reader.inTransaction(.deferred) {
          for read in reads { read(.success(reader)) }
          return .commit
        }
      } catch {
        for read in reads { read(.failure(error)) }
      }
    }
  }
}
