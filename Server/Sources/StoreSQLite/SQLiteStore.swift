// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import Store
import Synchronization

/// A store in one SQLite file: write-ahead log, `synchronous=FULL`, one writer, readers that never wait for it.
///
/// What a call acknowledged survives a crash of the process and of the machine. All of the data that must agree is in the one file.
///
/// ```swift
/// let store = try SQLiteStore(directory: "data")
/// ```
public final class SQLiteStore: Store {
  let database: any DatabaseWriter
  let ingestion: GroupCommit
  private let isClosed = Mutex(false)

  /// How many decisions are kept for each app, the newest.
  public static let keptDecisions = 50_000
  /// The data file's name inside its folder.
  public static let fileName = "martlet.sqlite"

  /// Opens `martlet.sqlite` in the folder; creates both when they are not there.
  ///
  /// Throws `.olderSchema` and `.newerSchema` for a file of another version, `.cannotOpen` when folder or file cannot be used.
  public convenience init(directory: String) throws(StoreError) {
    try self.init(path: DataFile.path(creating: directory))
  }

  /// As `init(directory:)`, for a file in a folder that is there.
  public convenience init(path: String, keptDecisions: Int = SQLiteStore.keptDecisions) throws(StoreError) {
    let database = try DataFile.open(path)
    try self.init(database: database, keptDecisions: keptDecisions)
  }

  /// A store in memory, gone when closed: for tests and trials. The same layout and statements.
  public static func inMemory(keptDecisions: Int = SQLiteStore.keptDecisions) throws(StoreError) -> SQLiteStore {
    try SQLiteStore(database: DataFile.inMemory(), keptDecisions: keptDecisions)
  }

  init(database: any DatabaseWriter, keptDecisions: Int) throws(StoreError) {
    self.database = database
    ingestion = GroupCommit(database: database, keptDecisions: keptDecisions)
  }

  // MARK: - Health

  public func checkHealth() async throws(StoreError) {
    try await write { db in
      try db.cachedStatement(sql: "UPDATE setting SET value = value + 1 WHERE name = 'health_checks'").execute()
    }
  }

  /// After it the data file alone holds everything: the write-ahead log is empty or gone.
  public func close() async throws(StoreError) {
    let wasClosed = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return isClosed
    }
    guard !wasClosed else { return }
    await ingestion.close()
    // It waits for the disk: not on a thread that tasks need.
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, StoreError>, Never>) in
      DispatchQueue.global().async { [database] in
        continuation.resume(returning: Result { () throws(StoreError) in try DataFile.close(database) })
      }
    }
    try result.get()
  }

  // MARK: - Access to the database

  /// Not cancelled with the calling task: what was begun is finished, so that the answer always tells what is stored.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StoreError) -> Value {
    try refuseWhenClosed()
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, StoreError>, Never>) in
      database.asyncWriteWithoutTransaction { db in
        continuation.resume(
          returning: Result {
            var value: Value?
            try db.inTransaction(.immediate) {
              value = try body(db)
              return .commit
            }
            guard let value else { throw StoreError.failed("A transaction ended without its value.") }
            return value
          }.mapError { StoreError($0) })
      }
    }
    return try result.get()
  }

  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StoreError) -> Value {
    try refuseWhenClosed()
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, StoreError>, Never>) in
      database.asyncRead { access in
        continuation.resume(returning: Result { try body(access.get()) }.mapError { StoreError($0) })
      }
    }
    return try result.get()
  }

  private func refuseWhenClosed() throws(StoreError) {
    guard !isClosed.withLock({ $0 }) else { throw .unavailable("The store is closed.") }
  }
}
