// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Counts how far people get in a funnel, from their events one by one. It keeps only the person
/// whose events are coming.
///
/// From each first step in the period, the next step is the earliest one that is strictly later,
/// and so on, all inside the time that the funnel gives. A person counts once, as far as they got
/// from their best first step.
///
/// ```swift
/// var count = FunnelCount(query)
/// count.add(0, of: 1, at: 1_000)  // an event of `query.readings[0]`
/// let funnel = count.finish()
/// ```
public struct FunnelCount: Sendable {
  private let query: FunnelQuery
  private let first: Range<Int64>
  /// The steps of each reading.
  private let places: [[Int]]
  private var person: Int64?
  private var time: Int64 = 0
  /// For each step, the latest first step from which it was reached before `time`. A later one
  /// leaves more time for what follows.
  private var settled: [Int64?]
  /// The same for what happened exactly at `time`, which is not strictly later than anything else
  /// at that time.
  private var arriving: [Int64?]
  private var depth = 0
  private var reached: [Int]

  public init(_ query: FunnelQuery) {
    self.query = query
    first = query.period.lowerBound.milliseconds..<query.period.upperBound.milliseconds
    places = query.readings.map { reading in
      query.steps.indices.filter { query.steps[$0] == reading.selector }
    }
    settled = Array(repeating: nil, count: query.steps.count)
    arriving = settled
    reached = Array(repeating: 0, count: query.steps.count)
  }

  /// Adds an event. All events of a person come together, in the order of their time; those at the
  /// same time in any order.
  ///
  /// - Parameters:
  ///   - reading: The index of the query's reading that it belongs to.
  ///   - milliseconds: Since 1970.
  public mutating func add(_ reading: Int, of person: Int64, at milliseconds: Int64) {
    if person != self.person {
      end()
      self.person = person
    } else if milliseconds != time {
      settle()
    }
    time = milliseconds
    for step in places[reading] {
      guard let start = start(of: step) else { continue }
      arriving[step] = max(arriving[step] ?? start, start)
      depth = max(depth, step + 1)
    }
  }

  /// The counts, once all events were added.
  public mutating func finish() -> Funnel {
    end()
    return Funnel(query, reached: reached)
  }

  /// The first step from which this step is reached now; nil if it is not.
  private func start(of step: Int) -> Int64? {
    if step == 0 { return first.contains(time) ? time : nil }
    guard let start = settled[step - 1], time - start < query.window else { return nil }
    return start
  }

  private mutating func settle() {
    for step in arriving.indices {
      guard let start = arriving[step] else { continue }
      settled[step] = max(settled[step] ?? start, start)
      arriving[step] = nil
    }
  }

  private mutating func end() {
    for step in 0..<depth { reached[step] += 1 }
    depth = 0
    for step in settled.indices { (settled[step], arriving[step]) = (nil, nil) }
  }
}
