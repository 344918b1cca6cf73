// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

@Suite("Delivery engine on random timelines")
struct DeliveryPropertyTests {
  private static let usual = 1_500

  private func engine(_ timeline: RandomTimeline) -> DeliveryEngine {
    DeliveryEngine(policy: .init(minimumInterval: timeline.minimumInterval), environment: .plain)
  }

  @Test("the engine agrees with a naive one at every step, and its invariants hold")
  func model() {
    var presented = 0
    for seed in PropertyCases.seeds(usual: Self.usual) {
      let timeline = RandomTimeline(seed: seed)
      var engine = engine(timeline)
      var naive = NaiveEngine(minimum: timeline.minimumInterval.wholeMilliseconds)
      for (number, (input, now)) in timeline.steps.enumerated() {
        let effects = engine.handle(input, at: now)
        let expected = naive.handle(input, at: now)
        presented += effects.presented.count
        // One expectation per step: thousands of them cost more than what they check.
        var differences = engine.violatedInvariants(at: now)
        if !isSame(effects.withoutMisses, expected) { differences.append("effects \(effects.withoutMisses), expected \(expected)") }
        let remaining = engine.remainingInterval(at: now)
        if remaining != .milliseconds(naive.remaining(now.milliseconds)) { differences.append("remaining \(remaining)") }
        if !differences.isEmpty { Issue.record("seed \(seed), step \(number), \(input): \(differences)") }
      }
    }
    #expect(presented > 0, "the random timelines show nothing and prove nothing")
  }

  @Test("the order in which campaigns arrive changes nothing, and replaying the same inputs gives the same effects")
  func permutation() {
    for seed in PropertyCases.seeds(usual: Self.usual / 3) {
      let timeline = RandomTimeline(seed: seed)
      var random = SeededGenerator(seed: ~seed)
      var first = engine(timeline)
      var second = engine(timeline)
      for (input, now) in timeline.steps {
        var shuffled = input
        if case .definitionsReceived(let definitions, _) = input { shuffled = .definitionsReceived(definitions.shuffled(using: &random)) }
        let (left, right) = (first.handle(input, at: now), second.handle(shuffled, at: now))
        #expect(left.map(described) == right.map(described), "seed \(seed): \(input)")
      }
    }
  }

  @Test("every presentation ends in exactly one final outcome, and its records say so")
  func oneFinalOutcome() {
    for seed in PropertyCases.seeds(usual: Self.usual / 3) {
      let timeline = RandomTimeline(seed: seed)
      var engine = engine(timeline)
      var open: Set<String> = []
      for (input, now) in timeline.steps + [(.wiped, timeline.steps[timeline.steps.count - 1].at)] {
        for effect in engine.handle(input, at: now) {
          switch effect {
          case .present(let presentation): open.insert(presentation.id)
          case .record(let record):
            if case .suppressed = record.outcome { continue }
            #expect(open.contains(record.decisionID), "seed \(seed): \(record)")
            if record.outcome.isFinal { open.remove(record.decisionID) }
          default: break
          }
        }
      }
      #expect(open.isEmpty, "seed \(seed)")
    }
  }

  @Test("asking what would be decided changes nothing and tells what then is decided")
  func decideOnly() {
    for seed in PropertyCases.seeds(usual: Self.usual / 3) {
      let timeline = RandomTimeline(seed: seed)
      var engine = engine(timeline)
      for (input, now) in timeline.steps {
        var asked: Decision?
        if case .eventLogged(let event) = input, engine.hasDefinitions { asked = engine.decide(event, at: now) }
        guard let decision = engine.handle(input, at: now).decisions.first, case .eventLogged = input else { continue }
        #expect(isSame(asked, decision.candidates.isEmpty ? nil : decision), "seed \(seed)")
      }
    }
  }

  /// NaN in an event differs from itself; then what the two print is compared.
  private func isSame<T: Equatable>(_ left: T, _ right: T) -> Bool {
    left == right || "\(left)" == "\(right)"
  }

  /// Dictionaries print in an order of their own; misses say what the decision turned on and are compared without their values.
  private func described(_ effect: DeliveryEngine.Effect) -> String {
    switch effect {
    case .decided(let decision): "\(decision.id) \(decision.candidates.map { "\($0.campaign) \(kind($0.verdict))" })"
    case .present(let presentation): "\(presentation.id) \(presentation.campaign) \(presentation.version)"
    case .noMatchingTrigger(let event): "no match \(event.id)"
    case .undecided(let event): "undecided \(event.id)"
    case .record, .withdraw, .rejected, .clear, .hold: "\(effect)"
    }
  }

  private func kind(_ verdict: Candidate.Verdict) -> String {
    if case .stopped(.filter(let miss)) = verdict { "filter \(miss.path)" } else { "\(verdict)" }
  }
}
