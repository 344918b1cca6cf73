// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The record of one trigger: the event, every candidate, and why each was or was not handed to the presenter.
///
/// Logs, console and lab only render this; nothing is decided anywhere else.
public struct Decision: Hashable, Sendable {
  /// Unique; the presentation and every outcome that follows from it carry it.
  public var id: String
  public var event: Event
  public var at: Instant
  /// The user for whom it was decided; nil: anonymous.
  public var userID: String?
  /// Every campaign whose trigger names this kind of event, best first. Empty when no campaign names it.
  public var candidates: [Candidate]

  public init(id: String, event: Event, at: Instant, userID: String?, candidates: [Candidate]) {
    self.id = id
    self.event = event
    self.at = at
    self.userID = userID
    self.candidates = candidates
  }

  /// The campaign that was handed to the presenter, if any.
  public var chosen: CampaignID? {
    candidates.first { $0.verdict == .chosen }?.campaign
  }

  /// True when no campaign's trigger *and* filter match: only then the delegate hears `noMatchingTriggerForEvent`.
  public var isWithoutMatch: Bool { candidates.allSatisfy(\.isWithoutMatch) }
}

/// One campaign in a decision.
public struct Candidate: Hashable, Sendable {
  public var campaign: CampaignID
  public var version: Int
  public var verdict: Verdict

  public init(campaign: CampaignID, version: Int, verdict: Verdict) {
    self.campaign = campaign
    self.version = version
    self.verdict = verdict
  }

  /// True when the campaign's trigger did not fire, so that the event is not a match for it.
  public var isWithoutMatch: Bool {
    switch verdict {
    case .stopped(.filter), .stopped(.history): true
    case .chosen, .stopped: false
    }
  }

  /// What became of a candidate in its decision.
  public enum Verdict: Hashable, Sendable {
    case chosen
    /// The first gate that stopped it, with the values compared.
    case stopped(Gate)
  }
}

/// What can stop a candidate, in the order in which the gates are asked: filter, history, schedule, re-eligibility, caps, delay, interval,
/// priority.
public enum Gate: Hashable, Sendable {
  /// The comparison that decided that the filter is false.
  case filter(FilterMiss)
  /// A count or a group is not complete yet: its trigger did not fire.
  case history(Progress)
  case notStarted(startsAt: Instant)
  case ended(endsAt: Instant)
  /// It is one of the campaign's quiet hours on this device.
  case quietHours(until: Instant)
  /// Seen before; `again` is when the next impression is allowed, nil: never.
  case reEligibility(lastShown: Instant, again: Instant?)
  /// So many impressions are in the cap's window already.
  case cap(CapScope, FrequencyCap, count: Int)
  /// An earlier trigger of the campaign waits out its delay until then.
  case delayRuns(until: Instant)
  /// Another message was displayed, or handed to the presenter, less than the minimum interval ago.
  case interval(remaining: Duration, minimum: Duration)
  /// A better candidate took the turn.
  case priority(winner: CampaignID)
}

/// Which impressions a cap counts.
public enum CapScope: Hashable, Sendable {
  /// The campaign's own.
  case campaign
  /// Those of all campaigns with the tag.
  case tag(String)
  /// All.
  case all
}

/// How far a count or a group has come.
public enum Progress: Hashable, Sendable {
  /// The trigger has fired `have` times in the window, this time included.
  case count(have: Int, Repetition)
  /// `have` of the group's `need` parts have fired within the window.
  case group(have: Int, need: Int, window: HistoryWindow)
}

/// Why a filter was false: one comparison that decided it.
public struct FilterMiss: Hashable, Sendable {
  public var path: [String]
  public var operation: Comparison.Operation
  /// What the event carried at `path`; nil when nothing was there.
  public var actual: Value?
  /// True when the two could not be compared because their types differ.
  public var isTypeMismatch: Bool
  /// True when the comparison stands under a `not` and was therefore required to be false.
  public var isNegated: Bool

  public init(path: [String], operation: Comparison.Operation, actual: Value?, isTypeMismatch: Bool, isNegated: Bool = false) {
    self.path = path
    self.operation = operation
    self.actual = actual
    self.isTypeMismatch = isTypeMismatch
    self.isNegated = isNegated
  }
}
