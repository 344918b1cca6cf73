// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static let backtests: [Promise] = [
    Promise("a backtest draws those who did something since then on their own devices, always in the same order") { store async throws in
      try await store.insert(Sample.app())
      for number in 0..<40 {
        let at = Sample.now - .seconds(number % 2 == 0 ? 60 : 7_200)
        _ = try await store.ingest(
          Sample.batch([Sample.event("s\(number)", at: at, user: "user-\(number)", .sessionStart)], device: "phone-\(number)"))
      }
      _ = try await store.ingest(Sample.batch([Sample.event("t", user: "tester", .sessionStart)], device: "bench", role: .test))
      let since = Sample.now - .seconds(3_600)
      let (all, drawn) = try await store.activePeople(since: since, app: "shop", limit: 100)
      #expect(all == 20 && Set(drawn).count == 20)
      let some = try await store.activePeople(since: since, app: "shop", limit: 7)
      #expect(some.all == 20 && some.drawn == Array(drawn.prefix(7)))
      #expect(drawn != drawn.sorted(), "they are drawn in the order in which they came")
      #expect(try await store.activePeople(since: since, app: "none", limit: 7).all == 0)
    },
    Promise("a person's past has everything that their own devices did before an instant, oldest first, and no decisions and outcomes") {
      store async throws in
      try await store.insert(Sample.app())
      func at(_ seconds: Int) -> Instant { Sample.now + .seconds(seconds) }
      _ = try await store.ingest(
        Sample.batch(
          [
            Sample.event("2", at: at(2), .custom(name: "cart_viewed", properties: ["total": 5])),
            Sample.event("1", at: at(1), .sessionStart),
            Sample.event("o", at: at(3), .outcome(Sample.presentation("c"), outcome: .known(.expired), reason: nil)),
            Sample.event("d", at: at(4), .decision(Sample.decision("d", candidates: ["c"]))),
            Sample.event("a", at: at(5), .attribute(key: "plan", value: "pro")),
            Sample.event("i", at: at(6), .impression(Sample.presentation("c"))),
            Sample.event("9", at: at(9), .custom(name: "too_late", properties: [:])),
          ], receivedAt: at(60)))
      _ = try await store.ingest(
        Sample.batch([Sample.event("t", at: at(2), .sessionStart)], device: "bench", receivedAt: at(60), role: .test))
      let number = try #require(try await store.activePeople(since: at(0), app: "shop", limit: 1).drawn.first)
      let rule = AudienceCondition(.attribute(path: ["plan"]), .equals("pro"))
      let needs = AudienceNeeds(AudienceIndex([.condition(rule)]).subjects)
      let person = try #require(try await store.backtestPerson(number, needs, until: at(9), app: "shop", limit: 100))
      #expect(person.id == "u:ana" && person.standing.unit == "\(number)")
      #expect(person.events.map(\.record.id) == ["1", "2", "a", "i"])
      #expect(person.events.map(\.at) == [at(1), at(2), at(5), at(6)] && person.events.allSatisfy { $0.deviceID == "device-1" })
      #expect(person.facts.attributes == ["plan": "pro"])
      // The newest, if there are too many.
      #expect(try await store.backtestPerson(number, needs, until: at(9), app: "shop", limit: 2)?.events.map(\.record.id) == ["a", "i"])
      #expect(try await store.backtestPerson(number + 1_000, needs, until: at(9), app: "shop", limit: 2) == nil)
    },
  ]
}
