// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Store
import Testing

extension StoreConformance {
  static var analytics: [Promise] {
    [
      Promise("a funnel has six people of whom 5, 5 and 2 got so far, without test devices and other names") {
        store async throws in
        try await store.insert(Sample.app())
        let people: [(String, [(String, Int)])] = [
          ("a", [("S1", 0), ("S2", 1), ("S3", 2)]), ("b", [("S1", 0), ("S3", 3), ("S2", 4)]),
          ("c", [("S2", 0), ("S1", 1), ("S2", 24), ("S3", 25)]), ("d", [("S1", 0), ("S2", 2), ("S3", 24)]),
          ("e", [("S1", 0), ("S1", 30), ("S2", 31), ("S3", 32)]), ("f", [("S2", 5)]), ("g", [("S4", 0)]),
        ]
        for (user, events) in people { try await log(store, user, events) }
        try await log(store, "tester", [("S1", 0), ("S2", 1), ("S3", 2)], role: .test)
        let query = try funnel(["S1", "S2", "S3"])
        #expect(try await store.funnel(query, of: nil, app: "shop", limit: 100)?.reached == [5, 5, 2])
        // Only for people of an audience, whose numbers the store knows.
        let everybody = try await store.people(matching: .everybody, named: [:], app: "shop", at: Sample.now)
        #expect(try await store.funnel(query, of: everybody, app: "shop", limit: 100)?.reached == [5, 5, 2])
        let some = try await store.people(
          matching: .condition(AudienceCondition(.fact(.userID), .equals("b"))), named: [:], app: "shop",
          at: Sample.now)
        #expect(try await store.funnel(query, of: some, app: "shop", limit: 100)?.reached == [1, 1, 0])
        #expect(
          try await store.funnel(query, of: PersonSet(), app: "shop", limit: 100)?.reached == [0, 0, 0])
        #expect(try await store.funnel(query, of: nil, app: "none", limit: 100)?.reached == [0, 0, 0])
      },
      Promise("a figure that would need more events than its limit is none") { store async throws in
        try await store.insert(Sample.app())
        try await log(store, "a", [("S1", 0), ("S2", 1), ("S2", 2)])
        // Not in the funnel.
        try await log(store, "a", [("S3", 2), ("S1", 900)])
        let query = try funnel(["S1", "S2"])
        #expect(try await store.funnel(query, of: nil, app: "shop", limit: 3)?.reached == [1, 1])
        #expect(try await store.funnel(query, of: nil, app: "shop", limit: 2) == nil)
        let curve = try #require(
          RetentionQuery(
            first: EventSelector(.custom), active: [EventSelector(.custom)], period: period, now: hour(0)))
        #expect(try await store.retention(curve, of: nil, app: "shop", limit: 5)?.people == 1)
        #expect(try await store.retention(curve, of: nil, app: "shop", limit: 4) == nil)
      },
      Promise("a funnel and a curve find events by kind, with any name and with one") { store async throws in
        try await store.insert(Sample.app())
        _ = try await store.ingest(
          Sample.batch(
            [
              Sample.event("1", at: hour(0), .sessionStart),
              Sample.event("2", at: hour(1), .screenView(name: "Home", properties: [:])),
              Sample.event(
                "3", at: hour(25),
                .purchase(productID: "sku", currency: "EUR", price: 1, quantity: 1, properties: [:])),
            ], receivedAt: hour(26)))
        let session = EventSelector(.sessionStart)
        for (last, expected) in [("purchase", 1), ("purchase:sku", 1), ("purchase:other", 0), ("custom", 0)] {
          let steps = [session, EventSelector(.screenView, name: "Home"), try #require(EventSelector(last))]
          let query = try #require(FunnelQuery(steps, hours: 48, period: period))
          #expect(
            try await store.funnel(query, of: nil, app: "shop", limit: 10)?.reached == [1, 1, expected],
            "\(last)")
        }
        let curve = try #require(
          RetentionQuery(first: session, active: [EventSelector(.purchase)], period: period, now: hour(48)))
        let days = try #require(try await store.retention(curve, of: nil, app: "shop", limit: 10)).days
        #expect(Array(days.prefix(3)) == [.init(observed: 1), .init(observed: 1, active: 1), .init()])
      },
      Promise(
        "a step with conditions counts only the events whose properties match, each of which costs more"
      ) { store async throws in
        try await store.insert(Sample.app())
        let bought: [(user: String, hour: Int, total: Wire.JSONValue)] = [
          ("a", 0, .int(10)), ("a", 1, .int(30)), ("b", 0, .int(30)), ("b", 1, .double(20.5)),
          ("c", 0, .int(30)), ("c", 1, .string("30")),
          ("d", 0, .int(5)), ("d", 2, .int(6)),
        ]
        for one in bought {
          _ = try await store.ingest(
            Sample.batch(
              [
                Sample.event(
                  "\(one.hour)", at: hour(one.hour), user: one.user,
                  .custom(name: "paid", properties: ["total": one.total]))
              ],
              receivedAt: hour(one.hour)))
        }
        func total(_ operation: Wire.Comparison.Operation, _ value: Int64) throws -> EventSelector {
          let filter = Wire.Filter.compare(
            Wire.Comparison(path: ["total"], operation: .known(operation), value: .int(value)))
          return EventSelector(.custom, name: "paid", where: try EventFilter(filter))
        }
        let any = EventSelector(.custom, name: "paid")
        for (steps, expected) in [
          ([any, any], [4, 4]), ([any, try total(.greater, 20)], [4, 2]),
          ([try total(.greater, 20), any], [3, 2]),
          ([try total(.less, 20), try total(.greater, 20)], [2, 1]),
          ([try total(.greater, 100), any], [0, 0]),
        ] {
          let query = try #require(FunnelQuery(steps, hours: 24, period: period))
          #expect(try await store.funnel(query, of: nil, app: "shop", limit: 1_000)?.reached == expected)
        }
        let query = try #require(FunnelQuery([any, try total(.greater, 20)], hours: 24, period: period))
        let cost = bought.count * (1 + EventReading.costOfFilter)
        #expect(try await store.funnel(query, of: nil, app: "shop", limit: cost) != nil)
        #expect(try await store.funnel(query, of: nil, app: "shop", limit: cost - 1) == nil)
      },
      Promise("people who did something count once on each day, without test devices") { store async throws in
        try await store.insert(Sample.app())
        try await log(store, "a", [("S1", 0), ("S1", 1), ("S1", 24), ("S2", 48)])
        try await log(store, "b", [("S1", 0), ("S1", 72)])
        try await log(store, "tester", [("S1", 0)], role: .test)
        let first = CountedTime.day(of: Sample.now)
        func people(_ days: Range<Int64>, limit: Int = 10) async throws -> [Int]? {
          try await store.eventPeople(
            EventSelector(.custom, name: "S1"), days: days, app: "shop", limit: limit)
        }
        #expect(try await people(first..<first + 3) == [2, 1, 0])
        #expect(try await people(first + 1..<first + 4) == [1, 0, 1])
        // With that of the test device.
        #expect(try await people(first..<first + 4, limit: 6) != nil)
        #expect(try await people(first..<first + 4, limit: 5) == nil)
      },
      Promise("people who turn out to be one are one in a funnel") { store async throws in
        try await store.insert(Sample.app())
        try await log(store, nil, [("S1", 0)])
        try await log(store, "ana", [("S2", 1)], device: "device-9")
        let query = try funnel(["S1", "S2"])
        #expect(try await store.funnel(query, of: nil, app: "shop", limit: 10)?.reached == [1, 0])
        _ = try await store.ingest(
          Sample.batch(
            [Sample.event("in", at: hour(2), .userChanged(previousUserID: nil))], receivedAt: hour(2)))
        #expect(try await store.funnel(query, of: nil, app: "shop", limit: 10)?.reached == [1, 1])
      },
      Promise("a random history has the funnel and the curve of a count in memory") { store async throws in
        for seed in 1...4 as ClosedRange<UInt64> {
          let app = AppID("shop-\(seed)")
          try await store.insert(Sample.app(app))
          var chance = SeededGenerator(seed: seed)
          var sent: [(user: Int, name: String, at: Instant)] = []
          for index in 0..<300 {
            let one = (
              user: Int.random(in: 0..<40, using: &chance), name: ["S1", "S2", "S3"][index % 3],
              at: hour(Int.random(in: 0..<240, using: &chance))
            )
            sent.append(one)
            _ = try await store.ingest(
              Sample.batch(
                [
                  Sample.event(
                    "\(index)", at: one.at, user: "u\(one.user)",
                    .custom(name: one.name, properties: ["n": .int(Int64(index % 7))]))
                ],
                app: app, receivedAt: hour(240)))
          }
          let query = try funnel(["S1", "S2", "S3"])
          let curve = try #require(
            RetentionQuery(
              first: query.steps[0], active: Array(query.steps.dropFirst()), period: query.period,
              now: hour(200),
              by: seed % 2 == 0 ? .day : .week))
          var (steps, days) = (FunnelCount(query), RetentionCount(curve))
          for one in sent.sorted(by: { ($0.user, $0.at) < ($1.user, $1.at) }) {
            let place = try #require(query.steps.firstIndex { $0.name == one.name })
            steps.add(place, of: Int64(one.user), at: one.at.milliseconds)
            days.add(place, of: Int64(one.user), at: one.at.milliseconds)
          }
          #expect(
            try await store.funnel(query, of: nil, app: app, limit: 1_000) == steps.finish(), "seed \(seed)")
          // The same with conditions, recounted from what was sent.
          let least = Int64.random(in: 1..<7, using: &chance)
          let filter = try EventFilter(
            .compare(Wire.Comparison(path: ["n"], operation: .known(.greaterOrEqual), value: .int(least))))
          let filtered = query.steps.map {
            EventSelector($0.kind, name: $0.name, where: $0.name == "S1" ? nil : filter)
          }
          let narrow = try #require(FunnelQuery(filtered, hours: query.hours, period: query.period))
          var recount = FunnelCount(narrow)
          let order = sent.indices.sorted { (sent[$0].user, sent[$0].at) < (sent[$1].user, sent[$1].at) }
          for index in order where sent[index].name == "S1" || Int64(index % 7) >= least {
            let place = try #require(narrow.steps.firstIndex { $0.name == sent[index].name })
            recount.add(place, of: Int64(sent[index].user), at: sent[index].at.milliseconds)
          }
          #expect(
            try await store.funnel(narrow, of: nil, app: app, limit: 10_000) == recount.finish(),
            "seed \(seed)"
          )
          #expect(
            try await store.retention(curve, of: nil, app: app, limit: 1_000) == days.finish(), "seed \(seed)"
          )
        }
      },
    ]
  }

  private static let period = Sample.now..<hour(800)

  private static func hour(_ hour: Int) -> Instant { Sample.now + .seconds(hour * 3_600) }

  private static func funnel(_ names: [String]) throws -> FunnelQuery {
    try #require(FunnelQuery(names.map { EventSelector(.custom, name: $0) }, hours: 24, period: period))
  }

  private static func log(
    _ store: any Store, _ user: String?, _ events: [(name: String, hour: Int)], device: String = "device-1",
    role: DeviceRole = .own
  ) async throws {
    for event in events {
      let body = Wire.EventRecord.Body.custom(name: event.name, properties: [:])
      _ = try await store.ingest(
        Sample.batch(
          [Sample.event("\(event.name)-\(event.hour)", at: hour(event.hour), user: user, body)],
          device: device,
          receivedAt: hour(event.hour), role: role))
    }
  }
}
