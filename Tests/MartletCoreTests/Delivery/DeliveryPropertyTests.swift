// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

@Suite("Delivery engine on random timelines")
struct DeliveryPropertyTests {
  private static let usual = 10_000
  private static let slices = 8

  /// Seeds that once showed a mistake; they always run: events that waited too long for the first
  /// definitions were missing in counts, and a question about a decision did not see that the clock
  /// had been put back.
  private static let mistakes: [UInt64] = [132, 144, 241, 269, 354, 689, 800, 1_089, 3_269, 3_273, 9_194]

  /// The timelines of one of `slices` parts, which run side by side. The mistakes were found
  /// without relaunches.
  private static func timelines(_ slice: Int) -> some Sequence<(seed: UInt64, timeline: RandomTimeline)> {
    let seeds = PropertyCases.seeds(full: usual).filter { Int($0 % UInt64(slices)) == slice }
    let known = (slice == 0 ? mistakes : []).lazy.map {
      (seed: $0, timeline: RandomTimeline(seed: $0, relaunches: false))
    }
    return [
      AnySequence(known), AnySequence(seeds.lazy.map { (seed: $0, timeline: RandomTimeline(seed: $0)) }),
    ].lazy.joined()
  }

  @Test(arguments: 0..<slices)
  func `the engine agrees with a naive one at every step, and its invariants hold`(slice: Int) {
    var (presented, relaunched) = (0, 0)
    for (seed, timeline) in Self.timelines(slice) {
      var engine = timeline.engine
      var naive = timeline.naive
      var definitions: DeliveryEngine.Input?
      for (number, (input, now)) in timeline.steps.enumerated() {
        if input == .relaunched {
          relaunched += engine.livePresentations.isEmpty ? 0 : 1
          engine = timeline.restored(from: engine, holding: definitions, at: now)
        }
        let effects = engine.handle(input, at: now).withoutMisses
        let expected = naive.handle(input, at: now)
        if case .definitionsReceived = input { definitions = input }
        if !engine.hasDefinitions { definitions = nil }
        presented += effects.presented.count
        // One expectation per step: thousands of them cost more than what they check.
        var differences = engine.violatedInvariants(at: now)
        if effects != expected { differences.append(Self.difference(effects, expected)) }
        let remaining = engine.remainingInterval(at: now).wholeMilliseconds
        if remaining != naive.remaining(now.milliseconds) {
          differences.append("remaining \(remaining), expected \(naive.remaining(now.milliseconds))")
        }
        if engine.nextDeadline?.milliseconds != naive.nextDeadline {
          differences.append(
            "deadline \(engine.nextDeadline?.milliseconds ?? 0), expected \(naive.nextDeadline ?? 0)")
        }
        for id in engine.livePresentations.map(\.id) where engine.isCleared(id) != naive.isCleared(id) {
          differences.append("cleared \(id)")
        }
        guard !differences.isEmpty else { continue }
        Issue.record(
          "seed \(seed), step \(number), \(Self.short(input)) at \(now.milliseconds): \(differences.joined(separator: "\n"))"
        )
        // What follows from one difference says nothing new.
        break
      }
    }
    #expect(presented > 0, "the random timelines show nothing and prove nothing")
    #expect(relaunched > 0, "no process ends while a message is on its way")
  }

  @Test func `an engine that says nothing about events without a trigger does everything else as any other`()
  {
    var left = 0
    for seed in PropertyCases.seeds(full: Self.usual / 10) {
      var timeline = RandomTimeline(seed: seed)
      var engine = timeline.engine
      timeline.policy.reportsUnmatchedEvents = false
      var quiet = timeline.engine
      for (input, now) in timeline.steps {
        let effects = engine.handle(input, at: now)
        var expected: [DeliveryEngine.Effect] = []
        for effect in effects {
          if case .noMatchingTrigger = effect, case .decided(let decision)? = expected.last,
            decision.candidates.isEmpty
          {
            expected.removeLast()
          } else {
            expected.append(effect)
          }
        }
        left += effects.count - expected.count
        var actual: [DeliveryEngine.Effect] = []
        if case .eventLogged(let event) = input {
          quiet.log(event, at: now, into: &actual)
        } else {
          quiet.handle(input, at: now, into: &actual)
        }
        #expect(actual == expected, "seed \(seed): \(Self.short(input))")
      }
    }
    #expect(left > 0, "every event has a trigger, so this proves nothing")
  }

  @Test
  func
    `the order in which campaigns arrive changes nothing, and replaying the same inputs gives the same effects`()
  {
    for seed in PropertyCases.seeds(full: Self.usual / 10) {
      let timeline = RandomTimeline(seed: seed)
      var random = SeededGenerator(seed: ~seed)
      var (first, second, third) = (timeline.engine, timeline.engine, timeline.engine)
      for (input, now) in timeline.steps {
        var shuffled = input
        if case .definitionsReceived(let definitions, let caps) = input {
          shuffled = .definitionsReceived(definitions.shuffled(using: &random), caps: caps)
        }
        let effects = first.handle(input, at: now)
        #expect(effects == second.handle(shuffled, at: now), "seed \(seed): \(Self.short(input))")
        #expect(effects == third.handle(input, at: now), "seed \(seed): \(Self.short(input))")
      }
    }
  }

