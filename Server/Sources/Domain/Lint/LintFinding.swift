// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Something that probably is not as the author of a campaign meant it, in the company of the other campaigns.
public struct LintFinding: Hashable, Sendable {
  /// How sure it is that nobody wants it so.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The campaign can never show.
    case error
    /// It shows less often than it seems to say.
    case warning
    /// Worth a look.
    case hint
  }

  /// What was found; the raw value is a stable word for programs.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case scheduleOver = "schedule_over"
    case alwaysQuiet = "always_quiet"
    case endsBeforeDelay = "ends_before_delay"
    case contradictoryFilter = "contradictory_filter"
    /// A purchase is never like that, unless a property of the app's own has the field's name.
    case purchaseOutOfRange = "purchase_out_of_range"
    /// A mistake of the campaign's own, as `Wire.Campaign.mistakes` finds it.
    case impossibleEvent = "impossible_event"
    case exceptionsWithoutDelay = "exceptions_without_delay"
    case duplicateButton = "duplicate_button"
    case unknownWord = "unknown_word"
    case shadowed
    case sameRank = "same_rank"
    case unknownEvent = "unknown_event"
  }

  public var severity: Severity
  public var code: Code
  public var campaign: CampaignID
  /// Other campaigns that have to do with it, best first.
  public var others: [CampaignID]
  /// In the campaign's wire form, for example `triggers[0].filter`.
  public var field: String
  /// What is the matter, in one sentence; names other campaigns by their names.
  public var message: String
  /// What to do.
  public var remedy: String

  public init(
    severity: Severity, code: Code, campaign: CampaignID, others: [CampaignID] = [], field: String, message: String, remedy: String
  ) {
    self.severity = severity
    self.code = code
    self.campaign = campaign
    self.others = others
    self.field = field
    self.message = message
    self.remedy = remedy
  }
}
