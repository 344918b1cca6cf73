// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Store
import StoreSQL

/// Moves the data of a file into a database, which has no tables before, or an unfinished move of
/// the same rows.
///
/// While it is not finished, the database has the table `unfinished_move`, and no entry in
/// `migration`: no version starts a server with it. Each transaction says there how many rows of
/// its table have come, so that a move that was interrupted goes on there.
struct PostgresMove {
  static let table = "unfinished_move"
  static let unfinished = StoreError.cannotOpen(
    "A move of a file into this database is not finished. Run martlet move again. \(remedy)")
  private static let remedy = "To begin again, create the database again, so that it is empty."

  private let data: any MovingData
  private let database: PostgresDatabase
  /// The database in a sentence.
  private let place: String
  /// Rows of a transaction.
  private let batch: Int
  private let sums: [TableSum]

  private var tables: [MovedTable] { data.tables }

  /// Reads all rows once, and finds out whether they can be moved.
  init(_ data: any MovingData, to database: PostgresDatabase, at place: String, batch: Int = 5_000) throws {
    (self.data, self.database, self.place, self.batch) = (data, database, place, batch)
    // To look at all rows of a table takes long.
    database.connection.patience = .seconds(3_600)
    try database.checkServer()
    do throws(PostgresError) {
      try database.lock("pg_advisory_lock")
    } catch {
      guard error.sqlState == "55P03" else { throw error }
      throw StoreError.unavailable(
        "Another command makes the tables of this database, or moves data into it. Wait for it.")
    }
    let names = try database.tables()
    let isBegun = names.contains(Self.table)
    if !isBegun {
      try data.refuseIfMoved()
      guard names.isEmpty else {
        throw names.contains("migration")
          ? StoreError.cannotOpen(
            "The database has data of Martlet already. Create an empty database for the move.")
          : PostgresDatabase.foreign
      }
    }
    sums = try data.tables.map { table in
      try TableSum(data.rows(of: table, after: 0), columns: table.columns.count) { column, value in
        guard case .text(let text) = value, text.utf8.contains(0) else { return }
        throw StoreError.failed(
          "The column \(table.columns[column]) of the table \(table.name) has a text with U+0000, which PostgreSQL cannot keep. Nothing was moved. Remove it from the file first."
        )
      }
    }
    if !isBegun { try makeTables() }
  }

  /// Returns how many rows each table has.
  ///
  /// - Parameter progress: From 0 to 1, after each transaction.
  func run(progress: (Double) -> Void) throws -> [DataReport.Table] {
    try copy(progress)
    try continueNumbers()
    try verify()
    // In this order: at no instant can servers start with both.
    try data.markMoved(to: place)
    try database.connection.run(
      script: """
        BEGIN;
        \(database.schema.note())
        DROP TABLE \(Self.table);
        COMMIT;
        """)
    return zip(tables, sums).map { DataReport.Table(name: $0.name, rows: $1.rows) }
  }

  // MARK: - Steps

  /// The layout as a server makes it, without the rows that it begins with. Triggers do nothing
  /// yet: what they count and note comes from the file.
  private func makeTables() throws {
    let script = """
      BEGIN;
      \(database.schema.steps.map(\.sql).joined(separator: "\n"))
      TRUNCATE \(MovedTable.list(tables.map(\.name)));
      \(switchTriggers("DISABLE"))
      CREATE TABLE \(Self.table) (name text PRIMARY KEY, sum text NOT NULL, done bigint NOT NULL DEFAULT 0);
      INSERT INTO \(Self.table) (name, sum) VALUES \(states.map { "('\($0)', '\($1)')" }.joined(separator: ", "));
      COMMIT;
      """
    try database.doing { () throws(PostgresError) in try database.connection.run(script: script) }
  }

  /// What is moved: the layout, and of each table its name and its sum.
  private var states: [String: String] {
    var states = ["": "layout \(database.schema.known)"]
    for (table, sum) in zip(tables, sums) { states[table.name] = "\(sum)" }
    return states
  }

  private func switchTriggers(_ word: String) -> String {
    tables.map { "ALTER TABLE \"\($0.name)\" \(word) TRIGGER USER;" }.joined(separator: "\n")
  }

