// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension CampaignForm {
  /// A part of the day in which the campaign is not shown.
  struct QuietHoursFields: Hashable, Sendable {
    var from = "22:00"
    var to = "08:00"
    /// The names of the days on the wire, separated by commas; empty: every day.
    var days = ""

    /// Nothing is left of it.
    var isBlank: Bool { from.isEmpty && to.isEmpty && days.isEmpty }

    static func choices(for days: String) -> [EditorField.Choice] {
      let choices = [[], Wire.QuietHours.workdays, Wire.QuietHours.weekend] + Wire.QuietHours.Weekday.allCases.map { [$0] }
      let offered = choices.map { days in
        EditorField.Choice(text(days.map { .known($0) }), days.isEmpty ? "Every day" : Wire.QuietHours.words(days.map { .known($0) }))
      }
      // What a program set is still what was chosen.
      guard !offered.contains(where: { $0.value == days }) else { return offered }
      return offered + [EditorField.Choice(days, Wire.QuietHours.words(list(days)))]
    }

    private static func text(_ days: [Wire.Open<Wire.QuietHours.Weekday>]) -> String { days.map(\.rawValue).joined(separator: ",") }
    private static func list(_ text: String) -> [Wire.Open<Wire.QuietHours.Weekday>] {
      text.split(separator: ",").map { Wire.Open(String($0)) }
    }
  }
}

extension CampaignForm.QuietHoursFields {
  init(_ hours: Wire.QuietHours) {
    self.init(from: hours.from, to: hours.to, days: Self.text(hours.weekdays))
  }

  /// What is written as it is stored stays as it is stored, each of them once.
  func hours(from stored: inout [Wire.QuietHours]) -> Wire.QuietHours {
    if let place = stored.firstIndex(where: { Self($0) == self }) { return stored.remove(at: place) }
    return Wire.QuietHours(from: from.trimmed, to: to.trimmed, weekdays: Self.list(days))
  }
}

extension Wire.QuietHours {
  static let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
  static let weekend: [Weekday] = [.saturday, .sunday]

  /// `22:00 to 08:00`, `all day on Saturday and Sunday`
  var words: String {
    let time = from != to ? "\(from) to \(to)" : from == "00:00" ? "all day" : "24 hours from \(from)"
    return weekdays.isEmpty ? time : time + " on " + Self.words(weekdays)
  }

  static func words(_ days: [Wire.Open<Weekday>]) -> String {
    if days == workdays.map({ .known($0) }) { return "Monday to Friday" }
    let names = days.map { day in
      switch day {
      case .known(.monday): "Monday"
      case .known(.tuesday): "Tuesday"
      case .known(.wednesday): "Wednesday"
      case .known(.thursday): "Thursday"
      case .known(.friday): "Friday"
      case .known(.saturday): "Saturday"
      case .known(.sunday): "Sunday"
      case .unknown(let name): "“\(name)”"
      }
    }
    return names.listed("and")
  }
}

extension EditorPage {
  struct QuietHoursPart {
    let fold: Fold
    let rows: [Row]

    struct Row {
      let number: Int
      let from: EditorField
      let to: EditorField
      let days: EditorField
      let remove: String
    }

    init(_ form: CampaignForm, _ fields: EditorFields, _ rules: Wire.DeliveryRules) {
      rows = form.quietHours.enumerated().map { row, hours in
        let prefix = "quiet.\(row)."
        return Row(
          number: row + 1, from: fields.time(prefix + "from", "From", hours.from), to: fields.time(prefix + "to", "To", hours.to),
          days: fields.field(prefix + "days", "Days", hours.days, choices: CampaignForm.QuietHoursFields.choices(for: hours.days)),
          remove: "remove_quiet.\(row)")
      }
      fold = Fold(words: rules.foldWords["quiet"] ?? "", isOpen: !rows.isEmpty)
    }
  }
}
