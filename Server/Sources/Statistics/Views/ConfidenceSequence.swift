// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// An asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024):
/// intervals that hold at every look together.
///
/// Whoever looks after each person and stops when it pleases still misses the truth with the stated
/// chance at most, once there are enough people for means to be nearly normal.
enum ConfidenceSequence {
  /// The number of people for which intervals are narrowest, when an experiment has no plan.
  static let usualPeople = 5_000

  /// What takes the place of a fixed critical value.
  ///
  /// - Parameters:
  ///   - people: In both arms that are compared. At least 1.
  ///   - planned: Where it is lowest. It must be fixed before the first look.
  ///   - alpha: The chance to miss the truth at any look.
  static func critical(people: Int, planned: Int, alpha: Double) -> Double {
    let logarithm = -2 * log(alpha)
    let scaled = Double(people) / Double(planned) * (logarithm + log(1 + logarithm))
    return (2 * (scaled + 1) / scaled * (log(scaled + 1) / 2 - log(alpha))).squareRoot()
  }
}
