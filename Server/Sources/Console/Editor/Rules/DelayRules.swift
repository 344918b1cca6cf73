// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// How long after its trigger a campaign is shown, and which events cancel it in the meantime.
enum DelayRules: RuleGroup {
  static let name = "delay"
  static let title = "Delay"
  static let section = CampaignReview.Subject.trigger
  static let fields: Set = ["delay", "exception"]

  static func write(_ rules: Wire.DeliveryRules, to form: inout CampaignForm) {
    form.set("delay", milliseconds: rules.delayMilliseconds, unit: .minutes)
    TriggerForm.write(rules.exceptions, to: &form, "exception")
  }

  static func read(_ reader: inout FormReader, into rules: inout Wire.DeliveryRules) {
    rules.delayMilliseconds = reader.duration("delay", at: "delay_ms")
    reader.place("exceptions", at: "delay")
    rules.exceptions = reader.triggers("exception", at: "exceptions")
  }

  static func words(_ rules: Wire.DeliveryRules) -> String? {
    let words = [rules.delayWords.map { $0 + " later" }, rules.exceptionWords].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  static func elements(_ fields: EditorFields) -> [EditorElement] {
    [
      .duration(fields.duration("delay", "Delay", hint: "Leave blank for no delay. Up to 30 days.")),
      .triggers(EditorElement.Triggers("exception", "exceptions", fields)),
      .hint("Events that cancel it during the delay. The person can still get it another time."),
    ]
  }
}

extension Wire.DeliveryRules {
  /// `2 hours`; nil if there is no delay.
  var delayWords: String? { delayMilliseconds.flatMap { $0 == 0 ? nil : Wire.words(milliseconds: $0) } }

  /// `unless purchase_done happens`; nil if there are no exceptions.
  var exceptionWords: String? {
    exceptions.isEmpty ? nil : "unless " + exceptions.map(\.noun).joined(separator: " or ") + " happens"
  }
}
