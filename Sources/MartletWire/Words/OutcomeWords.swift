// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// What became of a message, in a marketer's words, and what to do about it. The vocabulary is that of `docs/outcomes.md`; lab, console and
  /// management API all say these words.
  public struct OutcomeWords: Hashable, Sendable {
    /// What became of it: `Did not get its turn`.
    public let title: String
    /// Why: `Too soon after another message`; nil when the outcome says it all.
    public let reason: String?
    /// What to do about it; nil when there is nothing to say.
    public let hint: String?

    /// The words of one outcome; a reason that the vocabulary does not have is said as it is.
    public init(_ outcome: Wire.Open<Wire.EventRecord.OutcomeKind>, reason: String?) {
      title = Self.title(outcome)
      if let reason {
        let known = Self.reasons(outcome)[reason]
        self.reason = known?.0 ?? reason.replacing("_", with: " ")
        hint = known.map(\.1) ?? "A newer version of the app says this; its release notes explain it."
      } else {
        let known = Self.whole[outcome.rawValue]
        self.reason = known?.0
        hint = known?.1
      }
    }

    /// - Parameter key: `outcome` or `outcome:reason`, as reports count them.
    public init(countedAs key: String) {
      let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
      self.init(Wire.Open(parts.first ?? ""), reason: parts.count > 1 ? parts[1] : nil)
    }

    /// Whether the vocabulary has the reason.
    public static func has(_ reason: String, of outcome: Wire.EventRecord.OutcomeKind) -> Bool {
      reasons(.known(outcome))[reason] != nil
    }

    private static func title(_ outcome: Wire.Open<Wire.EventRecord.OutcomeKind>) -> String {
      switch outcome.known {
      case .shown: "Shown"
      case .queued: "Waits for its turn"
      case .suppressed: "Did not get its turn"
      case .discarded: "Taken out"
      case .expired: "Ended while it waited"
      case .recalled: "Called back"
      case .replaced: "Replaced by a newer one"
      case nil: outcome.rawValue.replacing("_", with: " ")
      }
    }

    private static func reasons(_ outcome: Wire.Open<Wire.EventRecord.OutcomeKind>) -> [String: (String, String)] {
      switch outcome.known {
      case .queued: queued
      case .suppressed: suppressed
      case .discarded: discarded
      case .shown, .expired, .recalled, .replaced, nil: [:]
      }
    }

    private static let whole: [String: (String, String)] = [
      "expired": ("The campaign ended while it waited", "Move the end, or trigger on an event earlier in the visit."),
      "recalled": (
        "The campaign was paused or finished before it could show", "Nothing to do: pausing works at once, also for messages on their way."
      ),
      "replaced": ("Triggered again while it waited", "Nothing to do: only the newest one waits."),
    ]

    private static let suppressed: [String: (String, String)] = [
      "interval": (
        "Too soon after another message",
        "Trigger on an event that comes later, or raise the priority. Two messages are at least 30 s apart, unless the app sets another time."
      ),
      "priority": ("Another campaign came first", "Raise the priority, or narrow the filter of the other campaign."),
      "not_started": ("Before the campaign’s start", "Move the start, or wait."),
      "ended": ("After the campaign’s end", "Move the end, or duplicate the campaign."),
      "re_eligibility": ("Seen before", "Nothing to do: the campaign says how often one person may see it."),
      "cap": ("A frequency cap is used up", "Nothing to do, unless the cap is tighter than you meant."),
      "delay_runs": ("An earlier trigger waits out its delay", "Nothing to do: the message comes when the delay is over."),
    ]

    private static let discarded: [String: (String, String)] = [
      "by_delegate": ("The app decided against it", "Ask the app’s developers for their rule."),
      "by_app": ("The app removed it", "Ask the app’s developers when they do so."),
      "asset_failed": ("An image could not be loaded", "Check that its address answers, and its size."),
      "timed_out": ("Loading took more than 30 s", "Use smaller images."),
      "orientation": ("The phone was held the other way", "Allow both orientations."),
      "user_changed": ("Another person signed in", "Nothing to do: nobody sees another person’s message."),
      "wiped": ("The app deleted its data", "Nothing to do, as a rule: a person asked for it."),
      "disabled": ("The app switched messages off", "Nothing to do, unless it is a surprise."),
      "unsupported_kind": ("The app’s version cannot show this kind", "Choose another kind, or wait until people have updated."),
      "invalid_content": ("The content could not be read", "Open the editor: it marks what is wrong."),
      "no_host": ("There was no screen to show it on", "Have the app’s developers look at their scenes."),
      "dismissed_before_shown": ("Closed before it was fully visible", "Often? Then the moment is a bad one: choose another trigger."),
      "relaunched": ("The app ended while it waited", "Trigger on an event after which people stay."),
      "stack_full": ("Too many messages were waiting", "Trigger less often, and see why nothing is shown."),
      "no_longer_eligible": ("Shown often enough by the time its turn came", "Nothing to do: a frequency cap or the campaign’s own rule."),
      "exception_event": ("An exception event happened during the delay", "Nothing to do: this is what exceptions are for."),
      "render_failed": ("The server could not render it in time", "See the server’s log; people without network see no such message."),
      "withdrawn": ("The server withdrew it at display", "The person’s page says why, for example a value that is not known of them."),
    ]

    private static let queued: [String: (String, String)] = [
      "other_message_visible": ("Another message is on the screen", "Nothing to do: it comes when the other one is gone."),
      "in_background": ("The app is in the background", "Nothing to do: it comes when the person is back."),
      "reenqueued_by_delegate": ("The app said: not now", "Ask the app’s developers for their rule."),
      "no_presenter": ("The app has no presenter yet", "Have the app’s developers assign one."),
      "host_unavailable": ("There is no screen to show it on now", "Nothing to do: it comes when there is one."),
      "delay": ("Its delay runs", "Nothing to do: it comes when the delay is over, unless an exception event happens."),
      "interval": ("Too soon after another message", "Nothing to do: it comes when the minimum interval has passed."),
      "loading": ("Its content is being fetched", "Nothing to do, unless it happens often: then use smaller files."),
    ]
  }
}
