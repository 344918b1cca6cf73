// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
public import Store
@_exported public import StoreSQL
import Synchronization

/// A store in a PostgreSQL database, which other processes may use at the same time.
///
/// What a call acknowledged was committed with `synchronous_commit`, so it survives a crash of the
/// process and of the database, and what the database's standbys are set up for. One transaction
/// writes at a time.
public final class PostgresStore: SQLStore {
  public let memory: SQLMemory
  let schema: PostgresSchema
  let changes: PostgresChanges
  public let ingestion: GroupCommit
  private let writer: ConnectionPool
  private let readers: ConnectionPool
  private let longReaders: ConnectionPool
  let replica: PostgresReplica?
  let duties: ConnectionPool
  let listener: ConnectionPool
  let longReads = LongReads()
  private let isClosed = Atomic(false)
  private let isRenewing = Atomic(false)
  private let isListening = Atomic(false)
  let present = Mutex<StorePresence?>(nil)

  /// How long a short statement may take. Then the database counts as gone, and another host of the
  /// address is tried.
  private static let patience = Duration.seconds(8)
  /// The same for what only people and jobs write, which may be a lot.
  private static let patienceWithPeople = Duration.seconds(15)
  /// Connections that a store holds.
  public static let connections = 3 + readerCount + LongReads.together
  private static let readerCount = 4

  /// Statements that each connection begins with. Roles may say otherwise, so it is said here.
  static let setup = [
    "SET synchronous_commit = on", "SET standard_conforming_strings = on", "SET lock_timeout = '5s'",
    // Of a server that is paused in the middle, others do not wait for long.
    "SET idle_in_transaction_session_timeout = '6s'", "SET client_min_messages = warning",
    // Of a server that is gone without a word, nothing stays locked for long.
    "SET tcp_keepalives_idle = 10", "SET tcp_keepalives_interval = 5", "SET tcp_keepalives_count = 3",
  ]
  /// For short questions and changes. Their plans are made once, often while the tables are still
  /// empty, and are always the same: they find rows by keys.
  static let pinned = [
    "SET plan_cache_mode = force_generic_plan", "SET enable_seqscan = off", "SET enable_hashjoin = off",
    "SET enable_mergejoin = off", "SET enable_bitmapscan = off", "SET jit = off",
  ]
  /// A result that is read in parts is read to its end, and much may be counted in between.
  private static let longSetup =
    setup + [
      "SET cursor_tuple_fraction = 1", "SET idle_in_transaction_session_timeout = '10min'",
      "SET statement_timeout = '10min'",
    ]

  /// Opens a database that has the layout of this version.
  ///
  /// - Parameter replica: Where reports and counts are read, if it is there and not far behind.
  ///
  /// Throws `.olderSchema`, `.newerSchema` or `.cannotOpen` as `PostgresLocation.open`.
  public convenience init(
    _ address: PostgresAddress, replica: PostgresAddress? = nil, decisions: DecisionQuota = DecisionQuota()
  ) throws(StoreError) {
    try self.init(address, replica: replica, decisions: decisions, schema: .current)
  }

  init(
    _ address: PostgresAddress, replica: PostgresAddress? = nil, decisions: DecisionQuota = DecisionQuota(),
    schema: PostgresSchema
  ) throws(StoreError) {
    self.schema = schema
    let types = StatementTypes()
    func pool(
      _ connections: Int, _ setup: [String], _ patience: Duration, at address: PostgresAddress = address
    ) -> ConnectionPool {
      ConnectionPool(address, connections: connections, setup: setup, patience: patience, types: types)
    }
    changes = try PostgresDatabase(address, schema: schema).begin()
    writer = pool(1, Self.setup + Self.pinned, Self.patience)
    readers = pool(Self.readerCount, Self.setup + Self.pinned, Self.patience)
    longReaders = pool(LongReads.together, Self.longSetup, .seconds(600))
    duties = pool(1, Self.setup, Self.patience)
    listener = pool(1, Self.setup, Self.patience)
    self.replica = replica.map {
      PostgresReplica(
        readers: pool(LongReads.together, Self.longSetup, .seconds(600), at: $0),
        probe: pool(1, Self.setup, .seconds(2), at: $0))
    }
    memory = SQLMemory(decisions: decisions)
    ingestion = GroupCommit(
      writer: PostgresWriter(pool: writer, changes: changes), memory: memory)
  }

  /// Whether it was closed.
  var isOver: Bool { isClosed.load(ordering: .sequentiallyConsistent) }

  // MARK: - Access to the database

  @discardableResult
  public func write<Value: Sendable>(
    alone: Bool, _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    try await on(writer) { [changes] connection in
      connection.patience = Self.patienceWithPeople
      defer { connection.patience = Self.patience }
      var value: Value?
      try PostgresTransactions(connection: connection, changes: changes).transaction(alone: alone) {
        value = try body($0)
      }
      guard let value else { throw StoreError.failed("A transaction ended without its value.") }
      return value
    }
  }

