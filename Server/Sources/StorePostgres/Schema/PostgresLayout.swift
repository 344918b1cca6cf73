// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The columns, indexes, constraints, triggers and functions of a schema.
///
/// A database has to have exactly those that the layout of its version makes. A trigger of somebody
/// else would run with everything that the server writes; what is missing would be noticed only by
/// the statement that needs it.
struct PostgresLayout {
  /// How each is defined, by a name in a sentence.
  private let definitions: [String: String]

  init(of schema: String, _ connection: PostgresConnection) throws(PostgresError) {
    try connection.send(Self.query, ["schema": schema])
    guard let rows = try connection.receive().last else { throw .noAnswer }
    var definitions: [String: String] = [:]
    for row in 0..<rows.count {
      guard let name = String(rows.value(row, 0)) else { continue }
      definitions[name] = String(rows.value(row, 1)) ?? ""
    }
    self.definitions = definitions
  }

  /// One sentence for each difference, in the order of their names.
  func differences(from expected: Self) -> [String] {
    let names = Set(definitions.keys).union(expected.definitions.keys)
    return names.filter { definitions[$0] != expected.definitions[$0] }.sorted().map { name in
      if expected.definitions[name] == nil { return "The \(name) is not Martlet's." }
      return definitions[name] == nil
        ? "The \(name) is missing." : "The \(name) is not defined as it should be."
    }
  }

  /// What is of a schema is named without it.
  private static let query = """
    WITH place AS (SELECT oid, nspname || '.' AS name FROM pg_namespace WHERE nspname = $schema),
      held AS (SELECT c.oid, c.relname, c.relkind FROM pg_class c JOIN place p ON p.oid = c.relnamespace)
    SELECT 'column ' || c.relname || '.' || a.attname, replace(concat_ws(' ', format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attnotnull THEN 'NOT NULL' END, pg_get_expr(d.adbin, d.adrelid), a.attidentity::text, o.collname), p.name, '')
    FROM place p, held c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum LEFT JOIN pg_collation o ON o.oid = a.attcollation
    WHERE c.relkind IN ('r', 'p', 'v', 'm')
    UNION ALL SELECT 'index ' || c.relname, replace(pg_get_indexdef(c.oid), p.name, '') FROM place p, held c WHERE c.relkind = 'i'
    UNION ALL SELECT 'constraint ' || k.conname || ' of ' || c.relname, replace(pg_get_constraintdef(k.oid), p.name, '')
    FROM place p, held c JOIN pg_constraint k ON k.conrelid = c.oid
    UNION ALL SELECT 'trigger ' || t.tgname || ' of ' || c.relname, replace(pg_get_triggerdef(t.oid), p.name, '') || t.tgenabled::text
    FROM place p, held c JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal
    UNION ALL SELECT 'function ' || f.proname || '(' || pg_get_function_identity_arguments(f.oid) || ')', f.prosrc
    FROM place p JOIN pg_proc f ON f.pronamespace = p.oid
    """
}
