// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport

/// The part of the privacy settings that says whether the app may send requests, and how many wait.
struct PrivacyRequestSection {
  let modes: [ListTable.Choice]
  let dueDays: String
  let dueDaysProblem: String?
  let usualDueDays = PrivacyRequestPolicy.usualDueDays
  let leastDueDays = PrivacyRequestPolicy.dueDaysRange.lowerBound
  let mostDueDays = PrivacyRequestPolicy.dueDaysRange.upperBound
  /// Requests are accepted, but users cannot ask because nobody verifies them.
  let needsAuthentication: Bool
  /// `3 open requests, 1 of them overdue.`
  let present: String

  struct Source {
    var stored = PrivacyRequestPolicy()
    var form = PrivacyRequestForm()
    var isAuthenticationOff = true
    var open = 0
    var overdue = 0
  }

  init(_ source: Source = Source()) {
    modes = ListTable.choices(source.form.mode ?? source.stored.mode, \.label, hint: { $0.hint })
    dueDays = source.form.dueDays ?? "\(source.stored.dueDays)"
    dueDaysProblem = source.form.dueDaysProblem
    needsAuthentication = source.stored.mode != .off && source.isAuthenticationOff
    let count =
      source.open == 0 ? "No open requests" : NumberWords.plural(source.open, "open request", "open requests")
    present =
      source.overdue == 0 ? "\(count)." : "\(count), \(NumberWords.count(source.overdue)) of them overdue."
  }
}

/// What was chosen and typed, and its problem.
struct PrivacyRequestForm: Hashable {
  /// nil for the stored one.
  var mode: PrivacyRequestPolicy.Mode?
  /// nil for the stored number.
  var dueDays: String?
  var dueDaysProblem: String?

  init() {}

  init(_ fields: FormFields) {
    mode = fields["requests"].flatMap(PrivacyRequestPolicy.Mode.init)
    dueDays = (fields["due_days"] ?? "").trimmed
  }

  /// What is not a number is outside of every range.
  func policy(_ mode: PrivacyRequestPolicy.Mode) -> PrivacyRequestPolicy {
    PrivacyRequestPolicy(mode: mode, dueDays: dueDays.flatMap { Int($0) } ?? 0)
  }
}

extension PrivacyRequestPolicy.Mode {
  var label: String {
    switch self {
    case .off: "Off"
    case .review: "Review"
    case .deleteAtOnce: "Delete at once"
    }
  }

  fileprivate var hint: String {
    switch self {
    case .off: "Requests from the app are refused."
    case .review: "Each request waits here until you carry it out or decline it."
    case .deleteAtOnce:
      "A deletion is carried out as soon as the person asks, and cannot be undone. Requests for a copy wait here."
    }
  }
}
