// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The main run loop and the clock of the double. Both stand still until a test moves them.
@MainActor package final class Turns {
  package private(set) var now: TimeInterval = 0
  private var next: [() -> Void] = []
  private var timers: [Timer] = []
  private var count = 0

  private struct Timer {
    var due: TimeInterval
    var order: Int
    var work: () -> Void
  }

  package init() {}

  /// Does the work in the next turn of the run loop.
  package func afterThis(_ work: @escaping () -> Void) { next.append(work) }

  /// Does the work after a time. The result takes it back.
  @discardableResult package func after(_ seconds: TimeInterval, _ work: @escaping () -> Void) -> Int {
    count += 1
    timers.append(Timer(due: now + max(0, seconds), order: count, work: work))
    return count
  }

  package func cancel(_ timer: Int) { timers.removeAll { $0.order == timer } }

  /// Whether work waits for the next turn.
  package var isIdle: Bool { next.isEmpty }

  /// Does what waits for the next turn, and what this adds, but not for ever.
  package func run() {
    for _ in 0..<100 where !next.isEmpty {
      let work = next
      next = []
      for item in work { item() }
    }
    if !next.isEmpty { Violations.record("the run loop does not come to rest") }
  }

  /// Moves the clock from timer to timer, in the order of their times.
  package func advance(by seconds: TimeInterval) {
    let end = now + seconds
    run()
    while let timer = timers.filter({ $0.due <= end }).min(by: { ($0.due, $0.order) < ($1.due, $1.order) }) {
      timers.removeAll { $0.order == timer.order }
      now = max(now, timer.due)
      timer.work()
      run()
    }
    now = end
  }
}