  private func copy(_ progress: (Double) -> Void) throws {
    let stored = try database.rows("SELECT name, sum, done FROM \(Self.table)")
    var begun: [String: String] = [:]
    var done: [String: Int] = [:]
    for row in 0..<stored.count {
      let name = String(stored.value(row, 0)) ?? ""
      begun[name] = String(stored.value(row, 1))
      done[name] = Int(stored.int(row, 2))
    }
    guard begun == states else {
      throw StoreError.failed(
        "The database has an unfinished move of another file, or somebody has written to the file since. \(Self.remedy)"
      )
    }
    let all = sums.reduce(0) { $0 + $1.rows }
    var moved = done.values.reduce(0, +)
    for (table, sum) in zip(tables, sums) {
      let before = done[table.name] ?? 0
      guard before < sum.rows else { continue }
      try copy(table, after: before) { progress(Double(moved + $0) / Double(all)) }
      moved += sum.rows - before
    }
  }

  /// - Parameter stored: Hears after each transaction how many rows it has stored by now.
  private func copy(_ table: MovedTable, after count: Int, stored: (Int) -> Void) throws {
    var batch = CopiedRows(types: try types(of: table), most: self.batch)
    let rows = try data.rows(of: table, after: count)
    var done = 0
    var isMore = try rows.next()
    while isMore {
      batch.add(rows)
      isMore = try rows.next()
      guard batch.isFull || !isMore else { continue }
      try database.store(batch, in: table)
      done += batch.count
      stored(done)
      batch.removeAll()
    }
  }

  private func types(of table: MovedTable) throws -> [Int64] {
    let found = try database.rows(
      "SELECT attname::text, atttypid FROM pg_attribute WHERE attrelid = to_regclass(quote_ident($name)) AND attnum > 0 AND NOT attisdropped",
      ["name": table.name])
    let types = Dictionary(
      (0..<found.count).map { (String(found.value($0, 0)) ?? "", found.int($0, 1)) }, uniquingKeysWith: { $1 }
    )
    guard Set(types.keys) == Set(table.columns) else {
      throw StoreError.failed("The table \(table.name) has other columns in the database than in the file.")
    }
    return table.columns.compactMap { types[$0] }
  }

  /// Numbers go on after the greatest, and triggers count what comes from now on.
  private func continueNumbers() throws {
    try database.connection.run(
      script: """
        BEGIN;
        DO $$
        DECLARE
          one record;
          last bigint;
        BEGIN
          FOR one IN
            SELECT c.relname AS held, a.attname AS number FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
            WHERE a.attidentity <> '' AND c.relnamespace = current_schema()::regnamespace
          LOOP
            EXECUTE format('SELECT coalesce(max(%I), 0) FROM %I', one.number, one.held) INTO last;
            PERFORM setval(pg_get_serial_sequence(quote_ident(one.held), one.number), greatest(last, 1), last > 0);
          END LOOP;
          FOR one IN
            SELECT 'person_number_' || a.app AS name, coalesce(max(p.person_id), 0) AS last
            FROM app a LEFT JOIN person p USING (app) GROUP BY a.app
          LOOP
            EXECUTE format('CREATE SEQUENCE IF NOT EXISTS %I', one.name);
            PERFORM setval(one.name, greatest(one.last, 1), one.last > 0);
          END LOOP;
        END $$;
        \(switchTriggers("ENABLE"))
        COMMIT;
        ANALYZE;
        """)
  }

  // MARK: - Checks

  private func verify() throws {
    let found = try database.connection.read(inParts: true) { db in
      for (table, sum) in zip(tables, sums) {
        let found = try TableSum(db.cursor(table.select, []), columns: table.columns.count)
        if found.rows != sum.rows {
          throw different(
            "The table \(table.name) has \(found.rows) rows in the database and \(sum.rows) in the file.")
        }
        guard found == sum else {
          throw different("The table \(table.name) has other values in the database than in the file.")
        }
      }
      return try DefinitionCheck.unreadable(db) + CounterCheck.disagreements(db)
    }
    _ = try database.connection.receive()
    guard let known = data.findings, Set(known) != Set(found) else { return }
    throw different(
      "Checks say something else of the database than of the file: \(Set(found).symmetricDifference(known).sorted().joined(separator: " "))"
    )
  }

  private func different(_ what: String) -> StoreError {
    .failed("\(what) The file is still the one to use. \(Self.remedy)")
  }
}

extension PostgresDatabase {
  /// Stores rows, and that they are stored, in one transaction.
  fileprivate func store(_ batch: CopiedRows, in table: MovedTable) throws(PostgresError) {
    try connection.run(
      script: """
        BEGIN;
        COPY "\(table.name)" (\(MovedTable.list(table.columns))) FROM STDIN (FORMAT binary);
        UPDATE \(PostgresMove.table) SET done = done + \(batch.count) WHERE name = '\(table.name)';
        COMMIT;
        """, copying: batch.data)
  }
}
