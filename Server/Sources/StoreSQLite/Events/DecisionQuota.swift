// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How many decisions are kept, for each campaign and reason: the newest, and never more than a part of them from one day, so that nobody who sends
/// very many of them pushes out those of the days before. A decision is kept as long as it is among those of one of its campaigns.
public struct DecisionQuota: Hashable, Sendable {
  public var perReason: Int
  /// Received on one day (UTC).
  public var perDay: Int

  public init(perReason: Int = 1_000, perDay: Int = 250) {
    self.perReason = perReason
    self.perDay = perDay
  }
}
