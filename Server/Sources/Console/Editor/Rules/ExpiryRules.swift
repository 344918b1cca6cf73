// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// How long after delivery a campaign expires, and how soon after its trigger a message must be
/// shown.
enum ExpiryRules: RuleGroup {
  static let name = "expiry"
  static let title = "Expiry"
  static let section = CampaignReview.Subject.schedule
  static let fields: Set = ["expires", "show_within"]
  static let isFact = true

  static var elements: [FormElement<Wire.DeliveryRules>] {
    [
      .duration(
        "expires", \.expiresAfterMilliseconds, "Expires after delivery", at: "expires_after_ms", unit: .days,
        hint: "Leave blank for no expiry. Counted from when each device receives the campaign."),
      .duration(
        "show_within", \.displayWithinMilliseconds, "Show within", at: "display_within_ms", unit: .hours,
        hint:
          "Counted from the trigger, including the delay. After this time it expires and is not shown. Leave blank for no limit."
      ),
    ]
  }

  static func words(_ rules: Wire.DeliveryRules) -> String? {
    let words = [
      rules.expiresAfterMilliseconds.map { "for \(Wire.words(milliseconds: $0)) after delivery" },
      rules.displayWithinMilliseconds.map { "within \(Wire.words(milliseconds: $0)) of the trigger" },
    ].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  static func sentence(_ rules: Wire.DeliveryRules) -> String? { words(rules) }
}
