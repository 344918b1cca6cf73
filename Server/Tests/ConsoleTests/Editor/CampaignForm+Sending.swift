// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport

@testable import Console

extension CampaignForm {
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
      ("name", name), ("kind", kind), ("header", header), ("header_alignment", headerAlignment), ("message", text),
      ("message_alignment", textAlignment), ("page", page.html), ("base_url", page.baseURL), ("asset_urls", page.assets),
      ("bridge_names", page.bridgeNames), ("ready_events", page.readyEvents),
      ("language", language), ("image_url", imageURL), ("image_alt", imageAlt), ("motion", motion), ("icon", icon),
      ("slide_from", slideFrom), ("action", action.choice), ("action_url", action.url), ("close", close),
      ("close_seconds", closeSeconds), ("orientation", orientation), ("priority", bucket), ("order", order), ("clock", clock),
      ("starts_at", startsAt), ("ends_at", endsAt), ("starts_at_local", startsAtLocal), ("ends_at_local", endsAtLocal), ("again", again),
      ("tags", tags),
    ] { add(name, value) }
    for (name, duration) in [("delay", delay), ("expires", expires), ("show_within", showWithin), ("again_after", againAfter)] {
      add(name, duration.count)
      add(name + "_unit", duration.unit)
    }
    if isPersonalised { add("personalised", "yes") }
    for name in page.allows.sorted() { add("bridge." + name, "yes") }
    if page.isLegacy { add("legacy", "yes") }
    for (row, cap) in caps.enumerated() {
      add("cap.\(row).limit", cap.limit)
      add("cap.\(row).within", cap.within)
      if !cap.kept.isEmpty { add("cap.\(row).kept", cap.kept) }
    }
    for (row, hours) in quietHours.enumerated() {
      add("quiet.\(row).from", hours.from)
      add("quiet.\(row).to", hours.to)
      add("quiet.\(row).days", hours.days)
    }
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
    for (row, trigger) in triggers.enumerated() { trigger.add(to: &fields, prefix: "trigger.\(row).") }
    for (row, trigger) in exceptions.enumerated() { trigger.add(to: &fields, prefix: "exception.\(row).") }
    return FormFields(fields)
  }
}

extension CampaignForm.TriggerFields {
  fileprivate func add(to fields: inout [FormFields.Field], prefix: String) {
    func add(_ name: String, _ value: String) { fields.append(FormFields.Field(name: prefix + name, value: value)) }
    for (name, value) in [
      ("kind", kind), ("name", name), ("match", match), ("count", count), ("times", times), ("window", window), ("span", span.count),
      ("span_unit", span.unit),
    ] { add(name, value) }
    if !keptFilter.isEmpty { add("kept", keptFilter) }
    if !keptTrigger.isEmpty { add("kept_trigger", keptTrigger) }
    for (number, condition) in conditions.enumerated() {
      add("condition.\(number).path", condition.path)
      add("condition.\(number).test", condition.test)
      add("condition.\(number).value", condition.value)
    }
    for (row, part) in parts.enumerated() { part.add(to: &fields, prefix: "\(prefix)part.\(row).") }
  }
}
