// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static var backtests: [Promise] {
    [
      Promise(
        "a backtest draws those who did something since then on their own devices, always in the same order"
      ) { store async throws in
        try await store.insert(Sample.app())
        for number in 0..<40 {
          let at = Sample.now - .seconds(number % 2 == 0 ? 60 : 7_200)
          _ = try await store.ingest(
            Sample.batch(
              [Sample.event("s\(number)", at: at, user: "user-\(number)", .sessionStart)],
              device: "phone-\(number)"))
        }
        _ = try await store.ingest(
          Sample.batch([Sample.event("t", user: "tester", .sessionStart)], device: "bench", role: .test))
        let since = Sample.now - .seconds(3_600)
        let (all, drawn) = try await store.activePeople(since: since, app: "shop", limit: 100)
        #expect(all == 20 && Set(drawn).count == 20)
        let some = try await store.activePeople(since: since, app: "shop", limit: 7)
        #expect(some.all == 20 && some.drawn == Array(drawn.prefix(7)))
        #expect(drawn != drawn.sorted(), "they are drawn in the order in which they came")
        #expect(try await store.activePeople(since: since, app: "none", limit: 7).all == 0)
      },
      Promise(
        "a person's past has everything that they did before an instant, oldest first, and no decisions and outcomes"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        func at(_ seconds: Int) -> Instant { Sample.now + .seconds(seconds) }
        _ = try await store.ingest(
          Sample.batch(
            [
              Sample.event("2", at: at(2), .custom(name: "cart_viewed", properties: ["total": 5])),
              Sample.event("1", at: at(1), .sessionStart),
              Sample.event(
                "o", at: at(3), .outcome(Sample.presentation("c"), outcome: .known(.expired), reason: nil)),
              Sample.event("d", at: at(4), .decision(Sample.decision("d", candidates: ["c"]))),
              Sample.event("a", at: at(5), .attribute(key: "plan", value: "pro")),
              Sample.event("i", at: at(6), .impression(Sample.presentation("c"))),
              Sample.event("9", at: at(9), .custom(name: "too_late", properties: [:])),
            ], receivedAt: at(60)))
        _ = try await store.ingest(
          Sample.batch(
            [Sample.event("t", at: at(3), .sessionStart)], device: "bench", receivedAt: at(60), role: .test))
        let number = try #require(
          try await store.activePeople(since: at(0), app: "shop", limit: 1).drawn.first)
        let rule = AudienceCondition(.attribute(path: ["plan"]), .equals("pro"))
        let needs = BacktestNeeds(audience: AudienceNeeds(AudienceIndex([.condition(rule)]).subjects))
        let person = try #require(
          try await store.backtestPerson(number, needs, until: at(9), app: "shop", limit: 100))
        #expect(person.id == "u:ana" && person.standing.unit == "\(number)")
        #expect(person.events.map(\.record.id) == ["1", "2", "t", "a", "i"])
        #expect(person.events.map(\.at) == [at(1), at(2), at(3), at(5), at(6)])
        #expect(person.events.map(\.isTest) == [false, false, true, false, false])
        #expect(person.events.map(\.deviceID) == ["device-1", "device-1", "bench", "device-1", "device-1"])
        #expect(person.facts.attributes == ["plan": "pro"])
        // Nothing compares the properties of events, unless it says so.
        #expect(person.events.compactMap(\.record.body.properties) == [[:]])
        let filtered = BacktestNeeds(
          audience: needs.audience, filteredEvents: [Event.Selection(category: .custom, name: "cart_viewed")])
        let whole = try #require(
          try await store.backtestPerson(number, filtered, until: at(9), app: "shop", limit: 100))
        #expect(whole.events.compactMap(\.record.body.properties) == [["total": 5]])
        // The newest, if there are too many.
        #expect(
          try await store.backtestPerson(number, needs, until: at(9), app: "shop", limit: 2)?.events.map(
            \.record.id) == ["a", "i"])
        let three = try await store.backtestPerson(number, needs, until: at(9), app: "shop", limit: 3)
        #expect(three?.events.map(\.record.id) == ["2", "t", "a", "i"], "test devices take no room")
        #expect(
          try await store.backtestPerson(number + 1_000, needs, until: at(9), app: "shop", limit: 2) == nil)
      },
      Promise(
        "what test devices recorded is theirs only, oldest first: decisions of a period, and outcomes until its end"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        func at(_ seconds: Int) -> Instant { Sample.now + .seconds(seconds) }
        func records(_ name: String, _ seconds: [Int]) -> [Wire.EventRecord] {
          seconds.flatMap { second in
            [
              Sample.event(
                "d-\(name)-\(second)", at: at(second),
                .decision(Sample.decision("d-\(name)-\(second)", candidates: ["c"]))),
              Sample.event(
                "o-\(name)-\(second)", at: at(second) + .milliseconds(1),
                .outcome(Sample.presentation("c"), outcome: .known(.expired), reason: nil)),
            ]
          }
        }
        for (device, role) in [("phone", DeviceRole.own), ("bench", .test), ("lab", .lab)] {
          _ = try await store.ingest(
            Sample.batch(records(device, [1, 5, 9]), device: device, receivedAt: at(60), role: role))
        }
        #expect(try await store.testPeople(since: at(0), app: "shop", limit: 5).isEmpty)
        for device in ["bench", "lab", "unknown"] {
          try await store.setTestDevice(device, true, app: "shop", at: at(61))
        }
        let people = try await store.testPeople(since: at(0), app: "shop", limit: 5)
        #expect(people.count == 1)
        #expect(try await store.testPeople(since: at(90), app: "shop", limit: 5).isEmpty)
        #expect(try await store.testPeople(since: at(0), app: "shop", limit: 0).isEmpty)
        let found = try await store.testDeviceRecords(
          of: people[0], in: at(5)..<at(9), app: "shop", limit: 100)
        #expect(found.devices == ["bench"])
        #expect(found.entries.map(\.record.id) == ["o-bench-1", "d-bench-5", "o-bench-5"])
        #expect(found.entries.allSatisfy { $0.deviceID == "bench" && $0.receivedAt == at(60) })
        #expect(found.entries.map(\.at) == [at(1) + .milliseconds(1), at(5), at(5) + .milliseconds(1)])
        #expect(found.since == Instant(milliseconds: .min))
        let some = try await store.testDeviceRecords(of: people[0], in: at(5)..<at(9), app: "shop", limit: 2)
        #expect(
          some.entries.map(\.record.id) == ["d-bench-5", "o-bench-5"] && some.since == at(5),
          "other devices take no room")
        let none = try await store.testDeviceRecords(
          of: people[0], in: at(5)..<at(9), app: "none", limit: 100)
        #expect(none.devices.isEmpty && none.entries.isEmpty)
      },
    ]
  }
}
