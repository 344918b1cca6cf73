// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite
public import Store
import StoreSQL
import Synchronization

extension SQLiteStore {
  public func overwriteDeleted() async throws(StoreError) -> OverwritingStep {
    guard database is DatabasePool else { return .done }
    // Asked without the writer, because almost always there is nothing to do.
    guard try await readDatabase({ db in try DeletedRemains.deletions(db) }) > 0 else { return .done }
    return try await onWriter { [watch, remains] db in try watch.guarding(db) { try remains.overwrite(db) } }
  }

  /// Overwrites all of it, unless the file is so large that this takes long, or somebody else uses
  /// it: then the next server goes on.
  func overwriteDeletedAtEnd() async {
    let bytes = FileState(path: database.path)?.bytes ?? 0
    guard bytes <= DataFile.bytesCheckedAtStart, database is DatabasePool else { return }
    // Without readers: one whose question was just answered may still hold the log for a moment.
    await withCheckedContinuation { (ended: CheckedContinuation<Void, Never>) in
      database.asyncBarrierWriteWithoutTransaction { [watch, remains] access in
        func isUnderWay(_ db: Database) throws -> Bool {
          guard try DeletedRemains.deletions(db) > 0 else { return false }
          return try watch.guarding(db) { try remains.overwrite(db) } == .underWay
        }
        while let db = try? access.get(), (try? isUnderWay(db)) == true {}
        ended.resume()
      }
    }
  }
}

/// What deleted rows leave behind in the files: in the write-ahead log, and between the rows of
/// pages (`UnusedBytes`).
final class DeletedRemains: Sendable {
  private struct Pass {
    /// How many deletions there were when it began.
    var deletions: Int
    var nextPage = 2
  }

  private let pass = Mutex<Pass?>(nil)

  /// Pages in a step: some milliseconds, in which nothing can be stored.
  private static let pages = 2_000

  /// How many deletions there were whose remains are not overwritten yet.
  static func deletions(_ db: Database) throws -> Int {
    try Int.fetchOne(db.cachedStatement(sql: SQL.deletions)) ?? 0
  }

  /// Does one step. Not inside a transaction.
  func overwrite(_ db: Database) throws -> OverwritingStep {
    guard try db.emptyLog() else { return .waiting }
    var isLast = false
    var step = OverwritingStep.underWay
    try db.inTransaction(.immediate) {
      // Another process may have written in between.
      guard (FileState(path: db.filePath + "-wal")?.bytes ?? 0) == 0 else {
        step = .waiting
        return .rollback
      }
      var pass = try self.pass.withLock { $0 } ?? Pass(deletions: Self.deletions(db))
      let unused = try UnusedBytes(db)
      let end = min(pass.nextPage + Self.pages, unused.pageCount + 1)
      try unused.overwrite(pass.nextPage..<max(end, pass.nextPage))
      pass.nextPage = end
      isLast = end > unused.pageCount
      if isLast { try unused.flush() }
      self.pass.withLock { $0 = pass }
      return .rollback
    }
    guard isLast, let pass = pass.withLock({ $0 }) else { return step }
    self.pass.withLock { $0 = nil }
    // What was deleted meanwhile needs another pass.
    try db.cachedStatement(sql: SQL.endDeletions).execute(arguments: [pass.deletions])
    guard db.changesCount > 0 else { return .underWay }
    _ = try db.emptyLog()
    return .done
  }
}

extension Database {
  fileprivate var filePath: String {
    (try? String.fetchOne(self, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")) ?? ""
  }

  /// Moves the write-ahead log into the data file and cuts it to nothing. Returns false, at once,
  /// if a reader still needs it.
  fileprivate func emptyLog() throws -> Bool {
    guard let connection = sqliteConnection else { return false }
    do {
      let moved = try checkpoint(.passive)
      guard moved.walFrameCount == moved.checkpointedFrameCount else { return false }
      sqlite3_busy_timeout(connection, 0)
      defer {
        if case .timeout(let seconds) = configuration.busyMode {
          sqlite3_busy_timeout(connection, Int32(seconds * 1_000))
        }
      }
      _ = try checkpoint(.truncate)
      return true
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return false
    }
  }
}

extension SQL {
  static let deletions = "SELECT value FROM setting WHERE name = 'deletions'"
  static let endDeletions = "DELETE FROM setting WHERE name = 'deletions' AND value = ?"
}
