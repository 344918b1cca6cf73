// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  static var people: [Promise] {
    [
      Promise(
        "a search finds people by the beginning of their e-mail address and their names, each once, in pages of any size"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        let known: [(user: String, email: String, first: String, last: String)] = [
          ("1", "ana@example.com", "Ana", "Berger"), ("2", "ben@example.com", "Ben", "Anand"),
          ("ana-3", "x@example.com", "Ana", "Zorn"),
          ("4", "anna@example.com", "Ana", "Anand"), ("5", "c@example.com", "Cleo", "Berger"),
          ("6", "\"ana", "Ana_", "%"),
        ]
        for one in known {
          _ = try await store.ingest(
            Sample.batch(
              [("email", one.email), ("first_name", one.first), ("last_name", one.last)].map {
                Sample.event(
                  "\($0.0)-\(one.user)", user: one.user, .attribute(key: $0.0, value: .string($0.1)))
              }, device: "device-\(one.user)"))
        }
        func find(_ search: String, limit: Int) async throws -> [String] {
          var (found, place): ([String], String?) = ([], nil)
          repeat {
            let page = try await store.people(search: search, app: "shop", after: place, limit: limit)
            #expect(page.elements.count <= limit)
            found += page.elements.map { String($0.id.dropFirst(2)) }
            place = page.next
          } while place != nil
          return found
        }
        for limit in [1, 2, 50] {
          #expect(try await find("ana", limit: limit) == ["ana-3", "1", "4", "6", "2"], "limit \(limit)")
          #expect(try await find("ANA@EXAMPLE", limit: limit) == ["1"], "limit \(limit)")
          #expect(try await find("ana berger", limit: limit) == ["1"], "limit \(limit)")
          #expect(try await find("Berger", limit: limit).sorted() == ["1", "5"], "limit \(limit)")
          #expect(try await find("\"ana", limit: limit) == ["6"], "limit \(limit)")
          #expect(try await find("device-5", limit: limit) == ["5"], "limit \(limit)")
          #expect(try await find("nobody", limit: limit) == [], "limit \(limit)")
        }
        #expect(try await store.people(search: "ana", app: "shop", after: "c9", limit: 5).elements == [])
        // What was removed no longer finds them.
        _ = try await store.ingest(
          Sample.batch([
            Sample.event(
              "gone", at: Sample.now + .seconds(1), user: "5", .attribute(key: "last_name", value: .null))
          ]))
        #expect(try await find("Berger", limit: 50) == ["1"])
      },
      Promise("two normal forms of one id are two people, also side by side in a batch") {
        store async throws in
        try await store.insert(Sample.app())
        let forms = ["an\u{E9}", "ane\u{301}"]
        let events = (0..<6).map {
          Sample.event("e\($0)", user: forms[$0 % 2], .attribute(key: "k\($0 % 2)", value: .int(Int64($0))))
        }
        _ = try await store.ingest(Sample.batch(events))
        for (index, form) in forms.enumerated() {
          let person = try await store.person("u:" + form, app: "shop")
          #expect(person?.attributes.map(\.key) == ["k\(index)"])
          #expect(person?.attributes.first?.value == .int(Int64(4 + index)))
        }
      },
      Promise("people are listed, those seen last first, in pages that leave nobody out and repeat nobody") {
        store async throws in
        try await store.insert(Sample.app())
        for index in 0..<7 {
          let at = Sample.now - .seconds(index / 2 * 60)
          _ = try await store.ingest(
            Sample.batch(
              [Sample.event("e", at: at, user: index == 3 ? nil : "u\(index)", .sessionStart)],
              device: "device-\(index)"))
        }
        var pages: [[String]] = []
        var next: String?
        repeat {
          let page = try await store.people(search: nil, app: "shop", after: next, limit: 3)
          pages.append(page.elements.map(\.id))
          next = page.next
        } while next != nil && pages.count < 9
        #expect(pages.map(\.count) == [3, 3, 1])
        #expect(pages.flatMap(\.self).prefix(2).sorted() == ["u:u0", "u:u1"])
        #expect(Set(pages.flatMap(\.self)) == ["u:u0", "u:u1", "u:u2", "d:device-3", "u:u4", "u:u5", "u:u6"])
        #expect(try await store.peopleCount(app: "shop", limit: 100) == 7)
        #expect(try await store.peopleCount(app: "shop", limit: 5) == 5)
        #expect(try await store.peopleCount(app: "other", limit: 100) == 0)
        #expect(try await store.people(search: nil, app: "shop", after: "damaged", limit: 3).elements.isEmpty)
        #expect(try await store.people(search: nil, app: "other", after: nil, limit: 3).elements.isEmpty)
      },
      Promise(
        "people who use test devices only are not counted among those whom campaigns are for, nor their locales"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        let used: [(user: String?, device: String, role: DeviceRole)] = [
          (nil, "lab-1", .lab), (nil, "lab-2", .lab), ("ana", "lab-3", .lab), ("ana", "phone", .own),
          ("ben", "lab-3", .lab),
          ("cat", "bench", .test), ("dan", "bench", .test), ("dan", "tablet", .own), (nil, "own", .own),
        ]
        try await store.setTestDevice("bench", true, app: "shop", at: Sample.now)
        for (index, use) in used.enumerated() {
          let batch = IngestBatch(
            appID: "shop", device: Wire.Device(id: use.device, locale: use.role == .own ? "en" : "sv"),
            receivedAt: Sample.now,
            events: [Sample.event("e\(index)", user: use.user, .sessionStart)], role: use.role)
          _ = try await store.ingest(batch)
        }
        // ana, dan and whoever has the device `own`.
        #expect(try await store.peopleCount(app: "shop", limit: 100) == 3)
        #expect(try await store.people(search: nil, app: "shop", after: nil, limit: 50).elements.count == 7)
        #expect(try await store.deviceLocales(app: "shop", people: 100) == ["en": 3])
        // Whom only programs know has no device.
        _ = try await store.ingest(
          IngestBatch(
            appID: "shop", device: nil, receivedAt: Sample.now,
            events: [Sample.event("p", user: "eve", .custom(name: "paid", properties: [:]))]))
        #expect(try await store.peopleCount(app: "shop", limit: 100) == 4)
        try await store.setTestDevice("bench", false, app: "shop", at: Sample.now)
        #expect(try await store.peopleCount(app: "shop", limit: 100) == 5)
      },
      Promise("user ids are suggested by how they begin, in their order, and before that of people seen last")
      {
        store async throws in
        try await store.insert(Sample.app())
        try await store.insert(Sample.app("other"))
        for (index, user) in ["ana", "anabel", "Ana", "ben", nil, "an", "%"].enumerated() {
          let at = Sample.now + .seconds(index)
          _ = try await store.ingest(
            Sample.batch([Sample.event("e", at: at, user: user, .sessionStart)], device: "an-\(index)"))
        }
        func like(_ text: String, limit: Int = 10) async throws -> [String] {
          try await store.userIDs(beginningWith: text, app: "shop", limit: limit)
        }
        #expect(try await like("an") == ["an", "ana", "anabel"])
        #expect(try await like("an", limit: 2) == ["an", "ana"])
        #expect(try await like("A") == ["Ana"])
        #expect(try await like("%") == ["%"])
        for text in ["_", "bel", "an\u{0}", String(repeating: "a", count: 300)] {
          #expect(try await like(text).isEmpty, "\(text)")
        }
        #expect(try await like("", limit: 3) == ["%", "an", "ben"])
        #expect(try await store.userIDs(beginningWith: "a", app: "other", limit: 10).isEmpty)
      },
      Promise("how many devices of the people seen last are set to which locale is known") {
        store async throws in
        try await store.insert(Sample.app())
        let devices: [(String, String?)] = [
          ("1", "de-AT"), ("2", "en"), ("3", "de-AT"), ("4", nil), ("5", "fr"),
        ]
        for (index, (id, locale)) in devices.enumerated() {
          let at = Sample.now + .seconds(index)
          let batch = IngestBatch(
            appID: "shop", device: Wire.Device(id: id, locale: locale), receivedAt: at,
            events: [Sample.event("e", at: at, user: id, .sessionStart)])
          _ = try await store.ingest(batch)
        }
        #expect(try await store.deviceLocales(app: "shop", people: 100) == ["de-AT": 2, "en": 1, "fr": 1])
        #expect(try await store.deviceLocales(app: "shop", people: 3) == ["de-AT": 1, "fr": 1])
        #expect(try await store.deviceLocales(app: "other", people: 3) == [:])
      },
      Promise(
        "people are found by their user id and by what their devices are, those first whose name begins with it"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        for (user, device) in [
          ("ana", "phone-1"), ("anabel", "phone-2"), ("ben", "phone-1"), ("%", "phone-4"), (nil, "phone-5"),
        ] {
          _ = try await store.ingest(
            Sample.batch([Sample.event("e", user: user, .sessionStart)], device: device))
        }
        let cases: [(String, [String])] = [
          ("ana", ["u:ana", "u:anabel"]), ("anab", ["u:anabel"]), ("phone-1", ["u:ana", "u:ben"]),
          ("phone", ["u:ana", "u:anabel", "u:ben", "u:%", "d:phone-5"]), ("%", ["u:%"]),
          ("phone-5", ["d:phone-5"]), ("nobody", []), ("an\u{0}", []), ("bel", ["u:anabel"]),
          ("ABEL phone", ["u:anabel"]),
          ("phone-1 e", ["u:ana", "u:ben"]),
          ("not signed in", ["d:phone-5"]), ("Not  Signed in phone", ["d:phone-5"]), ("signed", []),
          ("in", []),
          ("no", []),
          ("dev", []), ("_", []), ("IOS 18.0 phone-4", ["u:%"]), (" ana ", ["u:ana", "u:anabel"]),
          ("ios nobody", []),
        ]
        for (search, expected) in cases {
          let found = try await store.people(search: search, app: "shop", after: nil, limit: 10)
          #expect(found.elements.map(\.id).sorted() == expected.sorted(), "\(search)")
          #expect(found.next == nil)
        }
        let first = try await store.people(search: "ana", app: "shop", after: nil, limit: 1)
        #expect(first.elements.map(\.id) == ["u:ana"])
        #expect(
          try await store.people(search: "ana", app: "shop", after: first.next ?? "", limit: 1).elements.map(
            \.id) == ["u:anabel"])
      },
      Promise(
        "everybody is on one page of a list in each order, and of a search; test devices are found as such"
      ) { store async throws in
        try await store.insert(Sample.app())
        for number in 0..<25 {
          let user = number % 5 == 0 ? nil : "p\((number * 7) % 25)"
          _ = try await store.ingest(
            Sample.batch(
              [
                Sample.event(
                  "a\(number)", at: Sample.now - .seconds((number * 11) % 25), user: user, .sessionStart),
                Sample.event(
                  "b\(number)", at: Sample.now - .seconds(1_000 + (number * 3) % 25), user: user,
                  .sessionStart),
              ], device: "device-\(number)", role: number == 3 ? .lab : .own))
        }
        try await store.setTestDevice("device-7", true, app: "shop", at: Sample.now)
        func all(_ search: String?, _ sort: PeopleSort, limit: Int) async throws -> [PersonSummary] {
          var found: [PersonSummary] = []
          var next: String?
          repeat {
            let page = try await store.people(
              search: search, sort: sort, app: "shop", after: next, limit: limit)
            #expect(page.elements.count <= limit)
            found += page.elements
            next = page.next
          } while next != nil && found.count < 100
          return found
        }
        for limit in [1, 4, 25] {
          let people = try await all(nil, .lastSeen, limit: limit)
          #expect(people.count == 25 && people.map(\.lastSeen) == people.map(\.lastSeen).sorted(by: >))
          let new = try await all(nil, .firstSeen, limit: limit)
          #expect(new.count == 25 && new.map(\.firstSeen) == new.map(\.firstSeen).sorted(by: >))
          #expect(try await all(nil, .name, limit: limit).map(\.id) == people.map(\.id).sorted())
          for sort in PeopleSort.allCases {
            let found = try await all("device", sort, limit: limit).map(\.id)
            #expect(found.sorted() == people.map(\.id).sorted(), "\(sort)")
            let searched = try await all("p1", sort, limit: limit).map(\.id)
            #expect(searched.sorted() == people.map(\.id).filter { $0.contains("p1") }.sorted(), "\(sort)")
            #expect(try await all("test device", sort, limit: limit).count == 2)
            #expect(try await all("TEST device device-7", sort, limit: limit).count == 1)
            #expect(try await all("test", sort, limit: limit).isEmpty)
            #expect(try await all("not signed in", sort, limit: limit).count == 5)
            #expect(
              try await store.people(search: "p1", sort: sort, app: "shop", after: "x", limit: 5).elements
                .isEmpty)
          }
        }
      },
    ]
  }
}
