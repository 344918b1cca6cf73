// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import MartletCore
import MartletWire
public import Store
import Testing

extension StoreConformance {
  private static let opens = Wire.ClickAction(type: .known(.url), url: "https://example.com/shop")
  private static let buy = Wire.Button(id: 0, text: "Buy", clickAction: opens)
  private static let later = Wire.Button(id: 1, text: "Later")

  /// A campaign with a button that leads on, one that only closes, and data.
  public static func insertTapped(_ store: any Store) async throws {
    try await store.insert(Sample.app())
    var campaign = Sample.campaign("c")
    campaign.content.message?.buttons = [buy, later]
    try await store.insert(campaign)
    var data = Sample.campaign("data")
    data.content.message = nil
    data.content.data = Wire.DataPush(body: "1")
    try await store.insert(data)
  }

  /// Taps of four people on both.
  public static func tapped() -> [IngestBatch] {
    let message = Sample.presentation("c")
    var data = Sample.presentation("data")
    data.surface = .known(.data)
    func did(_ user: String, _ bodies: [Wire.EventRecord.Body]) -> IngestBatch {
      Sample.batch(
        bodies.enumerated().map { Sample.event("\(user)-\($0)", user: user, $1) }, device: "phone-\(user)")
    }
    return [
      did(
        "ana",
        [.impression(message), .click(message, buttonID: "0"), .dismissal(message, by: .known(.click))]),
      did(
        "ben",
        [.impression(message), .click(message, buttonID: "1"), .dismissal(message, by: .known(.click))]),
      did("cid", [.impression(message), .click(message, buttonID: nil), .click(data, buttonID: nil)]),
      did(
        "dan",
        [.impression(message), .dismissal(message, by: .known(.user)), .dismissal(data, by: .known(.app))]),
    ]
  }

  static var taps: [Promise] {
    [
      Promise(
        "a click is a tap on what leads on, one that only closes is a dismissal, and data that an app takes is neither"
      ) {
        store async throws in
        try await insertTapped(store)
        for batch in tapped() { _ = try await store.ingest(batch) }
        let totals = try await store.report(campaign: "c", app: "shop", from: nil, to: nil).totals
        #expect(
          [totals.impressions, totals.clicks, totals.uniqueClicks] == [4, 1, 1]
            && totals.clicksByButton == ["0": 1])
        #expect(totals.dismissals == ["click": 2, "button:1": 1, "button:body": 1, "user": 1])
        #expect(totals.dismissalsWithoutClicks == ["button:1": 1, "button:body": 1, "user": 1])
        let hour = CountedTime.hour(of: Sample.now)
        let hours = try await store.report(campaign: "c", app: "shop", from: hour, to: nil).hours
        #expect(hours.map { [$0.impressions, $0.clicks, $0.dismissals] } == [[4, 1, 3]])
        let ofData = try await store.report(campaign: "data", app: "shop", from: nil, to: nil).totals
        #expect(ofData.steps == ["data:used": 1, "data:refused": 1])
        #expect([ofData.clicks, ofData.uniqueClicks] == [0, 0] && ofData.dismissals.isEmpty)
        #expect(try await store.counts(app: "shop")["c"] == CampaignCounts(impressions: 4, clicks: 1))
        #expect(try await store.counts(app: "shop")["data"]?.clicks ?? 0 == 0)
        for (metric, campaign, expected) in [
          (.clicked, nil, 1), (.clicked, "c", 1), (.clicked, "data", 0), (.dismissed, nil, 3),
          (.dismissed, "c", 3), (.dismissed, "data", 0),
        ] as [(SeriesMetric, CampaignID?, Int)] {
          let query = SeriesQuery(
            metric, step: .hour, from: hour, to: hour + .seconds(3_600), campaign: campaign)
          #expect(
            try await store.series(query, app: "shop").total == expected,
            "\(metric) of \(campaign?.rawValue ?? "all")")
        }
        let groups = try await store.breakdown(
          of: "c", by: .platform, converting: nil, app: "shop", from: nil, to: nil
        ).groups
        #expect(groups.map(\.clicked) == [1])
      },
      Promise("what a button did in the version and the arm that the person saw decides what a tap on it was")
      {
        store async throws in
        try await store.insert(Sample.app())
        var campaign = Sample.campaign("c")
        campaign.content.message?.buttons = [later]
        (campaign.state, campaign.launchedAt) = (.running, Sample.now)
        try await store.insert(campaign)
        campaign.version = 2
        campaign.content.message?.buttons = [Wire.Button(id: 1, text: "Buy", clickAction: opens)]
        try await store.update(campaign, expectedRevision: 1)
        var other = Sample.campaign("x")
        var quiet = try #require(other.content.message)
        other.content.message?.buttons = [buy]
        quiet.buttons = [Wire.Button(id: 0, text: "Later")]
        other.content.experiment = Wire.Experiment(
          id: "e",
          variants: [
            Wire.Experiment.Variant(id: "a", name: "Opens", share: 5_000, message: other.content.message),
            Wire.Experiment.Variant(id: "b", name: "Closes", share: 5_000, message: quiet),
          ])
        try await store.insert(other)
        func tap(_ user: String, _ campaign: CampaignID, version: Int = 1, button: String, arm: String? = nil)
          async throws
        {
          var shown = Sample.presentation(campaign, id: "p-\(user)")
          shown.campaignVersion = version
          let exposure = arm.map { Wire.EventRecord.Body.exposure(shown, experimentID: "e", arm: $0) }
          let bodies: [Wire.EventRecord.Body] =
            [exposure].compactMap(\.self) + [.impression(shown), .click(shown, buttonID: button)]
          _ = try await store.ingest(
            Sample.batch(
              bodies.enumerated().map { Sample.event("\(user)-\($0)", user: user, $1) },
              device: "phone-\(user)"
            ))
        }
        try await tap("ana", "c", version: 1, button: "1")
        try await tap("ben", "c", version: 2, button: "1")
        try await tap("cid", "c", version: 9, button: "1")
        var totals = try await store.report(campaign: "c", app: "shop", from: nil, to: nil).totals
        #expect(totals.clicksByButton == ["1": 2] && totals.dismissals == ["button:1": 1])
        try await tap("dan", "x", button: "0", arm: "a")
        try await tap("eve", "x", button: "0", arm: "b")
        totals = try await store.report(campaign: "x", app: "shop", from: nil, to: nil).totals
        #expect(totals.clicksByButton == ["0": 1] && totals.dismissals == ["button:0": 1])
        let tally = try await store.tally(
          experiment: "e", of: .message, changes: [], campaign: "x", conversions: [], answers: [],
          app: "shop",
          at: Sample.now)
        #expect(tally.arms.mapValues(\.clicked) == ["a": 1, "b": 0])
      },
    ]
  }
}
