// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The parts of the day in which a message is not shown.
enum QuietHoursRules: RuleGroup {
  static let name = "quiet"
  static let title = "Quiet hours"
  static let section = CampaignReview.Subject.schedule
  static let isFact = true
  static let newRows = ["quiet": ["from": "22:00", "to": "08:00", "days": ""]]

  static var elements: [FormElement<Wire.DeliveryRules>] {
    [
      .element(
        .hint(
          "It is not shown at these times, in each person’s local time. A delay that ends in quiet hours lasts until they are over."
        )),
      FormElement(
        write: { rules, form, _ in write(rules, to: &form) },
        read: { reader, _, rules in read(&reader, into: &rules) },
        show: { fields, _ in
          [
            .rows(
              fields.rows("quiet", "quiet hours", style: "cap hours") { row in
                [
                  fields.time(row.name("from"), "From"), fields.time(row.name("to"), "To"),
                  fields.field(row.name("days"), "Days", choices: choices(for: row["days"])),
                ]
              })
          ]
        }),
    ]
  }

  private static func write(_ rules: Wire.DeliveryRules, to form: inout CampaignForm) {
    for (row, hours) in rules.quietHours.enumerated() {
      for (field, text) in texts(hours) { form["quiet.\(row).\(field)"] = text }
    }
  }

  private static func read(_ reader: inout FormReader, into rules: inout Wire.DeliveryRules) {
    reader.place("quiet_hours", at: "clock")
    var stored = rules.quietHours
    rules.quietHours = []
    for row in reader.form.rows("quiet") where !row.isBlank("from", "to", "days") {
      let path = "quiet_hours[\(rules.quietHours.count)]"
      for (part, field) in ["": "days", ".from": "from", ".to": "to"] {
        reader.place(path + part, at: row.name(field))
      }
      // A row with the stored text keeps the stored value; each stored value is used once.
      if let place = stored.firstIndex(where: { texts($0).allSatisfy { row[$0] == $1 } }) {
        rules.quietHours.append(stored.remove(at: place))
      } else {
        rules.quietHours.append(
          Wire.QuietHours(from: row["from"].trimmed, to: row["to"].trimmed, weekdays: days(row["days"])))
      }
    }
  }

  static func words(_ rules: Wire.DeliveryRules) -> String? {
    rules.quietHours.isEmpty ? nil : rules.quietHours.map(\.words).listed("and") + " local time"
  }

  static func sentence(_ rules: Wire.DeliveryRules) -> String? { words(rules).map { "except " + $0 } }

  private static func texts(_ hours: Wire.QuietHours) -> [(field: String, text: String)] {
    [("from", hours.from), ("to", hours.to), ("days", hours.weekdays.map(\.rawValue).joined(separator: ","))]
  }

  /// Reads the wire names of days, separated by commas; empty means every day.
  private static func days(_ text: String) -> [Wire.Open<Wire.QuietHours.Weekday>] {
    text.split(separator: ",").map { Wire.Open(String($0)) }
  }

  private static func choices(for chosen: String) -> [EditorField.Choice] {
    let weekdays = Wire.QuietHours.Weekday.allCases
    let offered =
      ([[], weekdays.filter(\.isWorkday), weekdays.filter { !$0.isWorkday }] + weekdays.map { [$0] })
      .map { $0.map(\.rawValue).joined(separator: ",") }
    // A choice that was set through the API stays chosen.
    return (offered + (offered.contains(chosen) ? [] : [chosen])).map {
      EditorField.Choice($0, $0.isEmpty ? "Every day" : Wire.QuietHours.words(days($0)))
    }
  }
}

extension Wire.QuietHours {
  /// `22:00 to 08:00`, `all day on Saturday and Sunday`
  fileprivate var words: String {
    let time = from != to ? "\(from) to \(to)" : from == "00:00" ? "all day" : "24 hours from \(from)"
    return weekdays.isEmpty ? time : time + " on " + Self.words(weekdays)
  }

  fileprivate static func words(_ days: [Wire.Open<Weekday>]) -> String {
    if days == Weekday.allCases.filter(\.isWorkday).map({ .known($0) }) { return "Monday to Friday" }
    return days.map { $0.known.flatMap { names[$0] } ?? "“\($0.rawValue)”" }.listed("and")
  }

  private static let names: [Weekday: String] = [
    .monday: "Monday", .tuesday: "Tuesday", .wednesday: "Wednesday", .thursday: "Thursday", .friday: "Friday",
    .saturday: "Saturday",
    .sunday: "Sunday",
  ]
}

extension Wire.QuietHours.Weekday {
  fileprivate var isWorkday: Bool { self != .saturday && self != .sunday }
}
