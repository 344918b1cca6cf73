// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// How often one person sees a message, and the tags by which it is counted.
enum FrequencyRules: RuleGroup {
  static let name = "limits"
  static let title = "Frequency caps and tags"
  static let section = CampaignReview.Subject.frequency
  static let fields: Set = ["again", "again_after", "cap", "tags"]
  static let newRows = ["cap": ["limit": "", "within": Wire.Cap.Window.day.rawValue]]

  static var elements: [FormElement<Wire.DeliveryRules>] {
    [
      caps,
      .list(
        "tags", \.tags, "Tags", as: .commas,
        hint:
          "Separate with commas. Frequency caps in Settings can count campaigns with the same tag together."),
    ]
  }

  private static var caps: FormElement<Wire.DeliveryRules> {
    FormElement(
      write: { rules, form, _ in
        for (row, cap) in rules.caps.enumerated() {
          form["cap.\(row).limit"] = String(cap.limit)
          form["cap.\(row).within"] = cap.within.rawValue
          // A cap that the fields cannot express is kept as JSON.
          if Wire.Cap(limit: cap.limit, within: cap.within) != cap {
            form["cap.\(row).kept"] = String(decoding: Wire.encode(cap), as: UTF8.self)
          }
        }
      },
      read: { reader, _, rules in
        reader.place("caps", at: "again")
        rules.caps = []
        for row in reader.form.rows("cap") where !(row["limit"].trimmed.isEmpty && row["kept"].isEmpty) {
          if let cap = cap(&reader, row, at: "caps[\(rules.caps.count)]") { rules.caps.append(cap) }
        }
      },
      show: { fields, _ in
        [
          .rows(
            fields.rows("cap", "frequency cap", style: "cap") { row in
              [
                fields.field(row.name("limit"), "Maximum impressions", inputMode: "numeric"),
                fields.field(
                  row.name("within"), "Per",
                  choices: [
                    .init("session", "Session"), .init("day", "Day (24 hours)"),
                    .init("week", "Week (7 days)"), .init("month", "Month (30 days)"),
                    .init("year", "Year (365 days)"), .init("lifetime", "Lifetime"),
                  ]),
              ]
            } kept: { row in
              fields.kept(row, "kept", as: Wire.Cap.self) { $0.words.capitalisingFirst }
            })
        ]
      })
  }

  private static func cap(_ reader: inout FormReader, _ row: FormRow, at path: String) -> Wire.Cap? {
    let isKept = !row["kept"].isEmpty
    reader.place(path + ".within", at: row.name(isKept ? "kept" : "within"))
    guard isKept else {
      return reader.whole(
        row.name("limit"), at: path, remedy: "Enter the maximum number of impressions, such as 3."
      ).map { Wire.Cap(limit: $0, within: Wire.Open(row["within"])) }
    }
    reader.place(path, at: row.name("kept"))
    if let cap = row.kept("kept", as: Wire.Cap.self) { return cap }
    reader.misread(
      row.name("kept"), "The stored frequency cap cannot be read.", "Remove it and add it again.")
    return nil
  }

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    (repetition + elements).write(content.rules, to: &form, FormScope())
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    (repetition + elements).read(&reader, FormScope(), into: &content.rules)
  }

  static func words(_ rules: Wire.DeliveryRules) -> String? {
    let words = rules.caps.map(\.words) + (rules.tags.isEmpty ? [] : [quoted(rules.tags)])
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// All frequency rules in words, including how often the message may repeat.
  ///
  /// - Parameter isSentByTeam: Whether nothing triggers it.
  static func allWords(_ rules: Wire.DeliveryRules, isSentByTeam: Bool = false) -> String {
    let tags = rules.tags.isEmpty ? [] : ["tagged " + quoted(rules.tags)]
    return
      ([rules.reEligibilityWords ?? (isSentByTeam ? "each time you send it" : "every time it is triggered")]
      + rules.caps.map(\.words)
      + tags).joined(separator: ", ")
  }

  static func sentence(_ rules: Wire.DeliveryRules) -> String? {
    rules.caps.isEmpty ? nil : rules.caps.map(\.words).joined(separator: ", ")
  }

  /// How often the message may repeat, which is outside the fold.
  static var repetition: [FormElement<Wire.DeliveryRules>] {
    [
      .group(
        "field-row again",
        FormElement(
          write: { rules, form, _ in
            form["again"] = rules.reEligibility?.type.rawValue ?? Wire.ReEligibility.Kind.always.rawValue
            form.set("again_after", milliseconds: rules.reEligibility?.afterMilliseconds, unit: .days)
          },
          read: { reader, _, rules in
            rules.reEligibility = reEligibility(&reader, rules.reEligibility)
          },
          show: { fields, _ in
            let again = fields.field(
              "again", "Repeat",
              choices: [
                .init("once", "Once"), .init("after", "Again after a set time"),
                .init("always", "Every time it is triggered"),
              ])
            let after = fields.duration("again_after", "Again after", hint: "1 second to 720 days.")
            return [.field(again), .group("again-after", [.duration(after)])]
          }))
    ]
  }

  private static func quoted(_ tags: [String]) -> String { tags.map { "“\($0)”" }.joined(separator: ", ") }

  private static func reEligibility(_ reader: inout FormReader, _ stored: Wire.ReEligibility?) -> Wire
    .ReEligibility?
  {
    let type = Wire.Open<Wire.ReEligibility.Kind>(reader.text("again", at: "re_eligibility"))
    reader.place("re_eligibility.after_ms", at: "again_after")
    switch type {
    case .unknown(""): return stored
    case .known(.after):
      var rule = stored ?? Wire.ReEligibility(type: type)
      rule.type = type
      rule.afterMilliseconds = reader.duration("again_after", at: "re_eligibility.after_ms")
      return rule
    default:
      if let stored, stored.type == type { return stored }
      return type == .known(.always) ? nil : Wire.ReEligibility(type: type)
    }
  }
}

extension Wire.DeliveryRules {
  /// `once per person`; nil if the message is shown each time it is triggered.
  var reEligibilityWords: String? {
    switch reEligibility?.type {
    case nil, .known(.always): nil
    case .known(.once): "once per person"
    case .known(.after):
      reEligibility?.afterMilliseconds.map { "again after \(Wire.words(milliseconds: $0))" }
    case .unknown(let type): "by the unknown rule \(type)"
    }
  }
}
