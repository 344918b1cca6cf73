// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// The comparison of a condition as fields. If it is known what the app sends, only the comparisons
/// that fit are offered until the author asks for all, and the value has the field that suits it.
struct ComparisonFields {
  /// The id of the element that the page's script replaces with the answer.
  let id: String
  let test: EditorField
  let value: EditorField
  /// The type that the page's script gives the field of the value; nil for none. Without script, a
  /// date field would drop other values that are typed.
  let suits: String?
  /// Says that all comparisons are offered.
  let all: EditorPage.HiddenField?
  /// The command that offers all comparisons; nil if they are offered already.
  let showAll: String?
  /// Values that the app has sent.
  let samples: EditorPage.Suggestions?
  /// Values with their names.
  let choices: Choices?

  struct Choices {
    let id: String
    let list: [FactValues.Choice]
  }

  /// The field of a row that says that all comparisons are offered.
  static let allField = "all"
  static let command = "all."

  /// - Parameters:
  ///   - names: The names of the fields with the comparison and the value.
  ///   - tests: The comparisons, with the one that most authors mean first.
  ///   - known: nil if nothing is known of the values.
  ///   - choices: Values to choose from, if one of them is compared.
  init(
    _ row: FormRow, _ names: (test: String, value: String), of tests: [ConditionTest], known: KnownValues?,
    choices: [FactValues.Choice] = [],
    valueLabel: String = "Value", _ fields: EditorFields
  ) {
    id = row.name(names.test).replacing(".", with: "-") + "-part"
    let showsAll = !row[Self.allField].isEmpty
    let value = row[names.value]
    // A comparison that nobody has chosen is sent as a blank, so that it follows the property.
    let isOpen = row[names.test].isEmpty
    let chosen = isOpen ? ConditionTest.standard(of: tests, for: known).name : row[names.test]
    let offered =
      showsAll
      ? tests : tests.filter { test in test.name == chosen || known.map { test.fits($0.types) } ?? true }
    let test = ConditionTest.named(chosen, in: tests)
    var noted = fields
    if let known, let problem = Self.problem(test, known, at: row.name(names.test)) {
      noted = fields.adding(problem)
    }
    self.test = noted.field(
      row.name(names.test), "Comparison", value: row[names.test],
      hint: known.map { "Values so far: \($0.words)." },
      choices: offered.map {
        .init(
          isOpen && $0.name == chosen ? "" : $0.name, $0.label, group: $0.type.label,
          has: $0.operand == .none ? ["nothing"] : ["value"])
      })
    let isSingle = test?.operand == .one && !value.contains("\n")
    let samples = isSingle && test?.type == .text ? known?.samples ?? [] : []
    let isChosen = isSingle && test?.isEquality == true && !choices.isEmpty
    self.choices = isChosen ? Choices(id: id + "-choices", list: choices) : nil
    let list = isChosen ? id + "-choices" : samples.isEmpty ? nil : id + "-samples"
    self.samples =
      samples.isEmpty ? nil : list.map { EditorPage.Suggestions(id: $0, field: row.field, names: samples) }
    let isDate = isSingle && test?.type == .date && known != nil
    let instant = FormText.instant(value)
    suits = isDate && (value.isEmpty || instant != nil) ? "datetime-local" : nil
    self.value = fields.field(
      row.name(names.value), valueLabel, value: isDate ? instant.map { FormText.text($0) } : nil,
      hint: isDate ? "In UTC, such as 2026-11-21T14:05." : nil,
      inputMode: isSingle && test?.type == .number ? "decimal" : nil,
      isLong: known == nil && !isChosen || !isSingle, list: list)
    all = showsAll && known != nil ? EditorPage.HiddenField(name: row.name(Self.allField), value: "yes") : nil
    showAll = offered.count < tests.count ? Self.command + row.field : nil
  }

  /// A comparison that was true for none of the values so far is a mistake more often than not.
  private static func problem(_ test: ConditionTest?, _ known: KnownValues, at field: String) -> FormProblem?
  {
    guard let test, !test.fits(known.types) else { return nil }
    return FormProblem(
      severity: .warning, field: field,
      message: "It is never true for \(known.words), only for \(LoggedType.words(test.fitting)).",
      remedy: "Choose another comparison, unless the app is about to change.")
  }
}
