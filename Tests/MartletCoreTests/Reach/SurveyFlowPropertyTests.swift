// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

@Suite("Random surveys")
struct SurveyFlowPropertyTests {
  @Test(arguments: PropertyCases.seeds(full: 300))
  func `a flow agrees with a naive model after every step`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let questions = (0..<Int.random(in: 0...6, using: &generator)).map {
      Self.question($0, using: &generator)
    }
    var flow = SurveyFlow(questions)
    var model = Model(questions)
    for step in 0..<40 {
      switch Int.random(in: 0...5, using: &generator) {
      case 0:
        #expect(flow.goForward() == model.goForward(), "seed \(seed), step \(step)")
      case 1:
        #expect(flow.goBack() == model.goBack(), "seed \(seed), step \(step)")
      default:
        guard let question = questions.randomElement(using: &generator) else { continue }
        let answer = Self.answer(using: &generator)
        flow.enter(answer, to: question.id)
        model.enter(answer, to: question.id)
      }
      #expect(flow.current?.id == model.current, "seed \(seed), step \(step)")
      #expect(flow.answers == model.answers, "seed \(seed), step \(step)")
      #expect(flow.askedQuestions.map(\.id) == model.asked, "seed \(seed), step \(step)")
      #expect(flow.canSubmit == model.asked.allSatisfy { model.isDone($0) }, "seed \(seed), step \(step)")
      #expect(
        flow.isLast == (model.current == model.asked.last)
          && flow.isFirst == (model.current == model.asked.first))
    }
  }

  private static func question(_ index: Int, using generator: inout SeededGenerator) -> SurveyQuestion {
    let choices = ["x", "y", "z"]
    let earlier = (0...index).map { "q\($0)" }
    return SurveyQuestion(
      id: "q\(index)", kind: SurveyQuestion.Kind.allCases.randomElement(using: &generator)!,
      isRequired: .random(using: &generator),
      choices: choices, defaults: choices.filter { _ in Int.random(in: 0...5, using: &generator) == 0 },
      scale: 1...3,
      condition: Bool.random(using: &generator)
        ? nil
        : .init(
          questionID: earlier.randomElement(using: &generator)!,
          anyOf: ["x", "y", "1", "2"].filter { _ in .random(using: &generator) }))
  }

  private static func answer(using generator: inout SeededGenerator) -> SurveyAnswer? {
    switch Int.random(in: 0...4, using: &generator) {
    case 0:
      .choices(["x", "y", "z", "w"].filter { _ in .random(using: &generator) }.shuffled(using: &generator))
    case 1: .rating(.random(in: 0...4, using: &generator))
    case 2: .text(["", " ", "word"].randomElement(using: &generator)!)
    case 3: .choices([["x", "y", "z"].randomElement(using: &generator)!])
    default: nil
    }
  }

  /// Recomputes everything from the list of what was entered.
  private struct Model {
    let questions: [SurveyQuestion]
    var entered: [(id: String, answer: SurveyAnswer?)] = []
    var current: String?

    init(_ questions: [SurveyQuestion]) {
      self.questions = questions
      for question in questions { entered.append((question.id, .choices(question.defaults))) }
      current = asked.first
    }

    mutating func enter(_ answer: SurveyAnswer?, to id: String) {
      entered.append((id, answer))
      guard let current, !asked.contains(current) else { return }
      let all = questions.map(\.id)
      self.current = all.prefix { $0 != current }.last { asked.contains($0) } ?? asked.first
    }

    mutating func goForward() -> Bool {
      guard let current, isDone(current), let index = asked.firstIndex(of: current), index + 1 < asked.count
      else { return false }
      self.current = asked[index + 1]
      return true
    }

    mutating func goBack() -> Bool {
      guard let current, let index = asked.firstIndex(of: current), index > 0 else { return false }
      self.current = asked[index - 1]
      return true
    }

    func isDone(_ id: String) -> Bool {
      answer(to: id) != nil || questions.contains { $0.id == id && !$0.isRequired }
    }

    var answers: SurveyAnswers {
      Dictionary(uniqueKeysWithValues: asked.compactMap { id in answer(to: id).map { (id, $0) } })
    }

    var asked: [String] { questions.map(\.id).filter(isAsked) }

    private func isAsked(_ id: String) -> Bool {
      guard let question = questions.first(where: { $0.id == id }), let condition = question.condition else {
        return true
      }
      guard condition.questionID < id, isAsked(condition.questionID),
        let answer = answer(to: condition.questionID)
      else { return false }
      let words: [String] =
        switch answer {
        case .choices(let ids): ids
        case .rating(let number): ["\(number)"]
        case .text: []
        }
      return condition.anyOf.isEmpty || words.contains { condition.anyOf.contains($0) }
    }

    private func answer(to id: String) -> SurveyAnswer? {
      guard let question = questions.first(where: { $0.id == id }),
        let last = entered.last(where: { $0.id == id })?.answer
      else {
        return nil
      }
      switch (question.kind, last) {
      case (.single, .choices(let ids)):
        for choice in question.choices where ids.contains(choice) { return .choices([choice]) }
        return nil
      case (.multiple, .choices(let ids)):
        let sorted = ids.filter(question.choices.contains).sorted()
        return sorted.isEmpty ? nil : .choices(sorted)
      case (.rating, .rating(let number)): return (1...3).contains(number) ? last : nil
      case (.text, .text(let text)): return text.trimmingSpaces.isEmpty ? nil : last
      default: return nil
      }
    }
  }
}

extension String {
  fileprivate var trimmingSpaces: String { filter { $0 != " " } }
}
