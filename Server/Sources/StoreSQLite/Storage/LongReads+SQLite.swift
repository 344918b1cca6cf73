// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite
import StoreSQL

extension LongReads.Reader {
  /// Instructions of SQLite's machine, some 100 microseconds.
  private static let stride: Int32 = 10_000

  /// Runs the body, which ends when the caller is gone. An interruption from outside would be lost
  /// if no statement runs at that moment.
  func reading<Value>(_ db: Database, _ body: () throws -> Value) throws -> Value {
    try check()
    sqlite3_progress_handler(
      db.sqliteConnection, Self.stride,
      { context in
        guard let context else { return 0 }
        return Unmanaged<LongReads.Reader>.fromOpaque(context).takeUnretainedValue().isCallerGone ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
    return try body()
  }
}
