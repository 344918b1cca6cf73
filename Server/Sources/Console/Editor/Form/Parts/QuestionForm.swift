// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The questions of a survey as rows. A variant that asks others has them in rows of its own, with
/// the same fields.
///
/// Questions and choices have ids, because reports count answers by them: they stay the same
/// however the rows are moved, and are never used again.
enum QuestionForm: FormPart {
  static let list = "question"
  static let newRows = rows(of: list)

  /// The initial values of its rows, under any name of the list.
  static func rows(of list: String) -> [String: [String: String]] {
    [
      list: ["id": "", "kind": SurveyQuestion.Kind.single.rawValue, "title": "", "required": "yes"],
      list + ".choice": ["id": "", "title": ""], list + ".only": ["answer": ""],
    ]
  }

  /// Rows for choices that each question shows at least.
  static let leastChoices = 2

  /// What stands before the choices.
  private static var line: [FormElement<Wire.Question>] {
    [
      .group(
        "question-line", .text("title", \.title.orBlank, "Question"),
        .choice(
          "kind", \.kind, "Answer",
          FieldChoices(SurveyQuestion.Kind.allCases.map { .init($0.rawValue, $0.words, has: [$0.part]) }),
          standard: SurveyQuestion.Kind.single.rawValue))
    ]
  }

  /// What stands after them.
  private static var rest: [FormElement<Wire.Question>] {
    [
      .group(
        "question-part fitted", questionPart: "rating",
        .choice(
          "scale", \.scale, "Scale",
          ["numbers": "Numbers, 0 to 10", "stars": "Stars, 1 to 5", "faces": "Faces, 1 to 5"],
          standard: .numbers),
        .text("low_label", \.lowLabel, "Lowest means", isOptional: true),
        .text("high_label", \.highLabel, "Highest means", isOptional: true)),
      .group(
        "question-part", questionPart: "text",
        .text("placeholder", \.placeholder, "Hint in the empty field", isOptional: true)),
      .check("required", \.isRequired, "An answer is required"),
      .text(
        "detail", \.detail, "Explanation", hint: "A second line below the question.", isOptional: true),
    ]
  }

  /// The elements of a question before and after its choices.
  static func shown(_ row: FormRow, _ fields: EditorFields) -> (line: [EditorElement], rest: [EditorElement])
  {
    (line.show(fields, FormScope(row)), rest.show(fields, FormScope(row)))
  }

