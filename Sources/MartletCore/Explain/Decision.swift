// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The decision about an event: the event, every candidate, and why each was or was not presented.
/// Logs, console and lab only display it.
public struct Decision: Hashable, Sendable {
  /// Unique. The presentation and all outcomes of the decision have this id.
  public var id: String
  public var event: Event
  public var at: Instant
  /// The user at that time, or nil if anonymous.
  public var userID: String?
  /// Every campaign with a trigger for this kind of event, best first. Empty if there is none.
  public var candidates: [Candidate]

  public init(id: String, event: Event, at: Instant, userID: String?, candidates: [Candidate]) {
    self.id = id
    self.event = event
    self.at = at
    self.userID = userID
    self.candidates = candidates
  }

  /// The campaign that was passed to the presenter, if any.
  public var chosen: CampaignID? { candidates.first { $0.verdict == .chosen }?.campaign }

  /// True if no campaign's trigger *and* filter match. Only then is the delegate's
  /// `noMatchingTriggerForEvent` called.
  public var isWithoutMatch: Bool { candidates.allSatisfy(\.isWithoutMatch) }
}

/// A campaign in a decision.
public struct Candidate: Hashable, Sendable {
  public var campaign: CampaignID
  public var version: Int
  public var verdict: Verdict

  public init(campaign: CampaignID, version: Int, verdict: Verdict) {
    self.campaign = campaign
    self.version = version
    self.verdict = verdict
  }

  /// True if the campaign's trigger did not fire, so the event is not a match.
  public var isWithoutMatch: Bool {
    switch verdict {
    case .stopped(.filter), .stopped(.history): true
    case .chosen, .delivered, .stopped: false
    }
  }

  /// The result of a candidate.
  public enum Verdict: Hashable, Sendable {
    case chosen
    /// Its banner, content or data waits for its turn on this device. A decision can have several
    /// of these, beside the chosen one.
    case delivered
    /// The first gate that stopped it, with the values compared.
    case stopped(Gate)
  }
}

/// The impressions that a cap counts.
public enum CapScope: Hashable, Sendable {
  /// Those of the campaign.
  case campaign
  /// Those of all campaigns with the tag.
  case tag(String)
  /// Those of all campaigns.
  case all
}

/// The progress of a count or a group.
public enum Progress: Hashable, Sendable {
  /// The trigger has fired `have` times in the window, including this time.
  case count(have: Int, Repetition)
  /// `have` of the `need` parts of the group have fired within the window.
  case group(have: Int, need: Int, window: HistoryWindow)
}

/// Why a filter was false: the comparison that decided it.
public struct FilterMiss: Hashable, Sendable {
  public var path: [String]
  public var operation: Comparison.Operation
  /// The value at `path`, or nil if it is missing.
  public var actual: Value?
  /// True if the types cannot be compared.
  public var isTypeMismatch: Bool
  /// True if the comparison is under a `not` and had to be false.
  public var isNegated: Bool

  public init(
    path: [String], operation: Comparison.Operation, actual: Value?, isTypeMismatch: Bool,
    isNegated: Bool = false
  ) {
    self.path = path
    self.operation = operation
    self.actual = actual
    self.isTypeMismatch = isTypeMismatch
    self.isNegated = isNegated
  }
}
