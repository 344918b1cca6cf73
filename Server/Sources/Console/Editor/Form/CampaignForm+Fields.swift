// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import MartletWire

extension CampaignForm {
  /// Reads what a browser sent. Rows are taken in the order of their numbers, which may have gaps; a field that is missing is blank.
  init(_ fields: FormFields) {
    let sent = SentFields(fields)
    name = sent["name"]
    kind = sent["kind"]
    header = sent["header"]
    headerAlignment = sent["header_alignment"]
    text = sent["message"]
    textAlignment = sent["message_alignment"]
    page = PageFields(
      html: sent["page"], baseURL: sent["base_url"], assets: sent["asset_urls"],
      allows: Set(Wire.Bridge.Capability.allCases.map(\.rawValue).filter { !sent["bridge." + $0].isEmpty }),
      bridgeNames: sent["bridge_names"], readyEvents: sent["ready_events"], isLegacy: !sent["legacy"].isEmpty)
    language = sent["language"]
    imageURL = sent["image_url"]
    imageAlt = sent["image_alt"]
    icon = sent["icon"]
    slideFrom = sent["slide_from"]
    action = ActionFields(choice: sent["action"], url: sent["action_url"])
    close = sent["close"]
    closeSeconds = sent["close_seconds"]
    orientation = sent["orientation"]
    motion = sent["motion"]
    buttons = sent.rows("button").map { row in
      let prefix = "button.\(row)."
      return ButtonFields(
        text: sent[prefix + "text"], action: ActionFields(choice: sent[prefix + "action"], url: sent[prefix + "url"]),
        colours: ColourFields(sent, prefix: prefix))
    }
    while buttons.count < 2 { buttons.append(ButtonFields()) }
    colours = ColourFields(sent, prefix: "theme.")
    extras = sent.rows("extra").map { ExtraFields(key: sent["extra.\($0).key"], value: sent["extra.\($0).value"]) }
    triggers = sent.rows("trigger").map { TriggerFields(sent, prefix: "trigger.\($0).") }
    bucket = sent["priority"]
    order = sent["order"]
    clock = sent["clock"]
    startsAt = sent["starts_at"]
    endsAt = sent["ends_at"]
    startsAtLocal = sent["starts_at_local"]
    endsAtLocal = sent["ends_at_local"]
    delay = DurationFields(sent, "delay")
    exceptions = sent.rows("exception").map { TriggerFields(sent, prefix: "exception.\($0).") }
    expires = DurationFields(sent, "expires")
    showWithin = DurationFields(sent, "show_within")
    quietHours = sent.rows("quiet").map {
      QuietHoursFields(from: sent["quiet.\($0).from"], to: sent["quiet.\($0).to"], days: sent["quiet.\($0).days"])
    }
    again = sent["again"]
    againAfter = DurationFields(sent, "again_after")
    caps = sent.rows("cap").map {
      CapFields(limit: sent["cap.\($0).limit"], within: sent["cap.\($0).within"], kept: sent["cap.\($0).kept"])
    }
    tags = sent["tags"]
    isPersonalised = !sent["personalised"].isEmpty
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

extension CampaignForm.DurationFields {
  fileprivate init(_ sent: SentFields, _ name: String) {
    count = sent[name]
    unit = sent[name + "_unit"]
  }
}

extension CampaignForm.TriggerFields {
  fileprivate init(_ sent: SentFields, prefix: String, isPart: Bool = false) {
    kind = sent[prefix + "kind"]
    name = sent[prefix + "name"]
    match = sent[prefix + "match"]
    conditions = sent.rows(prefix + "condition").map {
      let prefix = "\(prefix)condition.\($0)."
      return CampaignForm.ConditionFields(path: sent[prefix + "path"], test: sent[prefix + "test"], value: sent[prefix + "value"])
    }
    keptFilter = sent[prefix + "kept"]
    count = sent[prefix + "count"]
    times = sent[prefix + "times"]
    window = sent[prefix + "window"]
    span = CampaignForm.DurationFields(sent, prefix + "span")
    keptTrigger = sent[prefix + "kept_trigger"]
    // Parts have no parts: whatever was sent, the depth is bounded.
    if !isPart { parts = sent.rows(prefix + "part").map { Self(sent, prefix: "\(prefix)part.\($0).", isPart: true) } }
  }

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
      values[field.name] = FormText.lines(field.value)
      let parts = field.name.split(separator: ".", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() where index > 0 && part.utf8.count <= 4 {
        if let number = Int(part), number >= 0 { numbers[parts[..<index].joined(separator: "."), default: []].insert(number) }
      }
    }
  }

  subscript(name: String) -> String { values[name] ?? "" }

  func rows(_ prefix: String) -> [Int] { numbers[prefix, default: []].sorted() }
}
