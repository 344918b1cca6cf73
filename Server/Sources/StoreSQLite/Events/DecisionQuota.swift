// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How many decisions are kept, for each campaign and reason: those of the newest days, and never more than a part of them from one day, so that
/// nobody who sends very many of them pushes out those of the days before. A decision is kept as long as it is among those of one of its campaigns.
///
/// When a day has too many, a fair part of them stays: the newest decision of each device comes before the second of any, and which devices come
/// first nobody can foresee. So a device that sends ten thousand takes no more than what the others leave, and of any number of devices each has
/// the same chance. Test devices come before all others.
public struct DecisionQuota: Hashable, Sendable {
  public var perReason: Int
  /// Received on one day (UTC).
  public var perDay: Int
  /// When a day has more, it is brought down to this, so that it is not looked through for every decision.
  var keptOfDay: Int { max(1, perDay * 4 / 5) }

  public init(perReason: Int = 1_000, perDay: Int = 250) {
    self.perReason = perReason
    self.perDay = perDay
  }
}
