// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// What a team sets for a whole app.
public struct AppSettings: Equatable, Sendable {
  /// The share of their decisions that devices report, 0…1; test devices report all of them.
  public var decisionSample: Double
  /// Caps over all campaigns, or over those with a tag.
  public var caps: [Wire.Cap]
  public var userAuthentication: UserAuthentication
  public var globalHoldout: GlobalHoldout
  public var privacyRequests: PrivacyRequestPolicy
  /// Whether events of users whose ids are almost certainly a mistake (`DoubtfulUserID`) are
  /// refused.
  public var refusesDoubtfulUserIDs: Bool

  public init(
    decisionSample: Double = 1, caps: [Wire.Cap] = [],
    userAuthentication: UserAuthentication = UserAuthentication(),
    globalHoldout: GlobalHoldout = GlobalHoldout(),
    privacyRequests: PrivacyRequestPolicy = PrivacyRequestPolicy(),
    refusesDoubtfulUserIDs: Bool = false
  ) {
    self.decisionSample = decisionSample
    self.caps = caps
    self.userAuthentication = userAuthentication
    self.globalHoldout = globalHoldout
    self.privacyRequests = privacyRequests
    self.refusesDoubtfulUserIDs = refusesDoubtfulUserIDs
  }

  /// The most caps that an app may have.
  public static let maximumCaps = 20

  /// Everything that prevents the settings from being stored, except problems with keys, which the
  /// module Identity finds.
  public var diagnostics: [Diagnostic] {
    var found = DiagnosticList()
    if !(0...1).contains(decisionSample) {
      found.error(
        "decision_sample", "out_of_range", "The share of decisions must be between 0 and 1.", "Use 1 for all."
      )
    }
    if caps.count > Self.maximumCaps {
      found.error(
        "caps", "too_many", "An app can have up to \(Self.maximumCaps) frequency caps.", "Remove some.")
    }
    for (index, cap) in caps.enumerated() {
      if cap.within.known == nil {
        found.error(
          "caps[\(index)].within", "not_understood", "This version does not know this time window.",
          "Choose session, day, week, month, year or lifetime.")
      }
      if !(1...100).contains(cap.limit) {
        found.error("caps[\(index)].limit", "out_of_range", "The limit must be 1 to 100.", "Enter another.")
      }
      if let tag = cap.tag, tag.isBlank || tag.count > CampaignLimits.tagLength {
        found.error(
          "caps[\(index)].tag", "tag_invalid", "A tag has 1 to \(CampaignLimits.tagLength) characters.",
          "Correct it, or leave it blank to cap all campaigns together.")
      }
    }
    return found.diagnostics + userAuthentication.diagnostics + globalHoldout.diagnostics
      + privacyRequests.diagnostics
  }
}
