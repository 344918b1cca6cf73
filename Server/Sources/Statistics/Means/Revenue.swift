// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What the people of one arm spent in one currency, by epoch, in the currency's smallest unit.
public struct RevenueArm: Hashable, Sendable {
  /// What people spent who were triggered in one epoch.
  public struct Epoch: Hashable, Sendable {
    /// All people, those who bought nothing included.
    public let people: Int
    /// One sum for each person who bought or returned something. A person who returned more than
    /// was bought has a negative one.
    public let sums: [Int64]

    /// Creates an epoch. nil when there are more sums than people.
    public init?(people: Int, sums: [Int64]) {
      guard sums.count <= people else { return nil }
      self.people = people
      self.sums = sums
    }
  }

  /// An ISO 4217 code. Amounts in different currencies are never added.
  public let currency: String
  public let epochs: [Epoch]

  public init(currency: String, epochs: [Epoch]) {
    self.currency = currency
    self.epochs = epochs
  }

  public var people: Int { epochs.reduce(0) { $0 + $1.people } }
  /// How many people have a sum other than 0.
  public var payers: Int { epochs.reduce(0) { $0 + $1.sums.count { $0 != 0 } } }
  /// nil when it is too large for 64 bits.
  public var total: Int64? {
    var total: Int64 = 0
    for epoch in epochs {
      for sum in epoch.sums {
        let (next, isTooLarge) = total.addingReportingOverflow(sum)
        if isTooLarge { return nil }
        total = next
      }
    }
    return total
  }

  /// The averages over people.
  ///
  /// - Parameter cap: Higher sums count as this much. nil gives the averages as they are, which are
  ///   shown beside the capped ones.
  public func mean(cappedAt cap: RevenueCap?) -> MeanArm {
    let estimates = epochs.map { epoch in
      var moments = Moments()
      for sum in epoch.sums { moments.add(Double(min(sum, cap?.amount ?? .max))) }
      moments.addZeros(epoch.people - epoch.sums.count)
      return moments.estimate
    }
    return MeanArm(epochs: estimates, people: people, contributors: payers)
  }
}

/// The highest sum of one person that counts in full, so that one large buyer does not decide an
/// experiment.
///
/// It is the (k+1)-th largest sum of the people of all arms together. k is a thousandth of the
/// people, but at most a tenth of those who paid, because otherwise nothing would be left when few
/// of many people pay. It is at least 1.
public struct RevenueCap: Hashable, Sendable {
  /// In the currency's smallest unit. Never negative: refunds are not capped.
  public let amount: Int64

  /// Creates the cap of an experiment. nil without people, or when the arms have different
  /// currencies.
  public init?(of arms: [RevenueArm]) {
    let people = arms.reduce(0) { $0 + $1.people }
    guard people > 0, Set(arms.map(\.currency)).count == 1 else { return nil }
    let sums = arms.flatMap { $0.epochs.flatMap(\.sums) }.filter { $0 > 0 }.sorted(by: >)
    let place = max(1, min(people / 1_000, sums.count / 10))
    // Whoever has no positive sum comes after all who have one.
    amount = place < sums.count ? sums[place] : 0
  }
}
