// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

@Suite("The way through a survey")
struct SurveyFlowTests {
  private static let colour = SurveyQuestion(id: "colour", kind: .single, choices: ["red", "blue"])
  private static let sizes = SurveyQuestion(
    id: "sizes", kind: .multiple, isRequired: false, choices: ["s", "m", "l"])
  private static let mark = SurveyQuestion(id: "mark", kind: .rating)
  private static let words = SurveyQuestion(id: "words", kind: .text, isRequired: false)

  // MARK: - Answers

  @Test(
    arguments: [
      (colour, .choices(["blue"]), .choices(["blue"])),
      (colour, .choices(["blue", "red"]), .choices(["red"])),
      (colour, .choices(["green"]), nil), (colour, .choices([]), nil), (colour, .text("red"), nil),
      (colour, .rating(1), nil),
      (sizes, .choices(["l", "s"]), .choices(["s", "l"])), (sizes, .choices(["l", "xl"]), .choices(["l"])),
      (sizes, .choices([]), nil),
      (mark, .rating(0), .rating(0)), (mark, .rating(10), .rating(10)), (mark, .rating(11), nil),
      (mark, .rating(-1), nil),
      (mark, .text("5"), nil), (words, .text(" Soft. "), .text(" Soft. ")),
      (words, .text(" \n\u{00A0}"), nil), (words, .text(""), nil),
      (words, .choices(["red"]), nil),
    ] as [(SurveyQuestion, SurveyAnswer, SurveyAnswer?)])
  func `an answer counts as far as it fits its question`(
    question: SurveyQuestion, answer: SurveyAnswer, expected: SurveyAnswer?
  ) {
    var flow = SurveyFlow([question])
    flow.enter(answer, to: question.id)
    #expect(flow.answer(to: question.id) == expected)
    #expect(flow.answers[question.id] == expected)
  }

  @Test func `a text is cut at its limit`() {
    var flow = SurveyFlow([Self.words])
    flow.enter(.text(String(repeating: "é", count: SurveyQuestion.textLength + 5)), to: "words")
    #expect(flow.answer(to: "words") == .text(String(repeating: "é", count: SurveyQuestion.textLength)))
  }

  @Test func `without an answer that fits, or with none, the answer is removed`() {
    for nothing in [nil, .choices(["green"])] as [SurveyAnswer?] {
      var flow = SurveyFlow([Self.colour])
      flow.enter(.choices(["red"]), to: "colour")
      #expect(flow.canSubmit)
      flow.enter(nothing, to: "colour")
      #expect(flow.answers.isEmpty && !flow.canSubmit)
    }
  }

  @Test func `choices that are selected from the start count as answers`() {
    let single = SurveyQuestion(id: "a", kind: .single, choices: ["x", "y", "z"], defaults: ["z", "y"])
    let multiple = SurveyQuestion(
      id: "b", kind: .multiple, choices: ["x", "y", "z"], defaults: ["z", "y", "w"])
    let text = SurveyQuestion(id: "c", kind: .text, isRequired: false, defaults: ["x"])
    let flow = SurveyFlow([single, multiple, text])
    #expect(flow.answers == ["a": .choices(["y"]), "b": .choices(["y", "z"])])
    #expect(flow.canSubmit && flow.canContinue)
  }

  @Test func `an answer to an unknown question is ignored`() {
    var flow = SurveyFlow([Self.colour])
    let before = flow
    flow.enter(.choices(["red"]), to: "other")
    #expect(flow == before)
  }

  // MARK: - Forward and back

  @Test func `a required question must be answered before the next one, another one not`() {
    var flow = SurveyFlow([Self.colour, Self.sizes, Self.mark])
    #expect(!flow.canContinue && !flow.goForward() && flow.current?.id == "colour")
    flow.enter(.choices(["red"]), to: "colour")
    #expect(flow.canContinue && flow.goForward() && flow.current?.id == "sizes")
    #expect(flow.canContinue && flow.goForward() && flow.current?.id == "mark")
    #expect(!flow.canSubmit)
    flow.enter(.rating(0), to: "mark")
    #expect(flow.canSubmit)
  }

  @Test func `the last question has no next one, and the first none before it`() {
    var flow = SurveyFlow([Self.sizes, Self.words])
    #expect(flow.isFirst && !flow.isLast && !flow.goBack())
    #expect(flow.goForward() && flow.isLast && !flow.isFirst)
    #expect(!flow.goForward() && flow.current?.id == "words")
    #expect(flow.goBack() && flow.current?.id == "sizes")
  }

