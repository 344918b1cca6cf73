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

  /// Comes after all parts with texts.
  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    elements.read(&reader, FormScope(), into: &content.rules)
    // Whoever writes a value wants it filled in.
    if content.rules.render == nil, content.namesValues { content.rules.render = .known(.atDisplay) }
  }

  static func words(_ rules: Wire.DeliveryRules) -> String? { rules.render == nil ? nil : "on" }

  static var elements: [FormElement<Wire.DeliveryRules>] {
    [
      .check(
        "personalised", \.isRendered, CampaignContent.personalisationWords, at: "render",
        as: EditorElement.box),
      .element(
        .hint(
          """
          In any text, `{{user.KEY}}` is an attribute of the person and `{{event.KEY}}` a property of the event. This is on as soon as a text has one. \
          The server fills them in right before display, so the device must be online then. Who lacks a value does not get the campaign, unless the \
          text has a default: choose Insert value beside it.
          """)),
    ]
  }
}

extension Wire.DeliveryRules {
  fileprivate var isRendered: Bool {
    get { render != nil }
    set { render = newValue ? render ?? .known(.atDisplay) : nil }
  }
}
