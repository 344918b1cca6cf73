// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Whether people are split over the arms as planned (sample-ratio mismatch).
///
/// A split that chance does not explain means that people are lost or counted in one arm only, and
/// no comparison of such arms can be trusted. The test is chi-squared, summed over epochs. It
/// raises an alarm below 1 in 2,000, which is low enough for a look each day: over 90 days, it is
/// false in fewer than 1 of 100 experiments. Ask it of the people who were assigned and of those
/// who were triggered.
public struct SampleRatio: Hashable, Sendable {
  /// The people of each arm in one epoch, with the shares that were planned for it.
  public struct Epoch: Hashable, Sendable {
    public let people: [Int]
    public let shares: [Int]

    /// Creates an epoch. nil unless there is one share for each arm, no number is negative, and
    /// some share is greater than 0.
    public init?(people: [Int], shares: [Int]) {
      guard people.count == shares.count, (people + shares).allSatisfy({ $0 >= 0 }),
        shares.contains(where: { $0 > 0 })
      else { return nil }
      self.people = people
      self.shares = shares
    }
  }

  /// Chi-squared.
  public let statistic: Double
  public let degrees: Int
  /// How likely chance alone makes a split at least as uneven.
  public let chance: Double

  /// The alarm is raised below this chance.
  public static let alarm = 0.0005
  /// Chi-squared is only good with so many expected people in each arm.
  public static let fewestExpected = 10.0

  /// Whether the split is broken. Then nothing may be compared.
  public var isAlarm: Bool { chance < Self.alarm }

  /// Tests a split. An arm with a share of 0 in an epoch had no part in it. An epoch in which only
  /// one arm was open says nothing.
  ///
  /// nil as long as some arm has fewer than 10 expected people in an epoch, or no epoch has two
  /// arms.
  public init?(_ epochs: [Epoch]) {
    var (statistic, degrees) = (0.0, 0)
    for epoch in epochs {
      let open = zip(epoch.people, epoch.shares).filter { $0.1 > 0 }
      guard open.count > 1 else { continue }
      let people = Double(open.reduce(0) { $0 + $1.0 })
      let shares = open.reduce(0.0) { $0 + Double($1.1) }
      for (observed, share) in open {
        let expected = people * Double(share) / shares
        guard expected >= Self.fewestExpected else { return nil }
        statistic += (Double(observed) - expected) * (Double(observed) - expected) / expected
      }
      degrees += open.count - 1
    }
    guard degrees > 0 else { return nil }
    self.statistic = statistic
    self.degrees = degrees
    chance = ChiSquaredDistribution.tail(statistic, degrees: degrees)
  }
}
