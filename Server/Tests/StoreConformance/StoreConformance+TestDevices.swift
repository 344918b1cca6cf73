// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Store
import Testing

extension StoreConformance {
  static var testDevices: [Promise] {
    [
      Promise("what test devices did counts apart, and both together are the count of all") {
        store async throws in
        for seed in 1...4 as ClosedRange<UInt64> {
          let app = AppID("shop-\(seed)")
          try await store.insert(Sample.app(app))
          var chance = SeededGenerator(seed: seed + 200)
          let sent = World(events: 200, seed: seed).sent
          let tests = Set(["device-0", "device-1", "device-2"].filter { _ in Bool.random(using: &chance) })
          let own = sent.filter { !tests.contains($0.device) }
          for batch in World.batches(of: sent, app: app, testDevices: tests, &chance) {
            _ = try await store.ingest(batch)
          }
          let counts = try await store.counts(app: app)
          for campaign in World.campaigns {
            let without = try await store.report(campaign: campaign, app: app, from: nil, to: nil)
            let with = try await store.report(
              campaign: campaign, app: app, from: nil, to: nil, countsTests: true)
            let expected = World.report(of: campaign, own, among: sent)
            let all = World.report(of: campaign, sent)
            #expect(without.totals == expected.totals && without.hours == expected.hours, "seed \(seed)")
            #expect(with.totals == all.totals && with.hours == all.hours, "seed \(seed)")
            #expect(without.testTotals == with.testTotals, "seed \(seed)")
            #expect(sum(without.totals, without.testTotals) == all.totals, "seed \(seed)")
            // Each hour has what counts in it, once.
            let first = CountedTime.hour(of: Sample.now - .seconds(5 * 3_600))
            var added = CampaignReport.Totals()
            for hour in 0..<8 {
              let from = first + .seconds(hour * 3_600)
              let part = try await store.report(
                campaign: campaign, app: app, from: from, to: from + .seconds(3_600), countsTests: true)
              added = sum(added, part.totals)
            }
            #expect(added == all.totals, "seed \(seed)")
            let row = counts[campaign] ?? CampaignCounts()
            #expect(
              row == CampaignCounts(impressions: expected.totals.impressions, clicks: expected.totals.clicks),
              "seed \(seed)")
          }
          #expect(try await store.eventCounts(app: app) == World.eventCounts(sent), "seed \(seed)")
        }
      },
      Promise(
        "who is offered, sees and clicks a campaign on a test device and on another counts once, among people"
      ) { store async throws in
        try await store.insert(Sample.app())
        let hour = CountedTime.hour(of: Sample.now)
        func act(_ id: String, isTest: Bool, at: Instant) async throws {
          _ = try await store.ingest(
            Sample.batch(
              [
                Sample.event("i\(id)", at: at, .impression(Sample.presentation("c"))),
                Sample.event("k\(id)", at: at, .click(Sample.presentation("c"), buttonID: nil)),
              ], device: isTest ? "bench" : "phone", role: isTest ? .test : .own))
          try await store.markOffered(
            app: "shop", personID: "u:ana", eligible: ["c"], delivered: ["c"], at: at, isTest: isTest)
        }
        try await act("1", isTest: true, at: hour - .seconds(3_600))
        #expect(try await people(store) == [[0, 0, 0, 0], [1, 1, 1, 1]])
        #expect(
          try await people(store, from: hour - .seconds(3_600), to: hour) == [[0, 0, 0, 0], [1, 1, 1, 1]])
        try await act("2", isTest: false, at: hour)
        #expect(try await people(store) == [[1, 1, 1, 1], [0, 0, 0, 0]])
        #expect(
          try await people(store, from: hour - .seconds(3_600), to: hour) == [[0, 0, 0, 0], [0, 0, 0, 0]])
        try await act("3", isTest: true, at: hour - .seconds(7_200))
        #expect(try await people(store) == [[1, 1, 1, 1], [0, 0, 0, 0]])
        let report = try await store.report(campaign: "c", app: "shop", from: nil, to: nil)
        #expect([report.totals.impressions, report.testTotals.impressions] == [1, 2])
        #expect(report.hours.map(\.start) == [hour])
      },
      Promise("two people who turn out to be one count once, whichever of them used a test device") {
        store async throws in
        for (index, tests) in [[true, true], [true, false], [false, true], [false, false]].enumerated() {
          let app = AppID("shop-\(index)")
          try await store.insert(Sample.app(app))
          for (user, isTest) in zip(["ana", nil], tests) {
            // The same ids: after the merge each counts once, and the user's stays.
            _ = try await store.ingest(
              Sample.batch(
                [
                  Sample.event("i", user: user, .impression(Sample.presentation("c"))),
                  Sample.event("k", user: user, .click(Sample.presentation("c"), buttonID: nil)),
                  Sample.event("only-\(user ?? "")", user: user, .impression(Sample.presentation("d"))),
                ], app: app, role: isTest ? .lab : .own))
            try await store.markOffered(
              app: app, personID: PersonID.of(userID: user, deviceID: "device-1"), eligible: ["c"],
              delivered: ["c"], at: Sample.now,
              isTest: isTest)
          }
          _ = try await store.ingest(
            Sample.batch([Sample.event("s", .userChanged(previousUserID: nil))], app: app))
          // Offers have no ids: one of them on another device is enough. Events that both had are
          // the user's.
          let (offer, event) = (tests[0] && tests[1] ? 1 : 0, tests[0] ? 1 : 0)
          var expected = [[0, 0, 0, 0], [0, 0, 0, 0]]
          for step in 0...1 { expected[offer][step] = 1 }
          for step in 2...3 { expected[event][step] = 1 }
          #expect(try await people(store, app: app) == expected, "\(tests)")
          let other = try await store.report(campaign: "d", app: app, from: nil, to: nil)
          let seen = [other.totals.uniqueImpressions, other.testTotals.uniqueImpressions]
          #expect(seen == (tests[0] && tests[1] ? [0, 1] : [1, 0]), "\(tests)")
          #expect(other.totals.impressions + other.testTotals.impressions == 2)
        }
      },
      Promise("timelines and people say what a test device did, and a device of the lab stays one") {
        store async throws in
        try await store.insert(Sample.app())
        for role in [DeviceRole.own, .test, .lab, .own] {
          _ = try await store.ingest(
            Sample.batch([Sample.event("\(role)", .sessionStart)], device: "\(role)-device", role: role))
        }
        _ = try await store.ingest(Sample.batch([Sample.event("again", .sessionStart)], device: "lab-device"))
        let timeline = try await store.timeline(
          personID: "u:ana", kinds: [], app: "shop", after: nil, limit: 10
        ).elements
        #expect(
          Dictionary(timeline.map { ($0.id, $0.isTest) }) { $1 } == [
            "own": false, "test": true, "lab": true, "again": false,
          ])
        let devices = try #require(try await store.person("u:ana", app: "shop")).summary.devices
        #expect(Set(devices.filter(\.isLab).map(\.device.id)) == ["lab-device"])
      },
    ]
  }

  /// Eligible, delivered, who saw and who clicked: of the campaign `c`, without test devices and of
  /// test devices.
  private static func people(
    _ store: any Store, app: AppID = "shop", from: Instant? = nil, to: Instant? = nil
  ) async throws -> [[Int]] {
    let report = try await store.report(campaign: "c", app: app, from: from, to: to)
    return [report.totals, report.testTotals].map {
      [$0.eligible, $0.delivered, $0.uniqueImpressions, $0.uniqueClicks]
    }
  }

  private static func sum(_ one: CampaignReport.Totals, _ other: CampaignReport.Totals)
    -> CampaignReport.Totals
  {
    func add(_ counts: KeyPath<CampaignReport.Totals, [String: Int]>) -> [String: Int] {
      one[keyPath: counts].merging(other[keyPath: counts], uniquingKeysWith: +)
    }
    var sum = CampaignReport.Totals(
      eligible: one.eligible + other.eligible, delivered: one.delivered + other.delivered,
      impressions: one.impressions + other.impressions,
      uniqueImpressions: one.uniqueImpressions + other.uniqueImpressions, clicks: one.clicks + other.clicks,
      uniqueClicks: one.uniqueClicks + other.uniqueClicks, clicksByButton: add(\.clicksByButton),
      dismissals: add(\.dismissals),
      outcomes: add(\.outcomes))
    sum.steps = add(\.steps)
    sum.impressionsBySurface = add(\.impressionsBySurface)
    sum.byVersion = one.byVersion.merging(other.byVersion) { $0.merging($1, uniquingKeysWith: +) }
    sum.answers = one.answers.merging(other.answers) { $0.merging($1, uniquingKeysWith: +) }
    return sum
  }
}
