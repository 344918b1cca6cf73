// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Statistics

@Suite struct WinnerRuleTests {
  private static func readout(
    _ rates: [Rate], hasControl: Bool = true, planned: Int = 5_000, isFinal: Bool = false,
    ratio: SampleRatio? = nil
  ) throws -> ExperimentReadout {
    let plan = try ExperimentPlan(
      armCount: rates.count, hasControl: hasControl, people: [Int](repeating: planned, count: rates.count))
    return try ExperimentReadout(
      rates: rates.map { RateArm($0) }, plan: plan, sampleRatio: ratio,
      final: isFinal ? plan.moment(rates.map(\.people)) : nil)
  }

  private static func verdict(
    _ primary: ExperimentReadout, guardrails: [ExperimentReadout] = [], days: Int = 14,
    crossovers: Double = 0.01
  ) -> WinnerRule.Verdict {
    WinnerRule.verdict(primary: primary, guardrails: guardrails, days: days, crossoverShare: crossovers)
  }

  private static let clear = [Rate(480, 5_000), Rate(640, 5_000)]
  private static let close = [Rate(480, 5_000), Rate(500, 5_000)]

  @Test func `an arm that is ahead beyond doubt wins`() throws {
    #expect(try Self.verdict(Self.readout(Self.clear)) == .winner(1))
    #expect(try Self.verdict(Self.readout(Self.close)) == .waiting([.noneAhead]))
    #expect(try Self.verdict(Self.readout(Self.clear.reversed())) == .waiting([.noneAhead]))
  }

  @Test(
    arguments: [
      (13, .waiting([.tooFewDays])), (7, .waiting([.tooFewDays])), (15, .waiting([.tooFewDays])),
      (21, .winner(1)),
    ]
      as [(Int, WinnerRule.Verdict)])
  func `it takes two weeks, and whole ones`(days: Int, verdict: WinnerRule.Verdict) throws {
    #expect(try Self.verdict(Self.readout(Self.clear), days: days) == verdict)
  }

  @Test func `each arm needs 100 conversions`() throws {
    #expect(
      try Self.verdict(Self.readout([Rate(99, 5_000), Rate(200, 5_000)])) == .waiting([.tooFewConversions]))
    #expect(try Self.verdict(Self.readout([Rate(100, 5_000), Rate(200, 5_000)])) == .winner(1))
  }

  @Test func `people in several arms, and people who are no number, block it`() throws {
    #expect(try Self.verdict(Self.readout(Self.clear), crossovers: 0.05) == .winner(1))
    #expect(try Self.verdict(Self.readout(Self.clear), crossovers: 0.051) == .waiting([.tooManyCrossovers]))
    #expect(try Self.verdict(Self.readout(Self.clear), crossovers: .nan) == .waiting([.tooManyCrossovers]))
  }

  @Test func `a broken split blocks it`() throws {
    let ratio = try SampleRatio.ofHalves([5_180, 4_820])
    #expect(try Self.verdict(Self.readout(Self.clear, ratio: ratio)) == .waiting([.mismatch, .noneAhead]))
    #expect(
      try Self.verdict(Self.readout(Self.clear), guardrails: [Self.readout(Self.clear, ratio: ratio)])
        == .waiting([.mismatch, .guardrail]))
  }

  @Test func `no guardrail may lose more than a twentieth, as far as anybody knows`() throws {
    let safe = try Self.readout([Rate(4_000, 5_000), Rate(4_000, 5_000)])
    let unsure = try Self.readout([Rate(1_000, 5_000), Rate(1_000, 5_000)])
    #expect(try #require(safe.comparisons[0].reading.comparison?.uplift).interval.lower > -0.05)
    #expect(try #require(unsure.comparisons[0].reading.comparison?.uplift).interval.lower < -0.05)
    #expect(try Self.verdict(Self.readout(Self.clear), guardrails: [safe]) == .winner(1))
    #expect(try Self.verdict(Self.readout(Self.clear), guardrails: [safe, unsure]) == .waiting([.guardrail]))
  }

  @Test func `of several, the one that is most likely the best wins`() throws {
    #expect(
      try Self.verdict(Self.readout([Rate(480, 5_000), Rate(640, 5_000), Rate(680, 5_000)])) == .winner(2))
    #expect(
      try Self.verdict(Self.readout([Rate(480, 5_000), Rate(680, 5_000), Rate(640, 5_000)])) == .winner(1))
  }

  @Test func `without control, the winner must be ahead of all others, whichever place it has`() throws {
    #expect(
      try Self.verdict(
        Self.readout([Rate(480, 5_000), Rate(640, 5_000), Rate(680, 5_000)], hasControl: false))
        == .waiting([.noneAhead]))
    for place in 0..<3 {
      var rates = [Rate(480, 5_000), Rate(500, 5_000)]
      rates.insert(Rate(700, 5_000), at: place)
      #expect(try Self.verdict(Self.readout(rates, hasControl: false)) == .winner(place))
      let guardrail = try Self.readout(
        [Rate(4_000, 5_000), Rate(4_000, 5_000), Rate(4_000, 5_000)], hasControl: false)
      #expect(
        try Self.verdict(Self.readout(rates, hasControl: false), guardrails: [guardrail]) == .winner(place))
    }
  }

  @Test func `when nobody is ahead at the final moment, no difference was found and control stays`() throws {
    #expect(try Self.verdict(Self.readout(Self.close, isFinal: true)) == .noDifferenceFound)
    #expect(
      try Self.verdict(Self.readout(Self.close, isFinal: true), crossovers: 0.1)
        == .waiting([.noneAhead, .tooManyCrossovers]))
    // What the running view did not see may be clear enough for the final one.
    let narrow = [Rate(480, 5_000), Rate(560, 5_000)]
    #expect(try Self.verdict(Self.readout(narrow)) == .waiting([.noneAhead]))
    #expect(try Self.verdict(Self.readout(narrow, isFinal: true)) == .winner(1))
  }
}
