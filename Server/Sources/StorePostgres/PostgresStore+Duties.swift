// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
public import Store

/// Duties are locks of one connection, which end with it.
extension PostgresStore {
  public func acquire(_ duty: Duty) async throws(StoreError) -> Bool {
    try await on(duties) { connection in
      if connection.duties.contains(duty) { return true }
      try connection.send("SELECT pg_try_advisory_lock(?)", [duty.lock])
      guard try connection.receive().last?.int(0, 0) == 1 else { return false }
      connection.duties.insert(duty)
      return true
    }
  }

  public func release(_ duty: Duty) async {
    // When it fails, the connection is lost, and with it the lock.
    _ = try? await on(duties) { connection in
      guard connection.duties.remove(duty) != nil else { return }
      try connection.send("SELECT pg_advisory_unlock(?)", [duty.lock])
      _ = try connection.receive()
    }
  }
}

extension Duty {
  /// Below the numbers of `PostgresLock`.
  fileprivate var lock: Int64 { -Int64(UInt64.hashStart.hashing(name).mixed >> 1) - 1 }
}
