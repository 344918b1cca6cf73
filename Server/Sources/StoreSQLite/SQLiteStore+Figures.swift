// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
public import Store

extension SQLiteStore {
  /// Asks only the file system, so that it answers while the database is busy.
  public func figures() -> StoreFigures {
    let waiting = ingestion.waitingBatches
    guard database is DatabasePool else { return StoreFigures(waitingBatches: waiting) }
    return StoreFigures(
      waitingBatches: waiting, dataBytes: QuietFile.size(of: database.path),
      logBytes: QuietFile.size(of: database.path + "-wal"),
      freeBytes: DiskSpace.free(at: database.path))
  }
}
