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

  public init(decisionSample: Double = 1, caps: [Wire.Cap] = [], userAuthentication: UserAuthentication = UserAuthentication()) {
    self.decisionSample = decisionSample
    self.caps = caps
    self.userAuthentication = userAuthentication
  }

  /// The most caps that an app may have.
  public static let maximumCaps = 20

  /// Everything that prevents the settings from being stored, except problems with keys, which the module Identity finds.
  public var diagnostics: [Diagnostic] {
    var found: [Diagnostic] = []
    if !(0...1).contains(decisionSample) {
      found.append(
        Diagnostic(
          field: "decision_sample", code: "out_of_range", message: "The share of decisions must be between 0 and 1.",
          remedy: "Use 1 for all."
        ))
    }
    if caps.count > Self.maximumCaps {
      found.append(
        Diagnostic(
          field: "caps", code: "too_many", message: "An app can have up to \(Self.maximumCaps) frequency caps.", remedy: "Remove some."))
    }
    for (index, cap) in caps.enumerated() {
      if cap.within.known == nil {
        found.append(
          Diagnostic(
            field: "caps[\(index)].within", code: "not_understood", message: "This version does not know this time window.",
            remedy: "Choose session, day, week, month, year or lifetime."))
      }
      if !(1...100).contains(cap.limit) {
        found.append(
          Diagnostic(field: "caps[\(index)].limit", code: "out_of_range", message: "The limit must be 1 to 100.", remedy: "Enter another."))
      }
      if let tag = cap.tag, tag.isBlank || tag.count > CampaignLimits.tagLength {
        found.append(
          Diagnostic(
            field: "caps[\(index)].tag", code: "tag_invalid", message: "A tag has 1 to \(CampaignLimits.tagLength) characters.",
            remedy: "Correct it, or leave it blank to cap all campaigns together."))
      }
    }
    return found + userAuthentication.diagnostics
  }
}
