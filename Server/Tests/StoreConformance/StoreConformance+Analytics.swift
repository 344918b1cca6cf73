// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static let analytics: [Promise] = [
    Promise("a funnel has six people of whom 5, 5 and 2 got so far, without test devices and other names") { store async throws in
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
        matching: .condition(AudienceCondition(.fact(.userID), .equals("b"))), named: [:], app: "shop", at: Sample.now)
      #expect(try await store.funnel(query, of: some, app: "shop", limit: 100)?.reached == [1, 1, 0])
      #expect(try await store.funnel(query, of: PersonSet(), app: "shop", limit: 100)?.reached == [0, 0, 0])
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
        RetentionQuery(first: EventSelector(.custom), active: [EventSelector(.custom)], period: period, now: hour(0)))
      #expect(try await store.retention(curve, of: nil, app: "shop", limit: 5)?.people == 1)
      #expect(try await store.retention(curve, of: nil, app: "shop", limit: 4) == nil)
    },
    Promise("a funnel and a curve find events by kind, with any name and with one") { store async throws in
      try await store.insert(Sample.app())
      _ = try await store.ingest(
        Sample.batch(
          [
            Sample.event("1", at: hour(0), .sessionStart), Sample.event("2", at: hour(1), .screenView(name: "Home", properties: [:])),
            Sample.event("3", at: hour(25), .purchase(productID: "sku", currency: "EUR", price: 1, quantity: 1, properties: [:])),
          ], receivedAt: hour(26)))
      let session = EventSelector(.sessionStart)
      for (last, expected) in [("purchase", 1), ("purchase:sku", 1), ("purchase:other", 0), ("custom", 0)] {
        let steps = [session, EventSelector(.screenView, name: "Home"), try #require(EventSelector(last))]
        let query = try #require(FunnelQuery(steps, hours: 48, period: period))
        #expect(try await store.funnel(query, of: nil, app: "shop", limit: 10)?.reached == [1, 1, expected], "\(last)")
      }
      let curve = try #require(RetentionQuery(first: session, active: [EventSelector(.purchase)], period: period, now: hour(48)))
      let days = try #require(try await store.retention(curve, of: nil, app: "shop", limit: 10)).days
      #expect(Array(days.prefix(3)) == [.init(observed: 1), .init(observed: 1, active: 1), .init()])
    },
    Promise("people who did something count once on each day, without test devices") { store async throws in
      try await store.insert(Sample.app())
      try await log(store, "a", [("S1", 0), ("S1", 1), ("S1", 24), ("S2", 48)])
      try await log(store, "b", [("S1", 0), ("S1", 72)])
      try await log(store, "tester", [("S1", 0)], role: .test)
      let first = CountedTime.day(of: Sample.now)
      func people(_ days: Range<Int64>, limit: Int = 10) async throws -> [Int]? {
        try await store.eventPeople(EventSelector(.custom, name: "S1"), days: days, app: "shop", limit: limit)
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
        Sample.batch([Sample.event("in", at: hour(2), .userChanged(previousUserID: nil))], receivedAt: hour(2)))
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
              [Sample.event("\(index)", at: one.at, user: "u\(one.user)", .custom(name: one.name, properties: [:]))], app: app,
              receivedAt: hour(240)))
        }
        let query = try funnel(["S1", "S2", "S3"])
        let curve = try #require(
          RetentionQuery(first: query.steps[0], active: Array(query.steps.dropFirst()), period: query.period, now: hour(200)))
        var (steps, days) = (FunnelCount(query), RetentionCount(curve))
        for one in sent.sorted(by: { ($0.user, $0.at) < ($1.user, $1.at) }) {
          let place = try #require(query.steps.firstIndex { $0.name == one.name })
          steps.add(place, of: Int64(one.user), at: one.at.milliseconds)
          days.add(place, of: Int64(one.user), at: one.at.milliseconds)
        }
        #expect(try await store.funnel(query, of: nil, app: app, limit: 1_000) == steps.finish(), "seed \(seed)")
        #expect(try await store.retention(curve, of: nil, app: app, limit: 1_000) == days.finish(), "seed \(seed)")
      }
    },
  ]

  private static let period = Sample.now..<hour(800)

  private static func hour(_ hour: Int) -> Instant { Sample.now + .seconds(hour * 3_600) }

  private static func funnel(_ names: [String]) throws -> FunnelQuery {
    try #require(FunnelQuery(names.map { EventSelector(.custom, name: $0) }, hours: 24, period: period))
  }

  private static func log(
    _ store: any Store, _ user: String?, _ events: [(name: String, hour: Int)], device: String = "device-1", role: DeviceRole = .own
  ) async throws {
    for event in events {
      let body = Wire.EventRecord.Body.custom(name: event.name, properties: [:])
      _ = try await store.ingest(
        Sample.batch(
          [Sample.event("\(event.name)-\(event.hour)", at: hour(event.hour), user: user, body)], device: device,
          receivedAt: hour(event.hour), role: role))
    }
  }
}
