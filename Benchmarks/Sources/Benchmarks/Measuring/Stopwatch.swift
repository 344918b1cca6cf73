// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// Measures work; the only place here that reads a clock.
struct Stopwatch {
  /// Pairs that are measured after one that is not.
  var rounds = 41
  /// Each half of a pair runs for about this long.
  var slice = Duration.milliseconds(8)

  /// Measures `subject` against `baseline`, alternating which comes first.
  func compare(
    _ name: String, goal: Comparison.Goal, _ subjectName: String, _ subject: () -> Void,
    against baselineName: String,
    _ baseline: () -> Void
  ) -> Comparison {
    let subjectCount = iterations(of: subject)
    let baselineCount = iterations(of: baseline)
    var subjectTimes: [Double] = []
    var baselineTimes: [Double] = []
    for round in 0...rounds {
      let pair: (Double, Double)
      if round.isMultiple(of: 2) {
        let first = time(subject, subjectCount)
        pair = (first, time(baseline, baselineCount))
      } else {
        let first = time(baseline, baselineCount)
        pair = (time(subject, subjectCount), first)
      }
      guard round > 0 else { continue }
      subjectTimes.append(pair.0)
      baselineTimes.append(pair.1)
    }
    return Comparison(
      name: name, subject: Timing(name: subjectName, nanoseconds: subjectTimes),
      baseline: Timing(name: baselineName, nanoseconds: baselineTimes),
      ratios: zip(subjectTimes, baselineTimes).map { $0 / $1 },
      goal: goal)
  }

  /// Measures work against a time that it may take.
  func measure(_ name: String, _ subjectName: String, goal: Duration, _ work: () -> Void) -> Comparison {
    let count = iterations(of: work)
    let limit = Double(goal.components.attoseconds) / 1e9
    let times = (0...rounds).map { _ in time(work, count) }.dropFirst()
    return Comparison(
      name: name, subject: Timing(name: subjectName, nanoseconds: Array(times)),
      baseline: Timing(name: "goal", nanoseconds: [limit]),
      ratios: times.map { $0 / limit }, goal: .atMost(1))
  }

  /// Seconds that pass while waiting work is done, other programs' time and the disk's included.
  static func seconds(_ work: () async throws -> Void) async throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try await work()
    let (seconds, attoseconds) = start.duration(to: clock.now).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// Waits, so that what is measured meanwhile has the processor.
  static func rest(_ duration: Duration) async throws { try await Task.sleep(for: duration) }

  /// Seconds of processor time that this process has used, all its threads and the system's share
  /// included.
  static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The time of day, for what a server takes for recent.
  static var now: Instant { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }

  /// Nanoseconds of each of `count` calls, shortest first: those that pass, and those of this
  /// thread's processor time. Each begins `pause` after the one before has returned, so that it
  /// finds the machine as an app's call does: with caches that others have used since.
  func paced(_ count: Int, pause: Duration, _ work: () -> Void) -> (elapsed: [Double], processor: [Double]) {
    let clock = ContinuousClock()
    var (elapsed, processor): ([Double], [Double]) = ([], [])
    for _ in 0..<count {
      if pause > .zero { Thread.sleep(forTimeInterval: pause / .seconds(1)) }
      let (start, used) = (clock.now, processorTime())
      work()
      processor.append(processorTime() - used)
      elapsed.append(start.duration(to: clock.now) / .nanoseconds(1))
    }
    return (elapsed.sorted(), processor.sorted())
  }

  /// Seconds that have passed since the call.
  static func started() -> () -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    return { start.duration(to: clock.now) / .seconds(1) }
  }

  private func iterations(of work: () -> Void) -> Int {
    var count = 1
    while true {
      let perOperation = time(work, count)
      let total = perOperation * Double(count)
      let wanted = Double(slice.components.attoseconds) / 1e9
      if total > wanted / 4 { return max(1, Int(wanted / perOperation)) }
      count *= 2
    }
  }

  /// Nanoseconds of this thread's processor time for one of `count` operations: what other programs
  /// do at the same time does not count.
  private func time(_ work: () -> Void, _ count: Int) -> Double {
    let start = processorTime()
    for _ in 0..<count { work() }
    return (processorTime() - start) / Double(count)
  }

  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
