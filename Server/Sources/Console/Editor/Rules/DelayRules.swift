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

  static var elements: [FormElement<Wire.DeliveryRules>] {
    [
      .duration(
        "delay", \.delayMilliseconds, "Delay", at: "delay_ms", unit: .minutes,
        hint: "Leave blank for no delay. Up to 30 days."),
      FormElement(
        write: { rules, form, _ in TriggerForm.write(rules.exceptions, to: &form, "exception") },
        read: { reader, _, rules in
          reader.place("exceptions", at: "delay")
          rules.exceptions = reader.triggers("exception", at: "exceptions")
        },
        show: { fields, _ in [.triggers(EditorElement.Triggers("exception", "exceptions", fields))] }),
      .element(.hint("Events that cancel it during the delay. The person can still get it another time.")),
    ]
  }

  static func words(_ rules: Wire.DeliveryRules) -> String? {
    let words = [rules.delayWords.map { $0 + " later" }, rules.exceptionWords].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
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
