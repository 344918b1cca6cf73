// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
package import Store
import StoreSQL

/// What is done with a database before a store uses it. Blocks the calling thread.
package struct PostgresDatabase {
  let connection: PostgresConnection
  let schema: PostgresSchema
  private let host: PostgresAddress.Host

  /// The version of PostgreSQL, as `server_version_num` says it.
  private static let oldest: Int64 = 150_000

  package init(_ address: PostgresAddress) throws(StoreError) { try self.init(address, schema: .current) }

  init(_ address: PostgresAddress, schema: PostgresSchema) throws(StoreError) {
    self.schema = schema
    var problem = StoreError.cannotOpen("The database's address names no host.")
    for host in address.hosts {
      let found: PostgresConnection
      do throws(PostgresError) { found = try Self.connect(host) } catch {
        problem = .cannotOpen("The database at \(host) cannot be opened: \(error.message)")
        continue
      }
      connection = found
      self.host = host
      try refusePooler()
      return
    }
    throw problem
  }

  private static func connect(_ host: PostgresAddress.Host) throws(PostgresError) -> PostgresConnection {
    try PostgresConnection(host, timeout: .seconds(3), setup: PostgresStore.setup, types: StatementTypes())
  }

  // MARK: - Poolers

  /// Throws if a pooler gives each transaction another connection. Locks and notifications would
  /// end up in other people's sessions without an error, and since PgBouncer 1.21 prepared
  /// statements give none either.
  ///
  /// In sessions of our own, one connection is always the same process of the database, and two are
  /// never the same. Asked before any statement is prepared.
  private func refusePooler() throws(StoreError) {
    let isPooled = try doing { () throws(PostgresError) -> Bool in
      let own = try Self.process(of: connection)
      // Nobody is between us, and the second connection is not needed.
      if own == connection.announcedProcess { return false }
      let other = try Self.connect(host)
      for _ in 0..<8 {
        // Twice, because a pooler that takes turns would give each of us the same one again.
        let found = try (Self.process(of: other), Self.process(of: connection), Self.process(of: connection))
        if found.0 == own || found.1 != own || found.2 != own { return true }
      }
      return false
    }
    if isPooled { throw .cannotOpen(PostgresError.pooler) }
  }

  private static func process(of connection: PostgresConnection) throws(PostgresError) -> Int64 {
    try connection.send(control: "SELECT pg_backend_pid()::bigint", isResultIgnored: false)
    guard let row = try connection.receive().last else { throw .noAnswer }
    return row.int(0, 0)
  }

  // MARK: - Layout

  /// The number of the layout; nil when there are no tables at all.
  ///
  /// Throws `.cannotOpen` for a move into it that is not finished.
  func layout() throws(StoreError) -> Int? {
    let names = try doing { () throws(PostgresError) in try tables() }
    if names.contains(PostgresMove.table) { throw PostgresMove.unfinished }
    guard !names.isEmpty else { return nil }
    guard names.contains("migration") else { return 0 }
    return try doing { () throws(PostgresError) in
      Int(try rows("SELECT max(number) FROM migration").int(0, 0))
    }
  }

  /// The names of tables and views, whoever made them.
  func tables() throws(PostgresError) -> Set<String> {
    let names = try rows(
      """
      SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm')
      """)
    return Set((0..<names.count).compactMap { String(names.value($0, 0)) })
  }

  /// Throws unless the database has a layout that this version can use, and can be used as it is
  /// set up.
  func check() throws(StoreError) {
    try checkServer()
    switch try layout() {
    case nil, schema.known: break
    case 0?: throw Self.foreign
    case let found? where found < PostgresSchema.first: throw .unreleasedSchema(found: found)
    case let found? where found < schema.known:
      throw .olderSchema(found: found, known: schema.known)
    case let found?:
      let least = try doing { () throws(PostgresError) in
        try rows("SELECT max(least_reader) FROM migration").int(0, 0)
      }
      // A newer version has changed it so that this one can go on.
      guard Int(least) <= schema.known else { throw .newerSchema(found: found, known: schema.known) }
    }
  }

  static let foreign = StoreError.cannotOpen(
    "The database has tables, and they are another program's. Create an empty database for Martlet.")

  func checkServer() throws(StoreError) {
    let row = try doing { () throws(PostgresError) in
      try rows(
        """
        SELECT current_setting('server_version_num')::bigint, current_setting('server_encoding'), pg_is_in_recovery(),
          current_setting('transaction_read_only') = 'on', current_setting('max_connections')::bigint, current_schema() IS NULL
        """)
    }
    guard row.int(0, 0) >= Self.oldest else {
      throw .cannotOpen("The database's server is older than PostgreSQL 15.")
    }
    guard case .text("UTF8") = row.value(0, 1) else {
      throw .cannotOpen("The database's encoding is not UTF8. Create it with ENCODING 'UTF8'.")
    }
    guard row.int(0, 2) == 0 else {
      throw .cannotOpen("The database is a standby, which only lets us read. Name the primary.")
    }
    guard row.int(0, 3) == 0 else { throw .cannotOpen("The database only lets us read.") }
    guard row.int(0, 4) >= PostgresStore.connections else {
      throw .cannotOpen(
        "The server allows \(row.int(0, 4)) connections, and Martlet needs \(PostgresStore.connections). Raise max_connections."
      )
    }
    guard row.int(0, 5) == 0 else {
      throw .cannotOpen("The database's search_path names no schema that exists. Make one for Martlet.")
    }
  }

  // MARK: - Migrations

  /// How long a step waits for a table that somebody uses. Whoever wants that table meanwhile waits
  /// behind it.
  private static let lockTimeout = "2s"
  /// How often a step tries that.
  private static let attempts = 60
  /// With many events, making an index takes hours.
  private static let patienceWithSteps = Duration.seconds(86_400)

  /// Brings the database to the newest layout, one transaction for each step. Returns the layouts
  /// before and after; 0 for none.
  ///
  /// Servers may go on, also those of an older version that the new layout allows. Throws
  /// `.unavailable` while there are others, and when a table cannot be had for minutes.
  package func migrate() throws(StoreError) -> (from: Int, to: Int) {
    try checkServer()
    connection.patience = Self.patienceWithSteps
    // Two processes that start at once do it one after the other, however long it takes.
    try doing { () throws(PostgresError) in
      try connection.run(script: "SET lock_timeout = 0")
      try lock("pg_advisory_lock")
    }
    defer { try? doing { () throws(PostgresError) in try lock("pg_advisory_unlock") } }
    let before = try layout()
    if before == 0 { throw Self.foreign }
    if let before, before < PostgresSchema.first { throw .unreleasedSchema(found: before) }
    if let before, before > schema.known { throw .newerSchema(found: before, known: schema.known) }
    let done = before.map { $0 - PostgresSchema.first + 1 } ?? 0
    for (index, step) in schema.steps.enumerated() where index >= done {
      if index > 0 { try refuse(olderThan: step.leastReader) }
      try run(
        """
        BEGIN;
        SET LOCAL lock_timeout = '\(Self.lockTimeout)';
        \(step.sql)
        \(schema.note(index))
        COMMIT;
        """, attempts: Self.attempts)
    }
    return (before ?? 0, schema.known)
  }

  /// Throws while a server runs that cannot use the layout that would be made.
  private func refuse(olderThan layout: Int) throws(StoreError) {
    let older = try doing { () throws(PostgresError) in
      try rows(SQL.olderServers, [Int64(layout)]).int(0, 0)
    }
    guard older > 0 else { return }
    throw .unavailable(
      "\(older == 1 ? "A server" : "\(older) servers") of a version that cannot use the new layout still \(older == 1 ? "runs" : "run"). Stop all of them, and start this one again."
    )
  }

  private func run(_ script: String, attempts: Int) throws(StoreError) {
    for attempt in 1...attempts {
      do {
        return try connection.run(script: script)
      } catch {
        try? connection.run(script: "ROLLBACK")
        guard error.sqlState == "55P03" else {
          return try doing { () throws(PostgresError) in throw error }
        }
        guard attempt < attempts else {
          throw .unavailable(
            "The migration waits for a table that a transaction has had for minutes. Find it in pg_stat_activity, end it, and start again."
          )
        }
        // Those who waited behind it go first.
        try doing { () throws(PostgresError) in try connection.run(script: "SELECT pg_sleep(1)") }
      }
    }
  }

  /// Makes the tables if there are none, checks the database, and notes that a process uses it.
  func begin() throws(StoreError) -> PostgresChanges {
    if try layout() == nil { _ = try migrate() }
    try check()
    return try doing { () throws(PostgresError) in
      _ = try rows(SQL.forgetProcesses)
      let process = try rows(SQL.beginProcess, [Int64(schema.known)]).int(0, 0)
      let others = try rows(SQL.otherProcesses, [process])
      return PostgresChanges(
        process: process,
        others: Dictionary(
          uniqueKeysWithValues: (0..<others.count).map { (others.int($0, 0), others.int($0, 1)) }))
    }
  }

  // MARK: - Checks

  func report(on name: String) throws(StoreError) -> DataReport {
    guard let found = try layout() else { throw .cannotOpen("\(name) has no data of Martlet.") }
    if found == 0 { throw Self.foreign }
    if found > schema.known { throw .newerSchema(found: found, known: schema.known) }
    do {
      let bytes = try rows("SELECT pg_database_size(current_database())").int(0, 0)
      var report = DataReport(path: name, bytes: bytes, schema: found)
      report.damages = try layoutDifferences(to: found)
      try connection.send(control: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      let session = PostgresSession(connection, readsInParts: true)
      let tables = try rows(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename COLLATE \"C\""
      )
      for table in 0..<tables.count {
        guard case .text(let name) = tables.value(table, 0) else { continue }
        report.rows.append(
          DataReport.Table(name: name, rows: Int(try rows("SELECT count(*) FROM \(name)").int(0, 0))))
      }
      if found == schema.known, report.damages.isEmpty {
        report.unreadable = try DefinitionCheck.unreadable(session)
        report.disagreements = try CounterCheck.disagreements(session)
      }
      return report
    } catch {
      throw StoreError(postgres: error)
    }
  }

  /// One sentence for each difference from the layout of a version. Makes that layout beside the
  /// real one, in a transaction that is not committed.
  private func layoutDifferences(to layout: Int) throws(PostgresError) -> [String] {
    guard let own = try String(rows("SELECT current_schema()").value(0, 0)) else { return [] }
    let other = "martlet_layout"
    try connection.run(
      script: "BEGIN; CREATE SCHEMA \(other); SET LOCAL search_path = \(other);"
        + schema.steps.prefix(layout - PostgresSchema.first + 1).map(\.sql).joined(separator: "\n"))
    let found = Result { () throws(PostgresError) in
      try PostgresLayout(of: own, connection).differences(from: PostgresLayout(of: other, connection))
    }
    try connection.send(control: "ROLLBACK")
    _ = try connection.receive()
    return try found.get()
  }

  func examine(at now: Instant) throws(StoreError) -> [PlaceFinding] {
    try checkServer()
    let row = try doing { () throws(PostgresError) in
      try rows(
        """
        SELECT current_setting('server_version'), current_setting('max_connections')::bigint,
          (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
          current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on',
          current_setting('synchronous_standby_names'),
          CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE')
            THEN (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')) ELSE -1 END,
          (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
          (SELECT count(*) FROM pg_settings
            WHERE source = 'command line' AND name IN ('cluster_name', 'hot_standby', 'wal_level')) = 3
        """)
    }
    func text(_ column: Int) -> String { String(row.value(0, column)) ?? "" }
    let difference = abs(now.milliseconds - row.int(0, 6))
    let standbys = text(4)
    return [
      PlaceFinding(
        "database",
        "PostgreSQL \(text(0)), \(row.int(0, 2)) of \(row.int(0, 1)) connections are in use. A server needs \(PostgresStore.connections)."
      ),
      row.int(0, 3) == 1
        ? PlaceFinding("durability", "What is committed survives a crash of the database's machine.")
        : PlaceFinding(
          "durability", isFailure: true,
          "fsync or full_page_writes is off, so a crash of the database's machine loses data. Switch them on."
        ),
      standby(standbys, connected: row.int(0, 5)),
      PlaceFinding(
        "database clock", isFailure: difference > 2_000,
        difference > 2_000
          ? "It differs from this machine's by \(difference / 1_000) seconds. Set both by NTP."
          : "It agrees with this machine's."),
    ] + (row.int(0, 7) == 1 ? [Self.patroni] : [])
  }

  /// PostgreSQL does not know how Patroni is set up, but Patroni starts it with these settings.
  private static let patroni = PlaceFinding(
    "fail-over",
    "It seems to be Patroni's. Before 3.0.3 (Debian 12 has 3.0.2), `etcd3:` in its file loses data: use `etcd:`. Its version: patronictl version"
  )

  /// - Parameter connected: Negative if this user may not see it.
  private func standby(_ names: String, connected: Int64) -> PlaceFinding {
    let subject = "standby"
    if names.isEmpty {
      return PlaceFinding(subject, "None is synchronous: what the only machine has lost is lost.")
    }
    if connected < 0 {
      return PlaceFinding(
        subject,
        "synchronous_standby_names is set. To see who is connected: GRANT pg_read_all_stats TO the user.")
    }
    return connected == 0
      ? PlaceFinding(
        subject, isFailure: true,
        "synchronous_standby_names is set, but no standby is connected, so nothing can be stored. Start one.")
      : PlaceFinding(subject, "\(connected) synchronous.")
  }

  // MARK: - Statements

  /// Runs statements without arguments.
  package func run(_ script: String) throws(StoreError) {
    try doing { () throws(PostgresError) in try connection.run(script: script) }
  }

  func rows(_ sql: String, _ arguments: SQLArguments = []) throws(PostgresError) -> PostgresResult {
    try connection.send(sql, arguments)
    guard let rows = try connection.receive().last else { throw .noAnswer }
    return rows
  }

  func lock(_ function: String) throws(PostgresError) {
    try connection.send(control: "SELECT \(function)(\(PostgresLock.migration))")
    _ = try connection.receive()
  }

  func doing<Value>(_ body: () throws(PostgresError) -> Value) throws(StoreError) -> Value {
    do { return try body() } catch {
      switch error.fate {
      case .bug where error.sqlState == "42501":
        throw .cannotOpen(
          "The database's user may not create tables (\(error.message)). Make it the database's owner.")
      case .bug where error.isPoolers: throw .cannotOpen(PostgresError.pooler)
      case .bug: throw .cannotOpen("The database cannot be used: \(error.message) (\(error.sqlState))")
      default: throw StoreError(postgres: error)
      }
    }
  }
}
