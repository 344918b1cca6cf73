// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension EditorPage.DurationPart {
  init(_ name: String, _ label: String, _ value: CampaignForm.DurationFields, hint: String? = nil, _ fields: EditorFields) {
    count = fields.field(name, label, value.count, hint: hint, inputMode: "numeric")
    unit = fields.field(
      name + "_unit", "Unit", value.unit.isEmpty ? FormText.Unit.days.rawValue : value.unit,
      choices: [
        FormText.Unit.seconds, .minutes, .hours, .days,
      ].map { .init($0.rawValue, $0.rawValue) })
  }

  /// Something is written, or wrong.
  fileprivate var isTouched: Bool { !count.value.isEmpty || !count.errors.isEmpty || !count.warnings.isEmpty }
}

extension EditorPage.DelayPart {
  init(_ form: CampaignForm, _ fields: EditorFields, _ rules: Wire.DeliveryRules, _ suggestions: FormSuggestions) {
    delay = EditorPage.DurationPart(
      "delay", "Waits before it shows", form.delay, hint: "Blank: it shows at once. At most 30 days.", fields)
    exceptions = form.exceptions.enumerated().map { EditorPage.TriggerPart($1, at: .exception($0), fields, suggestions) }
    hasExceptions = !exceptions.isEmpty
    fold = EditorPage.Fold(words: rules.foldWords["delay"] ?? "", isOpen: delay.isTouched || hasExceptions)
  }
}

extension EditorPage.LatenessPart {
  init(_ form: CampaignForm, _ fields: EditorFields, _ rules: Wire.DeliveryRules) {
    expires = EditorPage.DurationPart(
      "expires", "Expires after a device received it", form.expires, hint: "Blank: it does not, for a person who got it early or late.",
      fields)
    showWithin = EditorPage.DurationPart(
      "show_within", "Shows within this time of the event", form.showWithin,
      hint: "Later it is dropped, a delay included. Blank: however late it can be shown.", fields)
    fold = EditorPage.Fold(words: rules.foldWords["lateness"] ?? "", isOpen: expires.isTouched || showWithin.isTouched)
  }
}

extension EditorPage.FrequencyPart {
  init(_ form: CampaignForm, _ fields: EditorFields, _ rules: Wire.DeliveryRules) {
    again = fields.field(
      "again", "One person sees it", form.again,
      choices: [
        .init("once", "Once"), .init("after", "Again after some time"), .init("always", "Every time it is triggered"),
      ])
    after = EditorPage.DurationPart("again_after", "Again after", form.againAfter, hint: "One second to 720 days.", fields)
    caps = form.caps.enumerated().map { row, cap in
      let prefix = "cap.\(row)."
      return EditorPage.CapPart(
        number: row + 1, limit: fields.field(prefix + "limit", "At most, times", cap.limit, inputMode: "numeric"),
        within: fields.field(
          prefix + "within", "In", cap.within,
          choices: [
            .init("session", "a session"), .init("day", "a day (24 hours)"), .init("week", "a week (7 days)"),
            .init("month", "a month (30 days)"), .init("year", "a year (365 days)"), .init("lifetime", "all their time"),
          ]),
        keptName: prefix + "kept", kept: cap.kept.isEmpty ? nil : cap.kept,
        keptWords: "At most \(cap.limit) \(Wire.Open<Wire.Cap.Window>(cap.within).words)", remove: "remove_cap.\(row)")
    }
    tags = fields.field(
      "tags", "Tags", form.tags, hint: "Separated by commas. Limits over several campaigns count those with a tag together.",
      isOptional: true)
    fold = EditorPage.Fold(
      words: rules.foldWords["limits"] ?? "", isOpen: !caps.isEmpty || !tags.value.isEmpty || !tags.errors.isEmpty)
  }
}

extension EditorPage.PersonalPart {
  init(_ form: CampaignForm, _ fields: EditorFields, _ rules: Wire.DeliveryRules) {
    name = "personalised"
    id = EditorField.id(name)
    isChosen = form.isPersonalised
    errors = fields.field(name, "", "").errors
    fold = EditorPage.Fold(words: rules.foldWords["personal"] ?? "", isOpen: isChosen || !errors.isEmpty)
  }
}
