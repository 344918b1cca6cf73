// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How often one person may see a campaign again. Impressions count, not triggers: an attempt that failed consumes nothing.
public enum ReEligibility: Hashable, Sendable {
  /// As often as its triggers fire.
  case always
  /// One impression for each person, for ever.
  case once
  /// Again when so much time has passed since the last impression: `shortest` to `longest`.
  case after(Duration)

  /// One second.
  public static let shortest = Duration.seconds(1)
  /// 720 days.
  public static let longest = Duration.seconds(720 * 86_400)
}
