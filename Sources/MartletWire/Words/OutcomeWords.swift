// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// The outcome of a message in the words of a marketer, and what to do about it. The vocabulary
  /// is that of `docs/outcomes.md`. Lab, console and management API all use it.
  public struct OutcomeWords: Equatable, Sendable {
    /// Reasons and hints, by the name of the reason.
    private typealias Reasons = [String: (String, String)]

    /// The outcome: `Not shown`.
    public let title: String
    /// The reason: `Too soon after another message`. nil if the title is enough.
    public let reason: String?
    /// What to do about it, or nil if there is no advice.
    public let hint: String?

    /// The words of an outcome. Reasons that the vocabulary does not contain are used as they are,
    /// with spaces instead of underscores.
    public init(_ outcome: Wire.Open<Wire.EventRecord.OutcomeKind>, reason: String?) {
      let entry = Self.entry(outcome)
      title = entry.title
      let known = reason.map { entry.reasons[$0] } ?? entry.itself
      self.reason = known?.0 ?? reason?.replacing("_", with: " ")
      hint = known?.1 ?? reason.map { _ in "A newer SDK version reported this. See its release notes." }
    }

    /// - Parameter key: `outcome` or `outcome:reason`, as in the counts of reports.
    public init(countedAs key: String) {
      let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
      self.init(Wire.Open(parts.first ?? ""), reason: parts.count > 1 ? parts[1] : nil)
    }

    /// The words of an outcome: its own, and those of its reasons.
    private typealias Entry = (title: String, itself: (String, String)?, reasons: Reasons)

    private static func entry(_ outcome: Wire.Open<Wire.EventRecord.OutcomeKind>) -> Entry {
      switch outcome.known {
      case .shown: ("Shown", nil, [:])
      case .queued: ("Queued", nil, queued)
      case .suppressed: ("Not shown", nil, suppressed)
      case .discarded: ("Discarded", nil, discarded)
      case .expired:
        (
          "Expired",
          (
            "The campaign ended before the message was shown",
            "Set a later end, or trigger on an earlier event."
          ), [:]
        )
      case .recalled:
        (
          "Recalled",
          (
            "The campaign was changed, paused or finished before the message was shown",
            "Expected: changes also apply to queued messages."
          ),
          [:]
        )
      case .actioned: ("Acted on", nil, [:])
      case .exited: ("Closed", nil, [:])
      case .dropped: ("Dropped", nil, dropped)
      case .withheld:
        (
          "Withheld",
          (
            "The person is in a part of the experiment that gets nothing",
            "Expected: the report compares them with those who see it."
          ),
          [:]
        )
      case .replaced:
        (
          "Replaced",
          ("Triggered again while it was queued", "Expected: only the newest message stays in the queue."),
          [:]
        )
      case nil: (outcome.rawValue.replacing("_", with: " "), nil, [:])
      }
    }

    private static let suppressed = gates(\.suppression)

    /// The words of the gates of decisions.
    private static func gates(
      _ words: (Wire.DecisionRecord.Verdict.Traits) -> (reason: String, hint: String)?
    ) -> Reasons {
      Dictionary(
        uniqueKeysWithValues: Wire.DecisionRecord.Verdict.allCases.compactMap { gate in
          words(gate.traits).map { (gate.rawValue, $0) }
        })
    }

    private static let discarded: Reasons = [
      "by_delegate": ("The app decided against it", "Ask the app’s developers which rule applies."),
      "by_app": ("The app removed it", "Ask the app’s developers when the app does this."),
      "asset_failed": ("A file could not be loaded", "Check the image URL and the file size."),
      "timed_out": (
        "It was not ready in time", "Use smaller files. The limit is 30 s, unless the app sets another one."
      ),
      "orientation": ("The device was in the other orientation", "Allow both orientations."),
      "user_changed": ("Another person signed in", "Expected: nobody sees another person’s message."),
      "wiped": ("The app deleted its data", "Usually expected: the person asked for it."),
      "disabled": ("The app turned messages off", "Ask the app’s developers if this is unexpected."),
      "unsupported_kind": (
        "The app version does not support this message type",
        "Choose another type, or wait until people have updated."
      ),
      "invalid_content": ("The content could not be read", "Open the editor to see what is wrong."),
      "no_host": (
        "There was no screen to show it on", "Ask the app’s developers to check the window scenes."
      ),
      "dismissed_before_shown": (
        "Closed before it was fully visible", "If this happens often, choose another trigger."
      ),
      "relaunched": (
        "The app quit before the message was shown", "Trigger on an event after which people stay in the app."
      ),
      "stack_full": (
        "Too many messages were queued", "Trigger less often, and check why messages are not shown."
      ),
      "no_longer_eligible": (
        "Limit reached while it was queued", "Expected: a frequency cap or the campaign’s own rule applies."
      ),
      "exception_event": (
        "An exception event happened during the delay", "Expected: exceptions cancel the message."
      ),
      "render_failed": (
        "The server could not personalise it in time",
        "Check the server’s log. People who are offline do not see personalised messages."
      ),
      "withdrawn": (
        "The server withdrew it before display",
        "See the person’s page for the reason, such as a missing value."
      ),
    ]

    private static let dropped: Reasons = [
      "notifier_failed": (
        "The app’s own notifier could not show it",
        "Ask the app’s developers to check the notifier of its category."
      ),
      "notifier_silent": (
        "The app’s own notifier showed nothing",
        "Ask the app’s developers to check the notifier of its category."
      ),
      "content_failed": (
        "The app could not show the content",
        "Ask the app’s developers to check the controller of its category."
      ),
      "content_silent": (
        "The content did not appear", "Ask the app’s developers to check the controller of its category."
      ),
      "load_failed": (
        "Its content could not be loaded", "Check the server’s log, and the size of its files."
      ),
      "withdrawn": (
        "The server withdrew it before display",
        "See the person’s page for the reason, such as a missing value."
      ),
      "overflow": (
        "Too many were waiting, and this was the oldest", "Send less often, or let campaigns expire earlier."
      ),
      "no_handler": (
        "The app does not use such data", "Ask the app’s developers to handle data of its category."
      ),
      "no_longer_eligible": (
        "Limit reached while it was waiting", "Expected: a frequency cap or the campaign’s own rule applies."
      ),
      "in_foreground": (
        "The person was in the app", "Expected: it is only for people who are not in the app."
      ),
      "by_app": ("The app removed it", "Ask the app’s developers when the app does this."),
      "user_changed": ("Another person signed in", "Expected: nobody sees another person’s message."),
      "wiped": ("The app deleted its data", "Usually expected: the person asked for it."),
      "disabled": ("The app turned messages off", "Ask the app’s developers if this is unexpected."),
    ]

    private static let queued: Reasons = gates(\.queue).merging(states) { $1 }

    private static let states: Reasons = [
      "other_message_visible": (
        "Another message is on the screen", "Expected: it is shown when the other message closes."
      ),
      "other_surface_visible": (
        "A banner, an announcement or a survey is on the screen",
        "Expected: it is shown when the screen is free."
      ),
      "in_background": ("The app is in the background", "Expected: it is shown when the person returns."),
      "reenqueued_by_delegate": (
        "The app asked to show it later", "Ask the app’s developers which rule applies."
      ),
      "no_presenter": ("The app has no presenter yet", "Ask the app’s developers to set one."),
      "host_unavailable": (
        "There is no screen to show it on right now", "Expected: it is shown when a screen is available."
      ),
      "delay": (
        "Its delay is not over", "Expected: it is shown after the delay, unless an exception event happens."
      ),
      "loading": ("Its content is loading", "Expected. If it happens often, use smaller files."),
    ]
  }
}

extension DeliveryEngine.UndecidedReason {
  /// Why the event was never decided, for the log and replays.
  public var words: String {
    switch self {
    case .waitedTooLong: "no campaigns arrived within 5 minutes"
    case .tooMany: "more than 100 events waited for the first campaigns, so the oldest was dropped"
    case .sessionEnded: "no campaigns arrived during its session"
    case .userChanged: "another person signed in before campaigns arrived"
    case .wiped: "all data was deleted before campaigns arrived"
    case .relaunched: "the app quit before campaigns arrived"
    }
  }
}
