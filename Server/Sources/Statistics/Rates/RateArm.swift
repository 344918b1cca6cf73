// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// One arm of an experiment: how many of its people did something, by epoch.
///
/// An epoch begins when the shares of the arms change. People belong to the epoch in which the campaign first triggered for them.
public struct RateArm: Hashable, Sendable {
  /// One for each epoch, in order. All arms of an experiment have the same epochs; an arm that was not open has nobody in it.
  public let epochs: [Rate]

  public init(epochs: [Rate]) { self.epochs = epochs }

  /// An arm of an experiment whose shares never changed.
  public init(_ rate: Rate) { epochs = [rate] }

  public var people: Int { epochs.reduce(0) { $0 + $1.people } }
  public var successes: Int { epochs.reduce(0) { $0 + $1.successes } }

  /// The mean of the epochs' shares with these weights, which must be 0 for epochs without people and add up to 1.
  ///
  /// The distances of the bounds are added as squares, epoch by epoch (Zou and Donner 2008). With one epoch it is Wilson's interval.
  func share(weights: [Double], critical: Double) -> Estimate {
    let strata = zip(weights, epochs).filter { $0.0 > 0 }.map { ($0.0, $0.1.wilson(critical: critical)) }
    if strata.count == 1 { return strata[0].1 }
    var (value, below, above) = (0.0, 0.0, 0.0)
    for (weight, share) in strata {
      value += weight * share.value
      let (down, up) = (weight * (share.value - share.interval.lower), weight * (share.interval.upper - share.value))
      below += down * down
      above += up * up
    }
    return Estimate(value, Interval(max(0, value - below.squareRoot()), min(1, value + above.squareRoot())))
  }

  func variance(weights: [Double]) -> Double {
    zip(weights, epochs).reduce(0) { $1.0 > 0 ? $0 + $1.0 * $1.0 * $1.1.variance : $0 }
  }
}
