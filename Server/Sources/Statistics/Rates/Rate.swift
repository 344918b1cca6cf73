// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How many of some people did something.
public struct Rate: Hashable, Sendable {
  /// From 0 to `people`.
  public let successes: Int
  /// At least 0.
  public let people: Int

  /// Creates a rate. nil unless both are at least 0, and no more people did it than there are.
  public init?(_ successes: Int, of people: Int) {
    guard successes >= 0, successes <= people else { return nil }
    self.successes = successes
    self.people = people
  }

  /// The share, from 0 to 1. nil without people.
  public var share: Double? { people > 0 ? Double(successes) / Double(people) : nil }

  /// The share with the 95% interval of Wilson (1927). nil without people.
  ///
  /// It stays between 0 and 1 and does not collapse when nobody or everybody did it. Two such
  /// intervals say nothing about a difference: `ExperimentReadout` does.
  public var estimate: Estimate? { people > 0 ? wilson(critical: Self.critical) : nil }

  /// The estimate, once there are enough people to show more than counts.
  public var readableEstimate: Estimate? { people >= ExperimentReadout.fewestPeople ? estimate : nil }

  /// 95%.
  static let critical = 1.959963984540054

  /// Needs people.
  func wilson(critical: Double) -> Estimate {
    Self.wilson(share: Double(successes) / Double(people), people: Double(people), critical: critical)
  }

  /// - Parameter n: How many people the share is worth. Not always whole.
  static func wilson(share p: Double, people n: Double, critical z: Double) -> Estimate {
    let square = z * z
    let centre = (p + square / (2 * n)) / (1 + square / n)
    let half = z / (1 + square / n) * (p * (1 - p) / n + square / (4 * n * n)).squareRoot()
    // Both bounds are exact at the ends, where rounding would leave a trace.
    return Estimate(p, Interval(p <= 0 ? 0 : max(0, centre - half), p >= 1 ? 1 : min(1, centre + half)))
  }

  /// The variance of the share.
  var variance: Double {
    let p = Double(successes) / Double(people)
    return p * (1 - p) / Double(people)
  }
}
