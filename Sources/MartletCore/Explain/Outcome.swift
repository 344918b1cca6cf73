// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How a triggered message ended, or why it is queued. Each presentation ends with exactly one
/// final outcome. `queued` is not final.
///
/// `docs/outcomes.md` explains all values.
public enum Outcome: Hashable, Sendable {
  /// The message was fully visible, and the impression counted. A silent message would have been
  /// visible.
  case shown
  /// The message is queued.
  case queued(QueueReason)
  /// The campaign matched but was not chosen.
  case suppressed(SuppressionReason)
  /// The message was removed. A later event can trigger it again.
  case discarded(DiscardReason)
  /// The campaign ended before the message could be shown.
  case expired
  /// The server withdrew the campaign.
  case recalled
  /// A newer message of the same campaign replaced it on the stack.
  case replaced
  /// The person acted on a banner or content, or the app used the data.
  case actioned
  /// The person closed a banner or content, or the app refused the data.
  case exited
  /// A banner, content or data could not be used.
  case dropped(DropReason)
  /// The message would have been shown now. The experiment of its campaign shows the person
  /// nothing, for comparison.
  case withheld

  /// Why a banner, content or data could not be used. The raw value is the name in the protocol and
  /// in reports.
  public enum DropReason: String, Hashable, Sendable, CaseIterable {
    /// The app's notifier could not show it.
    case notifierFailed = "notifier_failed"
    /// The app's notifier wanted to show it, and no view appeared.
    case notifierSilent = "notifier_silent"
    /// The app's controller could not show the content.
    case contentFailed = "content_failed"
    /// The content did not appear.
    case contentSilent = "content_silent"
    /// The content could not be loaded.
    case loadFailed = "load_failed"
    /// The server withdrew it.
    case withdrawn
    /// Too many items were waiting, and this was the oldest.
    case overflow
    /// Nothing in the app takes such data.
    case noHandler = "no_handler"
    /// It is only for people who are not in the app, and arrived inside it.
    case inForeground = "in_foreground"
    /// While it waited, a frequency cap or re-eligibility ruled out another impression.
    case noLongerEligible = "no_longer_eligible"
    case byApp = "by_app"
    case userChanged = "user_changed"
    case wiped
    case disabled
  }

  /// Why a message was removed. The raw value is the name in the protocol and in reports.
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
    /// The process ended while the message was queued, because the stack is in memory.
    case relaunched
    /// Too many messages were queued, and this was the oldest.
    case stackFull = "stack_full"
    /// While it was queued, a frequency cap or re-eligibility ruled out another impression.
    case noLongerEligible = "no_longer_eligible"
    /// An exception event of the campaign happened during its delay.
    case exceptionEvent = "exception_event"
    /// The server did not render it in time.
    case renderFailed = "render_failed"
    /// The server withdrew it instead of rendering it.
    case withdrawn

    /// True if the message itself could not be shown, so that the next candidate of the same
    /// decision is tried.
    public var givesTurnToNext: Bool {
      switch self {
      case .assetFailed, .timedOut, .orientation, .unsupportedKind, .invalidContent, .renderFailed,
        .withdrawn:
        true
      case .byDelegate, .byApp, .userChanged, .wiped, .disabled, .noHost, .dismissedBeforeShown, .relaunched,
        .stackFull,
        .noLongerEligible, .exceptionEvent:
        false
      }
    }
  }

  /// True for everything except `queued`.
  public var isFinal: Bool {
    if case .queued = self { false } else { true }
  }
}
