// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What a server is told by a store that several servers may have.
public struct StorePresence: Hashable, Sendable {
  /// How many servers use it now, with this one.
  public var servers: Int
  /// How many of them answer apps and programs.
  public var answering: Int
  /// By the clock that all of them share.
  public var now: Instant
  /// How many standbys have everything that is acknowledged. nil: the server may not see it.
  public var synchronousStandbys: Int?
  /// How many transactions wait for rows or tables that others have.
  public var waitingForLocks: Int
  /// With indexes, and with room that is not used.
  public var databaseBytes: Int
  /// How far the replica is behind; nil if there is none, or it cannot say. It can be too long by
  /// the time between two announcements.
  public var replicaLag: Duration?
  /// Whether reports and counts are read from the replica. Not if it is too far behind.
  public var readsReplica = false

  public init(
    servers: Int, answering: Int, now: Instant, synchronousStandbys: Int? = nil, waitingForLocks: Int,
    databaseBytes: Int
  ) {
    (self.servers, self.answering, self.now) = (servers, answering, now)
    (self.synchronousStandbys, self.waitingForLocks) = (synchronousStandbys, waitingForLocks)
    self.databaseBytes = databaseBytes
  }
}

public protocol PresenceStore: Sendable {
  /// Tells the other servers that this one runs. Call it every few seconds; a server that has said
  /// nothing for 30 seconds does not count. nil: no other server can have the store.
  ///
  /// - Parameter answers: Whether it answers apps and programs.
  func announce(answers: Bool) async throws(StoreError) -> StorePresence?
  /// What was announced last. Cheap.
  var presence: StorePresence? { get }
}

extension PresenceStore {
  public func announce(answers: Bool) async throws(StoreError) -> StorePresence? { nil }
  public var presence: StorePresence? { nil }
}
