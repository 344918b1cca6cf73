// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
import MartletWire
import ServerTestSupport
public import Store
public import Testing

extension StoreConformance {
  static var reports: [Promise] {
    [
      Promise("reports agree with a naive count of the events") { store async throws in
        for seed in 1...UInt64(TestCases.count(3, full: 8)) {
          let app = AppID("shop-\(seed)")
          try await store.insert(Sample.app(app))
          let world = World(events: 300, seed: seed)
          var chance = SeededGenerator(seed: seed + 100)
          for batch in World.batches(of: world.sent, app: app, &chance) { _ = try await store.ingest(batch) }
          try await expectNumbers(of: world.sent, store, app: app, "seed \(seed)")
        }
      },
      Promise("a report with bounds has the hours that reach into them, and their totals") {
        store async throws in
        try await store.insert(Sample.app())
        let hour = CountedTime.hour(of: Sample.now)
        for offset in 0..<5 {
          let at = hour - .seconds(offset * 3_600) + .seconds(30)
          _ = try await store.ingest(
            Sample.batch([
              Sample.event("e\(offset)", at: at, user: "u\(offset)", .impression(Sample.presentation("c")))
            ]))
        }
        let report = try await store.report(
          campaign: "c", app: "shop", from: hour - .seconds(3 * 3_600) + .seconds(10), to: hour)
        #expect(report.hours.map(\.start) == [3, 2, 1].map { hour - .seconds($0 * 3_600) })
        #expect(report.totals == CampaignReport.Totals(impressions: 3, uniqueImpressions: 3))
        #expect(
          try await store.report(campaign: "c", app: "shop", from: nil, to: nil).totals.impressions == 5)
        #expect(
          try await store.report(campaign: "c", app: "shop", from: hour + .seconds(3_600), to: nil).hours
            .isEmpty)
      },
      Promise("a person counts once, in the hour of the first impression, in whatever order they arrive") {
        store async throws in
        try await store.insert(Sample.app())
        let first = CountedTime.hour(of: Sample.now)
        for (id, hours) in [("late", 2), ("early", 0), ("middle", 1)] {
          _ = try await store.ingest(
            Sample.batch(
              [Sample.event(id, at: first + .seconds(hours * 3_600), .impression(Sample.presentation("c")))],
              receivedAt: first + .seconds(10_000)))
        }
        #expect(
          try await store.report(campaign: "c", app: "shop", from: nil, to: nil).totals.uniqueImpressions == 1
        )
        #expect(
          try await store.report(campaign: "c", app: "shop", from: first, to: first + .seconds(3_600)).totals
            .uniqueImpressions == 1)
        #expect(
          try await store.report(campaign: "c", app: "shop", from: first + .seconds(3_600), to: nil).totals
            .uniqueImpressions == 0)
      },
      Promise("decisions are found newest first, by campaign, by person, by both") { store async throws in
        try await store.insert(Sample.app())
        let rows: [(id: String, user: String, candidates: [CampaignID])] = [
          ("d0", "ana", ["c"]), ("d1", "ben", ["c", "d"]), ("d2", "ana", ["d"]), ("d3", "ana", []),
          ("d4", "ana", ["d", "c"]),
        ]
        for (index, row) in rows.enumerated() {
          let event = Sample.event(
            row.id, at: Sample.now + .seconds(index), user: row.user,
            .decision(Sample.decision(row.id, candidates: row.candidates)))
          _ = try await store.ingest(Sample.batch([event]))
        }
        let cases: [(CampaignID?, String?, Int, [String])] = [
          (nil, nil, 10, ["d4", "d3", "d2", "d1", "d0"]), (nil, nil, 2, ["d4", "d3"]),
          ("c", nil, 10, ["d4", "d1", "d0"]),
          (nil, "u:ana", 10, ["d4", "d3", "d2", "d0"]), ("d", "u:ana", 10, ["d4", "d2"]),
          ("d", "u:ana", 1, ["d4"]), ("none", nil, 10, []),
          (nil, "u:none", 10, []), (nil, nil, 0, []),
        ]
        for (campaign, person, limit, expected) in cases {
          let found = try await store.decisions(
            campaign: campaign, personID: person, app: "shop", limit: limit)
          #expect(found.map(\.record.decisionID) == expected)
        }
        let newest = try await store.decisions(campaign: nil, personID: nil, app: "shop", limit: 1)
        #expect(
          newest == [
            StoredDecision(
              at: Sample.now + .seconds(4), personID: "u:ana",
              record: Sample.decision("d4", candidates: ["d", "c"]))
          ])
      },
      Promise("the list of campaigns has impressions and clicks of each that has any") { store async throws in
        try await store.insert(Sample.app())
        let (c, d) = (Sample.presentation("c"), Sample.presentation("d"))
        _ = try await store.ingest(
          Sample.batch([
            Sample.event("1", .impression(c)), Sample.event("2", .impression(c)),
            Sample.event("3", .click(c, buttonID: nil)),
            Sample.event("4", .click(d, buttonID: "0")), Sample.event("5", .dismissal(d, by: .known(.user))),
          ]))
        #expect(
          try await store.counts(app: "shop") == [
            "c": CampaignCounts(impressions: 2, clicks: 1), "d": CampaignCounts(impressions: 0, clicks: 1),
          ])
      },
    ]
  }

  /// Every number that the store tells is what a naive count of these distinct events gives.
  public static func expectNumbers(
    of sent: [World.Sent], _ store: any Store, app: AppID = "shop", _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let counts = try await store.counts(app: app)
    for campaign in World.campaigns {
      let expected = World.report(of: campaign, sent)
      #expect(
        try await store.report(campaign: campaign, app: app, from: nil, to: nil) == expected, comment,
        sourceLocation: sourceLocation)
      let row = counts[campaign] ?? CampaignCounts()
      #expect(
        row == CampaignCounts(impressions: expected.totals.impressions, clicks: expected.totals.clicks),
        comment,
        sourceLocation: sourceLocation)
    }
    #expect(
      try await store.eventCounts(app: app) == World.eventCounts(sent), comment,
      sourceLocation: sourceLocation)
    let decisions = sent.filter { $0.event.body.kind == "decision" }.count
    #expect(
      try await store.decisions(campaign: nil, personID: nil, app: app, limit: 1_000).count
        == min(decisions, 1_000), comment,
      sourceLocation: sourceLocation)
  }
}
