// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The rules of a campaign in words.
extension CampaignContent {
  /// `once per person, 2 hours after the 3rd cart_viewed within 7 days, unless purchase_done
  /// happens, until 31 Dec 2026, 18:00 local time`
  ///
  /// - Parameter whenEmpty: The words for a campaign without triggers.
  func ruleWords(whenEmpty: String) -> String {
    let delay = self.rules.delayWords
    let moment: String
    if self.triggers.isEmpty {
      moment = whenEmpty
    } else if let delay {
      moment = delay + " after " + self.triggers.map(\.noun).joined(separator: " or ")
    } else {
      moment = self.triggers.map(\.moment).joined(separator: ", or ")
    }
    let schedule = scheduleWords
    let hasStart = self.startsAt != nil || self.rules.startsAtLocal != nil
    let time =
      schedule == Self.noSchedule
      ? "from launch until you finish it" : hasStart ? schedule : "from launch " + schedule
    let often = self.rules.reEligibilityWords.map { $0 + ", " } ?? ""
    let exceptions = self.rules.exceptionWords.map { [$0] } ?? []
    return often
      + ([moment] + exceptions + [time] + RuleGroups.all.compactMap { $0.sentence(self.rules) }).joined(
        separator: ", ")
  }

  static let noSchedule = "no start or end"

  /// `from 21 Nov 2026, 14:05 UTC to 1 Dec 2026, 00:00 UTC`
  var scheduleWords: String {
    switch (
      Self.bound(self.startsAt, self.rules.startsAtLocal), Self.bound(self.endsAt, self.rules.endsAtLocal)
    ) {
    case (nil, nil): Self.noSchedule
    case (let start?, nil): "from \(start)"
    case (nil, let end?): "until \(end)"
    case (let start?, let end?): "from \(start) to \(end)"
    }
  }

  /// The schedule in words short enough for a column.
  var shortScheduleWords: String {
    func date(_ instant: Instant?, _ local: String?) -> String? {
      instant.map { UTCTime($0).date } ?? local.map { UTCTime(field: $0)?.date ?? $0 }
    }
    return switch (date(self.startsAt, self.rules.startsAtLocal), date(self.endsAt, self.rules.endsAtLocal)) {
    case (nil, nil): "Always"
    case (let start?, nil): "From \(start)"
    case (nil, let end?): "Until \(end)"
    case (let start?, let end?): "\(start) – \(end)"
    }
  }

  private static func bound(_ instant: Instant?, _ local: String?) -> String? {
    let words = [
      instant.map { UTCTime($0).words },
      local.map { text in (UTCTime(field: text).map { "\($0.date), \($0.time)" } ?? text) + " local time" },
    ].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: " and ")
  }
}

extension Wire.DeliveryRules {
  /// The content of each fold of the form, by the fold's name.
  var foldWords: [String: String] {
    Dictionary(uniqueKeysWithValues: RuleGroups.all.map { ($0.name, $0.words(self) ?? $0.blankWords) })
  }
}

extension Wire.Trigger {
  /// `when cart_viewed is logged`, `at the 3rd cart_viewed within 7 days`
  var moment: String {
    switch kind {
    case .known(.count): (match == .known(.exactly) || match == .known(.every) ? "at " : "after ") + noun
    case .known(.all): "after " + noun
    case .known(.any): triggers.map(\.moment).joined(separator: ", or ")
    default: words
    }
  }

  /// The event as a noun: `cart_viewed with total > 20`, `the 3rd purchase within 7 days`.
  var noun: String {
    let window = within?.words ?? "in this session"
    switch kind {
    case .known(.any): return triggers.map(\.noun).joined(separator: " or ")
    case .known(.all): return "all of " + triggers.map(\.noun).joined(separator: " and ") + " " + window
    case .known(.count):
      let event = triggers.map(\.noun).joined(separator: " or ")
      let times = times ?? 1
      switch match {
      case .known(.exactly): return "the \(Wire.ordinal(times)) \(event) \(window)"
      case .known(.every):
        return times == 1 ? "every \(event) \(window)" : "every \(Wire.ordinal(times)) \(event) \(window)"
      default: return "\(event) at least \(NumberWords.plural(times, "time", "times")) \(window)"
      }
    default: return eventWords
    }
  }
}
