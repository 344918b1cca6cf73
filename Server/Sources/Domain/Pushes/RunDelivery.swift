// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What a run has for a device, whether or not its push arrives there.
public struct RunDelivery: Hashable, Sendable {
  public var campaignID: CampaignID
  public var runID: String
  public var deviceID: String
  public var occurrence: Int
  /// What became of the push. nil while it has not ended.
  public var outcome: PushOutcome?
  /// Without an outcome: why it waits.
  public var detail: String?
  /// Whether the server paused the run, because it cannot send at all.
  public var isHalted: Bool
  public var expiresAt: Instant?

  public init(
    campaignID: CampaignID, runID: String, deviceID: String, occurrence: Int, outcome: PushOutcome?,
    detail: String? = nil,
    isHalted: Bool = false, expiresAt: Instant? = nil
  ) {
    self.campaignID = campaignID
    self.runID = runID
    self.deviceID = deviceID
    self.occurrence = occurrence
    self.outcome = outcome
    self.detail = detail
    self.isHalted = isHalted
    self.expiresAt = expiresAt
  }

  /// The same as that of the push.
  public var id: String { PushDelivery.id(run: runID, device: deviceID, occurrence: occurrence) }

  /// Whether a sync brings it: the push was sent, and may never come, or it cannot reach the
  /// device. Not what a rule keeps from the person, and not what waits for its time.
  ///
  /// - Parameter hasItem: Whether the push brings a banner or data. Content alone opens with a tap
  ///   on the notification; it comes with a sync only if the notification cannot.
  public func comesWithSync(hasItem: Bool, at now: Instant) -> Bool {
    if let expiresAt, now >= expiresAt { return false }
    switch outcome {
    case .sent?: return hasItem
    case .noToken?, .notAllowed?, .optedOut?, .tokenInvalid?, .refused?, .tooLarge?, .gaveUp?, .noKey?:
      return true
    case .heldOut?, .withheld?, .notEligible?, .capped?, .expired?, .missingValue?, .userNotVerified?,
      .personChanged?, .cancelled?:
      return false
    case nil: return isHalted || detail.map { !Self.timely.contains($0) } ?? false
    }
  }

  /// Why a push waits although it could be sent.
  private static let timely: Set = ["quiet_hours", "not_started"]
}
