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
    return FormReading(name: FormText.trimmed(form.name), content: content, misreadings: misreadings, rows: rows)
  }

  private mutating func misread(_ field: String, _ message: String, _ remedy: String) {
    misreadings.append(FormProblem(field: field, message: message, remedy: remedy))
  }

  // MARK: - Schedule and priority

  private mutating func order() -> Int {
    guard !FormText.trimmed(form.order).isEmpty else { return 0 }
    if case .int(let order)? = FormText.number(form.order), let order = Int(exactly: order) { return order }
    misread("order", "This is not a whole number.", "Write one, such as 10, or nothing.")
    return base?.priority.order ?? 0
  }

  private mutating func instant(_ text: String, _ field: String, _ stored: Instant?) -> Instant? {
    if let stored, text == FormText.text(stored) { return stored }
    guard !FormText.trimmed(text).isEmpty else { return nil }
    if let instant = FormText.instant(text) { return instant }
    misread(field, "This is not a date and time.", "Write it like 2026-11-21T14:05; it counts in UTC.")
    return nil
  }

  // MARK: - Message

  private mutating func message() -> Wire.Message {
    var message = base?.message ?? Wire.Message(kind: .known(.modal))
    message.kind = Wire.Open(form.kind)
    message.header = form.header.nilIfEmpty
    message.message = form.text.nilIfEmpty
    message.imageURL = FormText.trimmed(form.imageURL).nilIfEmpty
    message.imageAlt = form.imageAlt.nilIfEmpty
    message.icon = FormText.trimmed(form.icon).nilIfEmpty
    // Only slideups come from an edge, from the bottom unless they say otherwise; what another kind had it keeps.
    let isOfNote = form.kind == Wire.Message.Kind.slideup.rawValue && form.slideFrom != Wire.Message.SlideFrom.bottom.rawValue
    if isOfNote || message.slideFrom != nil { message.slideFrom = Wire.Open(form.slideFrom) }
    message.clickAction = action(form.action, over: base?.message.clickAction)
    message.close = close()
    message.orientation = Wire.Open(form.orientation)
    message.themes = themes(form.colours, over: message.themes, prefix: "theme.", slots: ThemeSlot.allCases, empty: Wire.Theme()) {
      $0[keyPath: $1.path] = $2
    }
    message.buttons = buttons()
    message.extras = extras()
    return message
  }

  private typealias ThemeSlot = CampaignForm.ThemeSlot
  private typealias ButtonSlot = CampaignForm.ButtonSlot

  private func action(_ fields: CampaignForm.ActionFields, over base: Wire.ClickAction?) -> Wire.ClickAction {
    var action = base ?? Wire.ClickAction()
    switch CampaignForm.ActionChoice(rawValue: fields.choice) {
    case .kept: return action
    case .close, nil:
      (action.type, action.url, action.useWebView) = (.known(.none), nil, false)
    case .browser, .deepLink, .webView:
      (action.type, action.url) = (.known(.url), FormText.trimmed(fields.url).nilIfEmpty)
      action.useWebView = fields.choice == CampaignForm.ActionChoice.webView.rawValue
    }
    return action
  }

  private mutating func close() -> Wire.Close {
    var close = base?.message.close ?? Wire.Close()
    close.type = Wire.Open(form.close)
    guard close.type.known == .auto else {
      close.afterSeconds = nil
      return close
    }
    close.afterSeconds = FormText.seconds(form.closeSeconds)
    if close.afterSeconds == nil, !FormText.trimmed(form.closeSeconds).isEmpty {
      misread("close_seconds", "This is not a number.", "Give 1 to 3600 seconds.")
    }
    return close
  }

  private mutating func buttons() -> [Wire.Button] {
    var buttons: [Wire.Button] = []
    for (row, fields) in form.buttons.enumerated() where !fields.isBlank {
      let present = base?.message.buttons.indices.contains(row) == true ? base?.message.buttons[row] : nil
      var button = present ?? Wire.Button(id: 0, text: "")
      button.id = buttons.count
      button.text = fields.text
      button.clickAction = action(fields.action, over: button.clickAction)
      button.themes = themes(
        fields.colours, over: button.themes, prefix: "button.\(row).", slots: ButtonSlot.allCases, empty: Wire.ButtonTheme()
      ) { $0[keyPath: $1.path] = $2 }
      rows.buttons.append(row)
      buttons.append(button)
    }
    return buttons
  }

  /// A message whose themes name no `dark` is light everywhere; one without any theme has both of the SDK's.
  private mutating func themes<Slot, Theme: Hashable>(
    _ fields: CampaignForm.ColourFields<Slot>, over base: [String: Theme], prefix: String, slots: [Slot], empty: Theme,
    set: (inout Theme, Slot, Wire.Color?) -> Void
  ) -> [String: Theme] where Slot: RawRepresentable, Slot.RawValue == String {
    var light = base["light"] ?? empty
    var dark = base["dark"] ?? empty
    for slot in slots {
      set(&light, slot, colour(fields.light[slot], prefix + "light." + slot.rawValue))
      // Colours that do not count are not judged either.
      set(&dark, slot, fields.darkIsLight ? nil : colour(fields.dark[slot], prefix + "dark." + slot.rawValue))
    }
    var themes = base
    if fields.darkIsLight {
      themes["light"] = light
      themes["dark"] = nil
    } else if light == empty, dark == empty {
      themes["light"] = nil
      themes["dark"] = nil
    } else {
      themes["light"] = light == empty && base["light"] == nil ? nil : light
      themes["dark"] = dark
    }
    return themes
  }

  private mutating func colour(_ text: String?, _ field: String) -> Wire.Color? {
    guard let text, !FormText.trimmed(text).isEmpty else { return nil }
    if let colour = FormText.colour(text) { return colour }
    misread(field, "This is not a colour.", "Write it like #2B59D9, or nothing for the default.")
    return nil
  }

  private mutating func extras() -> [String: Wire.JSONValue] {
    var extras: [String: Wire.JSONValue] = [:]
    for (row, extra) in form.extras.enumerated() where !extra.isBlank {
      if rows.extras[extra.key] != nil {
        misread("extra.\(row).key", "The key comes twice.", "Choose another, or remove this row.")
        continue
      }
      rows.extras[extra.key] = row
      extras[extra.key] = .string(extra.value)
    }
    return extras
  }
}

extension String {
  var nilIfEmpty: String? { isEmpty ? nil : self }
}
