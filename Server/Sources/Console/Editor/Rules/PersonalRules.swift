// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Whether the server writes the text for each person.
enum PersonalRules: RuleGroup {
  static let name = "personal"
  static let title = "Personalisation"
  static let section = CampaignReview.Subject.frequency
  /// Empty: its problems are shown with the texts.
  static let fields: Set<String> = []
  static let blankWords = "off"
  static let isFact = true

  static func write(_ rules: Wire.DeliveryRules, to form: inout CampaignForm) {
    form["personalised"] = rules.render == nil ? "" : "yes"
  }

  static func read(_ reader: inout FormReader, into rules: inout Wire.DeliveryRules) {
    let isPersonalised = !reader.text("personalised", at: "render").isEmpty
    rules.render = isPersonalised ? rules.render ?? .known(.atDisplay) : nil
  }

  static func words(_ rules: Wire.DeliveryRules) -> String? { rules.render == nil ? nil : "on" }

  static func elements(_ fields: EditorFields) -> [EditorElement] {
    [
      .check(fields.check("personalised", "Personalise the text for each person")),
      .hint(
        """
        In any text, use `{{user.KEY}}` for an attribute of the person and `{{event.KEY}}` for a property of the event. \
        The server fills them in right before display, so the device must be online then.
        """),
    ]
  }
}