  @Test
  func `each campaign that matches has one record in its decision, and each presentation one final outcome`()
  {
    for seed in PropertyCases.seeds(full: Self.usual / 10) {
      let timeline = RandomTimeline(seed: seed)
      var engine = timeline.engine
      var open: Set<String> = []
      for (input, now) in timeline.steps + [(.wiped, timeline.steps[timeline.steps.count - 1].at)] {
        let effects = engine.handle(input, at: now)
        for effect in effects {
          switch effect {
          case .decided(let decision):
            for candidate in decision.candidates {
              let records = effects.records.filter {
                guard case .suppressed = $0.outcome else { return false }
                return $0.decisionID == decision.id && $0.campaign == candidate.campaign
              }
              #expect(
                records.count == (candidate.verdict.suppression == nil ? 0 : 1), "seed \(seed): \(candidate)")
            }
            if decision.chosen != nil { open.insert(decision.id) }
          case .present(let presentation):
            if presentation.succeeds != nil { open.insert(presentation.id) }
          case .record(let record):
            if case .suppressed = record.outcome { continue }
            // The turn was given to one that waits first.
            if record.outcome == .queued(.delay) { open.insert(record.decisionID) }
            #expect(open.contains(record.decisionID), "seed \(seed): \(record)")
            if record.outcome.isFinal { open.remove(record.decisionID) }
          default: break
          }
        }
      }
      #expect(open.isEmpty, "seed \(seed)")
    }
  }

  @Test func `asking what would be decided changes nothing and tells what then is decided`() {
    for seed in Self.mistakes + PropertyCases.seeds(full: Self.usual / 10) {
      let timeline = RandomTimeline(seed: seed)
      var engine = timeline.engine
      for (input, now) in timeline.steps {
        guard case .eventLogged(let event) = input else {
          _ = engine.handle(input, at: now)
          continue
        }
        let asked = engine.decide(event, at: now)
        let decisions = engine.handle(input, at: now).decisions
        guard decisions.count == 1, let decision = decisions.first, decision.id == event.id else { continue }
        #expect(asked == (decision.candidates.isEmpty ? nil : decision), "seed \(seed)")
      }
    }
  }

  @Test func `an engine that was restored from what another saved decides as one that went on`() {
    for seed in PropertyCases.seeds(full: Self.usual / 10) {
      let timeline = RandomTimeline(seed: seed)
      var random = SeededGenerator(seed: ~seed)
      let relaunch = random.int(0...(timeline.steps.count - 1))
      var engine = timeline.engine
      var definitions: DeliveryEngine.Input?
      for (input, now) in timeline.steps[..<relaunch] {
        _ = engine.handle(input, at: now)
        if case .definitionsReceived = input { definitions = input }
        if !engine.hasDefinitions { definitions = nil }
      }
      let now = relaunch == 0 ? timeline.steps[0].at : timeline.steps[relaunch - 1].at
      // Events that were waiting will not be decided after a relaunch, which an engine that goes on
      // cannot know.
      guard engine.pending.entries.isEmpty else { continue }
      var restored = DeliveryEngine(
        policy: timeline.policy, environment: timeline.environment, restoring: engine.saved)
      for id in engine.livePresentations.map(\.id) {
        _ = engine.handle(.outcomeReported(decisionID: id, .discarded(.relaunched)), at: now)
      }
      _ = engine.handle(.syncEnded, at: now)
      if let definitions {
        _ = engine.handle(definitions, at: now)
        _ = restored.handle(definitions, at: now)
      }
      // A launch begins a session. An engine that went on is in one already, and what waits for
      // definitions when the next begins is given up.
      #expect(
        engine.handle(.sessionStarted, at: now) == restored.handle(.sessionStarted, at: now), "seed \(seed)")
      for (input, now) in timeline.steps[relaunch...] {
        let (effects, expected) = (restored.handle(input, at: now), engine.handle(input, at: now))
        #expect(
          effects == expected, "seed \(seed), \(Self.short(input)): \(Self.difference(effects, expected))")
        if effects != expected { break }
      }
    }
  }

  // MARK: In few words

  private static func difference(_ effects: [DeliveryEngine.Effect], _ expected: [DeliveryEngine.Effect])
    -> String
  {
    let position = zip(effects, expected).prefix { $0 == $1 }.count
    func at(_ effects: [DeliveryEngine.Effect]) -> String {
      position < effects.count ? short(effects[position]) : "nothing"
    }
    return "effect \(position): \(at(effects)), expected \(at(expected))"
  }

  private static func short(_ value: some Any) -> String {
    "\(value)".replacing("MartletCore.", with: "").replacing("DeliveryEngine.", with: "")
  }
}
