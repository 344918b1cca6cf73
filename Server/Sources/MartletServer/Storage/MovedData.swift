// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Store
import StorePostgres
import StoreSQLite

extension ServerConfiguration.Storage {
  /// Moves the data file of the folder into the database, and marks the file.
  func moveFile(progress: (Double) -> Void) throws(StoreError) -> MovedData {
    guard case .database(let database, let folder) = self else {
      throw .failed("Name the database into which the data is moved.")
    }
    return try SQLiteLocation(folder).move { file in
      MovedData(
        tables: try PostgresLocation(database.address).receive(file, progress: progress),
        findings: file.findings ?? [])
    }
  }
}

/// What was moved.
struct MovedData {
  var tables: [DataReport.Table]
  /// One sentence each: what checks found in the file, and so in the database too.
  var findings: [String]
}
