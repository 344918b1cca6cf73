// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite
import Store
import Synchronization

/// Checks that the data file and its write-ahead log are still the files that were opened, and that
/// nobody damages them.
///
/// A process that has a file open can go on writing to it after the file was deleted or replaced.
/// Such a write is lost and must not be acknowledged, so every transaction is checked before and
/// after, each time with three questions to the file system. When anything but this process has
/// written to the files, they are examined before the next transaction: another Martlet process may
/// do so without harm.
final class DataFileWatch: Sendable {
  private struct Files: Hashable {
    var main: FileState
    var log: FileState?
    var index: FileState.Identity?
  }

  private struct State {
    var known: Files?
    /// Damage is remembered until a restart, because a damaged file does not repair itself.
    var damage: StoreError?
    /// The state of the main file when all of its pages were last checked.
    var checked: FileState?
  }

  private let path: String
  private let pause: @Sendable () -> Void
  private let state = Mutex(State())

  /// For a file that has just been opened.
  ///
  /// - Parameter pause: Waits briefly on the calling thread, for another process that uses the log.
  init(
    path: String, pause: @escaping @Sendable () -> Void = { sqlite3_sleep(DataFileWatch.pauseMilliseconds) }
  ) {
    self.path = path
    self.pause = pause
    let files = foundFiles()
    state.withLock {
      $0.known = files
      $0.checked = files?.main
    }
  }

  // MARK: - Transactions

  /// Performs a transaction if the files are sound. Throws when they are no longer those that were
  /// opened: then the transaction is not stored, whatever the database says.
  func guarding<Value>(_ db: Database, _ transaction: () throws -> Value) throws -> Value {
    try inspect(db)
    let value: Value
    do {
      value = try transaction()
    } catch {
      try? remember()
      throw storeError(for: error)
    }
    try remember()
    return value
  }

  /// Records damage that the database itself has found.
  func storeError(for error: any Error) -> StoreError {
    let result = StoreError(error)
    if let error = error as? DatabaseError, [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
      state.withLock { $0.damage = result }
    }
    return result
  }

  /// Throws known damage, without checking again.
  func refuseWhenDamaged() throws(StoreError) {
    if let damage = state.withLock({ $0.damage }) { throw damage }
  }

  // MARK: - Looking

  /// Throws unless the files are those that were opened and hold what this process, or another
  /// process that follows the rules, has written.
  func inspect(_ db: Database) throws(StoreError) {
    try refuseWhenDamaged()
    let files = try currentFiles()
    guard files != state.withLock({ $0.known }) else { return }
    try examine(db)
    state.withLock { $0.known = files }
  }

  /// Checks all pages of the main file if it is small enough and has changed since the last check,
  /// else some pages. Not for the writer's thread.
  func inspectPages() throws(StoreError) {
    try refuseWhenDamaged()
    let main = try currentFiles().main
    guard state.withLock({ $0.checked }) != main else { return }
    try check(thoroughly: main.bytes <= DataFile.bytesCheckedWhileRunning)
    state.withLock { $0.checked = main }
  }

  /// Like SQLite's own wait for a lock: five seconds in total.
  private static let pauseMilliseconds: Int32 = 10
  private static let tries = 500

  private func examine(_ db: Database) throws(StoreError) {
    for _ in 0..<Self.tries {
      switch try isLogWhole(db) {
      case true?: return try check(thoroughly: false)
      case false?: throw damaged("its write-ahead log was changed by another program")
      case nil: pause()
      }
    }
    // This says nothing about the log, which is checked before the next transaction.
    throw .unavailable("The data file is locked by another process.")
  }

  /// Whether everything that SQLite uses of the log has the right checksums. nil when that cannot
  /// be determined now, because another process is moving the log into the data file or the log
  /// began anew during the check.
  private func isLogWhole(_ db: Database) throws(StoreError) -> Bool? {
    let log = path + "-wal"
    let header = WriteAheadLog.header(path: log)
    let used: Int
    do {
      used = try db.checkpoint(.passive).walFrameCount
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return nil
    } catch {
      throw damaged("its write-ahead log cannot be read")
    }
    let whole = WriteAheadLog.countOfWholeFrames(path: log)
    if used <= whole ?? 0 { return true }
    // As long as the header is the same, the log only grows: then frames that were in use before
    // must be there.
    guard let header, whole != nil, let now = WriteAheadLog.header(path: log) else {
      throw .unavailable("The write-ahead log of the data file cannot be opened now.")
    }
    return header == now ? false : nil
  }

  private func check(thoroughly: Bool) throws(StoreError) {
    do {
      try DataFile.probe(path, thoroughly: thoroughly)
    } catch {
      switch StoreError(error) {
      // An error that prevents the check says nothing about the file, which is known to be there.
      case .unavailable(let reason)
      where (error as? DatabaseError).map { Self.obstacles.contains($0.resultCode) } ?? false:
        throw .unavailable(reason)
      case .cannotOpen(let reason): throw damaged("its layout was changed. " + reason, "")
      default: throw damaged("its contents cannot be read")
      }
    }
  }

  private static let obstacles: [ResultCode] = [
    .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN, .SQLITE_NOMEM,
  ]

  private func damaged(_ reason: String, _ end: String = ".") -> StoreError {
    let damage = StoreError.unavailable(
      "The data file \(path) was damaged while the server was running: \(reason)\(end) Stop the server, run martlet doctor, and restore a backup if it tells you to."
    )
    state.withLock { $0.damage = damage }
    return damage
  }

  private func remember() throws(StoreError) {
    let files = try currentFiles()
    state.withLock { $0.known = files }
  }

  /// Throws when one of them is not the file that was opened.
  private func currentFiles() throws(StoreError) -> Files {
    guard let known = state.withLock({ $0.known }), let files = foundFiles() else {
      throw replaced("no longer exists")
    }
    guard files.main.identity == known.main.identity else { throw replaced("is now another file") }
    // SQLite creates them when it needs them and keeps them until the last process has closed the
    // data file.
    if let log = known.log?.identity, files.log?.identity != log {
      throw replaced("has lost its write-ahead log")
    }
    if let index = known.index, files.index != index { throw replaced("has lost its -shm file") }
    return files
  }

  private func foundFiles() -> Files? {
    guard let main = FileState(path: path) else { return nil }
    return Files(
      main: main, log: FileState(path: path + "-wal"), index: FileState(path: path + "-shm")?.identity)
  }

  private func replaced(_ how: String) -> StoreError {
    .unavailable(
      "The data file \(path) \(how): someone deleted, moved or replaced files while the server was running. Stop the server and put them back, or restore a backup."
    )
  }
}

extension DataFileWatch? {
  /// Without a file there is nothing to check.
  func guarding<Value>(_ db: Database, _ transaction: () throws -> Value) throws -> Value {
    guard let self else { return try transaction() }
    return try self.guarding(db, transaction)
  }
}
