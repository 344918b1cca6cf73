// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static var peopleInOrder: [Promise] {
    [
      Promise("people are sorted by the device seen last, and those of whom none is known come last") {
        store async throws in
        try await store.insert(Sample.app())
        let models: [(user: String, models: [String?])] = [
          ("a", ["Pixel 9"]), ("b", ["iPhone17,1"]), ("c", ["zPhone", "Aphone"]), ("d", [nil]),
          ("e", ["iPad16,3", nil]),
        ]
        for (number, (user, models)) in models.enumerated() {
          for (index, model) in models.enumerated() {
            let device = Wire.Device(
              id: "device-\(number)-\(index)", platform: model.map { _ in "ios" }, model: model)
            let event = Sample.event("e\(index)", at: Sample.now + .seconds(index), user: user, .sessionStart)
            _ = try await store.ingest(
              IngestBatch(appID: "shop", device: device, receivedAt: Sample.now, events: [event]))
          }
        }
        for user in ["y", "x"] {
          let event = Sample.event("e", user: user, .attribute(key: "k", value: .int(1)))
          _ = try await store.ingest(
            IngestBatch(appID: "shop", device: nil, receivedAt: Sample.now, events: [event]))
        }
        func all(_ search: String?, limit: Int) async throws -> [String] {
          var found: [String] = []
          var next: String?
          repeat {
            let page = try await store.people(
              search: search, sort: .device, app: "shop", after: next, limit: limit)
            #expect(page.elements.count <= limit && !(page.elements.isEmpty && search == nil))
            found += page.elements.map(\.id)
            next = page.next
          } while next != nil && found.count < 100
          return found
        }
        for limit in [1, 2, 5, 7, 50] {
          let found = try await all(nil, limit: limit)
          // Two devices say nothing of themselves and are called by their ids; the last two have
          // none, in the order in which they came.
          #expect(found == ["u:c", "u:d", "u:e", "u:b", "u:a", "u:y", "u:x"], "\(limit)")
          #expect(try await all("ios", limit: limit) == ["u:c", "u:e", "u:b", "u:a"], "\(limit)")
          #expect(try await all("2025", limit: limit).isEmpty)
        }
        for place in ["x", "w", "1", ".", "1.\u{0}"] {
          #expect(
            try await store.people(search: nil, sort: .device, app: "shop", after: place, limit: 5).elements
              .isEmpty, "\(place)")
        }
      },
      Promise("people are found by the date or the time at which they were seen first or last") {
        store async throws in
        try await store.insert(Sample.app())
        // 2026-11-21 14:05:09 UTC
        let seen = Instant(milliseconds: 1_795_269_909_000)
        let people = [
          ("ana", 0, 0), ("ben", -20 * 86_400, -86_400), ("cleo", -86_400, 30),
          ("21 Nov", -25 * 86_400, -24 * 86_400),
        ]
        for (user, first, last) in people {
          for (index, seconds) in [first, last].enumerated() {
            let event = Sample.event("e\(index)", at: seen + .seconds(seconds), user: user, .sessionStart)
            let batch = IngestBatch(
              appID: "shop", device: Wire.Device(id: "of \(user)"), receivedAt: seen + .seconds(60),
              events: [event])
            _ = try await store.ingest(batch)
          }
        }
        let cases: [(String, [String])] = [
          ("2026-11-21", ["u:ana", "u:cleo"]), ("21 nov 2026", ["u:ana", "u:cleo"]),
          ("Nov 20", ["u:ben", "u:cleo"]),
          ("21 Nov", ["u:21 Nov", "u:ana", "u:cleo"]),
          ("14:05:09", ["u:21 Nov", "u:ana", "u:ben", "u:cleo"]),
          ("14:05:39", ["u:cleo"]),
          ("21 Nov 2026, 14:05 UTC", ["u:ana", "u:cleo"]), ("cleo 21 Nov", ["u:cleo"]), ("2026-12", []),
          ("21 Nov 2025", []),
          ("ana 2026-11", ["u:ana"]), ("nov 1, 2026", ["u:ben"]),
        ]
        for sort in PeopleSort.allCases {
          for (search, expected) in cases {
            let found = try await store.people(search: search, sort: sort, app: "shop", after: nil, limit: 10)
            #expect(found.elements.map(\.id).sorted() == expected, "\(search) by \(sort)")
          }
        }
      },
      Promise("a person is known with attributes, devices, first and last seen") { store async throws in
        try await store.insert(Sample.app())
        let (early, late) = (Sample.now - .seconds(600), Sample.now)
        _ = try await store.ingest(
          Sample.batch([
            Sample.event("a", at: early, .attribute(key: "plan", value: .string("free"))),
            Sample.event("b", at: late, .attribute(key: "gone", value: .int(1))),
            Sample.event("c", at: late + .seconds(1), .attribute(key: "gone", value: .null)),
          ]))
        _ = try await store.ingest(
          Sample.batch([Sample.event("d", at: early - .seconds(60), .sessionStart)], device: "device-2"))
        let person = try #require(try await store.person("u:ana", app: "shop"))
        #expect(person.summary.id == "u:ana")
        #expect(
          person.summary.firstSeen == early - .seconds(60) && person.summary.lastSeen == late + .seconds(1))
        #expect(person.attributes == [PersonAttribute(key: "plan", value: .string("free"), at: early)])
        #expect(person.summary.devices.map(\.device.id) == ["device-1", "device-2"])
        #expect(person.summary.devices[0].device.platform == "ios")
        #expect(person.merged.isEmpty)
        #expect(try await store.person("u:nobody", app: "shop") == nil)
        #expect(try await store.person("u:ana", app: "other") == nil)
      },
      Promise("a timeline has everything of one person, newest first, in pages, narrowed to kinds") {
        store async throws in
        try await store.insert(Sample.app())
        let bodies: [Wire.EventRecord.Body] = [
          .sessionStart, .custom(name: "cart_viewed", properties: [:]),
          .decision(Sample.decision("d", candidates: ["c"])),
          .impression(Sample.presentation("c")), .click(Sample.presentation("c"), buttonID: nil),
          .outcome(Sample.presentation("c"), outcome: .known(.shown), reason: nil),
          .attribute(key: "k", value: .int(1)),
        ]
        let events = bodies.enumerated().map { index, body in
          // Some happen in the same millisecond: they stand in the order in which they came.
          Sample.event("e\(index)", at: Sample.now + .seconds(index / 3), body)
        }
        _ = try await store.ingest(Sample.batch(events))
        _ = try await store.ingest(Sample.batch([Sample.event("other", user: "ben", .sessionStart)]))
        var found: [TimelineEntry] = []
        var next: String?
        repeat {
          let page = try await store.timeline(
            personID: "u:ana", kinds: [], app: "shop", after: next, limit: 2)
          found += page.elements
          next = page.next
        } while next != nil && found.count < 20
        #expect(found.map(\.id) == (0..<7).reversed().map { "e\($0)" })
        #expect(found.map(\.record) == events.reversed())
        #expect(found.allSatisfy { $0.deviceID == "device-1" && $0.receivedAt == Sample.now + .seconds(60) })
        let cases: [([Wire.EventRecord.Topic], [String])] = [
          ([.decisions], ["e2"]), ([.messages], ["e5", "e4", "e3"]),
          ([.activity, .profile], ["e6", "e1", "e0"]),
        ]
        for (kinds, expected) in cases {
          let page = try await store.timeline(
            personID: "u:ana", kinds: kinds, app: "shop", after: nil, limit: 10)
          #expect(page.elements.map(\.id) == expected && page.next == nil)
        }
        for (person, after) in [("u:nobody", nil), ("u:ana", "damaged"), ("u:\u{0}", nil)] {
          #expect(
            try await store.timeline(personID: person, kinds: [], app: "shop", after: after, limit: 9)
              .elements
              .isEmpty)
        }
      },
      Promise("a device is a test device until it is said not to be, and each change makes devices ask anew")
      {
        store async throws in
        try await store.insert(Sample.app())
        _ = try await store.ingest(Sample.batch([Sample.event("e", .sessionStart)]))
        let before = try await store.catalogueVersion(app: "shop")
        try await store.setTestDevice("device-1", true, app: "shop", at: Sample.now)
        try await store.setTestDevice("device-1", true, app: "shop", at: Sample.now)
        try await store.setTestDevice("lab-1", true, app: "shop", at: Sample.now)
        #expect(try await store.testDevices(app: "shop") == ["device-1", "lab-1"])
        #expect(try await store.testDevices(app: "other") == [])
        #expect(try await store.person("u:ana", app: "shop")?.summary.devices.map(\.isTest) == [true])
        try await store.setTestDevice("device-1", false, app: "shop", at: Sample.now)
        #expect(try await store.testDevices(app: "shop") == ["lab-1"])
        #expect(try await store.catalogueVersion(app: "shop") == before + 3)
        await #expect(throws: StoreError.self) {
          try await store.setTestDevice("", true, app: "shop", at: Sample.now)
        }
        await #expect(throws: StoreError.notFound) {
          try await store.setTestDevice("d", true, app: "none", at: Sample.now)
        }
      },
    ]
  }
}
