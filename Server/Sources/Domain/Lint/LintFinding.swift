// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Something about a campaign, alone or among the others, that its author probably did not intend.
public struct LintFinding: Hashable, Sendable {
  /// How certain it is that nobody wants this, the most certain first.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The campaign can never show.
    case error
    /// The campaign shows less often than its settings suggest.
    case warning
    /// Worth a look.
    case hint
  }

  /// The kind of finding. The raw value is a stable word for programs.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case scheduleOver = "schedule_over"
    case alwaysQuiet = "always_quiet"
    case endsBeforeDelay = "ends_before_delay"
    case contradictoryFilter = "contradictory_filter"
    /// No purchase is like that, unless a property of the app's own has the field's name.
    case purchaseOutOfRange = "purchase_out_of_range"
    /// A mistake in the campaign itself, as `Wire.Campaign.mistakes` finds it.
    case impossibleEvent = "impossible_event"
    case exceptionsWithoutDelay = "exceptions_without_delay"
    case duplicateButton = "duplicate_button"
    case unknownWord = "unknown_word"
    case notUsed = "not_used"
    case shadowed
    case sameRank = "same_rank"
    case unknownEvent = "unknown_event"

    /// Words short enough for a line of the list.
    public var shortWords: String {
      switch self {
      case .scheduleOver: "Has ended"
      case .alwaysQuiet: "Has quiet hours that never end"
      case .endsBeforeDelay: "Ends before its delay is over"
      case .contradictoryFilter: "Has a condition that no event can match"
      case .purchaseOutOfRange: "Has a condition that no purchase can match"
      case .impossibleEvent: "Has a trigger that no app can log"
      case .exceptionsWithoutDelay: "Has exceptions but no delay"
      case .duplicateButton: "Has two buttons with the same id"
      case .unknownWord: "Has a value that devices do not know"
      case .notUsed: "Has a rule that messages do not have"
      case .shadowed: "Never shown because of"
      case .sameRank: "Same priority as"
      case .unknownEvent: "Has a trigger event that nobody has logged"
      }
    }
  }

  public var severity: Severity
  public var code: Code
  public var campaign: CampaignID
  /// Other campaigns that are involved, best first.
  public var others: [CampaignID]
  /// A path in the campaign's wire form, for example `triggers[0].filter`.
  public var field: String
  /// What is wrong, in one sentence; names the other campaigns.
  public var message: String
  /// What to do.
  public var remedy: String

  public init(
    severity: Severity, code: Code, campaign: CampaignID, others: [CampaignID] = [], field: String,
    message: String, remedy: String
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
