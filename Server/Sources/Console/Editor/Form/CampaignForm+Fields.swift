// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport

extension CampaignForm {
  /// Reads what a browser sent. Rows are taken in the order of their numbers, which may have gaps; a field that is missing is blank.
  init(_ fields: FormFields) {
    let sent = SentFields(fields)
    name = sent["name"]
    kind = sent["kind"]
    header = sent["header"]
    text = sent["message"]
    imageURL = sent["image_url"]
    imageAlt = sent["image_alt"]
    icon = sent["icon"]
    slideFrom = sent["slide_from"]
    action = ActionFields(choice: sent["action"], url: sent["action_url"])
    close = sent["close"]
    closeSeconds = sent["close_seconds"]
    orientation = sent["orientation"]
    buttons = sent.rows("button").map { row in
      let prefix = "button.\(row)."
      return ButtonFields(
        text: sent[prefix + "text"], action: ActionFields(choice: sent[prefix + "action"], url: sent[prefix + "url"]),
        colours: ColourFields(sent, prefix: prefix))
    }
    while buttons.count < 2 { buttons.append(ButtonFields()) }
    colours = ColourFields(sent, prefix: "theme.")
    extras = sent.rows("extra").map { ExtraFields(key: sent["extra.\($0).key"], value: sent["extra.\($0).value"]) }
    triggers = sent.rows("trigger").map { row in
      let prefix = "trigger.\(row)."
      return TriggerFields(
        kind: sent[prefix + "kind"], name: sent[prefix + "name"], match: sent[prefix + "match"],
        conditions: sent.rows(prefix + "condition").map {
          let prefix = "\(prefix)condition.\($0)."
          return ConditionFields(path: sent[prefix + "path"], test: sent[prefix + "test"], value: sent[prefix + "value"])
        },
        keptFilter: sent[prefix + "kept"])
    }
    bucket = sent["priority"]
    order = sent["order"]
    startsAt = sent["starts_at"]
    endsAt = sent["ends_at"]
  }

  /// The fields that a browser would send: `init(_:)` reads them as the same form.
  var fields: FormFields {
    var fields: [FormFields.Field] = []
    func add(_ name: String, _ value: String) { fields.append(FormFields.Field(name: name, value: value)) }
    func add<Slot>(_ colours: ColourFields<Slot>, prefix: String) where Slot: RawRepresentable & CaseIterable, Slot.RawValue == String {
      for slot in Slot.allCases {
        add("\(prefix)light.\(slot.rawValue)", colours.light[slot] ?? "")
        add("\(prefix)dark.\(slot.rawValue)", colours.dark[slot] ?? "")
      }
      if colours.darkIsLight { add(prefix + "dark_is_light", "yes") }
    }
    for (name, value) in [
      ("name", name), ("kind", kind), ("header", header), ("message", text), ("image_url", imageURL), ("image_alt", imageAlt),
      ("icon", icon), ("slide_from", slideFrom), ("action", action.choice), ("action_url", action.url), ("close", close),
      ("close_seconds", closeSeconds), ("orientation", orientation), ("priority", bucket), ("order", order), ("starts_at", startsAt),
      ("ends_at", endsAt),
    ] { add(name, value) }
    for (row, button) in buttons.enumerated() {
      add("button.\(row).text", button.text)
      add("button.\(row).action", button.action.choice)
      add("button.\(row).url", button.action.url)
      add(button.colours, prefix: "button.\(row).")
    }
    add(colours, prefix: "theme.")
    for (row, extra) in extras.enumerated() {
      add("extra.\(row).key", extra.key)
      add("extra.\(row).value", extra.value)
    }
    for (row, trigger) in triggers.enumerated() {
      let prefix = "trigger.\(row)."
      add(prefix + "kind", trigger.kind)
      add(prefix + "name", trigger.name)
      add(prefix + "match", trigger.match)
      if !trigger.keptFilter.isEmpty { add(prefix + "kept", trigger.keptFilter) }
      for (number, condition) in trigger.conditions.enumerated() {
        add("\(prefix)condition.\(number).path", condition.path)
        add("\(prefix)condition.\(number).test", condition.test)
        add("\(prefix)condition.\(number).value", condition.value)
      }
    }
    return FormFields(fields)
  }
}

extension CampaignForm.ColourFields where Slot: RawRepresentable & CaseIterable, Slot.RawValue == String {
  fileprivate init(_ sent: SentFields, prefix: String) {
    for slot in Slot.allCases {
      light[slot] = sent["\(prefix)light.\(slot.rawValue)"].nilIfEmpty
      dark[slot] = sent["\(prefix)dark.\(slot.rawValue)"].nilIfEmpty
    }
    darkIsLight = !sent[prefix + "dark_is_light"].isEmpty
  }
}

/// Looks fields up by name, and the numbers of rows by what stands before them; each in one step, however many were sent.
private struct SentFields {
  private var values: [String: String] = [:]
  private var numbers: [String: Set<Int>] = [:]

  init(_ fields: FormFields) {
    for field in fields.all where values[field.name] == nil {
      // Browsers send line ends as CR LF.
      values[field.name] = field.value.replacing("\r\n", with: "\n")
      let parts = field.name.split(separator: ".", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() where index > 0 && part.utf8.count <= 4 {
        if let number = Int(part), number >= 0 { numbers[parts[..<index].joined(separator: "."), default: []].insert(number) }
      }
    }
  }

  subscript(name: String) -> String { values[name] ?? "" }

  func rows(_ prefix: String) -> [Int] { numbers[prefix, default: []].sorted() }
}
