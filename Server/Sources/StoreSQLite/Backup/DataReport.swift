// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Store
import StoreSQL

extension DataReport {
  /// Reads the whole file. Throws when it is no data file of Martlet, cannot be read, or was
  /// written by a newer version.
  init(of path: String) throws(StoreError) {
    let header = try QuietFile.Header(of: path)
    let bytes = QuietFile.size(of: path)
    do {
      let database = try QuietFile.connect(path, header: header)
      defer { try? database.close() }
      let found = try database.read { db in try Findings(db) }
      self.init(path: path, bytes: bytes, schema: found.schema)
      damages = found.damages
      unreadable = found.unreadable
      disagreements = found.disagreements
      rows = found.rows
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT && header.isMartlets {
      self.init(path: path, bytes: bytes, schema: header.version)
      damages = ["The tables cannot be read (\(error.resultCode))."]
    } catch {
      throw DataFile.opening(error, path)
    }
  }
}

/// Everything is read from one snapshot of the data.
struct Findings: Sendable {
  var schema: Int
  var damages: [String] = []
  var unreadable: [String] = []
  var disagreements: [String] = []
  var rows: [DataReport.Table] = []

  /// The most problems that SQLite lists for a damaged file.
  private static let limit = 20

  init(_ db: Database) throws {
    schema = try Schema.version(db)
    guard schema > 0 else { throw StoreError.cannotOpen("The file has no Martlet data.") }
    try Schema.current.checkSupported(schema)
    do {
      let differences = try FileLayout.differences(db, schema)
      damages = differences
      damages += try String.fetchAll(db, sql: "PRAGMA integrity_check(\(Self.limit))").filter { $0 != "ok" }
        .map(Self.sentence)
      let strays = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map {
        ($0["table"] as String, $0["parent"] as String)
      }
      for (table, group) in Dictionary(grouping: strays, by: \.0).sorted(by: { $0.key < $1.key }) {
        damages.append("\(group.count) rows of \(table) refer to missing rows of \(group[0].1).")
      }
      let tables = try String.fetchAll(
        db,
        sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      for table in tables {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \"\(table)\"") ?? 0
        rows.append(DataReport.Table(name: table, rows: count))
      }
      guard schema == Schema.current.known, differences.isEmpty else { return }
      unreadable = try DefinitionCheck.unreadable(db)
      disagreements = try CounterCheck.disagreements(db)
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB
    {
      damages.append("The file cannot be read to the end (\(error.resultCode)).")
    }
  }

  private static func sentence(_ finding: String) -> String {
    let line = finding.split(whereSeparator: \.isNewline).joined(separator: "; ")
    return line.hasSuffix(".") ? line : line + "."
  }
}
