// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Store
import StoreSQL

/// The transactions of a connection.
struct PostgresTransactions: SQLTransactions {
  let connection: PostgresConnection
  let changes: PostgresChanges

  /// How often a transaction is tried that others were in the way of.
  private static let attempts = 5

  var isAlive: Bool { connection.isAlive }

  func transaction(alone: Bool, _ body: (any SQLSession) throws -> Void) throws {
    var (alone, attempt) = (alone, 1)
    while true {
      do {
        try once(alone: alone, body)
        return
      } catch is MustBeAlone where !alone {
        alone = true
      } catch let error as PostgresError
        where attempt < Self.attempts && (error.fate == .again || error.fate == .duplicate && !alone)
      {
        // The second attempt cannot meet anybody. A duplicate is somebody who was new to both.
        (alone, attempt) = (true, attempt + 1)
      }
    }
  }

  private func once(alone: Bool, _ body: (any SQLSession) throws -> Void) throws {
    do {
      // Each statement sees what was committed before it, also while it waited for a lock.
      try connection.send(control: "BEGIN ISOLATION LEVEL READ COMMITTED")
      // Until its end. Who is alone waits for all others, of all processes.
      let lock = alone ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared"
      try connection.send(control: "SELECT \(lock)(\(PostgresLock.writer))")
      try body(PostgresSession(connection, isAlone: alone))
      try connection.send(SQL.noteCommit, [changes.process])
      try connection.send(control: "COMMIT")
      changes.publish(try connection.receive().last)
    } catch {
      connection.undo(error, "ROLLBACK")
      throw error
    }
  }

  func savepoint(_ body: (any SQLSession) throws -> Void) throws -> (any Error)? {
    try connection.send(control: "SAVEPOINT work")
    do {
      try body(PostgresSession(connection, isAlone: true))
      try connection.send(control: "RELEASE work")
      // What nobody has waited for belongs to this part.
      _ = try connection.receive()
      return nil
    } catch {
      connection.undo(error, "ROLLBACK TO work")
      guard connection.isAlive else { throw error }
      return error
    }
  }
}

extension PostgresConnection {
  /// Reads what is stored at one moment.
  func read<Value>(inParts: Bool = false, _ body: (any SQLSession) throws -> Value) throws -> Value {
    do {
      try send(control: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      let value = try body(PostgresSession(self, readsInParts: inParts, isReading: true))
      forgetAnswers()
      // Nobody waits for its end.
      try send(control: "COMMIT")
      try end()
      return value
    } catch {
      undo(error, "ROLLBACK")
      throw error
    }
  }

  /// - Parameter sql: Undoes what was done since the beginning, or since a savepoint.
  fileprivate func undo(_ error: any Error, _ sql: String) {
    forgetAnswers()
    if let error = error as? PostgresError, error.fate == .reconnect { abandon() }
    guard isAlive else { return }
    do {
      // What was sent before and not waited for may have failed too.
      _ = try? receive()
      try send(control: sql)
      _ = try receive()
    } catch {
      abandon()
    }
  }
}

/// Numbers of locks that processes hold against each other.
enum PostgresLock {
  static let writer: Int64 = 0x4D52_544C_0001
  static let migration: Int64 = 0x4D52_544C_0002
}

/// A transaction has to begin again, with no other that writes beside it.
struct MustBeAlone: Error {}
