// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
import GRDB
public import Store
// Most functions of a `SQLiteStore` are in StoreSQL.
@_exported public import StoreSQL
import Synchronization

/// A store in one SQLite file: write-ahead log, `synchronous=FULL`, one writer, readers that never
/// wait for it.
///
/// What a call acknowledged survives a crash of the process and of the machine. All data that must
/// be consistent is in the one file.
///
/// ```swift
/// let store = try SQLiteStore(directory: "data")
/// ```
public final class SQLiteStore: SQLStore {
  let database: any DatabaseWriter
  public let ingestion: GroupCommit
  let changes = CommittedChanges()
  public let memory: SQLMemory
  let remains = DeletedRemains()
  private let sharedReads: SharedReads
  let longReads = LongReads()
  /// nil when the store is in memory.
  let watch: DataFileWatch?
  private let space: FreeSpace?
  private let isClosed = Mutex(false)

  /// The data file's name inside its folder.
  public static let fileName = "martlet.sqlite"

  /// With less free space than this, in bytes, events are refused.
  public static let minimumFreeBytes: Int64 = 100_000_000

  /// Opens `martlet.sqlite` in the folder; creates both if they do not exist.
  ///
  /// Throws `.olderSchema`, `.newerSchema` or `.unreleasedSchema` for a file of another version,
  /// `.cannotOpen` when the folder or file cannot be used.
  public convenience init(directory: String, minimumFreeBytes: Int64 = SQLiteStore.minimumFreeBytes)
    throws(StoreError)
  {
    UnfinishedFile.removeAbandoned(in: directory)
    try self.init(path: DataFile.path(creating: directory), minimumFreeBytes: minimumFreeBytes)
  }

  /// Like `init(directory:)`, for a file in an existing folder.
  public convenience init(
    path: String, decisions: DecisionQuota = DecisionQuota(),
    minimumFreeBytes: Int64 = SQLiteStore.minimumFreeBytes
  ) throws(StoreError) {
    let database = try DataFile.open(path)
    try self.init(
      database: database, decisions: decisions, watch: DataFileWatch(path: path),
      space: FreeSpace(path: path, minimum: minimumFreeBytes))
  }

  /// A store in memory, with the same layout and statements, which is gone once closed. For tests
  /// and trials.
  public static func inMemory(decisions: DecisionQuota = DecisionQuota()) throws(StoreError) -> SQLiteStore {
    try SQLiteStore(database: DataFile.inMemory(), decisions: decisions)
  }

  init(
    database: any DatabaseWriter, decisions: DecisionQuota, watch: DataFileWatch? = nil,
    space: FreeSpace? = nil
  ) throws(StoreError) {
    self.database = database
    sharedReads = SharedReads(database: database)
    self.watch = watch
    self.space = space
    memory = SQLMemory(decisions: decisions)
    ingestion = GroupCommit(
      writer: SQLiteWriter(database: database, watch: watch), memory: memory)
    do {
      try database.writeWithoutTransaction { db in try changes.watch(db) }
    } catch { throw StoreError(error) }
  }

  // MARK: - Health

  public func checkHealth() async throws(StoreError) {
    try await write { db in
      try db.run("UPDATE setting SET value = value + 1 WHERE name = 'health_checks'")
    }
    try await inspect()
  }

