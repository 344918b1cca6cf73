// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static var privacy: [Promise] {
    [
      Promise(
        "deleting a person removes everything of theirs, under every name, and keeps a receipt without names"
      ) { store async throws in
        try await begin(store)
        try await store.insert(
          Audience(
            id: "vip", appID: "shop", name: "VIP", rule: Audience.listRule("vip"), createdAt: Sample.now,
            updatedAt: Sample.now))
        #expect(try await store.changeList(of: "vip", .replace, userIDs: ["ana", "ben"], app: "shop") == 2)
        let listed = try await store.records(.lists, of: "d:phone", app: "shop", after: nil, limit: 50)
          .elements
        #expect(listed == [["audience_id": "vip", "name": "VIP"]])
        let holdings = try #require(try await store.holdings(of: "d:phone", app: "shop"))
        #expect(
          holdings[.events] == 8 && holdings[.devices] == 2 && holdings[.attributes] == 2
            && holdings[.sessions] == 1)
        #expect(
          holdings[.decisions] == 1 && holdings[.campaigns] == 1 && holdings[.offers] == 1
            && holdings[.lists] == 1)
        let receipt = try #require(
          try await store.deletePerson("u:ana", app: "shop", receipt: "r1", at: deletion))
        #expect(receipt == DeletionReceipt(id: "r1", at: deletion, removed: holdings))
        #expect(try await store.deletionReceipt("r1", app: "shop") == receipt)
        #expect(try await store.deletionReceipt("r2", app: "shop") == nil)
        for name in ["u:ana", "d:phone", "d:tablet"] {
          #expect(try await store.person(name, app: "shop") == nil)
          #expect(try await store.holdings(of: name, app: "shop") == nil)
          #expect(
            try await store.timeline(personID: name, kinds: [], app: "shop", after: nil, limit: 50).elements
              == [])
          #expect(try await store.deletePerson(name, app: "shop", receipt: "again", at: deletion) == nil)
        }
        #expect(try await store.people(search: "ana", app: "shop", after: nil, limit: 50).elements == [])
        #expect(try await store.people(search: "phone", app: "shop", after: nil, limit: 50).elements == [])
        #expect(try await store.userIDs(beginningWith: "a", app: "shop", limit: 5) == [])
        #expect(try await store.decisions(campaign: nil, personID: nil, app: "shop", limit: 50) == [])
        #expect(try await store.pushDevice("phone", app: "shop") == nil)
        #expect(try await store.deviceCredentials("phone", app: "shop") == DeviceCredentials())
        #expect(try await store.testDevices(app: "shop") == [])
        #expect(try await store.listLength(of: "vip", app: "shop") == 1)
        // Somebody else keeps what is theirs.
        #expect(try await store.person("u:ben", app: "shop")?.attributes.map(\.key) == ["plan"])
      },
      Promise(
        "an event from the future that is sent again after a deletion brings nobody back, and a later one is a new person's"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        let future = Sample.batch([Sample.event("future", at: Sample.now + .seconds(40_000), .sessionStart)])
        #expect(try await store.ingest(future).map(\.status.known) == [.stored])
        _ = try await store.deletePerson("u:ana", app: "shop", receipt: "r", at: Sample.now + .seconds(100))
        for _ in 0..<2 { #expect(try await store.ingest(future).map(\.status.known) == [.duplicate]) }
        #expect(try await store.person("u:ana", app: "shop") == nil)
        let later = Sample.batch(
          [Sample.event("later", at: Sample.now + .seconds(40_000), .sessionStart)],
          receivedAt: Sample.now + .seconds(200))
        #expect(try await store.ingest(later).map(\.status.known) == [.stored])
      },
      Promise(
        "push tokens are kept with no person, and runs that name the person are among what is stored about them"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        try await store.insert(Sample.campaign("c"))
        let device = Sample.device("phone", token: "abcd1234")
        _ = try await store.ingest(
          IngestBatch(
            appID: "shop", device: device, receivedAt: Sample.now, events: [Sample.event("1", .sessionStart)])
        )
        try await store.reportPush(
          device, sentAt: Sample.now, personID: "u:ana", trust: .device, isLab: false, app: "shop",
          at: Sample.now)
        let person = try #require(try await store.person("u:ana", app: "shop"))
        #expect(
          person.summary.devices.map(\.device.pushToken) == [nil]
            && person.summary.devices.first?.push?.token == "abcd1234")
        var run = PushRun(
          id: "run", appID: "shop", campaignID: "c", definition: Sample.campaign("c").definition,
          audience: .users(["ana", "ben"]),
          startsAt: Sample.now, createdAt: Sample.now)
        run.values = PushValues(
          shared: ["shop": "Ana’s"], byUser: ["ana": ["order": .int(7)], "ben": ["order": .int(8)]])
        try await store.insert(run)
        let records = try await store.records(.runs, of: "u:ana", app: "shop", after: nil, limit: 10)
        #expect(records.next == nil && records.elements.count == 1)
        #expect(
          records.elements.first?["run_id"] == "run" && records.elements.first?["data"] == ["order": .int(7)])
        #expect(records.elements.first?["data_for_all"] == ["shop": "Ana’s"])
        #expect(try await store.holdings(of: "u:ana", app: "shop")?[.runs] == 1)
        _ = try await store.deletePerson("u:ana", app: "shop", receipt: "r", at: Sample.now)
        #expect(try await store.pushRun("run", app: "shop")?.audience == .users(["ben"]))
        #expect(try await store.pushRun("run", app: "shop")?.values.shared == ["shop": "Ana’s"])
        // Data for a single person goes with that person.
        run.id = "own"
        run.audience = .users(["cleo"])
        try await store.insert(run)
        _ = try await store.ingest(Sample.batch([Sample.event("2", user: "cleo", .sessionStart)]))
        _ = try await store.deletePerson("u:cleo", app: "shop", receipt: "r2", at: Sample.now)
        #expect(try await store.pushRun("own", app: "shop")?.values == PushValues())
      },
      Promise("the totals and hours of reports stay when a person is deleted") { store async throws in
        try await begin(store)
        let before = try await store.report(campaign: "c", app: "shop", from: nil, to: nil, countsTests: true)
        let counts = try await store.eventCounts(app: "shop")
        #expect(
          before.totals.impressions == 2 && before.totals.uniqueImpressions == 2
            && before.totals.eligible == 1)
        _ = try await store.deletePerson("u:ana", app: "shop", receipt: "r1", at: deletion)
        #expect(
          try await store.report(campaign: "c", app: "shop", from: nil, to: nil, countsTests: true) == before)
        #expect(try await store.eventCounts(app: "shop") == counts)
      },
      Promise(
        "what a deleted person did before the deletion is acknowledged and dropped, under all names; later they are a new person"
      ) {
        store async throws in
        try await begin(store)
        _ = try await store.deletePerson("u:ana", app: "shop", receipt: "r1", at: deletion)
        func send(_ id: String, at: Instant, user: String?, device: String = "phone", after: Int = 60)
          async throws -> Wire.EventResult
          .Status?
        {
          let batch = Sample.batch(
            [Sample.event(id, at: at, user: user, .custom(name: "late", properties: [:]))], device: device,
            receivedAt: deletion + .seconds(after))
          let results = try await store.ingest(batch)
          return results.first?.status.known
        }
        // Known and unknown ids, with and without a user, also when the device could not send for
        // so long that the receipt counts.
        for (index, user) in ["ana", nil].enumerated() {
          for device in ["phone", "tablet"] {
            #expect(
              try await send(
                "late-\(index)-\(device)", at: deletion - .milliseconds(1), user: user, device: device)
                == .duplicate)
            #expect(
              try await send(
                "old-\(index)-\(device)", at: deletion - .seconds(1), user: user, device: device,
                after: 40 * 86_400)
                == .duplicate)
          }
        }
        #expect(try await send("s1", at: Sample.now, user: "ana") == .duplicate)
        #expect(try await store.person("u:ana", app: "shop") == nil)
        #expect(try await store.person("d:phone", app: "shop") == nil)
        #expect(try await store.person("d:tablet", app: "shop") == nil)
        // Others are not concerned, on whatever device.
        #expect(try await send("others", at: deletion - .seconds(5), user: "ben") == .stored)
        // Within one request, what is late is dropped and the rest is stored.
        let results = try await store.ingest(
          Sample.batch(
            [
              Sample.event(
                "m1", at: deletion - .seconds(9), user: nil, .attribute(key: "plan", value: .string("old"))),
              Sample.event("m2", at: deletion - .seconds(8), user: "ana", .userChanged(previousUserID: nil)),
              Sample.event(
                "m3", at: deletion + .seconds(1), user: "ana",
                .attribute(key: "colour", value: .string("red"))),
            ], device: "phone", receivedAt: deletion + .seconds(90)))
        #expect(results.map(\.status.known) == [.duplicate, .duplicate, .stored])
        let person = try #require(try await store.person("u:ana", app: "shop"))
        #expect(person.attributes.map(\.key) == ["colour"] && person.merged == [])
        #expect(person.summary.firstSeen == deletion + .seconds(1))
        #expect(
          try await store.timeline(personID: "u:ana", kinds: [], app: "shop", after: nil, limit: 50).elements
            .map(\.id) == ["m3"])
        #expect(try await store.person("d:phone", app: "shop") == nil)
      },
      Promise("a device that somebody else uses too stays theirs, with its marks and its anonymous events") {
        store async throws in
        try await begin(store)
        // Ben signs in on Eva's device after her: its anonymous name leads to Eva.
        for (index, user) in ["eva", "ben"].enumerated() {
          _ = try await store.ingest(
            Sample.batch(
              [
                Sample.event(
                  "in-\(user)", at: Sample.now + .seconds(index), user: user,
                  .userChanged(previousUserID: nil))
              ], device: "shared")
          )
        }
        try await store.setTestDevice("shared", true, app: "shop", at: Sample.now)
        _ = try await store.deletePerson("u:ben", app: "shop", receipt: "r1", at: deletion)
        #expect(try await store.testDevices(app: "shop").contains("shared"))
        #expect(try await store.person("u:eva", app: "shop")?.summary.devices.map(\.device.id) == ["shared"])
        let late = Sample.batch(
          [Sample.event("late", at: deletion - .seconds(5), user: nil, .sessionStart)], device: "shared",
          receivedAt: deletion + .seconds(60))
        #expect(try await store.ingest(late).map(\.status.known) == [.stored])
        #expect(try await store.person("d:shared", app: "shop")?.summary.id == "u:eva")
      },
      Promise("the records of a person come in pages, each once") { store async throws in
        try await begin(store)
        for number in 0..<5 {
          _ = try await store.ingest(
            Sample.batch(
              [Sample.event("more-\(number)", user: "ana", session: "t\(number)", .sessionStart)],
              device: "phone"))
        }
        var (sessions, place): ([String], String?) = ([], nil)
        repeat {
          let page = try await store.records(.sessions, of: "d:phone", app: "shop", after: place, limit: 2)
          #expect(page.elements.count <= 2)
          sessions += page.elements.compactMap {
            if case .object(let fields) = $0 { fields["session_id"]?.string } else { nil }
          }
          place = page.next
        } while place != nil
        #expect(sessions == ["session-1", "t0", "t1", "t2", "t3", "t4"])
        let campaigns = try await store.records(.campaigns, of: "u:ana", app: "shop", after: nil, limit: 50)
          .elements
        guard case .object(let seen)? = campaigns.first else { throw StoreError.failed("no campaign") }
        #expect(
          seen["campaign_id"] == "c" && seen["first_impression_at"] != nil && seen["first_click_at"] == nil)
        #expect(
          try await store.records(.offers, of: "u:ana", app: "shop", after: nil, limit: 50).elements.count
            == 2)
        #expect(
          try await store.records(.sessions, of: "u:nobody", app: "shop", after: nil, limit: 50).elements
            == [])
      },
      Promise(
        "the attributes of the people seen last are read, newest first, also of those who have not signed in"
      ) { store async throws in
        try await begin(store)
        for (number, user) in ["zoe", "abe"].enumerated() {
          _ = try await store.ingest(
            Sample.batch(
              [
                Sample.event(
                  "seen-\(number)", at: Sample.now + .seconds(60 + number), user: user,
                  .attribute(key: "level", value: .int(Int64(number))))
              ], device: user))
        }
        _ = try await store.ingest(
          Sample.batch(
            [
              Sample.event(
                "late", at: Sample.now + .seconds(90), user: nil,
                .attribute(key: "theme", value: .string("dark")))
            ],
            device: "nobody"))
        #expect(
          try await store.attributesSeenLast(app: "shop", people: 3) == [
            ["theme": "dark"], ["level": 1], ["level": 0],
          ])
        #expect(try await store.attributesSeenLast(app: "shop", people: 1) == [["theme": "dark"]])
        #expect(try await store.attributesSeenLast(app: "other", people: 3) == [])
      },
      Promise(
        "everybody who has signed in is read with their attributes, a page at a time, and so are the names of attributes"
      ) {
        store async throws in
        try await begin(store)
        _ = try await store.ingest(
          Sample.batch(
            [Sample.event("n1", user: nil, .attribute(key: "theme", value: .string("dark")))],
            device: "nobody")
        )
        let first = try await store.profiles(app: "shop", after: nil, limit: 1)
        #expect(
          first.elements.map(\.userID) == ["ana"]
            && first.elements.first?.attributes["email"] == "ana@example.com")
        let rest = try await store.profiles(app: "shop", after: first.next, limit: 1)
        #expect(
          rest.elements.map(\.userID) == ["ben"] && rest.elements.first?.attributes == ["plan": "pro"]
            && rest.next == nil)
        #expect(try await store.attributeKeys(app: "shop", limit: 10) == ["email", "plan", "theme"])
        #expect(try await store.attributeKeys(app: "shop", limit: 2) == ["email", "plan"])
        #expect(try await store.profiles(app: "other", after: nil, limit: 50).elements == [])
        #expect(try await store.attributeKeys(app: "other", limit: 10) == [])
        // Removed, a value is not there.
        _ = try await store.ingest(
          Sample.batch(
            [
              Sample.event(
                "n2", at: Sample.now + .seconds(9), user: "ben", .attribute(key: "plan", value: .null))
            ], device: "other"))
        #expect(
          try await store.profiles(app: "shop", after: "ana", limit: 50).elements.first?.attributes == [:])
      },
    ]
  }

  private static let deletion = Sample.now + .seconds(3_600)

  /// Ana, who was anonymous on her phone and uses a tablet too, with something of everything; and
  /// Ben.
  private static func begin(_ store: any Store) async throws {
    try await store.insert(Sample.app())
    try await store.insert(Sample.campaign("c"))
    _ = try await store.ingest(
      Sample.batch(
        [
          Sample.event("s1", user: nil, .sessionStart),
          Sample.event("a1", user: nil, .attribute(key: "plan", value: .string("free"))),
          Sample.event("u1", user: "ana", .userChanged(previousUserID: nil)),
          Sample.event("a2", user: "ana", .attribute(key: "email", value: .string("ana@example.com"))),
          Sample.event(
            "c1", user: "ana", .attributeChange(key: "plan", Wire.AttributeChange(.known(.add), .string("x")))
          ),
          Sample.event("i1", user: "ana", .impression(Sample.presentation("c"))),
          Sample.event("d1", user: "ana", .decision(Sample.decision("d1", candidates: ["c"]))),
        ], device: "phone"))
    _ = try await store.ingest(
      Sample.batch(
        [Sample.event("t1", user: "ana", .custom(name: "read", properties: [:]))], device: "tablet"))
    _ = try await store.ingest(
      Sample.batch(
        [
          Sample.event("b1", user: "ben", .attribute(key: "plan", value: .string("pro"))),
          Sample.event("b2", user: "ben", .impression(Sample.presentation("c"))),
        ], device: "other"))
    try await store.markOffered(
      app: "shop", personID: "u:ana", eligible: ["c"], delivered: ["c"], at: Sample.now)
    try await store.reportPush(
      Sample.device("phone", token: "aa"), sentAt: Sample.now, personID: "u:ana", trust: .device,
      isLab: false, app: "shop", at: Sample.now)
    try await store.issueDeviceCredential([1, 2, 3], deviceID: "phone", app: "shop", at: Sample.now)
    try await store.setTestDevice("tablet", true, app: "shop", at: Sample.now)
  }
}
