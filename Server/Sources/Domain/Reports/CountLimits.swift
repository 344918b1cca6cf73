// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How many different names are counted by themselves. What comes beyond is counted as other.
public enum CountLimits {
  /// Names of custom events of an app. Those that its campaigns wait for are counted by themselves whatever there is beside them.
  public static let eventNames = 2_000
  /// A name that about so many people sent gives way to no other as long as anybody sends it.
  public static let establishedPeople = 20
  /// A name that nobody has sent for so many days gives way.
  public static let forgottenAfterDays = 30
  /// Names that one batch puts in the place of others.
  public static let replacedNames = 20
  /// Buttons of one campaign; the same for causes of dismissal, and for outcomes with their reasons.
  public static let details = 100
  /// Campaigns that an app does not have, such as deleted drafts: devices may still tell of them.
  public static let strayCampaigns = 100
  /// What everything else is counted under.
  public static let other = "(other)"
}
