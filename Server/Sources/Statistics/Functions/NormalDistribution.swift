// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The standard normal distribution.
enum NormalDistribution {
  static func density(_ z: Double) -> Double { exp(-z * z / 2) / (2 * Double.pi).squareRoot() }

  /// The chance of a value above `z`. It keeps its digits however far out that is.
  static func tail(_ z: Double) -> Double { erfc(z / 2.0.squareRoot()) / 2 }

  static func below(_ z: Double) -> Double { tail(-z) }

  /// The value that is exceeded with this chance, which must be greater than 0 and less than 1.
  /// Good to 14 digits.
  static func quantile(tail chance: Double) -> Double {
    precondition(chance > 0 && chance < 1, "a chance is between 0 and 1")
    if chance > 0.5 { return -quantile(tail: 1 - chance) }
    // The approximation of Hastings, in Abramowitz and Stegun 26.2.23, has three digits. Each step
    // of Halley's method triples them.
    let t = (-2 * log(chance)).squareRoot()
    var z =
      t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
    for _ in 0..<4 {
      let step = (tail(z) - chance) / density(z)
      z += 2 * step / (2 - step * z)
    }
    return z
  }

  /// The critical value for an interval that misses the truth with this chance, on both sides
  /// together.
  static func critical(_ alpha: Double) -> Double { quantile(tail: alpha / 2) }
}
