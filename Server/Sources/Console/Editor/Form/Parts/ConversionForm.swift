// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// What people are meant to do: one row for each conversion. A conversion that the fields cannot
/// say is kept as JSON.
enum ConversionForm: FormPart {
  static let list = "conversion"
  static let newRows = [
    list: [
      "name": "", "kind": "custom", "event": "", "days": "3", "revenue": "", "guardrail": "", "json": "",
    ]
  ]

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    for (row, conversion) in content.conversions.enumerated() {
      for (name, value) in fields(conversion) { form["\(list).\(row).\(name)"] = value }
    }
  }

  private static func fields(_ conversion: Wire.Conversion) -> [String: String] {
    var fields = newRows[list] ?? [:]
    if case .object(let event) = conversion.event, Set(event.keys).isSubset(of: ["kind", "name"]),
      let kind = event["kind"]?.string,
      AudienceActivity.Kind.logged.contains(where: { $0.rawValue == kind }),
      conversion.windowMilliseconds % hour == 0,
      conversion.unknown.isEmpty
    {
      fields["name"] = conversion.name
      fields["kind"] = kind
      fields["event"] = event["name"]?.string ?? ""
      fields["days"] = FormText.text(Double(conversion.windowMilliseconds) / Double(24 * hour))
      fields["revenue"] = conversion.revenue ?? ""
      fields["guardrail"] = conversion.isGuardrail ? "yes" : ""
      if conversion.windowMilliseconds == milliseconds(fields["days"] ?? "") { return fields }
    }
    fields["json"] = FormText.json(conversion)
    return fields
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    content.conversions = reader.form.rows(list).map { row in
      let path = "conversions[\(row.number)]"
      if !row["json"].trimmed.isEmpty {
        reader.place(path, at: row.name("json"))
        if let kept = try? Wire.decode(Wire.Conversion.self, from: Array(row["json"].utf8)) { return kept }
        reader.misread(row.name("json"), "This is not a conversion.", "Correct the JSON, or remove the row.")
        return Wire.Conversion(name: "", event: .null)
      }
      let name = reader.text(row.name("name"), at: path + ".name").trimmed
      let event = reader.text(row.name("event"), at: path + ".event").trimmed
      var fields: [String: Wire.JSONValue] = [
        "kind": .string(reader.text(row.name("kind"), at: path + ".event.kind"))
      ]
      reader.place(path + ".event", at: row.name("event"))
      fields["name"] =
        row["kind"] == AudienceActivity.Kind.sessionStart.rawValue
        ? nil : event.nilIfEmpty.map { .string($0) }
      var conversion = Wire.Conversion(name: name.nilIfEmpty ?? event, event: .object(fields))
      conversion.revenue = reader.text(row.name("revenue"), at: path + ".revenue").trimmed.nilIfEmpty
      conversion.isGuardrail = !reader.text(row.name("guardrail"), at: path + ".guardrail").isEmpty
      if let window = milliseconds(reader.text(row.name("days"), at: path + ".window_ms")) {
        conversion.windowMilliseconds = window
      } else {
        reader.misread(
          row.name("days"), "This is not a number of days.", "Enter up to 30 days, such as 3 or 0.5.")
      }
      return conversion
    }
    reader.place("conversions", at: "\(list).0.name")
  }

  static func section(_ type: CampaignType, _ fields: EditorFields) -> EditorSection? {
    var rows = rows(fields)
    rows.style = "fields"
    return EditorSection(
      "goals", "Conversions",
      [
        .hint(
          "What people should do after they see it. What they do counts for the message that they saw last before it, of any campaign. In an experiment, everything counts that people do after the exposure, and the first conversion decides."
        ), .rows(rows),
      ])
  }

  private static let hour: Int64 = 3_600_000

  /// A number of days, to the hour.
  private static func milliseconds(_ days: String) -> Int64? {
    guard let number = FormText.number(days)?.number, (0.01...365).contains(number) else { return nil }
    return Int64((number * 24).rounded()) * hour
  }
}
