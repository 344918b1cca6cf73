// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// One arm of an experiment: what its people did on average, by epoch.
///
/// Averages are over all people whom the campaign triggered for, those with nothing included.
public struct MeanArm: Hashable, Sendable {
  /// One for each epoch, in order; nil where the arm had fewer than two people. All arms of an
  /// experiment have the same epochs.
  public let epochs: [MeanEstimate?]
  /// All people, those of epochs without a mean included.
  public let people: Int
  /// How many people have a value other than 0. An average of a few of them says little, however
  /// many others there are.
  public let contributors: Int

  /// Creates an arm.
  public init(epochs: [MeanEstimate?], people: Int, contributors: Int) {
    self.epochs = epochs
    self.people = people
    self.contributors = contributors
  }

  func mean(weights: [Double]) -> Double {
    zip(weights, epochs).reduce(0) { $0 + $1.0 * ($1.1?.mean ?? 0) }
  }

  /// The variance of the weighted mean, and what it is made of, epoch by epoch.
  func variance(weights: [Double]) -> (sum: Double, parts: [(variance: Double, degrees: Double)]) {
    let parts = zip(weights, epochs).compactMap { weight, epoch in
      epoch.map { (variance: weight * weight * $0.variance, degrees: Double($0.people - 1)) }
    }
    return (parts.reduce(0) { $0 + $1.variance }, parts)
  }
}
