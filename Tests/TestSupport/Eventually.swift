// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import Testing

/// Waits for what other tasks bring about, and reports an issue that names it if it never comes.
///
/// It looks again whenever others had their turn. It gives up after many looks, or when the task is
/// cancelled, as by the time limit of a suite: a limit of time of its own would fail on a busy
/// machine.
/// ```swift
/// await eventually("the request is cancelled") { transport.openCount == 0 }
/// ```
@discardableResult
public func eventually(
  _ awaited: String, looks: Int = 3_000_000, isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ holds: () async throws -> Bool
) async rethrows -> Bool {
  for look in 0..<looks {
    if try await holds() { return true }
    if Task.isCancelled { break }
    await Task.yield()
    // The work may wait in another thread for this processor.
    if look > 1_000 { sched_yield() }
  }
  Issue.record("waited in vain: \(awaited)", sourceLocation: sourceLocation)
  return false
}
