// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

/// Arms can only be compared if nothing differs between them before the moment that is compared.
@Suite("Arms of an experiment on random timelines")
struct ArmsPropertyTests {
  private static let tested: CampaignID = "c0"

  /// The same inputs for a person in another arm of the experiment of `tested`. Other campaigns
  /// keep their experiments.
  private static func putting(_ input: DeliveryEngine.Input, in arm: ExperimentArm) -> DeliveryEngine.Input {
    guard case .definitionsReceived(var definitions, let caps) = input else { return input }
    for index in definitions.indices where definitions[index].id == tested { definitions[index].arm = arm }
    return .definitionsReceived(definitions, caps: caps)
  }

  /// A step for the presenter, which asks about each message that it has.
  private static func requests(of engine: DeliveryEngine) -> [DeliveryEngine.Input] {
    engine.livePresentations.reversed().map { .displayRequested(id: $0.id) }
  }

  @Test
  func
    `until the first exposure of its campaign, a person's arm changes nothing, and the exposure comes at the same instant in all arms`()
  {
    var exposures = 0
    for seed in PropertyCases.seeds(full: 2_000) {
      let timeline = RandomTimeline(seed: seed)
      var random = SeededGenerator(seed: ~seed)
      var engines = ExperimentArm.all.map { _ in timeline.engine }
      timeline: for (input, at) in timeline.steps {
        // Sometimes the presenter shows whatever it may.
        let asked = random.oneIn(3) ? Self.requests(of: engines[0]) : []
        for input in [input] + asked {
          let effects = zip(engines.indices, ExperimentArm.all).map { number, arm in
            engines[number].handle(Self.putting(input, in: arm), at: at)
          }
          let upToExposure = effects.map(Self.untilExposed)
          if upToExposure.contains(where: { $0 != upToExposure[0] }) {
            Issue.record("seed \(seed), \(input) at \(at.milliseconds): the arms differ before the exposure")
          }
          guard upToExposure[0].last.map(Self.isExposure) == true else { continue }
          exposures += 1
          break timeline
        }
      }
    }
    #expect(
      exposures > PropertyCases.seeds(full: 2_000).count / 20, "too few random timelines come to an exposure")
  }

  @Test func `a withheld message leaves no trace but in the limits of its own campaign`() {
    var withheld = 0
    for seed in PropertyCases.seeds(full: 2_000) {
      let timeline = RandomTimeline(seed: seed)
      var engine = timeline.engine
      for (input, at) in timeline.steps {
        _ = engine.handle(Self.putting(input, in: .keeping), at: at)
        for request in Self.requests(of: engine) {
          let before = engine
          let records = engine.handle(request, at: at).records
          guard let record = records.first(where: { $0.outcome == .withheld }) else { continue }
          withheld += 1
          var expected = before.kept.memory
          expected.campaigns[record.campaign] = engine.kept.memory.campaigns[record.campaign]
          let isElsewhereUntouched =
            engine.kept.memory == expected && engine.kept.lastDisplay == before.kept.lastDisplay
          if !isElsewhereUntouched || engine.isLive(record.decisionID) {
            Issue.record("seed \(seed): \(record) left a trace")
          }
        }
      }
    }
    #expect(
      withheld > PropertyCases.seeds(full: 2_000).count / 20, "too few random timelines withhold anything")
  }

  @Test func `each presentation is exposed at most once, right before it is displayed or withheld`() {
    for seed in PropertyCases.seeds(full: 2_000) {
      let timeline = RandomTimeline(seed: seed)
      var engine = timeline.engine
      var exposed: Set<String> = []
      for (input, at) in timeline.steps {
        if input == .wiped { exposed = [] }
        for input in [input] + Self.requests(of: engine) {
          let effects = engine.handle(input, at: at)
          for (position, effect) in effects.enumerated() {
            guard case .expose(let presentation) = effect else { continue }
            let next = position + 1 < effects.count ? effects[position + 1] : nil
            let isRight =
              next == .clear(id: presentation.id) || next == .withdraw(id: presentation.id, .withheld)
            if !isRight || !exposed.insert(presentation.id).inserted {
              Issue.record("seed \(seed): \(presentation.id), then \(next as Any)")
            }
          }
        }
      }
    }
  }

  // MARK: -

  private static func isExposure(_ effect: DeliveryEngine.Effect) -> Bool {
    if case .expose(let presentation) = effect { presentation.campaign == tested } else { false }
  }

  private static func untilExposed(_ effects: [DeliveryEngine.Effect]) -> [DeliveryEngine.Effect] {
    guard let end = effects.firstIndex(where: isExposure) else { return effects }
    return Array(effects[...end])
  }
}
