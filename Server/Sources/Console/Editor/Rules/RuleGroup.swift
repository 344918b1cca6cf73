// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// Some rules of delivery that belong together, as the console knows them: their fields, their fold in the editor, and their words.
protocol RuleGroup: FormPart {
  /// Of the fold, for scripts.
  static var name: String { get }
  static var title: String { get }
  /// Where the fold stands.
  static var section: CampaignReview.Subject { get }
  /// Its fields by what stands before the first point of their names: problems of these are problems of the section.
  static var fields: Set<String> { get }

  static func write(_ rules: Wire.DeliveryRules, to form: inout CampaignForm)
  static func read(_ reader: inout FormReader, into rules: inout Wire.DeliveryRules)

  /// What the rules say; nil: nothing.
  static func words(_ rules: Wire.DeliveryRules) -> String?
  /// The same where there is nothing.
  static var blankWords: String { get }
  /// What it adds at the end of a campaign's sentence.
  static func sentence(_ rules: Wire.DeliveryRules) -> String?
  /// The words have a line of their own on the campaign's page.
  static var isFact: Bool { get }

  /// What is in the fold.
  static func elements(_ fields: EditorFields) -> [EditorElement]
}

extension RuleGroup {
  static func write(_ content: CampaignContent, to form: inout CampaignForm) { write(content.rules, to: &form) }
  static func read(_ reader: inout FormReader, into content: inout CampaignContent) { read(&reader, into: &content.rules) }

  static var fields: Set<String> { [name] }
  static var blankWords: String { "none" }
  static func sentence(_ rules: Wire.DeliveryRules) -> String? { nil }
  static var isFact: Bool { false }
}

/// All groups of rules.
enum RuleGroups {
  /// In the order of the page.
  static let all: [any RuleGroup.Type] = [
    DelayRules.self, ExpiryRules.self, QuietHoursRules.self, FrequencyRules.self, PersonalRules.self,
  ]
}
