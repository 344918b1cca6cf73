// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static var events: [Promise] {
    [
      Promise("each event is answered in order: stored, duplicate or rejected") { store async throws in
        try await store.insert(Sample.app())
        let good = Sample.event("a", .custom(name: "cart_viewed", properties: ["total": .double(12.5)]))
        let results = try await store.ingest(
          Sample.batch([good, Sample.event("", .sessionStart), good, Sample.event("b", .sessionStart)]))
        #expect(results.map(\.id) == ["a", "", "a", "b"])
        #expect(
          results.map(\.status) == [.known(.stored), .known(.rejected), .known(.duplicate), .known(.stored)])
        #expect(results[1].field == "id")
        #expect(try await store.eventCounts(app: "shop") == ["custom": 1, "session_start": 1])
      },
      Promise("what a program sends belongs to the user it names, counts once, and makes no device") {
        store async throws in
        try await store.insert(Sample.app())
        let event = Sample.event("a", user: "ana", .attribute(key: "plan", value: "gold"))
        let program = IngestBatch(
          appID: "shop", device: nil, receivedAt: Sample.now,
          events: [event, event, Sample.event("b", user: nil, .custom(name: "refunded", properties: [:]))])
        let results = try await store.ingest(program)
        #expect(results.map(\.status) == [.known(.stored), .known(.duplicate), .known(.rejected)])
        #expect(results[2].field == "user_id")
        let person = try await store.person("u:ana", app: "shop")
        #expect(person?.attributes.map(\.key) == ["plan"])
        #expect(person?.summary.devices.isEmpty == true)
        let timeline = try await store.timeline(
          personID: "u:ana", kinds: [], app: "shop", after: nil, limit: 10)
        #expect(timeline.elements.map(\.deviceID) == [""])
      },
      Promise(
        "the names of custom events that devices logged are known, the most frequent first, without those of programs"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        func custom(_ id: String, _ name: String) -> Wire.EventRecord {
          Sample.event(id, user: "ana", .custom(name: name, properties: [:]))
        }
        _ = try await store.ingest(
          Sample.batch([
            custom("1", "b"), custom("2", "c"), custom("3", "c"), custom("3", "c"), custom("4", "a"),
            custom("4", "a"),
          ]))
        _ = try await store.ingest(
          IngestBatch(appID: "shop", device: nil, receivedAt: Sample.now, events: [custom("5", "refunded")]))
        #expect(try await store.customEventNames(app: "shop", limit: 10) == ["c", "a", "b"])
        #expect(try await store.customEventNames(app: "shop", limit: 1) == ["c"])
        #expect(try await store.customEventNames(app: "none", limit: 10) == [])
        #expect(try await store.forgetEventNames(["b", "refunded", "none"], app: "shop") == 1)
        #expect(try await store.customEventNames(app: "shop", limit: 10) == ["c", "a"])
        #expect(try await store.otherEvents(app: "shop") == OtherEvents(count: 1, names: 2))
        #expect(try await store.forgetEventNames(nil, app: "shop") == 2)
        #expect(try await store.customEventNames(app: "shop", limit: 10) == [])
        #expect(try await store.otherEvents(app: "shop") == OtherEvents(count: 4, names: 0))
        _ = try await store.ingest(Sample.batch([custom("6", "b")]))
        #expect(try await store.customEventNames(app: "shop", limit: 10) == ["b"])
      },
      Promise(
        "the properties of events and the products that were bought are known, the most frequent first, as they are written in conditions"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        try await store.insert(Sample.app("bakery"))
        func custom(_ id: String, _ properties: [String: Wire.JSONValue], name: String = "cart_viewed")
          -> Wire.EventRecord
        {
          Sample.event(id, user: "ana", .custom(name: name, properties: properties))
        }
        func purchase(_ id: String, _ product: String, _ properties: [String: Wire.JSONValue] = [:])
          -> Wire.EventRecord
        {
          Sample.event(
            id, user: "ana",
            .purchase(productID: product, currency: "EUR", price: 1, quantity: 1, properties: properties))
        }
        _ = try await store.ingest(
          Sample.batch([
            custom("1", ["total": .int(3), "vip": .bool(true), "none": .null, "unit_price": .int(1)]),
            custom("2", ["total": .double(3), "cart": ["size": .int(1)]]),
            custom(
              "3",
              [
                "since": ["$date": .int(1)], "tags": .array([.string("a"), ["b": .int(1)]]),
                "with \"quotes\"": .int(1),
              ]),
            custom("4", [:], name: "app_rated"), purchase("5", "socks"),
            purchase("6", "hat", ["colour": .string("red")]),
            purchase("7", "hat"),
          ]))
        let names = try await store.loggedNames(app: "shop")
        #expect(
          names
            == LoggedNames(
              properties: [
                "cart_viewed": ["total", "cart.size", "none", "since", "tags", "unit_price", "vip"],
                "": ["colour"],
              ], products: ["hat", "socks"])
        )
        #expect(try await store.loggedNames(app: "bakery") == LoggedNames())
      },
      Promise("an id counts once for a person, and again for another") { store async throws in
        try await store.insert(Sample.app())
        let body = Wire.EventRecord.Body.impression(Sample.presentation("c"))
        for (user, device, status) in [
          ("ana", "device-1", Wire.EventResult.Status.stored), ("ana", "device-2", .duplicate),
          ("ben", "device-1", .stored),
          (nil, "device-1", .stored), (nil, "device-2", .stored), (nil, "device-2", .duplicate),
        ] as [(String?, String, Wire.EventResult.Status)] {
          let results = try await store.ingest(
            Sample.batch([Sample.event("same", user: user, body)], device: device))
          #expect(results.map(\.status) == [.known(status)])
        }
        let totals = try await store.report(campaign: "c", app: "shop", from: nil, to: nil).totals
        #expect(totals.impressions == 4)
        #expect(totals.uniqueImpressions == 4)
      },
      Promise("names that differ after U+0000 are not taken for the same") { store async throws in
        try await store.insert(Sample.app())
        let results = try await store.ingest(
          Sample.batch([
            Sample.event("a\u{0}1", .sessionStart), Sample.event("b", user: "ana\u{0}x", .sessionStart),
            Sample.event("c", .impression(Sample.presentation("c\u{0}d"))), Sample.event("d", .sessionStart),
          ]))
        #expect(
          results.map(\.status) == [.known(.rejected), .known(.rejected), .known(.rejected), .known(.stored)])
      },
      Promise("a person is eligible and delivered to once, however often it is said") { store async throws in
        try await store.insert(Sample.app())
        for (index, person) in ["u:ana", "u:ana", "d:device-1", "u:ana"].enumerated() {
          try await store.markOffered(
            app: "shop", personID: person, eligible: ["c", "d"], delivered: index < 2 ? ["c"] : [],
            at: Sample.now + .seconds(index * 7_200))
        }
        let report = try await store.report(campaign: "c", app: "shop", from: nil, to: nil)
        #expect(report.totals == CampaignReport.Totals(eligible: 2, delivered: 1))
        #expect(report.hours.isEmpty)
        #expect(
          try await store.report(campaign: "d", app: "shop", from: nil, to: nil).totals
            == CampaignReport.Totals(eligible: 2))
        // Counted in the hour in which it was said first.
        let first = try await store.report(
          campaign: "c", app: "shop", from: nil, to: Sample.now + .seconds(3_600)
        ).totals
        #expect(first.eligible == 1 && first.delivered == 1)
      },
      Promise("of twenty session starts of one person one counts") { store async throws in
        try await store.insert(Sample.app())
        let failures = await count(20) { _ in
          do throws(StoreError) {
            try await store.markOffered(
              app: "shop", personID: "u:ana", eligible: ["c"], delivered: ["c"], at: Sample.now)
            return false
          } catch { return true }
        }
        #expect(failures == 0)
        #expect(
          try await store.report(campaign: "c", app: "shop", from: nil, to: nil).totals
            == CampaignReport.Totals(eligible: 1, delivered: 1))
      },
      Promise("an event of a clock that is far off counts in the hour of its receipt") { store async throws in
        try await store.insert(Sample.app())
        let received = Sample.now + .seconds(7_200)
        let day = 86_400
        let offsets: [(offset: Int, isBelieved: Bool)] = [
          (0, true), (-29 * day, true), (-30 * day, true), (-30 * day - 1, false), (day, true),
          (day + 1, false), (-3_650 * day, false),
          (3_650 * day, false),
        ]
        for (index, row) in offsets.enumerated() {
          let campaign = CampaignID("c\(index)")
          let at = received + .seconds(row.offset)
          _ = try await store.ingest(
            Sample.batch(
              [Sample.event("e\(index)", at: at, .impression(Sample.presentation(campaign)))],
              receivedAt: received))
          let hours = try await store.report(campaign: campaign, app: "shop", from: nil, to: nil).hours.map(
            \.start)
          #expect(hours == [CountedTime.hour(of: row.isBelieved ? at : received)], "\(row.offset) s")
        }
      },
      Promise(
        "what a program sends counts when it happened, however long ago, and the answer says what does not"
      ) { store async throws in
        try await store.insert(Sample.app())
        let received = Sample.now + .seconds(7_200)
        let (old, ahead) = (received - .seconds(400 * 86_400), received + .seconds(3 * 86_400))
        let events = [
          Sample.event("old", at: old, session: nil, .custom(name: "order", properties: [:])),
          Sample.event("plan", at: old, session: nil, .attribute(key: "plan", value: .string("pro"))),
          Sample.event("ahead", at: ahead, session: nil, .custom(name: "order", properties: [:])),
        ]
        let results = try await store.ingest(
          IngestBatch(appID: "shop", device: nil, receivedAt: received, events: events))
        #expect(results.map(\.status) == [.known(.stored), .known(.stored), .known(.stored)])
        #expect(results.map(\.code) == [nil, nil, "counted_at_receipt"])
        let person = try await store.person("u:ana", app: "shop")?.summary
        #expect(person?.firstSeen == old && person?.lastSeen == received)
        let timeline = try await store.timeline(
          personID: "u:ana", kinds: [], app: "shop", after: nil, limit: 10
        ).elements
        #expect(timeline.map(\.countedAt) == [received, old, old])
        let day = CountedTime.day(of: old)
        #expect(
          try await store.eventVolumes(app: "shop", days: day..<(day + 1)).map(\.total).reduce(0, +) == 2)
      },
      Promise("two normal forms of one text in one batch are two names, two campaigns and two buttons") {
        store async throws in
        try await store.insert(Sample.app())
        let forms = ["caf\u{E9}", "cafe\u{301}"]
        let events = forms.enumerated().flatMap { index, text in
          [
            Sample.event("n\(index)", .custom(name: text, properties: [:])),
            Sample.event("i\(index)", .impression(Sample.presentation(CampaignID(text), id: "p\(index)"))),
            Sample.event("k\(index)", .click(Sample.presentation("c", id: "q\(index)"), buttonID: text)),
            Sample.event(
              "d\(index)", .decision(Sample.decision("d\(index)", candidates: [CampaignID(text)]))),
          ]
        }
        _ = try await store.ingest(Sample.batch(events))
        func bytes(_ texts: [String]) -> [[UInt8]] {
          texts.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        }
        #expect(bytes(try await store.customEventNames(app: "shop", limit: 9)) == bytes(forms))
        for text in forms {
          let report = try await store.report(campaign: CampaignID(text), app: "shop", from: nil, to: nil)
          #expect(report.totals == CampaignReport.Totals(impressions: 1, uniqueImpressions: 1))
          let decisions = try await store.decisions(
            campaign: CampaignID(text), personID: nil, app: "shop", limit: 9)
          #expect(decisions.count == 1)
        }
        for text in forms {
          try await store.markOffered(
            app: "shop", personID: "u:ana", eligible: forms.map { CampaignID($0) },
            delivered: [CampaignID(text)], at: Sample.now)
        }
        for text in forms {
          let totals = try await store.report(campaign: CampaignID(text), app: "shop", from: nil, to: nil)
            .totals
          #expect([totals.eligible, totals.delivered] == [1, 1])
        }
      },
      Promise("all events of a batch are kept when an unknown kind is among them") { store async throws in
        try await store.insert(Sample.app())
        let unknown = Sample.event("u", .unknown(kind: "teleport", fields: ["to": .string("moon")]))
        let results = try await store.ingest(Sample.batch([unknown, Sample.event("s", .sessionStart)]))
        #expect(results.map(\.status) == [.known(.stored), .known(.stored)])
        #expect(try await store.eventCounts(app: "shop") == ["teleport": 1, "session_start": 1])
      },
    ]
  }
}
