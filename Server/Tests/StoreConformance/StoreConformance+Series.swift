// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Store
import Testing

extension StoreConformance {
  static var series: [Promise] {
    [
      Promise("every figure over time agrees with a naive count of the events") { store async throws in
        for seed in 1...UInt64(TestCases.count(3, full: 6)) {
          let app = AppID("shop-\(seed)")
          try await store.insert(Sample.app(app))
          let world = SeriesWorld(events: 250, seed: seed)
          var chance = SeededGenerator(seed: seed + 200)
          for batch in World.batches(of: world.sent, app: app, testDevices: ["device-2"], &chance) {
            _ = try await store.ingest(batch)
          }
          for metric in SeriesMetric.allCases {
            for step in metric.traits.steps {
              let query = SeriesQuery(
                metric, step: step, from: Sample.now - .seconds(12 * 86_400),
                to: Sample.now + .seconds(86_400))
              let expected = world.counts(query, testDevices: ["device-2"])
              #expect(
                try await store.series(query, app: app).counts == expected, "\(metric), \(step), seed \(seed)"
              )
            }
          }
        }
      },
      Promise("a person who was active on several days counts once in each span of days") {
        store async throws in
        try await store.insert(Sample.app())
        for (day, user) in [(0, "ana"), (1, "ana"), (3, "ben"), (10, "ana")] {
          try await start(store, "s\(day)", user: user, day: day)
        }
        func people(_ metric: SeriesMetric) async throws -> [Int] {
          let query = SeriesQuery(metric, step: .day, from: day(0), to: day(11) + .seconds(1))
          let series = try await store.series(query, app: "shop")
          return series.counts
        }
        #expect(try await people(.activePeople) == [1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0])
        #expect(try await people(.activePeopleWeek) == [1, 1, 1, 2, 2, 2, 2, 2, 1, 1, 1, 1])
        #expect(try await people(.activePeopleMonth) == [1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2])
        // Later, nobody is active any more.
        let after = SeriesQuery(.activePeopleMonth, step: .day, from: day(32), to: day(40) + .seconds(1))
        #expect(try await store.series(after, app: "shop").counts == [2, 1, 1, 1, 1, 1, 1, 1, 0])
      },
      Promise("a day that arrives late, and one that arrives twice, changes nothing else") {
        store async throws in
        try await store.insert(Sample.app())
        for day in [20, 0, 10, 9, 11, 10] { try await start(store, "s\(day)", user: "ana", day: day) }
        let query = SeriesQuery(.activePeopleWeek, step: .day, from: day(0), to: day(27) + .seconds(1))
        let expected = (0...27).map {
          (0...6).contains($0) || (9...17).contains($0) || (20...26).contains($0) ? 1 : 0
        }
        #expect(try await store.series(query, app: "shop").counts == expected)
      },
      Promise("two people who turn out to be one are one active person, on every day") { store async throws in
        try await store.insert(Sample.app())
        for day in [0, 2] { try await start(store, "anonymous-\(day)", user: nil, day: day) }
        for day in [0, 3] { try await start(store, "own-\(day)", user: "ana", day: day, device: "device-9") }
        let query = SeriesQuery(.activePeopleWeek, step: .day, from: day(0), to: day(10) + .seconds(1))
        #expect(try await store.series(query, app: "shop").counts == [2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 0])
        _ = try await store.ingest(
          Sample.batch(
            [Sample.event("in", at: day(3), .userChanged(previousUserID: nil))], receivedAt: day(3)))
        #expect(try await store.series(query, app: "shop").counts == [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0])
        // What was on its way is the user's, too.
        try await start(store, "late", user: nil, day: 1)
        #expect(try await store.series(query, app: "shop").counts == [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0])
        let sessions = SeriesQuery(.sessions, step: .day, from: day(0), to: day(3) + .seconds(1))
        #expect(try await store.series(sessions, app: "shop").counts == [2, 1, 1, 1])
      },
      Promise("a session that both of them had under one id counts once, at the time of the user's") {
        store async throws in
        try await store.insert(Sample.app())
        try await start(store, "same", user: nil, day: 0)
        try await start(store, "same", user: "ana", day: 2)
        _ = try await store.ingest(
          Sample.batch(
            [Sample.event("in", at: day(3), .userChanged(previousUserID: nil))], receivedAt: day(3)))
        for metric in [SeriesMetric.activePeople, .sessions] {
          let query = SeriesQuery(metric, step: .day, from: day(0), to: day(3) + .seconds(1))
          #expect(try await store.series(query, app: "shop").counts == [0, 0, 1, 0], "\(metric)")
        }
      },
      Promise("test devices, the lab and programs make nobody active") { store async throws in
        try await store.insert(Sample.app())
        for role in [DeviceRole.test, .lab] {
          try await start(store, "\(role)", user: "ana", day: 0, device: "\(role)-device", role: role)
        }
        var sent = Sample.batch([Sample.event("program", at: day(0), .sessionStart)], receivedAt: day(0))
        sent.device = nil
        _ = try await store.ingest(sent)
        for (metric, expected) in [(SeriesMetric.activePeople, 0), (.sessions, 0), (.events, 1)] {
          let query = SeriesQuery(metric, step: .day, from: day(0), to: day(0) + .seconds(1))
          #expect(try await store.series(query, app: "shop").counts == [expected], "\(metric)")
        }
      },
      Promise("volumes of events are by kind, and custom events by name; forgotten names count together") {
        store async throws in
        try await store.insert(Sample.app())
        func custom(_ name: String, _ id: String, _ offset: Int) -> Wire.EventRecord {
          Sample.event(id, at: day(offset), .custom(name: name, properties: [:]))
        }
        _ = try await store.ingest(
          Sample.batch(
            [
              custom("a", "1", 0), custom("a", "2", 1), custom("b", "3", 1),
              Sample.event("4", at: day(1), .sessionStart),
            ],
            receivedAt: day(1)))
        var sent = Sample.batch([custom("a", "5", 1)], receivedAt: day(1))
        sent.device = nil
        _ = try await store.ingest(sent)
        let first = CountedTime.day(of: day(0))
        func volumes() async throws -> [EventVolume] {
          try await store.eventVolumes(app: "shop", days: first..<first + 2)
        }
        #expect(
          try await volumes() == [
            EventVolume(topic: EventTopic(kind: "custom", name: "a"), days: [1, 2]),
            EventVolume(topic: EventTopic(kind: "custom", name: "b"), days: [0, 1]),
            EventVolume(topic: EventTopic(kind: "session_start"), days: [0, 1]),
          ])
        _ = try await store.forgetEventNames(["a"], app: "shop")
        #expect(
          try await volumes() == [
            EventVolume(topic: EventTopic(kind: "custom"), days: [1, 2]),
            EventVolume(topic: EventTopic(kind: "custom", name: "b"), days: [0, 1]),
            EventVolume(topic: EventTopic(kind: "session_start"), days: [0, 1]),
          ])
        #expect(try await store.eventVolumes(app: "none", days: first..<first + 2) == [])
      },
      Promise("the figure of one campaign is that of its report") { store async throws in
        try await store.insert(Sample.app())
        let world = World(events: 200, seed: 5)
        var chance = SeededGenerator(seed: 5)
        for batch in World.batches(of: world.sent, &chance) { _ = try await store.ingest(batch) }
        for campaign in World.campaigns {
          let report = World.report(of: campaign, world.sent)
          func total(_ metric: SeriesMetric) async throws -> Int? {
            let query = SeriesQuery(
              metric, step: .hour, from: Sample.now - .seconds(86_400), to: Sample.now, campaign: campaign)
            let series = try await store.series(query, app: "shop")
            return series.total
          }
          #expect(try await total(.shown) == report.totals.impressions)
          #expect(try await total(.clicked) == report.totals.clicks)
          #expect(try await total(.notShown) == report.totals.outcomes.values.reduce(0, +))
        }
      },
      Promise("the totals of several campaigns are those of their reports, without hours") {
        store async throws in
        try await store.insert(Sample.app())
        let world = World(events: 200, seed: 6)
        var chance = SeededGenerator(seed: 6)
        for batch in World.batches(of: world.sent, testDevices: ["device-1"], &chance) {
          _ = try await store.ingest(batch)
        }
        let totals = try await store.campaignTotals(World.campaigns + ["none"], app: "shop")
        for campaign in World.campaigns {
          var report = try await store.report(campaign: campaign, app: "shop", from: nil, to: nil)
          report.hours = []
          #expect(totals[campaign] == report)
        }
        #expect(totals["none"] == CampaignReport(totals: CampaignReport.Totals(), hours: []))
      },
      Promise("the newest events are in the order of their arrival, and of a name in the order of their time")
      {
        store async throws in
        for app in ["shop", "other"] as [AppID] { try await store.insert(Sample.app(app)) }
        for (id, name, at) in [("1", "a", 2), ("2", "b", 1), ("3", "a", 1), ("4", nil, 0)]
          as [(String, String?, Int)]
        {
          let body = name.map { Wire.EventRecord.Body.custom(name: $0, properties: [:]) } ?? .sessionStart
          _ = try await store.ingest(
            Sample.batch(
              [Sample.event(id, at: Sample.now + .seconds(at), body)], receivedAt: day(1), role: .test))
        }
        func newest(_ topic: EventTopic?, app: AppID = "shop", limit: Int = 10) async throws -> [String] {
          let entries = try await store.newestEvents(of: topic, app: app, limit: limit)
          return entries.map { $0.personID + $0.event.id }
        }
        #expect(try await newest(nil) == ["u:ana4", "u:ana3", "u:ana2", "u:ana1"])
        #expect(try await newest(nil, limit: 2) == ["u:ana4", "u:ana3"])
        #expect(try await newest(EventTopic(kind: "custom", name: "a")) == ["u:ana1", "u:ana3"])
        #expect(try await newest(EventTopic(kind: "session_start")) == ["u:ana4"])
        #expect(try await newest(nil, app: "other") == [])
      },
    ]
  }

  private static func day(_ day: Int) -> Instant { Sample.now + .seconds(day * 86_400) }

  private static func start(
    _ store: any Store, _ id: String, user: String?, day offset: Int, device: String = "device-1",
    role: DeviceRole = .own
  ) async throws {
    _ = try await store.ingest(
      Sample.batch(
        [Sample.event(id, at: day(offset), user: user, .sessionStart)], device: device,
        receivedAt: day(offset), role: role))
  }
}
