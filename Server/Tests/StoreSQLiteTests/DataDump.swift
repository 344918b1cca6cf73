// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

@testable import StoreSQLite

/// A data file as SQL text, which can be reviewed and kept.
enum DataDump {
  static let firstRelease = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .appendingPathComponent("Fixtures/schema/first-release.sql")

  /// Tables and rows first: triggers must not run for rows that are only copied.
  static func text(_ db: Database) throws -> String {
    var lines = ["PRAGMA foreign_keys = OFF;", "BEGIN;"]
    for table in try Row.fetchAll(
      db, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name")
    {
      let name: String = table["name"]
      lines.append("\(table["sql"] as String);")
      let values = try db.columns(in: name).map { "quote(\"\($0.name)\")" }.joined(separator: " || ', ' || ")
      lines += try String.fetchAll(db, sql: "SELECT \(values) FROM \"\(name)\"").map {
        "INSERT INTO \(name) VALUES (\($0));"
      }
    }
    lines += try String.fetchAll(
      db, sql: "SELECT sql FROM sqlite_master WHERE type <> 'table' AND sql IS NOT NULL ORDER BY type, name"
    ).map { $0 + ";" }
    for pragma in ["application_id", "user_version"] {
      lines.append("PRAGMA \(pragma) = \(try Int.fetchOne(db, sql: "PRAGMA \(pragma)") ?? 0);")
    }
    return (lines + ["COMMIT;", ""]).joined(separator: "\n")
  }

  static func write(_ text: String, to path: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { db in try db.execute(sql: text) }
    try database.close()
  }
}
