// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
public import Store
import StoreSQL
import Synchronization

/// What transactions change, and that other processes have written (`ChangeFeed`).
///
/// SQLite tells it of every row that a statement of this process changes, whichever statement that
/// is, by triggers of the connection alone. Of other processes it only knows that they wrote:
/// SQLite counts their commits.
final class CommittedChanges: Sendable {
  private struct State {
    /// What the transaction under way has changed.
    var changes: [StoreChange] = []
    /// SQLite's count of what other processes have committed.
    var version: Int64?
  }

  let listeners = ChangeListeners()
  private let state = Mutex(State())

  /// Call with the connection that writes, before anything is remembered.
  func watch(_ db: Database) throws {
    db.add(
      function: DatabaseFunction("note_change", argumentCount: 3) { [self] values in
        guard let table = String.fromDatabaseValue(values[0]), let change = SQL.noted[table]?.change,
          let app = String.fromDatabaseValue(values[1]), let name = String.fromDatabaseValue(values[2])
        else { return nil }
        state.withLock { $0.changes.append(change(ExactText(name), AppID(app))) }
        return nil
      })
    db.add(transactionObserver: self, extent: .databaseLifetime)
    try db.execute(sql: SQL.noteChanges)
    state.withLock { [version = try Self.version(db)] in $0.version = version }
  }

  /// Everything that this process writes goes through this connection, and leaves the count as it
  /// is.
  func catchUp(_ db: Database) throws {
    let version = try Self.version(db)
    let isOther = state.withLock { state in
      defer { state.version = version }
      return state.version != version
    }
    if isOther { listeners.publish([.everything]) }
  }

  private static func version(_ db: Database) throws -> Int64? {
    try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
  }
}

extension CommittedChanges: TransactionObserver {
  func databaseDidCommit(_ db: Database) { listeners.publish(takeChanges()) }
  func databaseDidRollback(_ db: Database) { _ = takeChanges() }

  private func takeChanges() -> [StoreChange] {
    state.withLock { state in
      defer { state.changes = [] }
      return state.changes
    }
  }

  // The temporary triggers report every change, so the observer hooks are not needed.
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
}

extension SQLiteStore {
  public func subscribe(_ listener: any ChangeListener) { changes.listeners.add(listener) }

  public func catchUp() async throws(StoreError) {
    try await onWriter { [changes] db in try changes.catchUp(db) }
  }
}

extension SQL {
  /// Triggers of the connection alone: they are not in the file.
  static let noteChanges: String = {
    var triggers = [
      """
      CREATE TEMP TRIGGER app_UPDATE AFTER UPDATE OF catalogue_version ON main.app BEGIN
        SELECT note_change('app', NEW.id, NEW.id);
      END;
      """
    ]
    for (table, noted) in noted where table != "app" {
      for (event, rows) in [("INSERT", ["NEW"]), ("UPDATE", ["OLD", "NEW"]), ("DELETE", ["OLD"])] {
        let calls: [String] = rows.map { row in
          "note_change('\(table)', (SELECT id FROM app WHERE app = \(row).app), \(row).\(noted.column))"
        }
        triggers.append(
          """
          CREATE TEMP TRIGGER \(table)_\(event) AFTER \(event) ON main.\(table) BEGIN
            SELECT \(calls.joined(separator: ", "));
          END;
          """)
      }
    }
    return triggers.joined(separator: "\n")
  }()
}
