// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire

/// The conditions of a step of a funnel, with the fields that triggers have.
struct StepFilter {
  let id: String
  /// The id of what a button redraws.
  let rows: String
  let conditions: [EditorPage.ConditionPart]
  let match: EditorField
  let hasSeveralConditions: Bool
  /// nil if there are as many as there can be, or events of the kind have no properties.
  let add: EditorElement.Add?
  let properties: EditorPage.Suggestions

  static let list = "condition"
  /// An address with more would become too long.
  static let most = 5

  init(_ row: FormRow, _ fields: EditorFields) {
    let selector = EventSelector(step: row)
    id = AnalyticsFields.id(row)
    rows = id
    let known = selector.flatMap { fields.suggestions.values[$0] } ?? [:]
    let names = id + "-properties"
    properties = EditorPage.Suggestions(id: names, field: row.field, names: known.keys.sorted())
    let all = row.rows(Self.list)
    conditions = all.map {
      EditorPage.ConditionPart($0, list: names, known: known[$0["path"].trimmed], fields)
    }
    match = EditorPage.ConditionPart.match(row, fields)
    hasSeveralConditions = all.count > 1
    add =
      all.count < Self.most ? EditorElement.Add(row.name(Self.list), "condition", at: id, redraws: id) : nil
  }
}

extension AnalyticsForm {
  /// Chooses a comparison in each condition of a step that has none: the one that the page shows
  /// for what the app has sent.
  mutating func chooseComparisons(_ list: String, _ values: [EventSelector: [String: KnownValues]]) {
    for row in form.rows(list) {
      form.chooseComparisons(of: row) { path in EventSelector(step: row).flatMap { values[$0]?[path] } }
    }
  }

  /// The steps with their conditions. Misread conditions become problems.
  mutating func steps(_ list: String) -> [(row: FormRow, selector: EventSelector)] {
    events(list).map { row, selector in
      var selector = selector
      guard selector.kind != .sessionStart else { return (row, selector) }
      let conditions = row.rows(StepFilter.list)
      if conditions.count > StepFilter.most {
        add(
          FormProblem(
            field: conditions[StepFilter.most].name("path"),
            message: "A step has up to \(StepFilter.most) conditions.",
            remedy: "Remove the others."))
        return (row, selector)
      }
      var reader = FormReader(form: form)
      let wire = reader.conditions(row, at: list)
      for problem in reader.misreadings { add(problem) }
      guard let wire, reader.misreadings.isEmpty else { return (row, selector) }
      do throws(EventFilter.Problem) {
        selector.filter = try EventFilter(wire)
      } catch {
        let path = error.field.isEmpty ? list : "\(list).\(error.field)"
        add(
          FormProblem(
            field: reader.field(path) ?? row.name("name"), message: error.message,
            remedy: "Correct the condition."))
      }
      return (row, selector)
    }
  }
}