  public func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value)
    async throws(StoreError) -> Value
  {
    try await on(readers) { connection in try connection.read(body) }
  }

  public func readShared<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value)
    async throws(StoreError) -> Value
  {
    try await read(body)
  }

  public func readLong<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value)
    async throws(StoreError) -> Value
  {
    try await longReads.run { reader throws(StoreError) in
      try await read(on: longReaders, for: reader, body)
    }
  }

  public func readFigures<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value)
    async throws(StoreError) -> Value
  {
    guard let replica, replica.isNear else { return try await readLong(body) }
    return try await longReads.run { reader throws(StoreError) in
      do throws(StoreError) {
        return try await read(on: replica.readers, for: reader, body)
      } catch .unavailable {
        // It is gone, or had to end what was read to catch up.
        return try await read(on: longReaders, for: reader, body)
      }
    }
  }

  private func read<Value: Sendable>(
    on pool: ConnectionPool, for reader: LongReads.Reader,
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    try await on(pool) { connection in
      try reader.check()
      connection.isCallerGone = { reader.isCallerGone }
      defer { connection.isCallerGone = nil }
      return try connection.read(inParts: true, body)
    }
  }

  public func refuseEvents() throws(StoreError) {}

  public func publish(_ changes: [StoreChange]) { self.changes.listeners.publish(changes) }

  func on<Value: Sendable>(
    _ pool: ConnectionPool, _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    guard !isOver else { throw .unavailable("The store is closed.") }
    try changes.refuseOutdated()
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, StoreError>, Never>) in
      pool.run { connection in
        continuation.resume(
          returning: Result { try body(connection.get()) }.mapError { StoreError(postgres: $0) })
      }
    }
    return try result.get()
  }

  // MARK: - Changes

  public func subscribe(_ listener: any ChangeListener) {
    changes.listeners.add(listener)
    if !isListening.exchange(true, ordering: .relaxed) { listen() }
  }

  public func catchUp() async throws(StoreError) {
    let counts = try await read { [process = changes.process] db in
      try Dictionary(
        uniqueKeysWithValues: db.rows(SQL.otherProcesses, [process]).map { ($0[0] as Int64, $0[1] as Int64) })
    }
    if changes.note(others: counts) { publish([.everything]) }
    try await renewStatistics()
  }

  /// Lets PostgreSQL look at tables that have grown much since it looked last. It does so by itself
  /// once a minute, but a new app has stored a lot by then with plans that are made for empty
  /// tables.
  func renewStatistics() async throws(StoreError) {
    let tables = try await read { db in try db.values(SQL.outgrownTables, as: String.self) }
    guard !tables.isEmpty else { return }
    if isRenewing.exchange(true, ordering: .relaxed) { return }
    // Nobody waits for it: long questions may have both connections.
    longReaders.run { [self] connection in
      defer { isRenewing.store(false, ordering: .relaxed) }
      // When it fails, the next look tries again.
      guard let connection = try? connection.get() else { return }
      try? connection.send(control: "ANALYZE \(tables.joined(separator: ", "))")
      _ = try? connection.receive()
    }
  }

  // MARK: - Health

  public func checkHealth() async throws(StoreError) {
    try await write { db in
      try db.run("UPDATE setting SET value = value + 1 WHERE name = 'health_checks'")
    }
  }

  public func inspect() async throws(StoreError) {
    let isStandby = try await read { db in try db.value("SELECT pg_is_in_recovery()", as: Bool.self) }
    if isStandby == true { throw .unavailable("The database is a standby, which only lets us read.") }
  }

  public func findDamage() async throws(StoreError) -> [String] {
    try await readLong { db in Array(try DefinitionCheck.unreadable(db).prefix(10)) }
  }

  /// PostgreSQL's own cleaning (`VACUUM`) gives the room of deleted rows to new ones.
  public func overwriteDeleted() async throws(StoreError) -> OverwritingStep { .done }

  public func figures() -> StoreFigures {
    var figures = StoreFigures(waitingBatches: ingestion.waitingBatches)
    figures.waitingForConnections = [writer, readers, longReaders].reduce(0) { $0 + $1.waiting }
    return figures
  }

  public func close() async throws(StoreError) {
    if isClosed.exchange(true, ordering: .sequentiallyConsistent) { return }
    await ingestion.close()
    await withCheckedContinuation { continuation in
      writer.run { [process = changes.process] connection in
        // If it does not work, the row stays, which harms nobody.
        if let connection = try? connection.get() {
          try? connection.send(SQL.endProcess, [process])
          _ = try? connection.receive()
        }
        continuation.resume()
      }
    }
    // The listener ends by itself, soon.
    for pool in [writer, readers, longReaders, duties] + (replica?.pools ?? []) { await pool.close() }
  }

  public func leave() async throws(StoreError) { try await close() }
}

/// The connection that writes.
private struct PostgresWriter: SQLWriter {
  let pool: ConnectionPool
  let changes: PostgresChanges

  func schedule(_ work: @escaping @Sendable (any SQLTransactions) -> Void) {
    pool.run { [changes] connection in
      do {
        try changes.refuseOutdated()
        work(PostgresTransactions(connection: try connection.get(), changes: changes))
      } catch {
        work(Unreachable(error: error))
      }
    }
  }

  func storeError(_ error: any Error) -> StoreError { StoreError(postgres: error) }

  /// Where there is no connection.
  private struct Unreachable: SQLTransactions {
    let error: any Error
    var isAlive: Bool { false }

    func transaction(alone: Bool, _ body: (any SQLSession) throws -> Void) throws { throw error }
    func savepoint(_ body: (any SQLSession) throws -> Void) throws -> (any Error)? { throw error }
  }
}
