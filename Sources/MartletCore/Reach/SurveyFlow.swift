// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A person on the way through a survey: which question is asked, what is answered, and whether it
/// can be submitted.
///
/// Questions whose condition does not hold are skipped, and their answers are not submitted.
/// Answers stay when the person goes back, so a changed mind loses nothing.
public struct SurveyFlow: Hashable, Sendable {
  public let questions: [SurveyQuestion]
  /// What the person entered, including answers to questions that are skipped now.
  private var entered: SurveyAnswers
  /// The number of the question on the screen, from 0.
  private var position: Int?

  /// - Parameter questions: in their order. A question with an id that was used before is left out.
  public init(_ questions: [SurveyQuestion]) {
    var seen: Set<String> = []
    self.questions = questions.filter { seen.insert($0.id).inserted }
    entered = [:]
    for question in self.questions { entered[question.id] = question.initialAnswer }
    position = asked.first
  }

  /// The question on the screen. nil if there is none at all.
  public var current: SurveyQuestion? { position.map { questions[$0] } }

  /// The questions that the person is asked, given the answers until now.
  public var askedQuestions: [SurveyQuestion] { asked.map { questions[$0] } }

  /// The answers to the questions that are asked. This is what is submitted.
  public var answers: SurveyAnswers {
    var answers: SurveyAnswers = [:]
    for question in askedQuestions { answers[question.id] = entered[question.id] }
    return answers
  }

  /// The answer to a question, whether it is asked or not.
  public func answer(to id: String) -> SurveyAnswer? { entered[id] }

  /// Enters an answer. An answer that does not fit the question removes its answer, as nil does.
  /// Unknown ids are ignored.
  public mutating func enter(_ answer: SurveyAnswer?, to id: String) {
    guard let question = questions.first(where: { $0.id == id }) else { return }
    entered[id] = answer.flatMap(question.accepted)
    // A condition can hide the question on the screen, if all questions are on one page.
    if let position, !asked.contains(position) { self.position = asked.last { $0 < position } ?? asked.first }
  }

  /// Whether the question on the screen is answered, or need not be.
  public var canContinue: Bool { current.map(isDone) ?? true }

  /// Whether the question on the screen is the last one.
  public var isLast: Bool { position == asked.last }
  /// Whether the question on the screen is the first one.
  public var isFirst: Bool { position == asked.first }

  /// Whether all required questions are answered.
  public var canSubmit: Bool { askedQuestions.allSatisfy(isDone) }

  /// The number of the question on the screen, from 1, and the number of questions that are asked.
  public var progress: (number: Int, count: Int) {
    let asked = self.asked
    return ((position.flatMap(asked.firstIndex) ?? 0) + 1, asked.count)
  }

  /// Goes to the next question. Returns false, and stays, if this one must be answered first, or is
  /// the last one.
  @discardableResult
  public mutating func goForward() -> Bool {
    guard canContinue, let position, let next = asked.first(where: { $0 > position }) else { return false }
    self.position = next
    return true
  }

  /// Goes to the previous question. Returns false if this is the first one.
  @discardableResult
  public mutating func goBack() -> Bool {
    guard let position, let previous = asked.last(where: { $0 < position }) else { return false }
    self.position = previous
    return true
  }

  private func isDone(_ question: SurveyQuestion) -> Bool {
    !question.isRequired || entered[question.id] != nil
  }

  /// A condition on a question that is skipped itself does not hold. Conditions can only name
  /// earlier questions.
  private var asked: [Int] {
    var asked: [Int] = []
    var given: SurveyAnswers = [:]
    for (index, question) in questions.enumerated() {
      if let condition = question.condition, !condition.holds(for: given[condition.questionID]) { continue }
      asked.append(index)
      given[question.id] = entered[question.id]
    }
    return asked
  }
}
