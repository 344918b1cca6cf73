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

  /// True when no campaign's trigger *and* filter match: only then the delegate hears `noMatchingTriggerForEvent` (D8).
  public var isWithoutMatch: Bool {
    candidates.allSatisfy { candidate in
      if case .stopped(.filter) = candidate.verdict { true } else { false }
    }
  }
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

  /// What became of a candidate in its decision.
  public enum Verdict: Hashable, Sendable {
    case chosen
    /// The first gate that stopped it, with the values compared.
    case stopped(Gate)
  }
}

/// What can stop a candidate, in the order in which the gates are asked: filter, schedule, interval, priority.
public enum Gate: Hashable, Sendable {
  /// The comparison that decided that the filter is false.
  case filter(FilterMiss)
  case notStarted(startsAt: Instant)
  case ended(endsAt: Instant)
  /// Another message was displayed, or handed to the presenter, less than the minimum interval ago (D7).
  case interval(remaining: Duration, minimum: Duration)
  /// A better candidate took the turn (D5).
  case priority(winner: CampaignID)
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
