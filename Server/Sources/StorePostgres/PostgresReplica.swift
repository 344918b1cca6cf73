// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import Store
import Synchronization

/// A standby of the database, which reports and counts are read from.
final class PostgresReplica: Sendable {
  /// How far behind it may be. Then the database itself answers.
  static let tolerance = Duration.seconds(60)

  let readers: ConnectionPool
  /// Asks how far behind it is, while long questions have the other connections.
  let probe: ConnectionPool
  private let behind = Mutex<Duration?>(nil)

  init(readers: ConnectionPool, probe: ConnectionPool) {
    (self.readers, self.probe) = (readers, probe)
  }

  /// How far behind it was when it was asked last; nil if it could not say.
  var lag: Duration? { behind.withLock { $0 } }
  var isNear: Bool { lag.map { $0 <= Self.tolerance } ?? false }
  var pools: [ConnectionPool] { [readers, probe] }

  /// - Parameters:
  ///   - seenAt: When this server was there last, as the replica knows it. nil: it does not.
  ///   - now: By the database's clock.
  func note(seenAt: Instant?, now: Instant) {
    behind.withLock { $0 = seenAt.map { max(.zero, now.duration(since: $0)) } }
  }
}
