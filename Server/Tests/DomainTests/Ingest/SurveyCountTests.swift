// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire
import StoreConformance
import Testing

@testable import Domain

struct SurveyCountTests {
  private func counts(_ answers: [String: Wire.JSONValue]) -> [String] {
    CampaignCount.answers(Sample.event("e", .surveyAnswers(Sample.presentation("c"), answers: answers))).map {
      let detail = AnswerDetail($0.detail)
      return "\($0.metric.rawValue) \(detail.question) \(detail.answer ?? "-")"
    }
  }

  @Test func `a submitted survey counts each question once, and each of its choices or its number`() {
    #expect(
      counts([
        "b": .array([.string("y"), .string("x"), .string("y")]), "a": .int(7), "c": .string("Some text"),
      ])
        == ["answer a -", "answer a 7", "answer b -", "answer b x", "answer b y", "answer c -"])
    #expect(counts([:]) == [])
    #expect(counts(["odd": .array([.int(1), .null])]) == ["answer odd -"])
    #expect(CampaignCount.answers(Sample.event("e", .impression(Sample.presentation("c")))) == [])
  }

  @Test
  func
    `however many questions and answers are invented, one event adds a bounded number, and one campaign has a bounded number`()
  {
    let choices = Wire.JSONValue.array((0..<500).map { .string("c\($0)") })
    let answers = Dictionary(uniqueKeysWithValues: (0..<500).map { ("q\($0)", choices) })
    #expect(counts(answers).count == Wire.Limits.questions * (Wire.Limits.choices + 1))
    var names = CountedNames(campaigns: [ExactText("c")])
    let event = Sample.event("e", .surveyAnswers(Sample.presentation("c"), answers: answers))
    let counted = CampaignCount.answers(event).compactMap { names.counted($0) }
    #expect(Set(counted.map(\.detail)).count == CountLimits.answers + 1)
    #expect(counted.last?.detail == CountLimits.other)
  }

  @Test(arguments: ["", "a", "a:b", "ü\n"])
  func `question and answer come back from their text`(_ text: String) {
    for answer in [nil, "", "x"] {
      let detail = AnswerDetail(question: text, answer: answer)
      #expect(AnswerDetail(detail.text) == detail)
    }
  }
}