  public func inspect() async throws(StoreError) {
    try refuseWhenClosed()
    guard let watch, let space else { return }
    space.update()
    // First checks what only the writer can see, then, in parallel with the writer, the pages.
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Void, StoreError>, Never>) in
      database.asyncWriteWithoutTransaction { db in
        continuation.resume(returning: Result { () throws(StoreError) in try watch.inspect(db) })
      }
    }
    try result.get()
    let pages = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Void, StoreError>, Never>) in
      DispatchQueue.global().async {
        continuation.resume(returning: Result { () throws(StoreError) in try watch.inspectPages() })
      }
    }
    try pages.get()
    try space.require()
  }

  public func findDamage() async throws(StoreError) -> [String] {
    try await readDatabaseLong { try DataFile.damage($0) }
  }

  /// Afterwards the data file alone holds everything: the write-ahead log is empty or gone.
  public func close() async throws(StoreError) {
    await overwriteDeletedAtEnd()
    try await close(DataFile.close)
  }

  /// If nobody else uses it, the data file alone holds everything afterwards.
  public func leave() async throws(StoreError) {
    try await close(DataFile.leave)
  }

  private func close(_ body: @escaping @Sendable (any DatabaseWriter) throws(StoreError) -> Void)
    async throws(StoreError)
  {
    let wasClosed = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return isClosed
    }
    guard !wasClosed else { return }
    await ingestion.close()
    // Closing waits for the disk, so it must not run on a thread that tasks need.
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Void, StoreError>, Never>) in
      DispatchQueue.global().async { [database] in
        continuation.resume(returning: Result { () throws(StoreError) in try body(database) })
      }
    }
    try result.get()
  }

  // MARK: - Access to the database

  @discardableResult
  public func write<Value: Sendable>(
    alone: Bool, _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StoreError) -> Value {
    try await writeDatabase { db in try body(db) }
  }

  public func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value)
    async throws(StoreError) -> Value
  {
    try await readDatabase { db in try body(db) }
  }

  public func readLong<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value)
    async throws(StoreError) -> Value
  {
    try await readDatabaseLong { db in try body(db) }
  }

  public func readShared<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value)
    async throws(StoreError) -> Value
  {
    try refuseWhenClosed()
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, StoreError>, Never>) in
      sharedReads.run { [watch] access in
        continuation.resume(
          returning: Result { try body(access.get()) }.mapError {
            watch?.storeError(for: $0) ?? StoreError($0)
          })
      }
    }
    return try result.get()
  }

  // MARK: - What only SQLite has

  /// As `write`, with what GRDB can do.
  func writeDatabase<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value)
    async throws(StoreError) -> Value
  {
    try refuseWhenClosed()
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, StoreError>, Never>) in
      database.asyncWriteWithoutTransaction { [watch] db in
        continuation.resume(
          returning: Result {
            try watch.guarding(db) {
              var value: Value?
              try db.inTransaction(.immediate) {
                value = try body(db)
                return .commit
              }
              guard let value else { throw StoreError.failed("A transaction ended without its value.") }
              return value
            }
          }.mapError { StoreError($0) })
      }
    }
    return try result.get()
  }

  func readDatabase<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value)
    async throws(StoreError) -> Value
  {
    try refuseWhenClosed()
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, StoreError>, Never>) in
      database.asyncRead { [watch] access in
        continuation.resume(
          returning: Result { try body(access.get()) }.mapError {
            watch?.storeError(for: $0) ?? StoreError($0)
          })
      }
    }
    return try result.get()
  }

  func readDatabaseLong<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value)
    async throws(StoreError) -> Value
  {
    try await longReads.run { reader throws(StoreError) in
      try await readDatabase { db in try reader.reading(db) { try body(db) } }
    }
  }

  /// For what only the connection that writes can know or do. No transaction: a lock that another
  /// process holds does not refuse it, but it waits for writes before it. Does not check the files;
  /// the next write does.
  func onWriter<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value)
    async throws(StoreError) -> Value
  {
    try refuseWhenClosed()
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, StoreError>, Never>) in
      database.asyncWriteWithoutTransaction { [watch] db in
        continuation.resume(
          returning: Result { try body(db) }.mapError { watch?.storeError(for: $0) ?? StoreError($0) })
      }
    }
    return try result.get()
  }

  public func refuseEvents() throws(StoreError) {
    try watch?.refuseWhenDamaged()
    try space?.require()
  }

  public func publish(_ changes: [StoreChange]) { self.changes.listeners.publish(changes) }

  private func refuseWhenClosed() throws(StoreError) {
    guard !isClosed.withLock({ $0 }) else { throw .unavailable("The store is closed.") }
  }
}
