// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// What the rules of delivery cost: deciding with groups, counts and caps, and loading what is
/// stored.
enum RulesBenchmarks {
  static let now = DecisionBenchmarks.now

  /// Each waits for an event of its own, counts it, stands in a group, has caps of three kinds and
  /// has been seen.
  static func definitions(_ count: Int) -> [CampaignDefinition] {
    (0..<count).map { number in
      let event = Trigger.customEvent(
        name: "event_\(number)",
        .compare(MartletCore.Comparison(path: ["amount"], operation: .greater(.int(20)))))
      return CampaignDefinition(
        id: CampaignID("campaign-\(number)"), createdAt: now,
        triggers: [
          .count(event, Repetition(.atLeast, 3, within: .last(.seconds(86_400)))),
          .all([event, .customEvent(name: "other_\(number)", nil)], within: .session),
        ],
        reEligibility: .after(.seconds(1)),
        caps: [FrequencyCap(100, within: .year), FrequencyCap(100, within: .session)],
        tags: ["tag_\(number % 10)"])
    }
  }

  static let caps = [
    SharedCap(FrequencyCap(100, within: .day)), SharedCap(tag: "tag_1", FrequencyCap(100, within: .week)),
  ]

  /// Its first campaigns have been seen, and their counts are full.
  static func engine(campaigns: Int) -> DeliveryEngine {
    var engine = DeliveryEngine(policy: .init(minimumInterval: .zero), environment: .still)
    keep(engine.handle(.definitionsReceived(definitions(campaigns), caps: caps), at: now))
    for turn in 0..<40 {
      let id = "seen-\(turn)"
      keep(engine.handle(.eventLogged(event(turn % 8, id: id)), at: now))
      keep(engine.handle(.outcomeReported(decisionID: id, .shown), at: now))
    }
    return engine
  }

  static func event(_ number: Int, id: String) -> Event {
    Event(id: id, at: now, kind: .custom(name: "event_\(number)", properties: DecisionBenchmarks.properties))
  }

  static func run(_ stopwatch: Stopwatch) throws -> [Comparison] {
    let later = now + .seconds(60)
    let events = (0..<8).map { event($0, id: "asked") }
    func decide(_ engine: DeliveryEngine) -> () -> Void {
      var turn = 0
      return {
        turn = (turn + 1) % events.count
        keep(engine.decide(events[turn], at: later))
      }
    }
    /// Logs events, each of which is decided, counted and, if it is chosen, discarded by the app.
    func log(_ engine: DeliveryEngine) -> () -> Void {
      var engine = engine
      var turn = 0
      return {
        turn += 1
        let id = "logged-\(turn)"
        keep(engine.handle(.eventLogged(event(turn % 8, id: id)), at: later))
        keep(engine.handle(.outcomeReported(decisionID: id, .discarded(.byApp)), at: later))
      }
    }
    let small = engine(campaigns: 10)
    let large = engine(campaigns: 10_000)
    precondition(
      small.decide(events[0], at: later)?.chosen != nil && large.decide(events[0], at: later)?.chosen != nil)
    return [
      stopwatch.compare(
        "decision with counts, groups and caps", goal: .atMost(1.1), "10,000 campaigns", decide(large),
        against: "10 campaigns",
        decide(small)),
      stopwatch.compare(
        "event logged, decided, counted and its outcome taken", goal: .atMost(1.1), "10,000 campaigns",
        log(large),
        against: "10 campaigns", log(small)),
    ] + (try loading(stopwatch))
  }

  /// What a launch does with what is stored, and reading alone, both against `JSONDecoder` on the
  /// same bytes.
  private static func loading(_ stopwatch: Stopwatch) throws -> [Comparison] {
    let message = Wire.Message(
      kind: .known(.modal), header: "Spring is here", message: "Take 20% off until Sunday.",
      imageURL: "https://example.com/spring.png",
      buttons: [Wire.Button(id: 0, text: "Not now"), Wire.Button(id: 1, text: "Shop")],
      extras: ["deep_link": "shop://sale"])
    let stored = Wire.encode(
      Wire.Definitions(
        tag: "d-1", campaigns: definitions(200).map { Wire.Campaign($0, message: message) },
        caps: caps.map { Wire.Cap($0) })
    )
    let fresh = DeliveryEngine(environment: .still)
    func decode() -> Wire.Definitions? { try? Wire.decode(Wire.Definitions.self, from: stored) }
    let plain = Data(stored)
    let decoder = JSONDecoder()
    func decodePlain() -> PlainDefinitions? { try? decoder.decode(PlainDefinitions.self, from: plain) }
    precondition(decode()?.campaigns.count == 200 && decodePlain()?.campaigns.count == 200)
    let reading = stopwatch.compare(
      "reading 200 stored campaigns", goal: .atMost(0.5), "decode", { keep(decode()) },
      against: "`JSONDecoder` into plain structs",
      { keep(decodePlain()) })
    let loading = stopwatch.compare(
      "loading 200 stored campaigns", goal: .atMost(0.5), "decode, translate, compile and index",
      {
        guard let definitions = decode(), let caps = try? definitions.sharedCaps() else { return }
        var engine = fresh
        keep(
          engine.handle(
            .definitionsReceived(definitions.campaigns.compactMap { try? $0.definition() }, caps: caps),
            at: now))
      }, against: "`JSONDecoder` into plain structs, which only decodes", { keep(decodePlain()) })
    return [reading, loading]
  }
}
