// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Student's distribution, for means whose variance is estimated from the same values.
struct StudentDistribution {
  /// Greater than 0, and not always whole.
  let degrees: Double

  /// The chance of a value further from 0 than `t`, on both sides together.
  func tails(_ t: Double) -> Double {
    let square = t * t
    let sum = degrees + square
    return BetaDistribution(degrees / 2, 0.5).below(degrees / sum, rest: square / sum)
  }

  /// The critical value for an interval that misses the truth with this chance, on both sides
  /// together. Good to 12 digits.
  func critical(_ alpha: Double) -> Double {
    // Student's tails are the heavier ones, so the normal value is too low.
    var low = NormalDistribution.critical(alpha)
    var high = 2 * low
    while tails(high) > alpha {
      low = high
      high *= 2
    }
    while high - low > 1e-13 * high {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      if tails(middle) > alpha { low = middle } else { high = middle }
    }
    return low + (high - low) / 2
  }
}
