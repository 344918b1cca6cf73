// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import NIOConcurrencyHelpers

final class CountingCell: CounterHandler {
  private let box = NIOLockedValueBox(Int64(0))

  var value: Int64 { box.withLockedValue { $0 } }

  func increment(by amount: Int64) {
    box.withLockedValue { $0 = $0.addingReportingOverflow(amount).overflow ? .max : $0 + amount }
  }

  func reset() { box.withLockedValue { $0 = 0 } }
}

/// Keeps the last value.
final class GaugeCell: RecorderHandler {
  private let box = NIOLockedValueBox(0.0)

  var value: Double { box.withLockedValue { $0 } }

  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) { box.withLockedValue { $0 = value } }
}

/// Counts values by size. Timers record in seconds.
final class HistogramCell: TimerHandler, RecorderHandler {
  struct Snapshot {
    /// One per bound: how many values are at most that.
    var cumulative: [Int]
    var count: Int
    var sum: Double
  }

  private struct State {
    var buckets: [Int]
    var count = 0
    var sum = 0.0
  }

  private let bounds: [Double]
  private let box: NIOLockedValueBox<State>

  init(bounds: [Double]) {
    self.bounds = bounds
    box = NIOLockedValueBox(State(buckets: Array(repeating: 0, count: bounds.count)))
  }

  var snapshot: Snapshot {
    let state = box.withLockedValue { $0 }
    var total = 0
    let cumulative = state.buckets.map { bucket in
      total += bucket
      return total
    }
    return Snapshot(cumulative: cumulative, count: state.count, sum: state.sum)
  }

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }

  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    let bucket = bounds.firstIndex { value <= $0 }
    box.withLockedValue { state in
      if let bucket { state.buckets[bucket] += 1 }
      state.count += 1
      state.sum += value
    }
  }
}