  @Test func `going back keeps all answers`() {
    var flow = SurveyFlow([Self.colour, Self.mark])
    flow.enter(.choices(["red"]), to: "colour")
    flow.goForward()
    flow.enter(.rating(7), to: "mark")
    flow.goBack()
    #expect(flow.answers == ["colour": .choices(["red"]), "mark": .rating(7)])
    flow.goForward()
    #expect(flow.current?.id == "mark" && flow.answer(to: "mark") == .rating(7))
  }

  @Test func `progress counts the questions that are asked`() {
    var flow = SurveyFlow([Self.colour, Self.follow("colour", ["red"]), Self.words])
    #expect(flow.progress == (1, 2))
    flow.enter(.choices(["red"]), to: "colour")
    #expect(flow.progress == (1, 3))
    flow.goForward()
    #expect(flow.progress == (2, 3))
  }

  @Test func `a survey without questions has nothing to ask and can be submitted`() {
    var flow = SurveyFlow([])
    #expect(flow.current == nil && flow.canContinue && flow.canSubmit && flow.answers.isEmpty)
    #expect(!flow.goForward() && !flow.goBack())
    #expect(flow.isFirst && flow.isLast)
  }

  @Test func `of two questions with the same id, only the first is asked`() {
    let second = SurveyQuestion(id: "colour", kind: .text)
    let flow = SurveyFlow([Self.colour, second, Self.words])
    #expect(flow.questions == [Self.colour, Self.words])
  }

  // MARK: - Conditions

  private static func follow(_ id: String, _ anyOf: [String] = []) -> SurveyQuestion {
    SurveyQuestion(id: "follow", kind: .text, condition: .init(questionID: id, anyOf: anyOf))
  }

  @Test(
    arguments: [
      (colour, ["red"], nil, false), (colour, ["red"], .choices(["blue"]), false),
      (colour, ["red", "blue"], .choices(["blue"]), true),
      (colour, [], nil, false), (colour, [], .choices(["blue"]), true),
      (sizes, ["m"], .choices(["s", "m"]), true),
      (sizes, ["m"], .choices(["s"]), false), (mark, ["0", "1"], .rating(1), true),
      (mark, ["0", "1"], .rating(10), false),
      (mark, [], .rating(10), true), (words, [], .text("Soft."), true),
      (words, ["Soft."], .text("Soft."), false),
      (SurveyQuestion(id: "other", kind: .text), ["red"], nil, true),
    ] as [(SurveyQuestion, [String], SurveyAnswer?, Bool)])
  func `a question with a condition is asked after one of its answers; without answers in it, after any`(
    question: SurveyQuestion, anyOf: [String], answer: SurveyAnswer?, isAsked: Bool
  ) {
    // The last case is about an id that is not a question of the survey: such a condition never
    // holds.
    let isUnknown = question.id == "other"
    let follow = Self.follow(isUnknown ? "nobody" : question.id, anyOf)
    var flow = SurveyFlow([question, follow])
    flow.enter(answer, to: question.id)
    #expect(flow.askedQuestions.contains(follow) == (isUnknown ? false : isAsked))
  }

  @Test
  func
    `the answer to a question that is skipped is not submitted, but it is there again when the question is`()
  {
    var flow = SurveyFlow([Self.colour, Self.follow("colour", ["red"])])
    flow.enter(.choices(["red"]), to: "colour")
    flow.enter(.text("Warm."), to: "follow")
    #expect(flow.answers == ["colour": .choices(["red"]), "follow": .text("Warm.")])
    flow.enter(.choices(["blue"]), to: "colour")
    #expect(flow.answers == ["colour": .choices(["blue"])] && flow.canSubmit && flow.isLast)
    flow.enter(.choices(["red"]), to: "colour")
    #expect(flow.answers["follow"] == .text("Warm."))
  }

  @Test func `a condition on a question that is skipped itself does not hold`() {
    let last = SurveyQuestion(id: "last", kind: .text, condition: .init(questionID: "follow"))
    var flow = SurveyFlow([Self.colour, Self.follow("colour", ["red"]), last])
    flow.enter(.choices(["red"]), to: "colour")
    flow.enter(.text("Warm."), to: "follow")
    #expect(flow.askedQuestions.map(\.id) == ["colour", "follow", "last"])
    flow.enter(.choices(["blue"]), to: "colour")
    #expect(flow.askedQuestions.map(\.id) == ["colour"])
  }

  @Test func `if an answer hides the question on the screen, the one before it is there`() {
    var flow = SurveyFlow([Self.colour, Self.follow("colour", ["red"])])
    flow.enter(.choices(["red"]), to: "colour")
    flow.goForward()
    #expect(flow.current?.id == "follow")
    flow.enter(.choices(["blue"]), to: "colour")
    #expect(flow.current?.id == "colour")
  }
}
