// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension CampaignForm {
  /// What the form means.
  ///
  /// - Parameter base: What is stored now: the source of all that the form has no field for, such as fields of newer versions. nil: a new campaign.
  func reading(over base: CampaignContent? = nil) -> FormReading {
    var reader = CampaignReader(form: self, base: base)
    return reader.read()
  }
}

/// Reads a form field by field and notes what cannot be understood.
private struct CampaignReader {
  let form: CampaignForm
  let base: CampaignContent?
  private var misreadings: [FormProblem] = []
  private var rows = FormReading.Rows()

  init(form: CampaignForm, base: CampaignContent?) {
    self.form = form
    self.base = base
  }

  mutating func read() -> FormReading {
    var priority = base?.priority ?? Wire.Priority()
    priority.bucket = Wire.Open(form.bucket)
    priority.order = order()
    var triggerReader = TriggerReader()
    let triggers = triggerReader.triggers(form.triggers, "trigger", in: "triggers")
    let exceptions = triggerReader.triggers(form.exceptions, "exception", in: "exceptions")
    var rulesReader = RulesReader(form: form, base: base?.rules ?? Wire.DeliveryRules())
    var rules = rulesReader.read()
    rules.exceptions = exceptions
    let countsUTC = CampaignForm.Clock(rawValue: form.clock)?.countsUTC ?? true
    let content = CampaignContent(
      triggers: triggers, message: message(), priority: priority,
      startsAt: countsUTC ? instant(form.startsAt, "starts_at", base?.startsAt) : nil,
      endsAt: countsUTC ? instant(form.endsAt, "ends_at", base?.endsAt) : nil, rules: rules)
    misreadings += triggerReader.misreadings + rulesReader.misreadings
    rows.places = triggerReader.places
    rows.caps = rulesReader.capRows
    rows.quietHours = form.quietHours.indices.filter { !form.quietHours[$0].isBlank }
    return FormReading(name: form.name.trimmed, content: content, misreadings: misreadings, rows: rows)
  }

  private mutating func misread(_ field: String, _ message: String, _ remedy: String) {
    misreadings.append(FormProblem(field: field, message: message, remedy: remedy))
  }

  // MARK: - Schedule and priority

  private mutating func order() -> Int {
    guard !form.order.trimmed.isEmpty else { return 0 }
    if case .int(let order)? = FormText.number(form.order), let order = Int(exactly: order) { return order }
    misread("order", "This is not a whole number.", "Enter one, such as 10, or leave it blank.")
    return base?.priority.order ?? 0
  }

  private mutating func instant(_ text: String, _ field: String, _ stored: Instant?) -> Instant? {
    if let stored, text == FormText.text(stored) { return stored }
    guard !text.trimmed.isEmpty else { return nil }
    if let instant = FormText.instant(text) { return instant }
    misread(field, "This is not a date and time.", "Enter it like 2026-11-21T14:05, in UTC.")
    return nil
  }

  // MARK: - Message

  private mutating func message() -> Wire.Message {
    var reader = MessageReader(form: form, base: base?.message)
    let message = reader.read()
    misreadings += reader.misreadings
    rows.buttons = reader.buttonRows
    rows.extras = reader.extraRows
    return message
  }
}

extension String {
  var nilIfEmpty: String? { isEmpty ? nil : self }
}
