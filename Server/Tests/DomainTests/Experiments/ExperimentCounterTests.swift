// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite struct ExperimentCounterTests {
  private static let hour = Duration.seconds(3_600)
  private static let start = Instant(milliseconds: 1_750_000_000_000)

  private static func rule(revenue: String? = nil) throws -> ConversionRule {
    var problems: [Diagnostic] = []
    let conversion = Wire.Conversion(
      name: "bought", event: ["kind": "purchase"], windowMilliseconds: 24 * 3_600_000, revenue: revenue)
    return try #require(ConversionRule(conversion, at: "", &problems), "\(problems)")
  }

  private static func purchase(_ price: Double) -> String {
    let body = Wire.EventRecord.Body.purchase(
      productID: "p", currency: "EUR", price: price, quantity: 2, properties: [:])
    let record = Wire.EventRecord(id: "e", at: start, sessionID: nil, userID: nil, body: body)
    return String(decoding: Wire.encode(record), as: UTF8.self)
  }

  private static func count(
    _ events: [(Int64, String?)], revenue: String? = nil, after hours: Int64
  ) throws -> ExperimentTally {
    var counter = ExperimentCounter(
      changes: [start + hour * 3], conversions: [try rule(revenue: revenue)], answers: [],
      at: start + hour * hours)
    counter.add(1, arm: "a", firstAt: start, exposures: 3, armCount: 2)
    counter.add(2, arm: "b", firstAt: start + hour * 3, exposures: 1, armCount: 1)
    counter.add(\.shown, of: 1)
    counter.add(\.clicked, of: 99)
    var next = events.map { ExperimentCounter.Event(person: $0.0, at: start + hour, record: $0.1) }[...]
    try counter.count(0) { next.popFirst() }
    return counter.tally
  }

  @Test func `people count once, in the arm and the epoch of their first exposure`() throws {
    let tally = try Self.count([], after: 1)
    #expect(tally.arms.mapValues(\.people) == ["a": 1, "b": 1] && tally.arms["a"]?.exposures == 3)
    #expect(tally.epochs.map { $0.mapValues(\.people) } == [["a": 1], ["b": 1]])
    #expect(tally.crossovers == 1 && tally.begin == Self.start)
    #expect(tally.arms["a"]?.shown == 1 && tally.arms.values.allSatisfy { $0.clicked == 0 })
  }

  @Test(
    arguments: [
      // 24 hours of the window and 48 of patience after the first exposure.
      (71, 0, 0), (72, 1, 1), (74, 1, 1), (75, 1, 1),
    ] as [(Int64, Int, Int)])
  func `only people whose window ended long enough ago are compared`(
    _ hours: Int64, _ matured: Int, _ converted: Int
  ) throws {
    let goal = try #require(try Self.count([(1, nil), (1, nil)], after: hours).arms["a"]?.goals[0])
    #expect(goal.matured == matured && goal.converted == converted)
    #expect(goal.convertedSoFar == 1 && goal.conversions == 2)
    #expect(goal.maturedByDay == (matured == 0 ? [:] : [3: 1]))
  }

  @Test func `what the matured spent counts in hundredths, by currency, and one amount a person`() throws {
    let events: [(Int64, String?)] = [
      (1, Self.purchase(1.5)), (1, Self.purchase(2)), (2, Self.purchase(3)), (99, nil),
    ]
    let tally = try Self.count(events, revenue: "price", after: 80)
    #expect(tally.arms.mapValues { $0.goals[0].revenue } == ["a": ["EUR": [700]], "b": ["EUR": [600]]])
  }

  @Test func `no more than a hundred surveys of one person count`() {
    let answer = AnswerDetail(question: "q", answer: nil)
    var counter = ExperimentCounter(changes: [], conversions: [], answers: [answer], at: Self.start)
    counter.add(1, arm: "a", firstAt: Self.start, exposures: 1, armCount: 1)
    let presentation = Wire.EventRecord.Presentation(id: "p", campaignID: "c", campaignVersion: 1)
    let record = Wire.EventRecord(
      id: "e", at: Self.start, sessionID: nil, userID: nil,
      body: .surveyAnswers(presentation, answers: ["q": "text", "x": 3]))
    for _ in 0..<105 { counter.addSurvey(String(decoding: Wire.encode(record), as: UTF8.self), of: 1) }
    #expect(counter.tally.arms["a"]?.answers == [answer: 100])
  }
}
