// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// What it costs to decide on an event, whatever the number of campaigns.
enum DecisionBenchmarks {
  static let now = Instant(milliseconds: 1_790_000_000_000)

  /// Campaigns that each wait for an event of their own.
  static func engine(campaigns: Int) -> DeliveryEngine {
    var engine = DeliveryEngine(environment: .still)
    let definitions = (0..<campaigns).map { number in
      CampaignDefinition(
        id: CampaignID("campaign-\(number)"), createdAt: now,
        triggers: [
          .customEvent(
            name: "event_\(number)",
            .all([
              .compare(MartletCore.Comparison(path: ["amount"], operation: .greater(.int(20)))),
              .compare(
                MartletCore.Comparison(
                  path: ["category"], operation: .isIn([.string("shoes"), .string("hats"), .string("bags")]))),
            ]))
        ])
    }
    keep(engine.handle(.definitionsReceived(definitions), at: now))
    return engine
  }

  static let values: [String: Value] = [
    "amount": .int(42), "category": .string("hats"), "currency": .string("EUR"),
  ]
  static let properties = Properties(values)

  static func event(_ name: String) -> Event {
    Event(id: "e-1", at: now, kind: .custom(name: name, properties: properties))
  }

  static func run(_ stopwatch: Stopwatch) -> [Comparison] {
    let small = engine(campaigns: 10)
    let middle = engine(campaigns: 1_000)
    let large = engine(campaigns: 10_000)
    // Several names: where one of them falls in a hash table is luck, and differs from run to run.
    let matching = (0..<8).map { event("event_\($0)") }
    let missing = (0..<64).map { "screen_\($0)" }
    let other = missing.map { event($0) }
    let names = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("event_\($0)", $0) })
    func decide(_ engine: DeliveryEngine, _ events: [Event]) -> () -> Void {
      var turn = 0
      return {
        turn = (turn + 1) % events.count
        keep(engine.decide(events[turn], at: now))
      }
    }
    var turn = 0
    func lookUp() {
      turn = (turn + 1) % missing.count
      keep(names[missing[turn]])
    }
    return [
      stopwatch.compare(
        "decision, event that one campaign matches", goal: .atMost(1.1), "1,000 campaigns",
        decide(middle, matching),
        against: "10 campaigns", decide(small, matching)),
      stopwatch.compare(
        "decision, event that one campaign matches", goal: .atMost(1.1), "10,000 campaigns",
        decide(large, matching),
        against: "10 campaigns", decide(small, matching)),
      stopwatch.compare(
        "decision, event that no campaign names", goal: .atMost(1.1), "10,000 campaigns",
        decide(large, other), against: "10 campaigns",
        decide(small, other)),
      stopwatch.compare(
        "decision, event that no campaign names", goal: .atMost(3), "10,000 campaigns", decide(large, other),
        against: "one dictionary look-up of the name", lookUp),
    ]
  }
}
