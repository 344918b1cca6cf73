// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The chi-squared distribution with a whole number of degrees of freedom.
enum ChiSquaredDistribution {
  /// The chance of a value of at least `statistic`.
  ///
  /// With whole degrees of freedom it is a sum of that half as many positive terms (Abramowitz and
  /// Stegun 26.4.4 and 26.4.5), so no digits are lost.
  ///
  /// - Parameters:
  ///   - statistic: At least 0.
  ///   - degrees: At least 1.
  static func tail(_ statistic: Double, degrees: Int) -> Double {
    precondition(
      statistic >= 0 && degrees >= 1, "chi-squared is at least 0, with at least one degree of freedom")
    guard statistic > 0 else { return 1 }
    let half = statistic / 2
    let isOdd = degrees % 2 == 1
    // The logarithm of half^j exp(-half) / gamma(j + 1), from j = 0 or 1/2 on.
    var j = isOdd ? 0.5 : 0.0
    var term = j * log(half) - half - (isOdd ? log(Double.pi.squareRoot() / 2) : 0)
    var sum = isOdd ? erfc(half.squareRoot()) : 0
    for _ in 0..<(degrees / 2) {
      sum += exp(term)
      j += 1
      term += log(half / j)
    }
    return min(1, sum)
  }
}
