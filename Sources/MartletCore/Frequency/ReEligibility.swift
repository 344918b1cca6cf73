// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How often a person can see a campaign again. Only impressions count, not triggers or failed attempts.
public enum ReEligibility: Equatable, Sendable {
  /// Each time it is triggered.
  case always
  /// Once per person.
  case once
  /// Again after this time since the last impression, from `shortest` to `longest`.
  case after(Duration)

  /// One second.
  public static let shortest = Duration.seconds(1)
  /// 720 days.
  public static let longest = Duration.seconds(720 * 86_400)
}
