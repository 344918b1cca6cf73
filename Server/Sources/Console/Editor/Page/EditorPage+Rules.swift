// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension EditorPage.DurationPart {
  init(_ name: String, _ label: String, _ value: CampaignForm.DurationFields, hint: String? = nil, _ fields: EditorFields) {
    count = fields.field(name, label, value.count, hint: hint, inputMode: "numeric")
    unit = fields.field(
      name + "_unit", "Unit", value.unit.isEmpty ? TimeUnit.days.rawValue : value.unit,
      choices: [
        TimeUnit.seconds, .minutes, .hours, .days,
      ].map { .init($0.rawValue, $0.rawValue) })
  }

  /// Something is written, or wrong.
  fileprivate var isTouched: Bool { !count.value.isEmpty || !count.errors.isEmpty || !count.warnings.isEmpty }
}

extension EditorPage.DelayPart {
  init(_ form: CampaignForm, _ fields: EditorFields, _ rules: Wire.DeliveryRules, _ suggestions: FormSuggestions) {
    delay = EditorPage.DurationPart(
      "delay", "Delay", form.delay, hint: "Leave blank for no delay. Up to 30 days.", fields)
    exceptions = form.exceptions.enumerated().map { EditorPage.TriggerPart($1, at: .exception($0), fields, suggestions) }
    hasExceptions = !exceptions.isEmpty
    fold = EditorPage.Fold(words: rules.foldWords["delay"] ?? "", isOpen: delay.isTouched || hasExceptions)
  }
}

extension EditorPage.LatenessPart {
  init(_ form: CampaignForm, _ fields: EditorFields, _ rules: Wire.DeliveryRules) {
    expires = EditorPage.DurationPart(
      "expires", "Expires after delivery", form.expires,
      hint: "Leave blank for no expiry. Counted from when each device receives the campaign.",
      fields)
    showWithin = EditorPage.DurationPart(
      "show_within", "Show within", form.showWithin,
      hint:
        "Counted from the trigger, including the delay. After this time the message expires and is not shown. Leave blank for no limit.",
      fields)
    fold = EditorPage.Fold(words: rules.foldWords["lateness"] ?? "", isOpen: expires.isTouched || showWithin.isTouched)
  }
}

extension EditorPage.FrequencyPart {
  init(_ form: CampaignForm, _ fields: EditorFields, _ rules: Wire.DeliveryRules) {
    again = fields.field(
      "again", "Repeat", form.again,
      choices: [
        .init("once", "Once"), .init("after", "Again after a set time"), .init("always", "Every time it is triggered"),
      ])
    after = EditorPage.DurationPart("again_after", "Again after", form.againAfter, hint: "1 second to 720 days.", fields)
    caps = form.caps.enumerated().map { row, cap in
      let prefix = "cap.\(row)."
      return EditorPage.CapPart(
        number: row + 1, limit: fields.field(prefix + "limit", "Maximum impressions", cap.limit, inputMode: "numeric"),
        within: fields.field(
          prefix + "within", "Per", cap.within,
          choices: [
            .init("session", "Session"), .init("day", "Day (24 hours)"), .init("week", "Week (7 days)"),
            .init("month", "Month (30 days)"), .init("year", "Year (365 days)"), .init("lifetime", "Lifetime"),
          ]),
        keptName: prefix + "kept", kept: cap.kept.isEmpty ? nil : cap.kept,
        keptWords: "At most \(cap.limit) \(Wire.Open<Wire.Cap.Window>(cap.within).words)", remove: "remove_cap.\(row)")
    }
    tags = fields.field(
      "tags", "Tags", form.tags, hint: "Separate with commas. Frequency caps in Settings can count campaigns with the same tag together.",
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
