// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// How many people an audience had when the server counted it on a day. A day on which the server
/// did not run has none.
public struct AudienceSize: Equatable, Sendable {
  /// The last count of a day (UTC) is the one that stays.
  public var at: Instant
  public var people: Int
  /// Of these, how many a notification could reach.
  public var reachable: Int

  public init(at: Instant, people: Int, reachable: Int) {
    (self.at, self.people, self.reachable) = (at, people, reachable)
  }

  /// When the day (UTC) began.
  public var day: Instant { Instant(milliseconds: CountedTime.day(of: at) * 86_400_000) }

  /// How many days are kept for each audience.
  public static let kept = 400
}
