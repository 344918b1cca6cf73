// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import TestSupport

/// A minimum interval and what happens when, in a world of few names, so that things meet.
struct RandomTimeline {
  var minimumInterval: Duration
  var steps: [(input: DeliveryEngine.Input, at: Instant)]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    minimumInterval = .seconds(random.element(of: [0, 1, 10, 30]))
    var now: Int64 = 1_000_000
    steps = []
    var event = 0
    for _ in 0..<random.int(1...30) {
      now += Int64(random.int(0...20_000))
      // Sometimes somebody turns the clock.
      if random.oneIn(15) { now += Int64(random.int(-200_000...100_000)) }
      let input: DeliveryEngine.Input
      switch random.int(0...13) {
      case 0, 1: input = .definitionsReceived(random.campaigns(at: now))
      case 2...7:
        // An id is sometimes logged twice.
        if !random.oneIn(12) { event += 1 }
        input = .eventLogged(Event(id: "e\(event)", at: Instant(milliseconds: now), kind: random.eventKind()))
      case 8...11: input = .outcomeReported(decisionID: "e\(max(1, event - random.int(0...3)))", random.outcome())
      case 12: input = .userChanged(userID: random.element(of: [nil, "u1", "u2"]))
      default: input = random.oneIn(3) ? .wiped : .definitionsReceived(random.campaigns(at: now))
      }
      steps.append((input, Instant(milliseconds: now)))
    }
  }
}

extension SeededGenerator {
  mutating func campaigns(at now: Int64) -> [CampaignDefinition] {
    (0..<6).compactMap { number in
      guard !oneIn(3) else { return nil }
      return CampaignDefinition(
        id: CampaignID("c\(number)"),
        version: int(1...3),
        priority: Priority(bucket: element(of: Priority.Bucket.allCases), order: int(-1...1)),
        createdAt: Instant(milliseconds: Int64(int(0...2))),
        schedule: Schedule(
          startsAt: oneIn(4) ? Instant(milliseconds: now + Int64(int(-30_000...30_000))) : nil,
          endsAt: oneIn(4) ? Instant(milliseconds: now + Int64(int(-30_000...60_000))) : nil),
        triggers: oneIn(20) ? [] : array(1...3) { $0.trigger() })
    }.shuffled(using: &self)
  }

  mutating func trigger() -> Trigger {
    let filter = oneIn(2) ? filter(depth: 2) : nil
    return switch int(0...9) {
    case 0, 1: .sessionStart
    case 2: .pushClick(campaign: element(of: [nil, "c0", "c1"]))
    case 3: .anyPurchase(filter)
    case 4: .purchase(productID: element(of: ["p", "q"]), filter)
    case 5 where oneIn(10): .customEvent(name: "tap", .compare(Comparison(path: [], operation: .isBlank)))
    default: .customEvent(name: element(of: ["tap", "open"]), filter)
    }
  }

  mutating func eventKind() -> Event.Kind {
    switch int(0...6) {
    case 0: .sessionStart
    case 1: .pushClick(campaign: element(of: [nil, "c0", "c2"]))
    case 2: .purchase(purchase())
    case 3: .custom(name: "nobody", properties: [:])
    default: .custom(name: element(of: ["tap", "open"]), properties: properties())
    }
  }

  mutating func outcome() -> Outcome {
    element(of: [
      .shown, .shown, .queued(.inBackground), .queued(.otherMessageVisible), .discarded(.byDelegate), .expired,
      .replaced,
    ])
  }
}
