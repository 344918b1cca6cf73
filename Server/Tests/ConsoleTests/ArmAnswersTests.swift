// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire
import Testing

@testable import Console

@Suite("Answers to a survey in each arm")
struct ArmAnswersTests {
  private static func report(
    _ answers: [String: [AnswerDetail: Int]], name: String = "Other", more: [Wire.Question] = []
  ) throws
    -> ExperimentReport
  {
    let how = Wire.Question(id: "how", kind: .known(.rating), title: "How was it?", scale: .known(.stars))
    let other = Wire.Question(id: "else", kind: .known(.text), title: "Anything else?")
    let why = Wire.Question(
      id: "why", kind: .known(.single), title: "Why?",
      choices: [.init(id: "a", title: "Taste"), .init(id: "b", title: "Price")])
    var content = CampaignContent(
      triggers: [],
      content: Wire.Content(kind: .known(.survey), questions: [how, why]))
    let longer = Wire.Content(kind: .known(.survey), questions: [how, other] + more)
    let experiment = Wire.Experiment(
      id: "x",
      variants: [
        .init(id: "a", name: "Original", share: 4_000),
        .init(id: "b", name: name, share: 4_000, content: longer),
      ],
      control: 2_000)
    content.experiment = experiment
    let tally = ExperimentTally(
      arms: answers.mapValues { answers in
        var arm = ExperimentTally.Arm(goals: 0)
        arm.answers = answers
        return arm
      }, at: Samples.now)
    return ExperimentReport(
      ExperimentArms(experiment), of: .survey, tally, conversions: [], questions: content.askedQuestions)
  }

  private static func detail(_ question: String, _ answer: String? = nil) -> AnswerDetail {
    .init(question: question, answer: answer)
  }

  @Test
  func
    `each question has a table with the answers and their shares in each arm, and a dash where it is not asked`()
    throws
  {
    let report = try Self.report([
      "a": [
        Self.detail("how"): 4, Self.detail("how", "5"): 3, Self.detail("how", "1"): 1, Self.detail("why"): 2,
        Self.detail("why", "b"): 2,
      ],
      "b": [
        Self.detail("how"): 1, Self.detail("how", "2"): 1, Self.detail("else"): 1, Self.detail("why"): 9,
      ],
    ])
    let tables = ArmAnswers.all(report)
    #expect(tables.map(\.question) == ["How was it?", "Why?", "Anything else?"])
    #expect(tables.allSatisfy { $0.arms == ["Original", "Other"] })
    #expect(
      tables[0].lines.map { "\($0.name): \($0.cells.map(\.words).joined(separator: ", "))" } == [
        "Answers: 4, 1", "Average: 4.0, 2.0", "1: 1 (25%), 0 (0%)", "2: 0 (0%), 1 (100%)",
        "3: 0 (0%), 0 (0%)", "4: 0 (0%), 0 (0%)",
        "5: 3 (75%), 0 (0%)",
      ])
    // Bars have the scale of the question: 100% is the longest of its answers.
    #expect(tables[0].lines[2].cells.map { $0.bar?.length } == ["24", "0"])
    #expect(tables[0].lines[3].cells.map { $0.bar?.length } == ["0", "96"])
    #expect(tables[0].lines[0].cells.allSatisfy { $0.bar == nil })
    // What a device reports of a question that its arm does not ask is not shown.
    #expect(
      tables[1].lines.map { "\($0.name): \($0.cells.map(\.words).joined(separator: ", "))" } == [
        "Answers: 2, –", "Taste: 0 (0%), –", "Price: 2 (100%), –",
      ])
    #expect(
      tables[2].lines.map { "\($0.name): \($0.cells.map(\.words).joined(separator: ", "))" } == [
        "Answers: –, 1"
      ])
    #expect(ExperimentSection(report).answers.count == 3)
  }

  @Test
  func `numbers that are not on the scale, which anybody can report, are in no average and break no page`()
    throws
  {
    let far = [
      Self.detail("how", "\(Int.max)"): 2, Self.detail("how", "\(Int.min)"): 1,
      Self.detail("how", "1000000"): 5,
    ]
    let report = try Self.report([
      "a": far.merging([Self.detail("how"): 9, Self.detail("how", "4"): 1]) { $1 }
    ])
    #expect(try #require(ArmAnswers.all(report).first).lines[1].cells.map(\.words) == ["4.0", "–"])
    var totals = CampaignReport.Totals()
    totals.answers["how"] = ["": 9, "4": 1, "\(Int.max)": 2, "1000000": 5]
    let how = Wire.Question(id: "how", kind: .known(.rating), title: "How was it?", scale: .known(.stars))
    let survey = CampaignContent(
      triggers: [], content: Wire.Content(kind: .known(.survey), questions: [how])
    )
    #expect(AnswerBars.all(survey, totals).map(\.words) == ["Rating, 9 answers, 4.0 on average"])
  }

  @Test func `a choice that an arm does not offer has a dash there`() throws {
    let why = Wire.Question(
      id: "why", kind: .known(.single), title: "Why?",
      choices: [.init(id: "b", title: "Price"), .init(id: "c", title: "Colour")])
    let both = [Self.detail("why"): 2, Self.detail("why", "b"): 1]
    let report = try Self.report(
      [
        "a": both.merging([Self.detail("why", "a"): 1]) { $1 },
        "b": both.merging([Self.detail("why", "c"): 1]) { $1 },
      ], more: [why])
    let lines = try #require(ArmAnswers.all(report).first).lines
    #expect(
      lines.map { "\($0.name): \($0.cells.map(\.words).joined(separator: ", "))" } == [
        "Answers: 2, 2", "Taste: 1 (50%), –", "Price: 1 (50%), 1 (50%)", "Colour: –, 1 (50%)",
      ])
    #expect(lines[1].cells.map { $0.bar == nil } == [false, true])
  }

  @Test func `two variants of one name are told apart`() throws {
    let report = try Self.report(
      ["a": [Self.detail("how"): 1], "b": [Self.detail("how"): 1, Self.detail("else"): 1]], name: "Original")
    let other = try #require(ArmAnswers.all(report).first { $0.question == "Anything else?" })
    #expect(
      other.arms == ["Original", "Original"] && other.lines.map { $0.cells.map(\.words) } == [["–", "1"]])
  }

  @Test func `a question that nobody has answered yet has no table`() throws {
    #expect(ArmAnswers.all(try Self.report([:])).isEmpty)
    #expect(
      ArmAnswers.all(try Self.report(["a": [Self.detail("how"): 1, Self.detail("how", "5"): 1]])).map(
        \.question) == ["How was it?"])
  }
}
