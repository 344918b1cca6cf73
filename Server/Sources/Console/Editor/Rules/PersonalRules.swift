// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Whether the server fills in the values in the texts for each person. It is on as soon as a text
/// has one.
enum PersonalRules: RuleGroup {
  static let name = "personal"
  static let title = "Values for each person"
  static let section = CampaignReview.Subject.values
  /// Empty: its problems are shown with the texts.
  static let fields: Set<String> = []
  static let blankWords = "off"
  static let isFact = true

  static func write(_ rules: Wire.DeliveryRules, to form: inout CampaignForm) {
    form["personalised"] = rules.render == nil ? "" : "yes"
  }

  /// Comes after all parts with texts.
  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    read(&reader, into: &content.rules)
    // Whoever writes a value wants it filled in.
    if content.rules.render == nil, content.namesValues { content.rules.render = .known(.atDisplay) }
  }

  static func read(_ reader: inout FormReader, into rules: inout Wire.DeliveryRules) {
    let isPersonalised = !reader.text("personalised", at: "render").isEmpty
    rules.render = isPersonalised ? rules.render ?? .known(.atDisplay) : nil
  }

  static func words(_ rules: Wire.DeliveryRules) -> String? { rules.render == nil ? nil : "on" }

  static func elements(_ fields: EditorFields) -> [EditorElement] {
    [
      .check(fields.check("personalised", CampaignContent.personalisationWords)),
      .hint(
        """
        In any text, `{{user.KEY}}` is an attribute of the person and `{{event.KEY}}` a property of the event. This is on as soon as a text has one. \
        The server fills them in right before display, so the device must be online then. Who lacks a value does not get the campaign, unless the \
        text has a default: choose Insert value beside it.
        """),
    ]
  }
}
