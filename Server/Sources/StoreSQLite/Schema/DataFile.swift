// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Store
import StoreSQL

/// Opens the data file with the settings that its guarantees depend on.
enum DataFile {
  /// The path of the data file in a folder. Creates the folder if it does not exist, accessible
  /// only to its owner, because the data is personal.
  static func path(creating directory: String) throws(StoreError) -> String {
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .cannotOpen("The folder \(directory) cannot be created. Check the path and the permissions.")
    }
    return directory + "/" + SQLiteStore.fileName
  }

  /// A file up to this size is checked page by page when it is opened, which takes about a second
  /// at most.
  static let bytesCheckedAtStart: Int64 = 64 << 20
  /// Up to this size the check is repeated every few seconds if the file has changed.
  static let bytesCheckedWhileRunning: Int64 = 16 << 20

  /// Opens a file that has the layout of this version; a new file gets that layout.
  static func open(
    _ path: String, lockTimeout: TimeInterval = 5, schema: Schema = .current
  ) throws(StoreError) -> any DatabaseWriter {
    let database = try connect(path, lockTimeout: lockTimeout)
    do {
      try database.writeWithoutTransaction { db in
        if try Schema.version(db) == 0 { try schema.migrate(db) }
        try schema.check(Schema.version(db))
        try FileLayout.check(db, schema.known, schema)
        try makeDurable(db)
      }
      let bytes = FileState(path: path)?.bytes ?? 0
      try database.read { try check($0, thoroughly: bytes <= bytesCheckedAtStart) }
      return database
    } catch {
      try? database.close()
      throw opening(error, path)
    }
  }

  /// Brings the file to the layout of this version. Returns the versions before and after.
  static func migrate(_ path: String, schema: Schema = .current) throws(StoreError) -> (from: Int, to: Int) {
    let database = try connect(path)
    let versions: (Int, Int)
    do {
      versions = try database.writeWithoutTransaction { db in
        let before = try Schema.version(db)
        try makeDurable(db)
        try schema.migrate(db)
        return (before, try Schema.version(db))
      }
    } catch {
      // Only the first error counts.
      try? database.close()
      throw opening(error, path)
    }
    try close(database)
    return versions
  }

  /// Waits for current writers and readers, moves the whole write-ahead log into the data file, and
  /// closes.
  ///
  /// Just closing would leave the log: a pool closes its writer while the readers are still open,
  /// and SQLite tidies up only when the last connection closes.
  static func close(_ database: any DatabaseWriter) throws(StoreError) {
    do {
      var unmoved: (any Error)?
      if let pool = database as? DatabasePool {
        do {
          try pool.barrierWriteWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        } catch {
          unmoved = error
        }
        // Closes the readers, so that the writer is the last.
        pool.releaseMemory()
      }
      try database.close()
      if let unmoved { throw unmoved }
    } catch {
      throw notMoved(error)
    }
  }

  /// Like `close`, but leaves the log to a server that uses the file too: moving all of it would
  /// keep that server from writing until its readers have ended. For the last process, SQLite moves
  /// the log.
  static func leave(_ database: any DatabaseWriter) throws(StoreError) {
    do {
      if let pool = database as? DatabasePool {
        // Waits for what is under way.
        try pool.barrierWriteWithoutTransaction { _ in }
        // Closes the readers, so that the writer is the last.
        pool.releaseMemory()
      }
      try database.close()
    } catch {
      throw StoreError(error)
    }
  }

  private static func notMoved(_ error: any Error) -> StoreError {
    if let error = error as? DatabaseError, error.resultCode == .SQLITE_BUSY {
      return .unavailable(
        "Another process is using the data file, so some data is still in \(SQLiteStore.fileName)-wal. It is safe, but a copy needs both files."
      )
    }
    return StoreError(error)
  }

  // MARK: - Damage

  /// Reads the file again over a connection that has nothing cached; throws when it is not a data
  /// file or damaged.
  ///
  /// This must use SQLite: a process that opens and closes the file itself loses the locks that
  /// SQLite holds on it.
  static func probe(_ path: String, thoroughly: Bool) throws {
    var configuration = configuration()
    configuration.readonly = true
    let database = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? database.close() }
    try database.read { db in
      try Schema.current.check(Schema.version(db))
      try FileLayout.check(db, Schema.current.known)
      try check(db, thoroughly: thoroughly)
    }
  }

  /// Describes what is wrong with the file, in at most ten lines; empty when nothing is. Reads the
  /// whole file.
  static func damage(_ db: Database) throws -> [String] {
    let differences = try FileLayout.differences(db, Schema.version(db))
    guard differences.isEmpty else { return Array(differences.prefix(10)) }
    let lines = try String.fetchAll(db, sql: "PRAGMA integrity_check(10)").filter { $0 != "ok" }
    guard lines.isEmpty else { return lines }
    let strays = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(10).map { row in
      "A row of \(row["table"] as String? ?? "?") refers to a missing row of \(row["parent"] as String? ?? "?")."
    }
    return try strays.isEmpty ? Array(DefinitionCheck.unreadable(db).prefix(10)) : strays
  }

  /// Throws when a page is damaged. Checks all pages, or only those on the way to the first row of
  /// each table.
  private static func check(_ db: Database, thoroughly: Bool) throws {
    if thoroughly {
      guard try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok" else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT)
      }
    } else {
      for table in try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
        _ = try Row.fetchOne(db, sql: "SELECT * FROM \(table.quotedDatabaseIdentifier) LIMIT 1")
      }
    }
  }

  static func inMemory() throws(StoreError) -> any DatabaseWriter {
    do {
      let database = try DatabaseQueue(configuration: configuration())
      try database.writeWithoutTransaction { db in try Schema.current.migrate(db) }
      return database
    } catch {
      throw StoreError(error)
    }
  }

  /// `lockTimeout`: seconds to wait while another process, such as a backup, holds the file's lock.
  private static func configuration(lockTimeout: TimeInterval = 5) -> Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(lockTimeout)
    configuration.maximumReaderCount = 4
    configuration.label = "martlet"
    configuration.prepareDatabase { db in
      // In KB, for each connection. There is one writer and up to four readers, and all of it
      // counts as memory of the server.
      let cache = db.configuration.readonly ? 2_048 : 8_192
      try db.execute(
        sql: "PRAGMA cache_size = -\(cache); PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF")
      // What is deleted or moved is overwritten by every writer, always: what a page kept from
      // before is not deleted with a person.
      if !db.configuration.readonly { try db.execute(sql: "PRAGMA secure_delete = ON") }
    }
    return configuration
  }

  private static func connect(_ path: String, lockTimeout: TimeInterval = 5) throws(StoreError)
    -> DatabasePool
  {
    try refuseToDiscardLog(of: path)
    // SQLite would make the file, and the files beside it, readable for everybody whom the
    // process's umask allows.
    let descriptor = Foundation.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 { Foundation.close(descriptor) }
    do {
      return try DatabasePool(path: path, configuration: configuration(lockTimeout: lockTimeout))
    } catch {
      throw opening(error, path)
    }
  }

  /// SQLite treats a log without its data file as a leftover: it would begin a new file and delete
  /// the log, and with it the last data that was stored.
  private static func refuseToDiscardLog(of path: String) throws(StoreError) {
    guard (FileState(path: path)?.bytes ?? 0) == 0, let log = FileState(path: path + "-wal"), log.bytes > 0
    else { return }
    throw .cannotOpen(
      "\(path) is missing or empty, but \(SQLiteStore.fileName)-wal next to it has data. Put the data file back, or restore a backup. "
        + "To start with no data, move \(SQLiteStore.fileName)-wal and \(SQLiteStore.fileName)-shm away.")
  }

  /// GRDB relaxes `synchronous` when it switches on the write-ahead log, so this must come
  /// afterwards. Only the writer's setting counts.
  private static func makeDurable(_ db: Database) throws {
    try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
    guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == 2,
      try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal"
    else {
      throw StoreError.cannotOpen("The file system does not support a write-ahead log.")
    }
  }

  static func opening(_ error: any Error, _ path: String) -> StoreError {
    switch StoreError(error) {
    case .unavailable(let reason), .failed(let reason): .cannotOpen("\(path): \(reason)")
    case .cannotOpen(let reason) where !reason.contains(path): .cannotOpen("\(path): \(reason)")
    case let other: other
    }
  }
}
