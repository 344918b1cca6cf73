// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
import Synchronization

/// Runs small reads so that reads which arrive while a reader is being started share its
/// transaction: starting a reader costs more than looking up a row.
///
/// Each read sees everything that was committed before it was requested: waiting reads are taken
/// before the transaction begins, and none joins afterwards.
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
    // Not `asyncRead`, because its transaction has read the database before it calls back.
    database.asyncUnsafeRead { [self] access in
      let reads = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      var areAnswered = false
      do {
        let reader = try access.get()
        try reader.inTransaction(.deferred) {
          areAnswered = true
          for read in reads { read(.success(reader)) }
          return .commit
        }
      } catch {
        // The end of a transaction can fail too: SQLite may have ended it itself.
        if !areAnswered { for read in reads { read(.failure(error)) } }
      }
    }
  }
}
