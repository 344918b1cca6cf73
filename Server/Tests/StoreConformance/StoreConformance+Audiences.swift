// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletWire
public import Store
import Testing

extension StoreConformance {
  /// The people and rules that are compared, in rounds of 40 people and 25 rules: 20,000 answers,
  /// or as many millions as the variable says.
  private static let rounds =
    20 * 50 * (ProcessInfo.processInfo.environment["MARTLET_AUDIENCE_MILLIONS"].flatMap { Int($0) } ?? 0)

  static var audiences: [Promise] {
    [
      Promise("a set of people holds exactly those who match one by one, whatever the rule") {
        store async throws in
        try await compareAudiences(rounds: max(rounds, 4), rules: rounds == 0 ? 125 : 25, store)
        // Some converted, and not everybody who saw it.
        let seen = try await reached(.seen, store)
        let converted = try await reached(.converted, store)
        #expect(0 < converted && converted < seen)
        // The world has two campaigns that people see.
        let steps = ["b", "c"].map {
          AudienceRule.condition(AudienceCondition(.campaign($0, .seen), .exists))
        }
        for (count, rule) in [
          AudienceRule.not(.any(steps)), .all([.any(steps), .not(.all(steps))]), .all(steps),
        ].enumerated() {
          let counted = AudienceRule.condition(
            AudienceCondition(.fact(.campaignsSeen), .equals(.int(Int64(count)))))
          let people = try await store.people(
            matching: counted, named: [:], app: "shop", at: AudienceWorld.now)
          #expect(
            try await store.people(matching: rule, named: [:], app: "shop", at: AudienceWorld.now) == people
              && !people.isEmpty)
        }
      },
      Promise("people are counted by an attribute with a few values, and by one with more than a thousand") {
        store async throws in
        try await store.insert(Sample.app())
        let people = 1_250
        for start in stride(from: 0, to: people, by: 250) {
          let events = (start..<start + 250).flatMap { number in
            [
              Sample.event("a", user: "p\(number)", .attribute(key: "number", value: .int(Int64(number)))),
              Sample.event(
                "b", user: "p\(number)", .attribute(key: "digit", value: .int(Int64(number % 10)))),
            ]
          }
          _ = try await store.ingest(Sample.batch(events))
        }
        for (key, bound, expected) in [("number", 700, 550), ("number", 1_250, 0), ("digit", 7, 375)] {
          let rule = AudienceRule.condition(
            AudienceCondition(.attribute(path: [key]), .greaterOrEqual(.value(.int(Int64(bound))))))
          let found = try await store.people(matching: rule, named: [:], app: "shop", at: Sample.now)
          #expect(found.count == expected, "\(key) from \(bound) on")
        }
      },
      Promise("people who only have test devices are in no audience, no count and no sample") {
        store async throws in
        try await store.insert(Sample.app())
        for (user, role) in [("ana", DeviceRole.own), ("ben", .lab), ("cid", .test), ("dan", .own)] {
          _ = try await store.ingest(
            Sample.batch([Sample.event("s", user: user, .sessionStart)], device: "phone-\(user)", role: role))
        }
        // Somebody who also tries campaigns stays a person, and so does somebody whom only programs
        // know.
        _ = try await store.ingest(
          Sample.batch([Sample.event("t", user: "dan", .sessionStart)], device: "bench", role: .lab))
        _ = try await store.ingest(
          IngestBatch(
            appID: "shop", device: nil, receivedAt: Sample.now,
            events: [Sample.event("p", user: "eve", .sessionStart)]))
        try await store.setTestDevice("phone-cid", true, app: "shop", at: Sample.now)
        let none = AudienceRule.not(.condition(AudienceCondition(.attribute(path: ["plan"]), .exists)))
        for rule in [AudienceRule.everybody, none, .condition(AudienceCondition(.fact(.lastSeen), .exists))] {
          let people = try await store.people(matching: rule, named: [:], app: "shop", at: Sample.now)
          #expect(
            try await store.personIDs(of: people.sample(10), app: "shop").sorted() == [
              "u:ana", "u:dan", "u:eve",
            ])
          let sample = try await store.sample(
            AudienceSample.Drawing(), matching: rule, named: [:], app: "shop", at: Sample.now)
          #expect(sample.people == 3 && sample.matching == 3)
        }
        #expect(try await store.everybodyCount(app: "shop") == 3)
      },
      Promise(
        "an audience is stored under a name of its own, changed by one at a time, and gone when it is deleted"
      ) { store async throws in
        try await store.insert(Sample.app())
        let first = Audience(
          id: "a", appID: "shop", name: "Pro", rule: ["all": []], createdAt: Sample.now, updatedAt: Sample.now
        )
        try await store.insert(first)
        func other(_ name: String, _ rule: Wire.JSONValue = ["all": []]) -> Audience {
          Audience(
            id: "b", appID: "shop", name: name, rule: rule, createdAt: Sample.now, updatedAt: Sample.now)
        }
        await #expect(throws: StoreError.alreadyExists) { try await store.insert(other("Pro")) }
        try await store.insert(other("Basic"))
        #expect(try await store.audiences(app: "shop").map(\.name) == ["Basic", "Pro"])
        let version = try await store.catalogueVersion(app: "shop")
        try await store.update(other("Basic", ["any": []]), expectedRevision: 1)
        #expect(try await store.catalogueVersion(app: "shop") > version)
        await #expect(throws: StoreError.conflict) {
          try await store.update(other("Basic"), expectedRevision: 1)
        }
        await #expect(throws: StoreError.alreadyExists) {
          try await store.update(other("Pro"), expectedRevision: 2)
        }
        await #expect(throws: StoreError.conflict) {
          try await store.deleteAudience("b", app: "shop", expectedRevision: 1)
        }
        try await store.deleteAudience("b", app: "shop", expectedRevision: 2)
        await #expect(throws: StoreError.notFound) {
          try await store.deleteAudience("b", app: "shop", expectedRevision: 2)
        }
        #expect(try await store.audiences(app: "shop") == [first])
      },
      Promise("two changes at once make no circle, and nothing that runs loses the audience that it names") {
        store async throws in
        try await store.insert(Sample.app())
        func audience(_ id: AudienceID, naming other: AudienceID? = nil) -> Audience {
          let rule: Wire.JSONValue = other.map { ["audience": .string($0.rawValue)] } ?? ["all": []]
          return Audience(
            id: id, appID: "shop", name: "\(id)", rule: rule, createdAt: Sample.now, updatedAt: Sample.now)
        }
        func attempt(_ body: () async throws(StoreError) -> Void) async -> StoreError? {
          do throws(StoreError) { try await body() } catch { return error }
          return nil
        }
        await #expect(throws: StoreError.conflict) { try await store.insert(audience("a", naming: "b")) }
        for id in ["a", "b", "c"] as [AudienceID] { try await store.insert(audience(id)) }
        async let first = attempt { () async throws(StoreError) in
          try await store.update(audience("a", naming: "b"), expectedRevision: 1)
        }
        async let second = attempt { () async throws(StoreError) in
          try await store.update(audience("b", naming: "a"), expectedRevision: 1)
        }
        #expect(Set([await first, await second]) == [nil, .conflict])

        // One is deleted while a campaign begins to name it.
        var campaign = Sample.campaign("k")
        try await store.insert(campaign, by: .system)
        (campaign.state, campaign.content.audience) = (.running, ["audience": "c"])
        async let deletion = attempt { () async throws(StoreError) in
          try await store.deleteAudience("c", app: "shop", expectedRevision: 1)
        }
        async let launch = attempt { () async throws(StoreError) in
          try await store.update(
            campaign, expectedRevision: 1, as: .performed(.launch), by: .system, isAutomatic: false)
        }
        #expect(Set([await deletion, await launch]) == [nil, .conflict])
        let isThere = try await store.audiences(app: "shop").contains { $0.id == "c" }
        #expect(try await isThere == (store.campaign("k", app: "shop")?.state == .running))
        // What runs with an audience that was lost before can still be ended.
        if isThere {
          campaign.state = .finished
          try await store.update(
            campaign, expectedRevision: 2, as: .performed(.finish), by: .system, isAutomatic: false)
        }
      },
      Promise(
        "whoever may not change what runs changes an audience only while nothing runs with it, however close a launch is"
      ) {
        store async throws in
        try await store.insert(Sample.app())
        func audience(_ id: AudienceID, _ rule: Wire.JSONValue) -> Audience {
          Audience(
            id: id, appID: "shop", name: "\(id)", rule: rule, createdAt: Sample.now, updatedAt: Sample.now)
        }
        try await store.insert(audience("a", ["all": []]))
        try await store.insert(audience("list", Audience.listRule("list")))
        try await store.insert(audience("both", ["all": [["audience": "a"], ["audience": "list"]]]))
        var campaign = Sample.campaign("k")
        try await store.insert(campaign, by: .system)
        try await store.update(audience("a", ["all": []]), expectedRevision: 1, ifUnused: true)
        #expect(
          try await store.changeList(of: "list", .add, userIDs: ["ana"], app: "shop", ifUnused: true) == 1)
        (campaign.state, campaign.content.audience) = (.running, ["audience": "both"])
        try await store.update(
          campaign, expectedRevision: 1, as: .performed(.launch), by: .system, isAutomatic: false)
        await #expect(throws: StoreError.conflict) {
          try await store.update(audience("a", ["all": []]), expectedRevision: 2, ifUnused: true)
        }
        await #expect(throws: StoreError.conflict) {
          try await store.changeList(of: "list", .replace, userIDs: ["ben"], app: "shop", ifUnused: true)
        }
        #expect(try await store.listLength(of: "list", app: "shop") == 1)
        try await store.update(audience("a", ["all": []]), expectedRevision: 2, ifUnused: false)
      },
      Promise(
        "a list of user ids is replaced, added to and shortened as a whole, and is gone with its audience"
      ) { store async throws in
        try await store.insert(Sample.app())
        let list = Audience(
          id: "vip", appID: "shop", name: "VIP", rule: Audience.listRule("vip"), createdAt: Sample.now,
          updatedAt: Sample.now)
        try await store.insert(list)
        func change(_ change: ListChange, _ userIDs: [String]) async throws -> Int? {
          try await store.changeList(of: "vip", change, userIDs: userIDs, app: "shop")
        }
        #expect(try await store.listLength(of: "vip", app: "shop") == 0)
        let version = try await store.catalogueVersion(app: "shop")
        #expect(try await change(.add, ["ana", "ben", "ana"]) == 2)
        #expect(try await store.catalogueVersion(app: "shop") > version)
        #expect(try await change(.add, ["cem", "ben"]) == 3)
        #expect(try await change(.remove, ["ben", "nobody"]) == 2)
        #expect(try await change(.replace, ["ben", "dora"]) == 2)
        // ben is seen after the upload, cem is no longer in the list.
        for user in ["ben", "cem"] {
          let event = Wire.EventRecord(
            id: user, at: Sample.now, sessionID: nil, userID: user, body: .sessionStart)
          _ = try await store.ingest(
            IngestBatch(
              appID: "shop", device: Wire.Device(id: user, platform: "ios"), receivedAt: Sample.now,
              events: [event]))
        }
        let rule = try #require(list.parsed)
        let people = try await store.people(matching: rule, named: ["vip": rule], app: "shop", at: Sample.now)
        #expect(try await store.personIDs(of: people.sample(9), app: "shop") == ["u:ben"])
        try await compare(.not(rule), store)
        let many = (0..<12_001).map { "u\($0)" }
        #expect(try await change(.replace, many) == many.count)
        #expect(try await change(.remove, Array(many.dropFirst())) == 1)
        await #expect(throws: StoreError.notFound) {
          try await store.changeList(of: "none", .add, userIDs: ["x"], app: "shop")
        }
        try await store.deleteAudience("vip", app: "shop", expectedRevision: 1)
        try await store.insert(list)
        #expect(try await store.listLength(of: "vip", app: "shop") == 0)
      },
      Promise("the size of an audience is kept once for each day, for 400 days, until it is deleted") {
        store async throws in
        try await store.insert(Sample.app())
        let vip = Audience(
          id: "vip", appID: "shop", name: "VIP", rule: ["all": []], createdAt: Sample.now,
          updatedAt: Sample.now
        )
        try await store.insert(vip)
        #expect(try await store.sizes(of: "vip", app: "shop").isEmpty)
        let midnight = Instant(milliseconds: CountedTime.day(of: Sample.now) * 86_400_000)
        func size(_ day: Int, _ hour: Int, _ people: Int) -> AudienceSize {
          AudienceSize(
            at: midnight + .seconds(day * 86_400 + hour * 3_600), people: people, reachable: people / 2)
        }
        for one in [size(0, 0, 4), size(0, 23, 6), size(0, 12, 5), size(1, 0, 7)] {
          try await store.record(one, of: "vip", app: "shop")
        }
        #expect(try await store.sizes(of: "vip", app: "shop") == [size(0, 23, 6), size(1, 0, 7)])
        try await store.record(size(400, 0, 9), of: "vip", app: "shop")
        #expect(try await store.sizes(of: "vip", app: "shop") == [size(1, 0, 7), size(400, 0, 9)])
        try await store.record(size(0, 0, 1), of: "none", app: "shop")
        #expect(try await store.sizes(of: "none", app: "shop").isEmpty)
        try await store.deleteAudience("vip", app: "shop", expectedRevision: 1)
        try await store.insert(vip)
        #expect(try await store.sizes(of: "vip", app: "shop").isEmpty)
      },
      Promise("an event counts once where rules ask for its name and for any name") { store async throws in
        try await store.insert(Sample.app())
        for number in 0..<3 {
          let event = Wire.EventRecord(
            id: "\(number)", at: Sample.now, sessionID: nil, userID: "ana",
            body: .custom(name: number == 0 ? "visit" : "order", properties: [:]))
          _ = try await store.ingest(
            IngestBatch(appID: "shop", device: Wire.Device(id: "d"), receivedAt: Sample.now, events: [event]))
        }
        func did(_ name: String?, _ count: Int64) -> AudienceRule {
          .condition(
            AudienceCondition(.activity(AudienceActivity(.custom, name: name)), .equals(.int(count))))
        }
        for parts in [
          [did(nil, 3), did("order", 2)], [did(nil, 3), did("order", 2), did("visit", 1), did("none", 0)],
        ] {
          let rule = AudienceRule.all(parts)
          let people = try await store.people(matching: rule, named: [:], app: "shop", at: Sample.now)
          #expect(try await store.personIDs(of: people.sample(9), app: "shop") == ["u:ana"])
          try await compare(rule, store)
          let sample = try await store.sample(
            AudienceSample.Drawing(), matching: rule, named: [:], app: "shop", at: Sample.now)
          #expect(sample.isWhole && sample.people == 1 && sample.matching == 1)
        }
      },
      Promise("of a merged person, everything counts once, and of a removed attribute nothing") {
        store async throws in
        try await store.insert(Sample.app())
        let device = Wire.Device(id: "d", platform: "ios")
        func say(_ id: String, user: String?, _ body: Wire.EventRecord.Body) async throws {
          let event = Wire.EventRecord(id: id, at: Sample.now, sessionID: nil, userID: user, body: body)
          _ = try await store.ingest(
            IngestBatch(appID: "shop", device: device, receivedAt: Sample.now, events: [event]))
        }
        try await say("1", user: nil, .custom(name: "order", properties: [:]))
        try await say("2", user: nil, .attribute(key: "plan", value: "pro"))
        try await say("3", user: "ana", .userChanged(previousUserID: nil))
        try await say("4", user: "ana", .custom(name: "order", properties: [:]))
        let twice = AudienceRule.condition(
          AudienceCondition(.activity(AudienceActivity(.custom, name: "order")), .equals(2)))
        let pro = AudienceRule.condition(AudienceCondition(.attribute(path: ["plan"]), .equals("pro")))
        for rule in [twice, pro] {
          let people = try await store.people(matching: rule, named: [:], app: "shop", at: Sample.now)
          #expect(try await store.personIDs(of: people.sample(9), app: "shop") == ["u:ana"])
        }
        try await say("5", user: "ana", .attribute(key: "plan", value: .null))
        #expect(try await store.people(matching: pro, named: [:], app: "shop", at: Sample.now).isEmpty)
        try await compare(.not(pro), store)
      },
    ]
  }

  private static func reached(_ step: AudienceStep, _ store: any Store) async throws -> Int {
    let rule = AudienceRule.condition(AudienceCondition(.campaign("c", step), .exists))
    let people = try await store.people(matching: rule, named: [:], app: "shop", at: AudienceWorld.now)
    return people.count
  }

  /// Asks for the set, and for each person. Asks for random people by random rules, for each alone
  /// and for all at once. Records what differs.
  public static func compareAudiences(rounds: Int, rules: Int, _ store: any Store) async throws {
    try await store.insert(Sample.app())
    try await store.insert(AudienceWorld.campaign, by: .system)
    try await store.insert(
      Audience(
        id: "vip", appID: "shop", name: "VIP", rule: Audience.listRule("vip"), createdAt: Sample.now,
        updatedAt: Sample.now))
    let listed = (0..<AudienceWorld.people).filter { $0 % 3 == 0 }.map { "u\($0)" } + ["somebody else"]
    #expect(try await store.changeList(of: "vip", .replace, userIDs: listed, app: "shop") == listed.count)
    for round in 0..<rounds {
      var world = AudienceWorld(seed: UInt64(round))
      if round == 0 {
        for number in 0..<AudienceWorld.people { _ = try await store.ingest(world.batch(number)) }
      }
      let people = try await everybody(store)
      // A few together, as for a device: what one of them needs must not change another one.
      for _ in 0..<(rules / 5) { try await compare((0..<5).map { _ in world.rule() }, people, store) }
    }
  }

  private static func everybody(_ store: any Store) async throws -> [(number: Int64, id: String)] {
    let set = try await store.people(matching: .everybody, named: [:], app: "shop", at: AudienceWorld.now)
    let all = set.sample(set.count)
    return zip(all, try await store.personIDs(of: all, app: "shop")).map { (number: $0, id: $1) }
  }

  private static func compare(_ rule: AudienceRule, _ store: any Store) async throws {
    try await compare([rule], try await everybody(store), store)
  }

  private static func compare(
    _ rules: [AudienceRule], _ people: [(number: Int64, id: String)], _ store: any Store
  ) async throws {
    let named: [AudienceID: AudienceRule] = [
      "vip": .condition(AudienceCondition(.list("vip"), .equals(true)))
    ]
    let index = AudienceIndex(rules, named: named)
    let needs = AudienceNeeds(index.subjects)
    var found: [PersonSet] = []
    for rule in rules {
      found.append(try await store.people(matching: rule, named: named, app: "shop", at: AudienceWorld.now))
    }
    for (number, id) in people {
      let facts = try await store.facts(of: id, needs, app: "shop", at: AudienceWorld.now)
      let matches = index.matches(facts, at: AudienceWorld.now)
      for (place, rule) in rules.enumerated() where matches[place] != found[place].contains(number) {
        Issue.record(
          "\(id): \(matches[place]) alone, not so in the set of \(String(decoding: Wire.encode(rule.json), as: UTF8.self))"
        )
        return
      }
    }
  }
}
