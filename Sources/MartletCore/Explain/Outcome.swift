// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How a triggered message ended, or where it waits. Each presentation ends in exactly one final outcome; `queued` is not final.
///
/// The vocabulary is closed and documented in `docs/outcomes.md`.
public enum Outcome: Hashable, Sendable {
  /// Fully visible; an impression was counted. For a control message: it would have been visible.
  case shown
  /// Waits on the stack.
  case queued(QueueReason)
  /// Matched, but did not get its turn.
  case suppressed(SuppressionReason)
  /// Taken out for good; a later event can trigger it again.
  case discarded(DiscardReason)
  /// Its campaign ended before it could be shown.
  case expired
  /// The server withdrew the campaign.
  case recalled
  /// A newer presentation of the same campaign took its place on the stack.
  case replaced

  /// What a waiting message waits for; the raw value is its name on the wire and in reports.
  public enum QueueReason: String, Hashable, Sendable, CaseIterable {
    case otherMessageVisible = "other_message_visible"
    case inBackground = "in_background"
    case reenqueuedByDelegate = "reenqueued_by_delegate"
    case noPresenter = "no_presenter"
    /// The presenter has no window or viewer to draw in at the moment.
    case hostUnavailable = "host_unavailable"
    /// The campaign's own delay runs.
    case delay
    /// Another message was displayed less than the minimum interval ago.
    case interval
    /// It is quiet on this device.
    case quietHours = "quiet_hours"
    /// The server renders it, or its assets are being fetched.
    case loading
  }

  /// Which gate a matching campaign did not pass; the raw value is its name on the wire and in reports.
  public enum SuppressionReason: String, Hashable, Sendable, CaseIterable {
    case interval
    case priority
    case notStarted = "not_started"
    case ended
    /// It is quiet on this device.
    case quietHours = "quiet_hours"
    /// Its impressions so far forbid another one.
    case reEligibility = "re_eligibility"
    /// A frequency cap is used up.
    case cap
    /// An earlier trigger of the same campaign waits out its delay.
    case delayRuns = "delay_runs"
  }

  /// Why a message was taken out; the raw value is its name on the wire and in reports.
  public enum DiscardReason: String, Hashable, Sendable, CaseIterable {
    case byDelegate = "by_delegate"
    case byApp = "by_app"
    case assetFailed = "asset_failed"
    case timedOut = "timed_out"
    case orientation
    case userChanged = "user_changed"
    case wiped
    case disabled
    case unsupportedKind = "unsupported_kind"
    case invalidContent = "invalid_content"
    case noHost = "no_host"
    case dismissedBeforeShown = "dismissed_before_shown"
    /// The process ended while the message was waiting; the stack lives in memory.
    case relaunched
    /// Too many messages were waiting; this one had waited longest.
    case stackFull = "stack_full"
    /// When its turn came, a frequency cap or its re-eligibility forbade another impression.
    case noLongerEligible = "no_longer_eligible"
    /// One of the campaign's exception events happened while its delay ran.
    case exceptionEvent = "exception_event"
    /// The server did not render it in time, or could not.
    case renderFailed = "render_failed"
    /// The server was asked to render it and withdrew it.
    case withdrawn

    /// True when the message itself could not be shown, which is no reason to show none: the next candidate of the same decision gets its
    /// turn.
    public var givesTurnToNext: Bool {
      switch self {
      case .assetFailed, .timedOut, .orientation, .unsupportedKind, .invalidContent, .renderFailed, .withdrawn: true
      case .byDelegate, .byApp, .userChanged, .wiped, .disabled, .noHost, .dismissedBeforeShown, .relaunched, .stackFull,
        .noLongerEligible, .exceptionEvent:
        false
      }
    }
  }

  /// True for everything but `queued`.
  public var isFinal: Bool {
    if case .queued = self { false } else { true }
  }
}
