// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Two pieces of work measured in turn, many times, in one process: what is compared is always the
/// ratio of neighbours in time, so that a machine that speeds up or slows down between runs changes
/// nothing.
struct Comparison {
  /// What the ratio must not exceed, or must reach.
  enum Goal {
    case atMost(Double)
    case atLeast(Double)

    func isMet(by ratio: Double) -> Bool {
      switch self {
      case .atMost(let bound): ratio <= bound
      case .atLeast(let bound): ratio >= bound
      }
    }
  }

  var name: String
  var subject: Timing
  var baseline: Timing
  /// Subject's time over baseline's, a pair a round; for throughputs baseline's time over
  /// subject's.
  var ratios: [Double]
  var goal: Goal

  var medianRatio: Double { ratios.sorted()[ratios.count / 2] }
  var isMet: Bool { goal.isMet(by: medianRatio) }

  /// Times against one that must not be exceeded.
  static func limit(_ name: String, _ subject: Timing, milliseconds: Double) -> Comparison {
    Comparison(
      name: name, subject: subject, baseline: Timing(name: "goal", nanoseconds: [milliseconds * 1e6]),
      ratios: subject.nanoseconds.map { $0 / (milliseconds * 1e6) }, goal: .atMost(1))
  }
}

/// How long one operation took, in each round.
struct Timing {
  var name: String
  /// Nanoseconds for one operation.
  var nanoseconds: [Double]

  var median: Double { nanoseconds.sorted()[nanoseconds.count / 2] }
}

/// Keeps the optimiser from removing work whose result nobody uses.
@inline(never)
func keep<Value>(_ value: borrowing Value) {}
