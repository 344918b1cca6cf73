// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import StoreSQL
import Synchronization

/// What transactions change, and that other processes have changed something.
///
/// Triggers note it in the transaction itself (`PostgresSchema`). Each process counts its
/// transactions that changed something in a row of its own, in the same transaction, so that others
/// see that they no longer know everything as soon as they can see the change.
final class PostgresChanges: Sendable {
  /// A transaction that changes more than this many characters can name has changed everything.
  static let longestNote = 50_000

  let listeners = ChangeListeners()
  /// The row of this process.
  let process: Int64
  private let others: Mutex<[Int64: Int64]>
  private let isOutdated = Atomic(false)

  /// - Parameter others: What the other processes have counted so far.
  init(process: Int64, others: [Int64: Int64]) {
    self.process = process
    self.others = Mutex(others)
  }

  /// - Parameter note: The result of `SQL.noteCommit`, after the commit.
  func publish(_ note: PostgresResult?) {
    guard let note, note.count == 1, let bytes = note.bytes(0, 0) else { return }
    if bytes.count > Self.longestNote { return listeners.publish([.everything]) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    listeners.publish(lines.map { Self.change(Array($0)) ?? .everything })
  }

  private static func change(_ line: [UInt8]) -> StoreChange? {
    guard case .array(let parts)? = try? Wire.decode(Wire.JSONValue.self, from: line), parts.count == 3,
      case .string(let table) = parts[0], case .string(let app) = parts[1], case .string(let name) = parts[2]
    else { return nil }
    return SQL.noted[table]?.change(ExactText(name), AppID(app))
  }

  /// A newer version has changed the layout, and this process can no longer use it.
  func noteOutdated() { isOutdated.store(true, ordering: .sequentiallyConsistent) }

  /// Throws if it is so.
  func refuseOutdated() throws(StoreError) {
    guard isOutdated.load(ordering: .sequentiallyConsistent) else { return }
    throw .unavailable("A newer version has changed the data. Start this server with that version.")
  }

  /// Notes what others have counted. Returns whether it is new.
  func note(others counts: [Int64: Int64]) -> Bool {
    others.withLock { known in
      defer { known = counts }
      return known != counts
    }
  }
}

extension SQL {
  static let beginProcess = "INSERT INTO process (layout) VALUES (?) RETURNING id"
  /// Those that have ended without a word. The others notice that one is missing.
  static let forgetProcesses = """
    DELETE FROM process WHERE id > 0 AND coalesce(seen_at, started_at) < clock_timestamp() - interval '7 days'
    """
  /// The last statement of each transaction. Has a row if others must be told.
  static let noteCommit = """
    UPDATE process SET changes = changes + 1 WHERE id = ? AND coalesce(current_setting('martlet.changes', true), '') <> ''
    RETURNING current_setting('martlet.changes', true)
    """
  static let otherProcesses = "SELECT id, changes FROM process WHERE id <> ?"
  /// Tables whose statistics are those of a much smaller one.
  static let outgrownTables = """
    SELECT c.relname::text FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
    WHERE s.schemaname = current_schema() AND s.n_live_tup > 100 AND s.n_live_tup > 4 * c.reltuples
    """
  /// The count goes on in the row of those that have ended.
  static let endProcess = """
    WITH own AS (DELETE FROM process WHERE id = ? RETURNING changes)
    UPDATE process SET changes = process.changes + own.changes + 1 FROM own WHERE process.id = 0
    """
}
