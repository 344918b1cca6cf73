// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// One arm of an experiment: how many of its people did something, by epoch.
///
/// An epoch begins when the shares of the arms change. People belong to the epoch in which the
/// campaign first triggered for them.
public struct RateArm: Hashable, Sendable {
  /// One for each epoch, in order. All arms of an experiment have the same epochs; an arm that was
  /// not open has nobody in it.
  public let epochs: [Rate]

  public init(epochs: [Rate]) { self.epochs = epochs }

  /// An arm of an experiment whose shares never changed.
  public init(_ rate: Rate) { epochs = [rate] }

  public var people: Int { epochs.reduce(0) { $0 + $1.people } }
  public var successes: Int { epochs.reduce(0) { $0 + $1.successes } }

  /// The mean of the epochs' shares with these weights, which must be 0 for epochs without people
  /// and add up to 1.
  ///
  /// The interval is Wilson's for as many people as the mean is worth (Kish 1965; Korn and Graubard
  /// 1998). By the weights alone, it is worth `1 / sum of weight^2 / people`. If the epochs' own
  /// variances say that it is worth less, it is. With one epoch it is Wilson's interval.
  func share(weights: [Double], critical: Double) -> Estimate {
    let strata = zip(weights, epochs).filter { $0.0 > 0 }
    if strata.count == 1 { return strata[0].1.wilson(critical: critical) }
    let share = strata.reduce(0) { $0 + $1.0 * Double($1.1.successes) / Double($1.1.people) }
    let worth = 1 / strata.reduce(0) { $0 + $1.0 * $1.0 / Double($1.1.people) }
    let variance = variance(weights: weights)
    return Rate.wilson(
      share: share, people: variance > 0 ? min(worth, share * (1 - share) / variance) : worth,
      critical: critical)
  }

  func variance(weights: [Double]) -> Double {
    zip(weights, epochs).reduce(0) { $1.0 > 0 ? $0 + $1.0 * $1.0 * $1.1.variance : $0 }
  }
}
