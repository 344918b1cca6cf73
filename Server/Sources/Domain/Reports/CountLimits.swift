// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How many different names are counted separately. The rest is counted as other.
public enum CountLimits {
  /// Names of custom events of an app. Names that its campaigns wait for are always counted
  /// separately.
  public static let eventNames = 2_000
  /// A name that about this many people sent gives way to no other as long as anybody sends it.
  public static let establishedPeople = 20
  /// A name that nobody has sent for this many days gives way.
  public static let forgottenAfterDays = 30
  /// How many names one batch can replace.
  public static let replacedNames = 20
  /// Buttons of one campaign; the same for causes of dismissal, and for outcomes with their
  /// reasons.
  public static let details = 100
  /// Questions of one campaign's surveys, and answers to them; the same for its versions and what
  /// happened with them.
  public static let answers = 1_000
  /// Campaigns that an app does not have, such as deleted drafts; devices may still report them.
  public static let strayCampaigns = 100
  /// The name under which everything else is counted.
  public static let other = "(other)"

  /// How many details of a metric are counted separately.
  static func details(of metric: CampaignMetric) -> Int {
    metric == .answer || metric == .version ? answers : details
  }
}
