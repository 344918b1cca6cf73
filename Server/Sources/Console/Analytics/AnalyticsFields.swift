// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire

/// The fields that funnels and retention curves have in common.
struct AnalyticsFields {
  private let fields: EditorFields
  private let audiences: [Audience]

  /// A row of the form: one event.
  struct Row {
    let id: String
    let title: String
    let kind: EditorField
    let name: EditorField
    /// nil where an event has no conditions.
    var filter: StepFilter?
  }

  /// The id of the list of names that are suggested.
  static let names = "event-names"

  init(_ form: AnalyticsForm, _ suggestions: FormSuggestions, audiences: [Audience]) {
    fields = EditorFields(form.form, form.problems, suggestions)
    self.audiences = audiences
  }

  func field(_ name: String, _ label: String, standard: String, hint: String? = nil, inputMode: String? = nil)
    -> EditorField
  {
    fields.field(name, label, standard: standard, hint: hint, inputMode: inputMode)
  }

  func choice(_ name: String, _ label: String, standard: String, choices: [EditorField.Choice]) -> EditorField
  {
    fields.field(name, label, standard: standard, choices: choices)
  }

  /// - Parameters:
  ///   - least: How many rows there are at least.
  ///   - standard: The kind of a row of which nothing was typed.
  func rows(_ list: String, _ noun: String, atLeast least: Int, standard: AudienceActivity.Kind) -> [Row] {
    fields.form.rows(list, atLeast: least).map { row in
      Row(
        id: Self.id(row),
        title: "\(noun) \(row.number + 1)",
        kind: kind(row.name("kind"), "\(noun) \(row.number + 1)", standard),
        name: fields.field(row.name("name"), "Name", list: Self.names))
    }
  }

  /// The same, with conditions on the properties of each event.
  func steps(_ list: String, _ noun: String, atLeast least: Int, standard: AudienceActivity.Kind) -> [Row] {
    zip(rows(list, noun, atLeast: least, standard: standard), fields.form.rows(list, atLeast: least)).map {
      step, row in
      var step = step
      step.filter = StepFilter(row, fields)
      return step
    }
  }

  static func id(_ row: FormRow) -> String { row.field.replacing(".", with: "-") }

  /// A single event.
  func row(_ list: String, _ title: String, standard: AudienceActivity.Kind) -> Row {
    Row(
      id: "\(list)-0", title: title, kind: kind("\(list).0.kind", title, standard),
      name: fields.field("\(list).0.name", "Name", list: Self.names))
  }

  var period: EditorField {
    choice(
      "period", "Period", standard: AnalyticsPeriod.standard.name,
      choices: AnalyticsPeriod.allCases.map { .init($0.name, $0.label) })
  }

  var audience: EditorField {
    choice(
      "audience", "Audience", standard: "",
      choices: [.init("", "Everybody")] + audiences.map { .init($0.id.rawValue, $0.name) })
  }

  /// Surveys have no name that people know, so the form does not offer them.
  private func kind(_ name: String, _ label: String, _ standard: AudienceActivity.Kind) -> EditorField {
    choice(
      name, label, standard: standard.rawValue,
      choices: AudienceActivity.Kind.logged.map {
        .init($0.rawValue, $0.label, has: $0 == .sessionStart ? [] : ["name"])
      })
  }

  /// Whom the figures are of: `Everybody.` or `People who are in “Buyers” now.`
  func people(_ audience: AudienceID?) -> String {
    guard let audience else { return "Everybody." }
    return "People who are in “\(audiences.first { $0.id == audience }?.name ?? audience.rawValue)” now."
  }
}

extension EventSelector {
  /// `order_placed`, `Session start`, `Purchase: sku-1`, `order_placed where total > 20`
  var words: String { named + (filter.map { " where " + $0.wire.words } ?? "") }

  private var named: String {
    guard let name else {
      return kind == .custom ? "Any custom event" : EventTopic(kind: kind.rawValue).words
    }
    return kind == .custom ? name : "\(EventTopic(kind: kind.rawValue).words): \(name)"
  }
}
