// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static var merging: [Promise] {
    [
      Promise("signing in for the first time makes the device's anonymous person and the user one person") {
        store async throws in
        try await store.insert(Sample.app())
        let at = { (seconds: Int) in Sample.now + .seconds(seconds) }
        _ = try await store.ingest(
          Sample.batch(
            [Sample.event("old", at: at(-900), .attribute(key: "plan", value: .string("paid")))],
            device: "device-9"))
        _ = try await store.ingest(
          Sample.batch([
            Sample.event("a", at: at(0), user: nil, .sessionStart),
            Sample.event("b", at: at(1), user: nil, .attribute(key: "plan", value: .string("free"))),
            Sample.event("c", at: at(2), user: nil, .attribute(key: "colour", value: .string("red"))),
            Sample.event("d", at: at(3), user: nil, .decision(Sample.decision("d", candidates: ["c"]))),
            Sample.event("e", at: at(4), user: "ana", .userChanged(previousUserID: nil)),
            Sample.event("f", at: at(5), user: "ana", .sessionStart),
          ]))
        let person = try #require(try await store.person("d:device-1", app: "shop"))
        #expect(person.summary.id == "u:ana")
        #expect(person == (try await store.person("u:ana", app: "shop")))
        #expect(person.merged == [Person.MergedDevice(deviceID: "device-1", at: at(4))])
        #expect(person.summary.firstSeen == at(-900) && person.summary.lastSeen == at(5))
        #expect(person.summary.devices.map(\.device.id) == ["device-1", "device-9"])
        // What the user said as themselves stays, also against something newer.
        #expect(
          person.attributes == [
            PersonAttribute(key: "colour", value: .string("red"), at: at(2), isOwn: false),
            PersonAttribute(key: "plan", value: .string("paid"), at: at(-900)),
          ])
        let timeline = try await store.timeline(
          personID: "u:ana", kinds: [], app: "shop", after: nil, limit: 50)
        #expect(timeline.elements.map(\.id) == ["f", "e", "d", "c", "b", "a", "old"])
        #expect(
          try await store.decisions(campaign: "c", personID: "u:ana", app: "shop", limit: 5).map(\.personID)
            == ["u:ana"])
        #expect(
          try await store.people(search: nil, app: "shop", after: nil, limit: 50).elements.map(\.id) == [
            "u:ana"
          ])
      },
      Promise(
        "one who saw, clicked and was offered it before and after signing in counts once, at the first time"
      ) { store async throws in
        try await store.insert(Sample.app())
        let hour = CountedTime.hour(of: Sample.now)
        for (index, user) in ["ana", nil].enumerated() {
          let at = hour - .seconds(3_600 * index)
          _ = try await store.ingest(
            Sample.batch([
              Sample.event("i\(index)", at: at, user: user, .impression(Sample.presentation("c"))),
              Sample.event("k\(index)", at: at, user: user, .click(Sample.presentation("c"), buttonID: nil)),
            ]))
          let person = PersonID.of(userID: user, deviceID: "device-1")
          try await store.markOffered(
            app: "shop", personID: person, eligible: ["c"], delivered: ["c"], at: at)
        }
        #expect(try await people(store) == [2, 2, 2, 2, 2, 2])
        let signedIn = Sample.event("s", at: hour, .userChanged(previousUserID: nil))
        for status in [Wire.EventResult.Status.stored, .duplicate] {
          #expect(try await store.ingest(Sample.batch([signedIn])).map(\.status) == [.known(status)])
          #expect(try await people(store) == [1, 1, 2, 1, 2, 1])
          #expect(try await people(store, from: hour - .seconds(3_600), to: hour) == [1, 1, 1, 1, 1, 1])
        }
        // Anonymous events that were on their way are the user's.
        _ = try await store.ingest(
          Sample.batch([Sample.event("late", user: nil, .impression(Sample.presentation("c")))]))
        try await store.markOffered(
          app: "shop", personID: "d:device-1", eligible: ["c"], delivered: ["c"], at: hour)
        #expect(try await people(store) == [1, 1, 3, 1, 2, 1])
      },
      Promise("an event id of the anonymous person counts once also when it is sent again after the merge") {
        store async throws in
        try await store.insert(Sample.app())
        let anonymous = Sample.event("same", user: nil, .impression(Sample.presentation("c")))
        _ = try await store.ingest(Sample.batch([anonymous]))
        _ = try await store.ingest(Sample.batch([Sample.event("s", .userChanged(previousUserID: nil))]))
        let again = try await store.ingest(
          Sample.batch([anonymous, Sample.event("same", .impression(Sample.presentation("c")))]))
        #expect(again.map(\.status) == [.known(.duplicate), .known(.duplicate)])
        #expect(
          try await store.report(campaign: "c", app: "shop", from: nil, to: nil).totals.impressions == 1)
        #expect(try await store.eventCounts(app: "shop") == ["impression": 1, "user_changed": 1])
      },
      Promise("an id that both of them had counts once after the merge") { store async throws in
        try await store.insert(Sample.app())
        let hour = CountedTime.hour(of: Sample.now)
        func events(_ user: String?, at: Instant) -> [Wire.EventRecord] {
          [
            Sample.event("i", at: at, user: user, .impression(Sample.presentation("c"))),
            Sample.event("k", at: at, user: user, .click(Sample.presentation("c"), buttonID: "1")),
            Sample.event("d", at: at, user: user, .decision(Sample.decision("d", candidates: ["c"]))),
          ]
        }
        _ = try await store.ingest(Sample.batch(events(nil, at: hour - .seconds(3_600))))
        _ = try await store.ingest(Sample.batch(events("ana", at: hour)))
        _ = try await store.ingest(
          Sample.batch([Sample.event("s", at: hour, .userChanged(previousUserID: nil))]))
        let report = try await store.report(campaign: "c", app: "shop", from: nil, to: nil)
        #expect(
          report.totals
            == CampaignReport.Totals(
              impressions: 1, uniqueImpressions: 1, clicks: 1, uniqueClicks: 1, clicksByButton: ["1": 1]))
        #expect(report.hours.map(\.start) == [hour])
        #expect(try await store.decisions(campaign: "c", personID: nil, app: "shop", limit: 5).count == 1)
        #expect(
          try await store.eventCounts(app: "shop") == [
            "impression": 1, "click": 1, "decision": 1, "user_changed": 1,
          ])
      },
      Promise(
        "only the first user of a device takes over what was done there; a user may take over several devices"
      ) { store async throws in
        try await store.insert(Sample.app())
        for device in ["device-1", "device-2"] {
          _ = try await store.ingest(
            Sample.batch([Sample.event("a-\(device)", user: nil, .sessionStart)], device: device))
          _ = try await store.ingest(
            Sample.batch([Sample.event("s-\(device)", .userChanged(previousUserID: nil))], device: device))
        }
        _ = try await store.ingest(
          Sample.batch([
            Sample.event("b", user: "ben", .userChanged(previousUserID: nil)),
            Sample.event("c", user: "cleo", .userChanged(previousUserID: "ben")),
          ]))
        #expect(
          try await store.person("u:ana", app: "shop")?.merged.map(\.deviceID) == ["device-1", "device-2"])
        #expect(try await store.person("u:ben", app: "shop")?.merged == [])
        #expect(try await store.person("d:device-1", app: "shop")?.summary.id == "u:ana")
        let timeline = try await store.timeline(
          personID: "u:ana", kinds: [], app: "shop", after: nil, limit: 50)
        #expect(Set(timeline.elements.map(\.id)) == ["a-device-1", "s-device-1", "a-device-2", "s-device-2"])
      },
      Promise("everything of one batch is merged right, what comes before the sign-in and what comes after") {
        store async throws in
        try await store.insert(Sample.app())
        _ = try await store.ingest(
          Sample.batch([
            Sample.event("1", user: "ana", .impression(Sample.presentation("c"))),
            Sample.event("2", user: nil, .impression(Sample.presentation("c"))),
            Sample.event("3", user: "ana", .userChanged(previousUserID: nil)),
            Sample.event("4", user: nil, .impression(Sample.presentation("c"))),
            Sample.event("5", user: "new", .impression(Sample.presentation("c"))),
            Sample.event("6", user: "ana", .impression(Sample.presentation("c"))),
          ]))
        #expect(
          try await store.report(campaign: "c", app: "shop", from: nil, to: nil).totals
            == CampaignReport.Totals(impressions: 5, uniqueImpressions: 2))
        let people = try await store.people(search: nil, app: "shop", after: nil, limit: 50)
        #expect(Set(people.elements.map(\.id)) == ["u:ana", "u:new"])
      },
    ]
  }

  /// Eligible, delivered, impressions, who saw it, clicks, who clicked: of the campaign `c`.
  private static func people(_ store: any Store, from: Instant? = nil, to: Instant? = nil) async throws
    -> [Int]
  {
    let totals = try await store.report(campaign: "c", app: "shop", from: from, to: to).totals
    return [
      totals.eligible, totals.delivered, totals.impressions, totals.uniqueImpressions, totals.clicks,
      totals.uniqueClicks,
    ]
  }
}
