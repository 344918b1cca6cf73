// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What became of messages that were not shown, in a marketer's words, each with what to do about it. The vocabulary is that of `docs/outcomes.md`.
enum OutcomeWords {
  struct Entry: Hashable {
    let label: String
    let hint: String
  }

  /// - Parameter key: `outcome` or `outcome:reason`, as `CampaignReport` counts them.
  static func entry(_ key: String) -> Entry {
    let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
    let outcome = parts.first ?? ""
    if let reason = parts.count > 1 ? parts[1] : nil {
      if let (label, hint) = (outcome == "suppressed" ? suppressed : discarded)[reason] { return Entry(label: label, hint: hint) }
      let words = reason.replacing("_", with: " ")
      return Entry(label: "\(name(of: outcome)): \(words)", hint: "A newer version of the app says this; its release notes explain it.")
    }
    if let (label, hint) = whole[outcome] { return Entry(label: label, hint: hint) }
    return Entry(label: name(of: outcome), hint: "The app gave no reason.")
  }

  private static func name(of outcome: String) -> String {
    switch Wire.Open<Wire.EventRecord.OutcomeKind>(outcome).known {
    case .suppressed: "Did not get its turn"
    case .discarded: "Taken out"
    case .expired: "Ended while it waited"
    case .recalled: "Called back"
    case .replaced: "Replaced by a newer one"
    case .shown, .queued, nil: outcome.replacing("_", with: " ")
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
  ]
}

/// What took a message that was shown off the screen again.
enum DismissalWords {
  static func label(_ cause: String) -> String {
    switch Wire.Open<Wire.EventRecord.DismissalCause>(cause).known {
    case .user: "Closed by the person"
    case .click: "Closed by a click on it"
    case .auto: "Went by itself after its time"
    case .app: "Closed by the app"
    case .userChanged: "Another person signed in"
    case .wiped: "The app deleted its data"
    case .recalled: "Called back: paused or finished"
    case nil: cause.replacing("_", with: " ")
    }
  }
}

extension Wire.Message {
  /// What was clicked, by the id under which clicks are counted.
  func clickedWords(_ id: String) -> String {
    if id == "body" { return "The message itself" }
    guard let button = buttons.first(where: { String($0.id) == id }) else { return "Button \(id), of an earlier version" }
    return "“\(button.text)”"
  }
}
