// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value that several threads share. Each access is short and waits only for the lock.
///
/// Not `Synchronization.Mutex`, which needs newer systems than this package supports.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  // Unchecked because the compiler cannot see that only `withLock` accesses `value`, while it holds
  // `lock`.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// Runs an actor on its own queue, so that its file operations never block a thread of the shared
/// pool.
final class SerialQueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String, qos: DispatchQoS) {
    queue = DispatchQueue(label: label, qos: qos)
  }

  func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
