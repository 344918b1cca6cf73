// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Store
import Testing

extension StoreConformance {
  static var attributes: [Promise] {
    [
      Promise(
        "an attribute is at any moment what all changes make of it in their order, however they arrive and whoever turns out to be one"
      ) {
        store async throws in
        // Few keys have long histories, many keys more of them than are open at once.
        for (seed, keys) in [1, 2, 3, 4, 5].map({ ($0, 2) }) + [(6, 40)] as [(UInt64, Int)] {
          let app = AppID("shop-\(seed)")
          try await store.insert(Sample.app(app))
          let world = AttributeWorld(events: 120, keys: keys, seed: seed)
          var chance = SeededGenerator(seed: seed + 1_000)
          var arrived: [World.Sent] = []
          for round in 0..<2 {
            let batches = World.batches(of: world.sent, app: app, &chance)
            for (index, batch) in batches.enumerated() {
              let device = batch.device?.id ?? ""
              for (event, result) in zip(batch.events, try await store.ingest(batch)) {
                #expect(
                  result.status == .known(round == 0 ? .stored : .duplicate), "seed \(seed), \(event.id)")
                if result.status == .known(.stored) {
                  arrived.append(World.Sent(device: device, event: event))
                }
              }
              guard index % 8 == 7 && round == 0 || index == batches.count - 1 else { continue }
              for (person, expected) in AttributeWorld.attributes(after: arrived) {
                let kept = try await attributes(of: person, store, app: app)
                #expect(kept == expected, "seed \(seed), \(person), after \(arrived.count) events")
              }
            }
          }
          #expect(arrived.count == world.sent.count)
        }
      },
      Promise(
        "a counter is exact after a thousand increments in any order, also of two people who turn out to be one"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        var chance = SeededGenerator(seed: 11)
        let increments = (1...1_000).map { index in
          let body = Wire.EventRecord.Body.attributeChange(
            key: "visits", Wire.AttributeChange(.known(.increment), .int(Int64(index))))
          return Sample.event(
            "e\(index)", at: Sample.now + .milliseconds(index), user: index % 2 == 0 ? "ana" : nil, body)
        }.shuffled(using: &chance)
        for start in stride(from: 0, to: 1_000, by: 125) {
          _ = try await store.ingest(Sample.batch(Array(increments[start..<start + 125])))
          if start == 750 {
            _ = try await store.ingest(Sample.batch([Sample.event("in", .userChanged(previousUserID: nil))]))
          }
        }
        #expect(try await attributes(of: "u:ana", store) == ["visits": 500_500])
        // One more, before all of them, still counts.
        let early = Sample.event(
          "early", at: Sample.now - .seconds(9),
          .attributeChange(key: "visits", Wire.AttributeChange(.known(.increment), 0.5)))
        _ = try await store.ingest(Sample.batch([early]))
        #expect(try await attributes(of: "u:ana", store) == ["visits": 500_500.5])
      },
      Promise("what an attribute was before it was set counts no longer, also what arrives later") {
        store async throws in
        try await store.insert(Sample.app())
        func change(_ id: String, _ seconds: Int, user: String? = "ana") -> Wire.EventRecord {
          Sample.event(
            id, at: Sample.now + .seconds(seconds), user: user,
            .attributeChange(key: "n", Wire.AttributeChange(.known(.increment), 1)))
        }
        for (event, expected) in [
          (change("a", 1), 1),
          (Sample.event("s", at: Sample.now + .seconds(5), .attribute(key: "n", value: 10)), 10),
          (change("b", 2), 10),
          (change("c", 7), 11),
          (Sample.event("t", at: Sample.now + .seconds(6), .attribute(key: "n", value: 20)), 21),
          (change("d", 3), 21),
          (Sample.event("r", at: Sample.now + .seconds(9), .attribute(key: "n", value: .null)), nil),
          (change("e", 8), nil),
          (change("f", 10), 1),
          // Anonymous, so before everything that she said as herself.
          (change("g", 11, user: nil), 1), (Sample.event("in", .userChanged(previousUserID: nil)), 1),
        ] as [(Wire.EventRecord, Wire.JSONValue?)] {
          _ = try await store.ingest(Sample.batch([event]))
          #expect(try await attributes(of: "u:ana", store)["n"] == expected, "\(event.id)")
        }
      },
      Promise("an id that both of them had changes an attribute once, as the user's") { store async throws in
        try await store.insert(Sample.app())
        func change(_ id: String, by step: Int64, user: String?) -> Wire.EventRecord {
          Sample.event(
            id, user: user, .attributeChange(key: "n", Wire.AttributeChange(.known(.increment), .int(step))))
        }
        _ = try await store.ingest(
          Sample.batch([
            Sample.event("0", at: Sample.now - .seconds(5), user: nil, .attribute(key: "n", value: 1)),
            Sample.event("0", at: Sample.now - .seconds(5), user: nil, .sessionStart),
            change("same", by: 10, user: nil),
            Sample.event("set", user: nil, .attribute(key: "m", value: 3)),
          ]))
        _ = try await store.ingest(
          Sample.batch([
            change("same", by: 100, user: "ana"),
            Sample.event("set", user: "ana", .attribute(key: "other", value: true)),
          ]))
        _ = try await store.ingest(Sample.batch([Sample.event("in", .userChanged(previousUserID: nil))]))
        #expect(try await attributes(of: "u:ana", store) == ["n": 101, "other": true])
      },
      Promise("what a device says whose clock is far off counts in the order in which it is said") {
        store async throws in
        let day = 86_400
        // Where the clock passes a limit between two events, one of the two is believed.
        let clocks: [(first: Int, second: Int)] = [
          (2 * day, 2 * day), (-40 * day, -40 * day), (-31 * day, -29 * day), (day / 2, 2 * day),
        ]
        for (index, clock) in clocks.enumerated() {
          let app = AppID("shop-\(index)")
          try await store.insert(Sample.app(app))
          func tags(_ operation: Wire.AttributeChange.Operation, _ value: Wire.JSONValue)
            -> Wire.EventRecord.Body
          {
            .attributeChange(key: "tags", Wire.AttributeChange(.known(operation), value))
          }
          // By their ids all of them would come the other way round.
          let said: [(id: String, seconds: Int, body: Wire.EventRecord.Body)] = [
            ("f", clock.first, .attribute(key: "plan", value: "free")), ("e", clock.first, tags(.add, "b")),
            ("d", clock.second, .attribute(key: "plan", value: "pro")),
            ("c", clock.second, tags(.remove, "b")),
          ]
          let events = said.enumerated().map {
            Sample.event($1.id, at: Sample.now + .seconds($1.seconds) + .milliseconds($0), $1.body)
          }
          _ = try await store.ingest(Sample.batch(events, app: app, receivedAt: Sample.now))
          #expect(
            try await attributes(of: "u:ana", store, app: app) == ["plan": "pro", "tags": []], "\(clock)")
          let person = try await store.person("u:ana", app: app)
          #expect(person?.attributes.allSatisfy { $0.at <= Sample.now } == true, "\(clock)")

          // In a batch that comes a millisecond later.
          let next = Sample.now + .seconds(clock.second) + .milliseconds(9)
          _ = try await store.ingest(
            Sample.batch(
              [
                Sample.event("b", at: next, .attribute(key: "plan", value: "gold")),
                Sample.event("a", at: next, tags(.add, "c")),
              ], app: app,
              receivedAt: Sample.now + .milliseconds(1)))
          #expect(
            try await attributes(of: "u:ana", store, app: app) == ["plan": "gold", "tags": ["c"]], "\(clock)")
        }
      },
      Promise("a program's changes count as a device's do") { store async throws in
        try await store.insert(Sample.app())
        let event = Sample.event(
          "a", .attributeChange(key: "tags", Wire.AttributeChange(.known(.add), "vip")))
        let results = try await store.ingest(
          IngestBatch(appID: "shop", device: nil, receivedAt: Sample.now, events: [event, event]))
        #expect(results.map(\.status) == [.known(.stored), .known(.duplicate)])
        let person = try await store.person("u:ana", app: "shop")
        #expect(person?.attributes == [PersonAttribute(key: "tags", value: ["vip"], at: Sample.now)])
      },
    ]
  }

  private static func attributes(of person: String, _ store: any Store, app: AppID = "shop") async throws
    -> [String: Wire.JSONValue]
  {
    let attributes = try await store.person(person, app: app)?.attributes ?? []
    return Dictionary(uniqueKeysWithValues: attributes.map { ($0.key, $0.value) })
  }
}
