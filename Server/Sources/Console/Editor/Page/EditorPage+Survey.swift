// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension EditorPage {
  /// The questions of a survey as rows, and a button that adds one.
  struct SurveyPart {
    let questions: [QuestionPart]
    let add: EditorElement.Add
  }

  struct QuestionPart {
    let id: String
    let label: String
    /// The id of the element with all questions, which the page's script replaces with the answer.
    let redrawn: String
    let hiddenID: EditorField
    /// What stands before and after the choices.
    let line: [EditorElement]
    let rest: [EditorElement]
    let choices: [ChoicePart]
    let addChoice: EditorElement.Add
    let conditions: Conditions?
    /// The commands of its buttons; nil where there is nothing to do.
    let up: String?
    let down: String?
    let remove: String?
  }

  struct ChoicePart {
    /// For screen readers: `choice 1 of Question 3`.
    let place: String
    let number: Int
    let hiddenID: EditorField
    let title: EditorField
    let isDefault: EditorField
    let remove: String?
  }

  /// The answers to an earlier question after which a question is asked. The first question has
  /// none.
  struct Conditions {
    let rows: [Row]
    let add: EditorElement.Add

    struct Row {
      let number: Int
      let answer: EditorField
      let remove: String
    }
  }
}

extension EditorPage.SurveyPart {
  /// The questions of the survey.
  init(_ fields: EditorFields) {
    self.init(
      fields, fields.form.rows(QuestionForm.list, atLeast: 1), in: QuestionForm.list, redraws: "questions"
    ) { "Question \($0)" }
  }

  /// The questions that a variant asks instead.
  fileprivate init(_ variant: FormRow, _ fields: EditorFields) {
    self.init(
      fields, variant.rows(QuestionForm.list, atLeast: 1), in: variant.name(QuestionForm.list),
      redraws: "rows-" + variant.list
    ) { "Variant \(variant.number + 1), question \($0)" }
  }

  /// - Parameter redrawn: The id of the element with all of them.
  private init(
    _ fields: EditorFields, _ rows: [FormRow], in list: String, redraws redrawn: String,
    _ label: (Int) -> String
  ) {
    questions = rows.map {
      EditorPage.QuestionPart($0, of: rows, label($0.number + 1), redraws: redrawn, fields)
    }
    add = EditorElement.Add(list, "question", at: redrawn, redraws: redrawn)
  }
}

extension EditorElement.Questions {
  init(_ variant: FormRow, _ fields: EditorFields) {
    if ExperimentForm.asksOthers(variant) {
      self.init(
        asks: fields.field(variant.name(ExperimentForm.asks), ""),
        own: EditorPage.SurveyPart(variant, fields),
        words: "Ask the survey’s questions", command: "uncopy." + variant.field)
    } else {
      self.init(asks: nil, own: nil, words: "Ask other questions", command: "copy." + variant.field)
    }
  }
}

extension EditorPage.QuestionPart {
  fileprivate init(
    _ row: FormRow, of all: [FormRow], _ label: String, redraws redrawn: String, _ fields: EditorFields
  ) {
    id = row.field.replacing(".", with: "-")
    self.label = fields.titled(row.field, label)
    self.redrawn = redrawn
    hiddenID = fields.field(row.name("id"), "")
    (line, rest) = QuestionForm.shown(row, fields)
    let parts = row.rows("choice", atLeast: QuestionForm.leastChoices)
    choices = parts.map {
      EditorPage.ChoicePart($0, of: label, isKept: parts.count <= QuestionForm.leastChoices, fields)
    }
    addChoice = EditorElement.Add(row.name("choice"), "choice", at: id, redraws: redrawn)
    conditions =
      row.number == 0 && row.rows("only").isEmpty
      ? nil : EditorPage.Conditions(row, of: all, redraws: redrawn, fields)
    up = row.number == 0 ? nil : "up." + row.field
    down = row.number == all.count - 1 ? nil : "down." + row.field
    remove = all.count == 1 ? nil : "remove." + row.field
  }
}

extension EditorPage.ChoicePart {
  fileprivate init(_ row: FormRow, of question: String, isKept: Bool, _ fields: EditorFields) {
    number = row.number + 1
    place = "choice \(number) of \(question)"
    hiddenID = fields.field(row.name("id"), "")
    title = fields.field(row.name("title"), "Choice \(number)")
    isDefault = fields.check(row.name("default"), "Selected from the start")
    remove = isKept ? nil : "remove." + row.field
  }
}

extension EditorPage.Conditions {
  fileprivate init(_ row: FormRow, of all: [FormRow], redraws redrawn: String, _ fields: EditorFields) {
    let answers = row.rows("only").isEmpty ? [] : all.prefix(row.number).flatMap(Self.answers)
    rows = row.rows("only").map { part in
      let chosen = part["answer"]
      var choices = [EditorField.Choice("", "Choose an answer…")] + answers
      // Questions can be moved and removed. The problem beside the field says what to do.
      if !chosen.isEmpty, !answers.contains(where: { $0.value == chosen }) {
        choices.append(.init(chosen, "An answer that is not before it"))
      }
      return Row(
        number: part.number + 1,
        answer: fields.field(
          part.name("answer"), part.number == 0 ? "Ask only after" : "Or after", choices: choices),
        remove: "remove." + part.field)
    }
    let id = row.field.replacing(".", with: "-")
    add = EditorElement.Add(row.name("only"), "condition", at: id, redraws: redrawn)
  }

  /// What people can answer to an earlier question.
  private static func answers(_ row: FormRow) -> [EditorField.Choice] {
    let title = row["title"].trimmed
    let group = "\(row.number + 1). " + (title.isEmpty ? "Question without text" : title)
    let given: [(id: String, label: String)]
    switch SurveyQuestion.Kind(rawValue: row["kind"]) {
    case .single?, .multiple?:
      given = row.rows("choice").filter { !$0["title"].trimmed.isEmpty }.map { ($0["id"], $0["title"]) }
    case .rating?:
      given = (Wire.Question.Scale(rawValue: row["scale"]) ?? .numbers).range.map { ("\($0)", "\($0)") }
    case .text?, nil: given = []
    }
    return [EditorField.Choice(AnswerName(question: row["id"], answer: nil).text, "Any answer", group: group)]
      + given.map { .init(AnswerName(question: row["id"], answer: $0.id).text, $0.label, group: group) }
  }
}
