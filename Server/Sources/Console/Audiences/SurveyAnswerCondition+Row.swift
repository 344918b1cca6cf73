// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire

/// The condition as a row of the form: the survey, a question and an answer, by their titles.
extension SurveyAnswerCondition {
  /// The fields of the row; nil if it cannot show the answer.
  func row(_ names: AudienceNames) -> [String: String]? {
    let asked = question.flatMap { id in names.surveys[campaign]?.first { $0.id == id } }
    var text = ""
    switch answer {
    case .includesAny(let values)?:
      guard values.count == 1, case .string(let id) = values[0] else { return nil }
      text = asked?.choices.first { $0.id == id }?.title ?? id
    case .equals(let value)?:
      guard let plain = FormText.text(Wire.JSONValue(value)) else { return nil }
      text = plain
    default: break
    }
    return [
      "subject": (isNegated ? AudienceChoice.notAnswered : AudienceChoice.answered).name,
      "name": names.campaigns[campaign] ?? campaign.rawValue,
      "question": asked?.title ?? question ?? "", "answer": text,
    ]
  }

  // MARK: - From the form

  /// nil: the problems say why.
  static func read(_ row: FormRow, isNegated: Bool, _ names: AudienceNames, _ problems: inout [FormProblem])
    -> Self?
  {
    func refuse(_ field: String, _ message: String, _ remedy: String) -> Self? {
      problems.append(FormProblem(field: row.name(field), message: message, remedy: remedy))
      return nil
    }
    guard let campaign = AudienceForm.campaign(named: row["name"].trimmed, in: row, names, &problems) else {
      return nil
    }
    guard let questions = names.surveys[campaign], !questions.isEmpty else {
      return refuse("name", "This campaign has no survey.", "Choose one that asks questions.")
    }
    let (title, text) = (row["question"].trimmed, row["answer"].trimmed)
    guard !title.isEmpty else {
      guard text.isEmpty else {
        return refuse("question", "The answer has no question.", "Choose the question, or remove the answer.")
      }
      return Self(campaign, isNegated: isNegated)
    }
    guard let question = questions.first(where: { $0.title == title || $0.id == title }) else {
      return refuse("question", "The survey has no such question.", "Choose one of the list.")
    }
    guard !text.isEmpty else { return Self(campaign, question: question.id, isNegated: isNegated) }
    switch question.kind.known {
    case .single?, .multiple?:
      guard let choice = question.choices.first(where: { $0.title == text || $0.id == text }) else {
        return refuse(
          "answer", "The question has no such answer.",
          "Choose one of the list, or leave it blank for any answer.")
      }
      return Self(
        campaign, question: question.id, answer: .includesAny([.string(choice.id)]), isNegated: isNegated)
    case .rating?:
      guard case .int(let number)? = FormText.number(text) else {
        return refuse(
          "answer", "The answer is a number.", "Enter it, such as 4, or leave it blank for any answer.")
      }
      return Self(campaign, question: question.id, answer: .equals(.int(number)), isNegated: isNegated)
    case .text?, nil:
      return Self(campaign, question: question.id, answer: .equals(.string(text)), isNegated: isNegated)
    }
  }
}
