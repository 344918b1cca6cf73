// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Synchronization

/// Another user of a data file, who moves the log into it and has to wait for a reader meanwhile:
/// so long nobody else can.
final class LogMover: Sendable {
  private let mover: DatabaseQueue
  private let reader: DatabaseQueue
  private let release = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let onWaiting: Waiting
  private let isMoving = Atomic(false)
  private let ends = Atomic(0)

  private final class Waiting: Sendable {
    let body = Mutex<(@Sendable () -> Void)?>(nil)
  }

  init(path: String) throws {
    let (onWaiting, release) = (Waiting(), release)
    self.onWaiting = onWaiting
    var configuration = Configuration()
    configuration.busyMode = .callback { _ in
      guard let body = onWaiting.body.withLock({ $0.take() }) else { return false }
      body()
      release.wait()
      return false
    }
    mover = try DatabaseQueue(path: path, configuration: configuration)
    configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    reader = try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Whether somebody met it while it moved the log.
  var hasBeenWaitedFor: Bool { ends.load(ordering: .relaxed) > 0 }

  /// Reads what is stored now until `close`.
  func beginReading() throws {
    try reader.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN")
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM event")
    }
  }

  /// Writes something, and returns when it is about to move the log; it is at it until `end`.
  func beginMoving() async throws {
    try await mover.write { db in
      try db.execute(sql: "UPDATE setting SET value = value + 1 WHERE name = 'health_checks'")
    }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      onWaiting.body.withLock { $0 = { continuation.resume() } }
      isMoving.store(true, ordering: .relaxed)
      Thread.detachNewThread { [self] in
        _ = try? mover.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        ended.signal()
      }
    }
  }

  func end() {
    guard isMoving.exchange(false, ordering: .relaxed) else { return }
    ends.add(1, ordering: .relaxed)
    release.signal()
    ended.wait()
  }

  func close() throws {
    end()
    try? reader.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try reader.close()
    try mover.close()
  }
}