  static func section(_ type: CampaignType, _ fields: EditorFields) -> EditorSection? {
    EditorSection("survey", "Questions", [.questions(EditorPage.SurveyPart(fields))])
  }

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    write(content.content?.questions ?? [], to: &form, as: list)
  }

  /// - Parameter list: The name of the list of rows.
  static func write(_ questions: [Wire.Question], to form: inout CampaignForm, as list: String) {
    for (row, question) in questions.enumerated() {
      let field = "\(list).\(row)."
      form[field + "id"] = question.id
      (line + rest).write(question, to: &form, FormScope(field))
      for (number, choice) in question.choices.enumerated() {
        form["\(field)choice.\(number).id"] = choice.id
        form["\(field)choice.\(number).title"] = choice.title
        form["\(field)choice.\(number).default"] = choice.isDefault ? "yes" : ""
      }
      guard let condition = question.shownIf else { continue }
      let answers: [String?] = condition.anyOf.isEmpty ? [nil] : condition.anyOf.map { $0 }
      for (number, answer) in answers.enumerated() {
        form["\(field)only.\(number).answer"] =
          AnswerName(question: condition.questionID, answer: answer).text
      }
    }
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    guard var shown = content.content else { return }
    shown.questions = read(&reader, list, at: "content.questions", over: shown.questions)
    content.content = shown
  }

  /// - Parameters:
  ///   - list: The name of the list of rows.
  ///   - stored: The source of what has no field in the form. The first one with the same id
  ///     counts.
  static func read(_ reader: inout FormReader, _ list: String, at path: String, over stored: [Wire.Question])
    -> [Wire.Question]
  {
    let stored = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
    reader.place(path, at: "\(list).0.title")
    var questions: [Wire.Question] = []
    for row in reader.form.rows(list) where !isUnwritten(row) {
      questions.append(question(&reader, row, at: "\(path)[\(questions.count)]", over: stored[row["id"]]))
    }
    return questions
  }

  /// One for each row, with its id and its title, also where nothing is written yet.
  static func all(of form: CampaignForm) -> [Wire.Question] {
    form.rows(list, atLeast: 1).map { Wire.Question(id: $0["id"], kind: .known(.single), title: $0["title"]) }
  }

  /// Takes the ids of questions and choices in which nothing was written yet: what will be written
  /// there is something else.
  static func forgetUnwritten(_ list: String, in form: inout CampaignForm) {
    for row in form.rows(list) {
      if isUnwritten(row) { form[row.name("id")] = "" }
      for part in row.rows("choice") where part.isBlank("title") { form[part.name("id")] = "" }
    }
  }

  /// Whether nothing was written in the row of a question.
  private static func isUnwritten(_ row: FormRow) -> Bool {
    row.isBlank("title", "detail", "low_label", "high_label", "placeholder")
      && row.rows("choice").allSatisfy { $0.isBlank("title") }
      && row.rows("only").allSatisfy { $0.isBlank("answer") }
  }

  private static func question(
    _ reader: inout FormReader, _ row: FormRow, at path: String, over stored: Wire.Question?
  ) -> Wire.Question {
    reader.place(path, at: row.name("title"))
    // Pages always give an id. One of a program that does not gets the number of its row.
    let id = row["id"].nilIfEmpty ?? "q\(row.number + 1)"
    var question = stored ?? Wire.Question(id: id, kind: .known(.single), title: "")
    (line + rest).read(&reader, FormScope(row, at: path), into: &question)
    question.choices = choices(&reader, row, at: path + ".choices", over: question.choices)
    question.shownIf = condition(&reader, row, at: path + ".shown_if", over: question.shownIf)
    return question
  }

  /// A row without a title is no choice.
  private static func choices(
    _ reader: inout FormReader, _ row: FormRow, at path: String, over stored: [Wire.Question.Choice]
  ) -> [Wire.Question.Choice] {
    reader.place(path, at: row.name("choice.0.title"))
    let stored = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
    var choices: [Wire.Question.Choice] = []
    for part in row.rows("choice") where !part["title"].trimmed.isEmpty {
      let id = part["id"].nilIfEmpty ?? "c\(part.number + 1)"
      var choice = stored[id] ?? Wire.Question.Choice(id: id, title: "")
      choice.title = reader.text(part.name("title"), at: "\(path)[\(choices.count)]")
      choice.isDefault = !reader.form[part.name("default")].isEmpty
      choices.append(choice)
    }
    return choices
  }

  private static func condition(
    _ reader: inout FormReader, _ row: FormRow, at path: String, over stored: Wire.Question.Condition?
  ) -> Wire.Question.Condition? {
    reader.place(path, at: row.name("only.0.answer"))
    var condition: Wire.Question.Condition?
    var isAny = false
    for part in row.rows("only") where !part["answer"].isEmpty {
      let field = part.name("answer")
      guard let name = AnswerName(part["answer"]) else {
        reader.misread(field, "The stored answer cannot be read.", "Choose another, or remove this row.")
        continue
      }
      if condition == nil {
        condition =
          stored?.questionID == name.question ? stored : Wire.Question.Condition(questionID: name.question)
        condition?.anyOf = []
        reader.place(path, at: field)
      }
      guard condition?.questionID == name.question else {
        reader.misread(
          field, "This is an answer to another question.",
          "Choose answers to one question only, or remove this row.")
        continue
      }
      guard let answer = name.answer else {
        isAny = true
        continue
      }
      reader.place("\(path).any_of[\(condition?.anyOf.count ?? 0)]", at: field)
      condition?.anyOf.append(answer)
    }
    // Any answer includes each of them.
    if isAny { condition?.anyOf = [] }
    return condition
  }

  /// Gives an id to each question and choice without one, so that conditions can name them before
  /// they are stored.
  ///
  /// - Parameter makeID: Returns an id that was never used before.
  static func name(_ form: inout CampaignForm, _ makeID: () -> String) {
    func give(_ field: String) {
      if form[field].isEmpty { form[field] = String(makeID().prefix(Wire.Limits.questionIDLength)) }
    }
    let variants = form.rows(ExperimentForm.list)
    for row in form.rows(list) + variants.flatMap({ $0.rows(list) }) {
      give(row.name("id"))
      for part in row.rows("choice", atLeast: leastChoices) { give(part.name("id")) }
    }
  }
}

extension SurveyQuestion.Kind {
  var words: String {
    switch self {
    case .single: "One choice"
    case .multiple: "Several choices"
    case .rating: "Rating"
    case .text: "Text"
    }
  }

  /// The part of the form that only this kind has, as in `data-has`.
  fileprivate var part: String {
    switch self {
    case .single, .multiple: "choices"
    case .rating: "rating"
    case .text: "text"
    }
  }
}
