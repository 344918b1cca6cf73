// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What stops a candidate, in the order of the checks: the first gate that does is the reason.
public enum Gate: Hashable, Sendable {
  /// The comparison that made the filter false.
  case filter(FilterMiss)
  /// A count or a group is not complete, so its trigger did not fire.
  case history(Progress)
  case notStarted(startsAt: Instant)
  case ended(endsAt: Instant)
  /// The campaign has quiet hours now, on this device.
  case quietHours(until: Instant)
  /// The person has seen it. `again` is when it can be shown again, or nil if never.
  case reEligibility(lastShown: Instant, again: Instant?)
  /// The cap already has this many impressions in its window.
  case cap(CapScope, FrequencyCap, count: Int)
  /// An earlier trigger of the campaign is in its delay until this time.
  case delayRuns(until: Instant)
  /// Another message was displayed, or passed to the presenter, less than the minimum interval ago.
  case interval(remaining: Duration, minimum: Duration)
  /// Another campaign has a higher rank.
  case priority(winner: CampaignID)
  /// An earlier delivery of its banner, content or data still waits on this device.
  case itemWaits(since: Instant)
}

extension Candidate.Verdict {
  /// The recorded reason for a campaign that matched and was not chosen. nil if it was chosen or
  /// did not match.
  var suppression: Outcome.SuppressionReason? {
    switch self {
    case .chosen, .delivered, .stopped(.filter), .stopped(.history): nil
    case .stopped(.notStarted): .notStarted
    case .stopped(.ended): .ended
    case .stopped(.quietHours): .quietHours
    case .stopped(.reEligibility): .reEligibility
    case .stopped(.cap): .cap
    case .stopped(.delayRuns): .delayRuns
    case .stopped(.interval): .interval
    case .stopped(.priority): .priority
    case .stopped(.itemWaits): .itemWaits
    }
  }
}

extension Outcome {
  /// Why a message is queued. The raw value is the name in the protocol and in reports.
  public enum QueueReason: String, Hashable, Sendable, CaseIterable {
    case otherMessageVisible = "other_message_visible"
    /// A banner, an announcement or a survey has the screen.
    case otherSurfaceVisible = "other_surface_visible"
    case inBackground = "in_background"
    case reenqueuedByDelegate = "reenqueued_by_delegate"
    case noPresenter = "no_presenter"
    /// The presenter currently has no window or viewer to draw in.
    case hostUnavailable = "host_unavailable"
    /// The campaign's delay is not over.
    case delay
    /// Another message was displayed less than the minimum interval ago.
    case interval
    /// The campaign has quiet hours now, on this device.
    case quietHours = "quiet_hours"
    /// The server is rendering it, or its assets are being downloaded.
    case loading

    /// True if the engine told the presenter to wait, and for how long.
    var isTold: Bool { self == .interval || self == .quietHours || self == .otherSurfaceVisible }
  }

  /// The gate that stopped a matching campaign. The raw value is the name in the protocol and in
  /// reports.
  public enum SuppressionReason: String, Hashable, Sendable, CaseIterable {
    case interval
    case priority
    case notStarted = "not_started"
    case ended
    /// The campaign has quiet hours now, on this device.
    case quietHours = "quiet_hours"
    /// The person has already seen it, and cannot see it again, or not yet.
    case reEligibility = "re_eligibility"
    /// A frequency cap is reached.
    case cap
    /// An earlier trigger of the same campaign is in its delay.
    case delayRuns = "delay_runs"
    /// An earlier delivery of its banner, content or data still waits on this device.
    case itemWaits = "item_waits"

    /// Whether a limit of impressions is reached.
    var isOfImpressions: Bool {
      switch self {
      case .reEligibility, .cap: true
      case .interval, .priority, .notStarted, .ended, .quietHours, .delayRuns, .itemWaits: false
      }
    }
  }
}
