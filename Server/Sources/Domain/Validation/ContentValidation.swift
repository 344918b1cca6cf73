// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// What is wrong with an announcement or a survey.
struct ContentValidation {
  private let content: Wire.Content
  private var found = DiagnosticList(prefix: "content.")

  var diagnostics: [Diagnostic] { found.diagnostics }

  init(_ content: Wire.Content) {
    self.content = content
    guard let kind = content.kind.known else {
      found.error(
        "kind", "not_understood", "This version does not know this kind of content.",
        "Choose text, html or survey.")
      return
    }
    found.checkBounds(of: content, at: "")
    found.check(content.action, at: "action")
    found.checkLanguage(content.language, at: "language")
    switch kind {
    case .text:
      if content.body.isBlank {
        found.error("body", "text_missing", "The announcement has no text.", "Add text.")
      }
      checkWayOut()
    case .html: checkPage()
    case .survey: checkQuestions()
    }
    if kind != .survey, !content.questions.isEmpty {
      found.warning(
        "questions", Diagnostic.notUsed, "Only surveys have questions.", "Remove them, or choose a survey.")
    }
    if !content.actionLabel.isBlank || kind == .survey { return }
    if content.action != Wire.ClickAction() {
      found.error(
        "action_label", "label_missing", "Without a label, there is no button for the action.", "Add a label."
      )
    }
  }

  private mutating func checkWayOut() {
    guard content.actionLabel.isBlank, content.exitLabel.isBlank else { return }
    found.error(
      "exit_label", "label_missing", "There is no button, so nobody can close the announcement.",
      "Add a label for closing.")
  }

  private mutating func checkPage() {
    guard let page = content.body, !page.isBlank else {
      return found.error("body", "page_missing", "The announcement has no page.", "Add HTML.")
    }
    if page.utf8.count > CampaignLimits.pageBytes {
      found.error(
        "body", "too_large", "The page is longer than \(NumberWords.count(CampaignLimits.pageBytes)) bytes.",
        "Shorten it.")
    } else {
      found.check(PageMarkup(page), of: page, assets: content.assetURLs, at: "body")
    }
    if content.actionLabel.isBlank, content.exitLabel.isBlank, !page.contains("exitContent") {
      found.warning(
        "exit_label", "label_missing",
        "There is no button, and the page does not call exitContent() to close itself.",
        "Add a label, or let the page close itself.")
    }
  }

  // MARK: - Surveys

  private mutating func checkQuestions() {
    if content.questions.isEmpty {
      found.error("questions", "question_missing", "The survey has no questions.", "Add one.")
    }
    var earlier: [String: Wire.Question] = [:]
    for (index, question) in content.questions.enumerated() {
      let path = "questions[\(index)]"
      if earlier[question.id] != nil {
        found.error(path + ".id", "duplicate", "An earlier question has the same id.", "Choose another.")
      }
      check(question, at: path)
      if let condition = question.shownIf { check(condition, at: path + ".shown_if", earlier) }
      earlier[question.id] = question
    }
  }

  private mutating func check(_ question: Wire.Question, at path: String) {
    switch question.kind.known {
    case nil:
      found.error(
        path + ".kind", "not_understood", "This version does not know this kind of question.",
        "Choose single, multiple, rating or text.")
    case .single?, .multiple?: checkChoices(of: question, at: path)
    case .rating?:
      if let scale = question.scale, scale.known == nil {
        found.error(
          path + ".scale", "not_understood", "This version does not know this scale.",
          "Choose numbers, stars or faces.")
      }
    case .text?: break
    }
    if question.kind.known?.hasChoices == false, !question.choices.isEmpty {
      found.warning(
        path + ".choices", Diagnostic.notUsed, "This kind of question has no choices.", "Remove them.")
    }
  }

  private mutating func checkChoices(of question: Wire.Question, at path: String) {
    if question.choices.count < 2 {
      found.error(path + ".choices", "choice_missing", "A question needs at least two choices.", "Add some.")
    }
    var ids: Set<String> = []
    for (index, choice) in question.choices.enumerated() where !ids.insert(choice.id).inserted {
      found.error(
        "\(path).choices[\(index)].id", "duplicate", "An earlier choice has the same id.", "Choose another.")
    }
    if question.kind == .known(.single), question.choices.count(where: \.isDefault) > 1 {
      found.error(
        path + ".choices", "too_many_defaults", "Only one choice can be selected from the start.",
        "Keep one default.")
    }
  }

  /// A question that is asked after an answer that nobody can give is never asked.
  private mutating func check(
    _ condition: Wire.Question.Condition, at path: String, _ earlier: [String: Wire.Question]
  ) {
    guard let question = earlier[condition.questionID] else {
      return found.error(
        path + ".question_id", "question_unreachable",
        "This question depends on one that does not come before it, so it is never asked.",
        "Choose an answer to an earlier question, or change the order.")
    }
    guard question.kind.known != nil else { return }
    let possible = Set(question.namedAnswers.map(\.id))
    for (index, answer) in condition.anyOf.enumerated() where !possible.contains(answer) {
      found.error(
        "\(path).any_of[\(index)]", "question_unreachable", "Nobody can give this answer to the question.",
        question.kind == .known(.text)
          ? "Leave it empty: any text counts." : "Use the id of a choice, or a number of the scale.")
    }
  }
}

extension SurveyQuestion.Kind {
  /// Whether the person selects choices.
  var hasChoices: Bool { self == .single || self == .multiple }
}
