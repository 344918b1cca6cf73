// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Pushing
import Store

extension ServerMaintenance {
  /// Moves the data file of a folder into the configured PostgreSQL database, which is empty or has
  /// an unfinished move of the same file. Returns what was done, and what is left to do.
  ///
  /// Checks both sides. Afterwards no server starts with the file. When it throws, the file can be
  /// used as before, unless the last step was interrupted: then only another move can finish it.
  public static func move(
    configuration: ServerConfiguration, progress: (Double) -> Void
  ) throws(StartProblem) -> [String] {
    guard case .database(let database, let folder) = configuration.storage else {
      throw .configuration(
        field: "--to (MARTLET_DATABASE)",
        "name the database, such as postgres://martlet@db.example.com/martlet.")
    }
    let moved: MovedData
    do throws(StoreError) {
      moved = try configuration.storage.moveFile(progress: progress)
    } catch {
      throw .store(error)
    }
    let rows = moved.tables.reduce(0) { $0 + $1.rows }
    var lines = [
      "Moved the data in \(folder) to the database \(database): \(rows) rows in \(moved.tables.count) tables, each compared."
    ]
    lines += moved.findings.map { "As in the file, a check finds: \($0)" }
    lines.append("Start servers with --database and its address. With the file, none starts any more.")
    if moved.tables.contains(where: { $0.name == "push_key" && $0.rows > 0 }) {
      let key = if case .file(let path) = configuration.encryptionKey { "in \(path)" } else { "of now" }
      lines.append(
        "APNs keys are encrypted: all servers of the database need the key \(key) (--encryption-key-file).")
    }
    return lines
  }
}
