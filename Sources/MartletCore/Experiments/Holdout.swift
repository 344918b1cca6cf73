// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A share of people who get nothing, so that the effect of a campaign, or of all campaigns, stays
/// measurable.
///
/// A unit is held out when its bucket is lower than the share. Who is held out at a share is
/// therefore also held out at every higher share.
public struct Holdout: Hashable, Sendable {
  /// What is held back.
  public enum Scope: Hashable, Sendable {
    case campaign, global
  }

  public let scope: Scope
  /// In buckets, from 0 to 10,000: 1,000 is 10%.
  public let share: Int
  private let draw: BucketDraw

  /// What is offered for a campaign's holdout: 10%. The default is none.
  public static let offeredCampaignShare = 1_000
  /// What is offered for a global holdout: 5%. The default is none.
  public static let offeredGlobalShare = 500

  /// Holds people out of one campaign. It outlives the winner.
  ///
  /// - Parameter experiment: The experiment's random id.
  /// - Throws: `HoldoutError` when the id cannot be hashed, or the share is not from 0 to 10,000.
  public static func campaign(experiment: String, share: Int) throws(HoldoutError) -> Holdout {
    try Holdout(.campaign, .campaignHoldout, salt: experiment, share: share)
  }

  /// Holds people out of all campaigns for a period.
  ///
  /// - Parameter period: The period's name, such as `2026-q1`. Each period draws again.
  /// - Throws: `HoldoutError` when the name cannot be hashed, or the share is not from 0 to 10,000.
  public static func global(period: String, share: Int) throws(HoldoutError) -> Holdout {
    try Holdout(.global, .globalHoldout, salt: period, share: share)
  }

  private init(_ scope: Scope, _ kind: BucketDraw.Kind, salt: String, share: Int) throws(HoldoutError) {
    guard (0...BucketDraw.bucketCount).contains(share) else { throw .isOutOfRange(share) }
    do { draw = try BucketDraw(kind, salt: salt) } catch { throw .hasNoSalt(error) }
    self.scope = scope
    self.share = share
  }

  /// Whether the unit is held out.
  public func holdsOut(_ unit: ExperimentUnit) -> Bool { share > 0 && draw.bucket(of: unit) < share }
}

/// Why there cannot be such a holdout.
public enum HoldoutError: Error, Hashable, Sendable {
  /// A share that is not from 0 to 10,000 buckets.
  case isOutOfRange(Int)
  case hasNoSalt(ExperimentKeyError)
}
