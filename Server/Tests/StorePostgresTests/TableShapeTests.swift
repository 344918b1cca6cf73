// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import PostgresServer
import StoreConformance
import Testing

@testable import StorePostgres

@Suite(.timeLimit(.minutes(2)))
struct TableShapeTests {
  @Test func `people's rows can be spread over machines by person, as docs/scaling.md says`() throws {
    let database = try PostgresDatabase(PostgresServer.database())
    let tables = try database.rows(
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema::regnamespace")
    let keys = try database.rows(
      """
      SELECT c.relname, string_agg(a.attname, ' ') FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indisunique AND c.relnamespace = current_schema::regnamespace GROUP BY i.indexrelid, c.relname
      """)
    func text(_ rows: PostgresResult, _ row: Int, _ column: Int) -> String {
      String(rows.value(row, column)) ?? ""
    }
    let names = Set((0..<tables.count).map { text(tables, $0, 0) })
    let owners = try TableOwners()
    #expect(
      owners.violations(
        tables: names,
        keys: (0..<keys.count).map {
          TableOwners.Key(
            table: text(keys, $0, 0), columns: text(keys, $0, 1).split(separator: " ").map(String.init))
        }) == [])
    #expect(owners.missing(in: names) == [])
  }
}
