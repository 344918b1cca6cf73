// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// A group of delivery rules in the console: its fields, its fold in the editor and its words.
protocol RuleGroup: FormPart {
  /// The name of the fold, for scripts.
  static var name: String { get }
  static var title: String { get }
  /// The section that contains the fold.
  static var section: CampaignReview.Subject { get }
  /// The group's fields, by the part of their names before the first dot. Their problems count as
  /// problems of the section.
  static var fields: Set<String> { get }

  /// What the fold has.
  static var elements: [FormElement<Wire.DeliveryRules>] { get }

  /// The rules in words; nil if there are none.
  static func words(_ rules: Wire.DeliveryRules) -> String?
  /// The words for no rules.
  static var blankWords: String { get }
  /// What the group adds at the end of the campaign's sentence.
  static func sentence(_ rules: Wire.DeliveryRules) -> String?
  /// Whether the words have a line of their own on the campaign's page.
  static var isFact: Bool { get }
}

extension RuleGroup {
  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    elements.write(content.rules, to: &form, FormScope())
  }
  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    elements.read(&reader, FormScope(), into: &content.rules)
  }

  static var fields: Set<String> { [name] }
  static var blankWords: String { "none" }
  static func sentence(_ rules: Wire.DeliveryRules) -> String? { nil }
  static var isFact: Bool { false }
}

enum RuleGroups {
  /// All groups, in the order of the page.
  static let all: [any RuleGroup.Type] = [
    DelayRules.self, ExpiryRules.self, QuietHoursRules.self, FrequencyRules.self, PersonalRules.self,
  ]
}
