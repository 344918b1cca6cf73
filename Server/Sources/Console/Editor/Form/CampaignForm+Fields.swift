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
