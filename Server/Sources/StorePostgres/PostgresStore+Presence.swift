// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
public import Store
import StoreSQL
import Synchronization

/// A server is there as long as it says so in its row of `process`.
extension PostgresStore {
  public func announce(answers: Bool) async throws(StoreError) -> StorePresence? {
    var (presence, layout, leastReader) = try await on(duties) {
      [process = changes.process, known = schema.known] connection in
      try connection.send(SQL.announce, [process, Int64(known), answers])
      try connection.send(SQL.presence, [])
      guard let row = try connection.receive().last, row.count == 1 else { throw PostgresError.noAnswer }
      let presence = StorePresence(
        servers: Int(row.int(0, 0)), answering: Int(row.int(0, 1)),
        now: Instant(milliseconds: row.int(0, 2)),
        synchronousStandbys: row.isNull(0, 3) ? nil : Int(row.int(0, 3)),
        waitingForLocks: Int(row.int(0, 4)), databaseBytes: Int(row.int(0, 5)))
      return (presence, Int(row.int(0, 6)), Int(row.int(0, 7)))
    }
    // It was silent for so long that a newer version did not wait for it.
    if leastReader > schema.known {
      changes.noteOutdated()
      throw .newerSchema(found: layout, known: schema.known)
    }
    if let replica {
      await note(replica, now: presence.now)
      (presence.replicaLag, presence.readsReplica) = (replica.lag, replica.isNear)
    }
    present.withLock { [presence] in $0 = presence }
    return presence
  }

  public var presence: StorePresence? { present.withLock { $0 } }

  /// The row that was just written is there as soon as the replica has everything before it.
  private func note(_ replica: PostgresReplica, now: Instant) async {
    let seenAt = try? await on(replica.probe) { [process = changes.process] connection in
      try connection.send(SQL.seen, [process])
      guard let row = try connection.receive().last, row.count == 1, !row.isNull(0, 0) else {
        throw PostgresError.noAnswer
      }
      return Instant(milliseconds: row.int(0, 0))
    }
    replica.note(seenAt: seenAt, now: now)
  }
}

extension SQL {
  /// Whoever begins removes the rows of servers that have ended without a word.
  fileprivate static let announce = """
    INSERT INTO process (id, layout, seen_at, answers) VALUES (?, ?, clock_timestamp(), ?)
    ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp(), answers = excluded.answers
    """
  fileprivate static let seen =
    "SELECT (extract(epoch FROM seen_at) * 1000)::bigint FROM process WHERE id = ?"
  /// Only some users may see what standbys do.
  fileprivate static let presence = """
    SELECT p.servers, p.answering, (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
      CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE')
        THEN (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')) END,
      (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'),
      pg_database_size(current_database()),
      m.layout, m.least_reader
    FROM (SELECT max(number) AS layout, max(least_reader) AS least_reader FROM migration) m, (SELECT count(*) AS servers, count(*) FILTER (WHERE answers) AS answering FROM process
      WHERE \(isThere)) p
    """
  /// Of those that cannot use a layout.
  static let olderServers = "SELECT count(*) FROM process WHERE \(isThere) AND layout < ?"
  private static let isThere = "seen_at > clock_timestamp() - interval '30 seconds'"
}
