// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Store
import StoreSQL

/// Connections, each with a thread of its own that may wait. Tasks are suspended meanwhile, so no
/// thread that tasks need ever waits for the database.
///
/// Whoever is free takes the next work. A connection that was lost is made anew when there is work.
final class ConnectionPool: Sendable {
  typealias Work = @Sendable (Result<PostgresConnection, PostgresError>) -> Void

  /// How long work waits while no host can be reached.
  private static let patience = Duration.seconds(3)
  /// How long one host may take: a machine that is paused accepts connections and never answers.
  private static let patienceWithHost = Duration.seconds(1)

  private let queue = WorkQueue()
  private let ended: DispatchGroup

  /// - Parameters:
  ///   - setup: Statements without arguments that each new connection begins with.
  ///   - patience: How long an answer may take.
  init(
    _ address: PostgresAddress, connections: Int, setup: [String], patience: Duration, types: StatementTypes
  ) {
    ended = DispatchGroup()
    for _ in 0..<connections {
      ended.enter()
      let thread = Thread { [queue, ended] in
        Self.serve(queue, Host(address: address, setup: setup, patience: patience, types: types))
        ended.leave()
      }
      thread.name = "martlet-postgres"
      thread.start()
    }
  }

  deinit { queue.close() }

  /// Calls with a connection, on its thread, or with the reason why there is none.
  func run(_ work: @escaping Work) { queue.put(work) }

  /// How much work waits for a connection.
  var waiting: Int { queue.count }

  /// Ends once all work that waits is done. Later work is refused.
  func close() async {
    queue.close()
    await withCheckedContinuation { continuation in
      ended.notify(queue: .global()) { continuation.resume() }
    }
  }

  // MARK: - A thread

  /// Makes the connections of one thread.
  private struct Host {
    let address: PostgresAddress
    let setup: [String]
    let patience: Duration
    let types: StatementTypes
    /// Where the last connection was made.
    var last = 0

    init(address: PostgresAddress, setup: [String], patience: Duration, types: StatementTypes) {
      (self.address, self.setup, self.patience, self.types) = (address, setup, patience, types)
    }

    mutating func connect() throws(PostgresError) -> PostgresConnection {
      let limit = ContinuousClock.now + ConnectionPool.patience
      while true {
        do throws(PostgresError) {
          let timeout = min(ConnectionPool.patienceWithHost, limit - ContinuousClock.now)
          return try PostgresConnection(
            address.hosts[last], timeout: timeout, setup: setup, patience: patience, types: types)
        } catch {
          last = (last + 1) % address.hosts.count
          guard ContinuousClock.now < limit else {
            // Whatever the reason, it is not that of a statement.
            let sqlState = error.fate == .reconnect ? error.sqlState : "08001"
            throw PostgresError(sqlState: sqlState, message: error.message)
          }
          Thread.sleep(forTimeInterval: 0.05)
        }
      }
    }
  }

  private static func serve(_ queue: WorkQueue, _ host: Host) {
    var host = host
    var connection: PostgresConnection?
    while let work = queue.take() {
      if connection?.isUsable != true { connection = nil }
      work(
        Result { () throws(PostgresError) in
          let usable = if let connection { connection } else { try host.connect() }
          connection = usable
          return usable
        })
    }
  }
}

/// What waits for a thread. The threads wait too, which tasks must not.
private final class WorkQueue: @unchecked Sendable {
  private let condition = NSCondition()
  private var waiting: [ConnectionPool.Work] = []
  private var first = 0
  private var isClosed = false

  var count: Int {
    condition.lock()
    defer { condition.unlock() }
    return waiting.count - first
  }

  func put(_ work: @escaping ConnectionPool.Work) {
    condition.lock()
    let isRefused = isClosed
    if !isRefused { waiting.append(work) }
    condition.signal()
    condition.unlock()
    if isRefused { work(.failure(PostgresError(sqlState: "57P03", message: "The store is closed."))) }
  }

  /// Waits for work; nil once the queue is closed and empty.
  func take() -> ConnectionPool.Work? {
    condition.lock()
    defer { condition.unlock() }
    while first == waiting.count, !isClosed { condition.wait() }
    guard first < waiting.count else { return nil }
    defer {
      first += 1
      if first == waiting.count {
        waiting = []
        first = 0
      }
    }
    return waiting[first]
  }

  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }
}
