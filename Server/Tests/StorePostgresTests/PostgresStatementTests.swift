// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import StoreSQL
import Testing

@testable import StorePostgres

@Suite struct PostgresStatementTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var sqlite: String
    var postgres: String
    var testDescription: String { sqlite }
  }

  private static let cases = [
    Case(sqlite: "SELECT ? + ?", postgres: "SELECT $1 + $2"),
    Case(sqlite: "SELECT ?2, ?1, ?2, ?", postgres: "SELECT $2, $1, $2, $3"),
    Case(sqlite: "SELECT $app, $person, $app", postgres: "SELECT $1, $2, $1"),
    Case(sqlite: "SELECT '?''$x', \"a?\"", postgres: "SELECT '?''$x', \"a?\""),
    Case(sqlite: "FROM event e INDEXED BY event_named WHERE", postgres: "FROM event e  WHERE"),
    Case(sqlite: "FROM person_campaign NOT INDEXED WHERE", postgres: "FROM person_campaign  WHERE"),
    Case(sqlite: "a CROSS JOIN b ON c", postgres: "a  JOIN b ON c"),
    Case(sqlite: "x IS NOT NULL AND NOT y", postgres: "x IS NOT NULL AND NOT y"),
    Case(sqlite: "a /*sqlite:*/ b(?1) /*postgres: c($1, ?2) */ d", postgres: "a  c($1, $2)  d"),
  ]

  @Test(arguments: cases) func `a statement is translated`(_ example: Case) {
    #expect(PostgresStatement(example.sqlite, name: "").text == example.postgres)
  }

  @Test func `missing arguments are refused, and those that a statement does not name are left out`() throws {
    let statement = {
      var statement = PostgresStatement("SELECT $a, $b", name: "")
      statement.types = [PostgresType.int8, PostgresType.int8]
      return statement
    }()
    _ = try statement.bind(["b": 1, "a": 2, "c": 3])
    #expect(throws: PostgresError.self) { try statement.bind(["a": 1]) }
    #expect(throws: PostgresError.self) { try statement.bind([1]) }
  }

  private static let lists = "unnest($1::bigint[], $2::text[])"
  private static let forMany = [
    Case(
      sqlite: "INSERT INTO t (a, b) VALUES (?, ?) ON CONFLICT (a) DO UPDATE SET b = excluded.b",
      postgres:
        "INSERT INTO t (a, b) SELECT q.a1, q.a2 FROM \(lists) q (a1, a2) ORDER BY a1, a2 ON CONFLICT (a) DO UPDATE SET b = excluded.b"
    ),
    Case(
      sqlite: "INSERT INTO t SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM t WHERE a = ?1)",
      postgres:
        "INSERT INTO t SELECT q.a1, q.a2 FROM \(lists) q (a1, a2) WHERE NOT EXISTS (SELECT 1 FROM t WHERE a = q.a1)"
    ),
    Case(
      sqlite: "UPDATE t SET b = ?2 WHERE a = ?1 AND b < ?2",
      postgres: "UPDATE t SET b = q.a2 FROM \(lists) q (a1, a2) WHERE a = q.a1 AND b < q.a2"),
    Case(
      sqlite: "DELETE FROM t WHERE a = ? AND b = ?",
      postgres: "DELETE FROM t USING \(lists) q (a1, a2) WHERE a = q.a1 AND b = q.a2"),
    Case(
      sqlite: "SELECT c FROM t WHERE a = ? AND b = ?",
      postgres:
        "SELECT q.n, l.* FROM \(lists) WITH ORDINALITY q (a1, a2, n) CROSS JOIN LATERAL (SELECT c FROM t WHERE a = q.a1 AND b = q.a2) l ORDER BY q.n"
    ),
  ]

  @Test(arguments: forMany) func `a statement becomes one for lists of arguments`(_ one: Case) {
    var statement = PostgresStatement(one.sqlite, name: "")
    statement.types = [PostgresType.int8, PostgresType.text]
    #expect(statement.forEach() == one.postgres)
  }
}
