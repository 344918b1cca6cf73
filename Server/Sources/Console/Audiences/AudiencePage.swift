// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire
import Pages

/// The values of the templates `audiences/list` and `audiences/edit`.
enum AudiencePage {
  struct List {
    let audiences: [Line]
    let canCreate: Bool

    struct Line {
      let name: String
      let href: String
      let words: String
      let uses: String
      let updated: String
    }
  }

  struct Edit {
    let formPath: String
    let isNew: Bool
    let title: String
    let revision: String
    let name: EditorField
    let match: EditorField
    let rows: [Row]
    /// The rule as JSON, if rows cannot express it.
    let json: EditorField?
    let names: [Suggestions]
    let problems: [FormProblem.Link]
    let hasProblems: Bool
    /// What the problems kept from being done.
    let problemsTitle: String
    let count: AudienceCountPart?
    let canEdit: Bool
    /// What the button that deletes it calls it.
    let noun: String
    let uses: [Frame.Link]
    let isUsed: Bool
    /// nil for those who may not have it.
    let exportPath: String?
    let deletePath: String
    /// nil for a new one.
    let insight: AudienceInsight?
  }

  struct Suggestions {
    let id: String
    let names: [String]
  }

  struct Row {
    let number: Int
    let id: String
    let subject: EditorField
    let name: EditorField
    let comparisons: [Comparison]
    let days: EditorField
    /// Of a survey.
    let question: EditorField
    let answer: EditorField
    let remove: String
  }

  /// The comparison of values of one type.
  struct Comparison {
    let family: String
    let fields: ComparisonFields
  }

  static func row(_ row: FormRow, _ fields: EditorFields) -> Row {
    let choices =
      [EditorField.Choice("", "Choose…")]
      + AudienceChoice.all.map {
        EditorField.Choice($0.name, $0.label, group: $0.group.rawValue, has: $0.parts)
      }
    let offered = FactValues.choices(for: row, fields.suggestions)
    return Row(
      number: row.number + 1, id: row.field.replacing(".", with: "-"),
      subject: fields.field(row.name("subject"), "Condition", choices: choices),
      name: fields.field(row.name("name"), "Name", list: "audience-names"),
      comparisons: AudienceSubject.ValueType.allCases.map { type in
        Comparison(
          family: type.rawValue,
          fields: ComparisonFields(
            row, (type.testField, type.valueField), of: type.tests,
            known: type == .attribute ? fields.suggestions.attributes[row["name"].trimmed] : nil,
            choices: type == .text || type == .version ? offered : [], valueLabel: type.valueLabel, fields))
      },
      days: fields.field(row.name("days"), "In the last days", inputMode: "numeric", isOptional: true),
      question: fields.field(row.name("question"), "Question", isOptional: true, list: "audience-questions"),
      answer: fields.field(row.name("answer"), "Answer", isOptional: true, list: "audience-answers"),
      remove: "remove.\(row.number)")
  }
}
