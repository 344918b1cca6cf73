// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Store
import Testing

/// What somebody with nothing but the SDK key can make of the data.
extension StoreConformance {
  static var limits: [Promise] {
    [
      Promise("a key makes as many people as it may, and of a batch that would make more, nothing is stored")
      {
        store async throws in
        try await store.insert(Sample.app())
        let key = IngestBatch.Sender(keyID: "key", newPeople: RateLimit(perSecond: 1, burst: 3))
        func send(_ user: String, from sender: IngestBatch.Sender, after seconds: Int = 0) async throws {
          var batch = Sample.batch(
            [Sample.event("of-\(user)", user: user, .sessionStart)], device: "device-\(user)",
            receivedAt: Sample.now + .seconds(seconds))
          batch.sender = sender
          _ = try await store.ingest(batch)
        }
        for user in ["a", "b", "c"] { try await send(user, from: key) }
        await #expect(throws: StoreError.limited(wait: .seconds(1))) { try await send("d", from: key) }
        await #expect(throws: StoreError.limited(wait: .seconds(1))) {
          try await store.markOffered(
            app: "shop", personID: "u:e", eligible: ["x"], delivered: ["x"], at: Sample.now, sender: key,
            isTest: false)
        }
        #expect(try await store.peopleCount(app: "shop", limit: 10) == 3)
        #expect(try await store.eventCounts(app: "shop") == ["session_start": 3])
        // Who is known takes nothing, and neither another key nor a program has to wait.
        try await send("a", from: key)
        try await send("d", from: IngestBatch.Sender(keyID: "other", newPeople: key.newPeople))
        try await send("e", from: .program)
        try await send("f", from: key, after: 1)
        #expect(try await store.peopleCount(app: "shop", limit: 10) == 6)
      },
      Promise("attributes and devices with the largest values are stored, found and counted") {
        store async throws in
        try await store.insert(Sample.app())
        // Nothing makes it shorter, also not the compression of a database.
        var chance = SeededGenerator(seed: 5)
        func text(_ length: Int) -> String {
          String(
            String.UnicodeScalarView(
              (0..<length).map { _ in
                Unicode.Scalar(UInt32.random(in: 0x1F300...0x1F5FF, using: &chance)) ?? "x"
              }))
        }
        let longest = (Wire.Limits.eventBytes - 2_048) / 4 - Wire.Limits.keyLength
        // Around the size up to which a database may treat values as short ones.
        let values = [longest, longest, 400, 256, 255, 1].map(text)
        let key = text(Wire.Limits.keyLength)
        for (index, value) in values.enumerated() {
          for (id, key) in [("a", key), ("b", "email")] {
            let event = Sample.event(id, user: "p\(index)", .attribute(key: key, value: .string(value)))
            let results = try await store.ingest(Sample.batch([event], device: "device-\(index)"))
            #expect(results == [Wire.EventResult(id: id, status: .known(.stored))])
          }
        }
        for (index, value) in values.enumerated() {
          for key in [key, "email"] {
            let rule = AudienceRule.condition(
              AudienceCondition(.attribute(path: [key]), .equals(.string(value))))
            let people = try await store.people(matching: rule, named: [:], app: "shop", at: Sample.now)
            #expect(try await store.personIDs(of: people.sample(10), app: "shop") == ["u:p\(index)"])
          }
          let found = try await store.people(
            search: String(value.prefix(60)), sort: .lastSeen, app: "shop", after: nil, limit: 10)
          #expect(found.elements.map(\.id) == ["u:p\(index)"])
        }
        let device = Wire.Device(
          id: text(Wire.Limits.idLength), platform: text(Wire.Limits.nameLength),
          osVersion: text(Wire.Limits.nameLength), model: text(Wire.Limits.nameLength))
        var batch = Sample.batch([Sample.event("d", user: "dan", .sessionStart)])
        batch.device = device
        #expect(try await store.ingest(batch).map(\.status) == [.known(.stored)])
        #expect(try await store.person("u:dan", app: "shop")?.summary.devices.map(\.device) == [device])
      },
      Promise(
        "decisions of one campaign and reason push out none of another, nor more than a day's share of their own",
        decisions: DecisionQuota(perReason: 40, perDay: 10)
      ) {
        subject async throws in
        let store = subject.store
        try await store.insert(Sample.app())
        for campaign in ["c", "d"] as [CampaignID] { try await store.insert(Sample.campaign(campaign)) }
        func decide(_ id: String, _ candidates: [(CampaignID, String)], day: Int) async throws {
          var record = Sample.decision(id, candidates: candidates.map(\.0))
          for index in candidates.indices {
            record.candidates[index].verdict = Wire.Open(candidates[index].1)
          }
          let at = Sample.now + .seconds(day * 86_400)
          _ = try await store.ingest(
            Sample.batch([Sample.event(id, at: at, .decision(record))], receivedAt: at))
        }
        for day in 0..<3 {
          for index in 0..<5 { try await decide("real-\(day)-\(index)", [("c", "interval")], day: day) }
        }
        try await decide("rare", [("d", "filter")], day: 0)
        try await decide("both", [("c", "interval"), ("d", "ended")], day: 3)
        for index in 0..<200 {
          try await decide(
            "flood-\(index)", [("c", "interval"), (CampaignID("invented-\(index)"), "invented-\(index)")],
            day: 3)
        }
        for index in 0..<100 { try await decide("odd-\(index)", [("c", "odd-\(index)")], day: 3) }
        let ofC = try await store.decisions(campaign: "c", personID: nil, app: "shop", limit: 1_000).map(
          \.record.decisionID)
        #expect(ofC.count { $0.hasPrefix("real") } == 15)
        // Invented reasons are one kind; invented campaigns are counted up to a limit.
        #expect((8...10).contains(ofC.count { $0.hasPrefix("odd") }))
        let ofD = try await store.decisions(campaign: "d", personID: nil, app: "shop", limit: 1_000).map(
          \.record.decisionID)
        #expect(ofD == ["both", "rare"])
        let all = try await subject.number("SELECT count(*) FROM decision")
        #expect(all <= 15 + 2 + 10 + 10 + CountLimits.strayCampaigns + 10)
        #expect(
          try await subject.number(
            "SELECT count(*) FROM decision WHERE NOT EXISTS (SELECT 1 FROM decision_candidate c WHERE c.id = decision.id)"
          ) == 0
        )
        #expect(try await subject.disagreements() == [])
      },
      Promise(
        "of all days of a reason the newest are kept", decisions: DecisionQuota(perReason: 20, perDay: 10)
      ) {
        subject async throws in
        let store = subject.store
        try await store.insert(Sample.app())
        for day in 0..<5 {
          let at = Sample.now + .seconds(day * 86_400)
          let events = (0..<8).map {
            Sample.event(
              "\(day)-\($0)", at: at + .seconds($0),
              .decision(Sample.decision("d\(day)-\($0)", candidates: ["c"])))
          }
          _ = try await store.ingest(Sample.batch(events, receivedAt: at + .seconds(60)))
        }
        let kept = try await store.decisions(campaign: "c", personID: nil, app: "shop", limit: 100).map(
          \.record.decisionID)
        let expected =
          [4, 3].flatMap { day in (0..<8).reversed().map { "d\(day)-\($0)" } }
          + (4..<8).reversed().map { "d2-\($0)" }
        #expect(kept == expected)
      },
      Promise(
        "names of events, campaigns and buttons that nobody knows are counted as other beyond a limit, and all events are stored",
        decisions: DecisionQuota()
      ) {
        subject async throws in
        let store = subject.store
        try await store.insert(Sample.app())
        try await store.insert(Sample.campaign("c"))
        func send(_ bodies: [Wire.EventRecord.Body], _ prefix: String) async throws {
          for start in stride(from: 0, to: bodies.count, by: 500) {
            let events = bodies[start..<min(start + 500, bodies.count)].enumerated().map {
              Sample.event("\(prefix)\(start + $0.offset)", $0.element)
            }
            let results = try await store.ingest(Sample.batch(events))
            #expect(results.allSatisfy { $0.status == .known(.stored) })
          }
        }
        for person in 0..<30 {
          let event = Sample.event("r", user: "p\(person)", .custom(name: "real", properties: [:]))
          #expect(try await store.ingest(Sample.batch([event])).allSatisfy { $0.status == .known(.stored) })
        }
        try await send((0..<2_500).map { .custom(name: "invented-\($0)", properties: [:]) }, "e")
        try await send([.custom(name: "real", properties: [:])], "s")
        #expect(try await store.customEventNames(app: "shop", limit: 10_000).count == CountLimits.eventNames)
        #expect(try await store.customEventNames(app: "shop", limit: 1) == ["real"])
        #expect(
          try await store.otherEvents(app: "shop")
            == OtherEvents(count: 2_501 - CountLimits.eventNames, names: CountLimits.eventNames))
        #expect(try await store.otherEvents(app: "other") == OtherEvents())

        let presentation = Sample.presentation("c")
        try await send([.click(presentation, buttonID: "1")], "b")
        try await send((0..<300).map { .click(presentation, buttonID: "invented-\($0)") }, "c")
        try await send(
          (0..<300).map { .outcome(presentation, outcome: .known(.suppressed), reason: "invented-\($0)") },
          "o")
        try await send((0..<300).map { .dismissal(presentation, by: .unknown("invented-\($0)")) }, "d")
        try await send((0..<300).map { .impression(Sample.presentation(CampaignID("invented-\($0)"))) }, "i")
        let report = try await store.report(campaign: "c", app: "shop", from: nil, to: nil)
        let totals = report.totals
        for counts in [totals.clicksByButton, totals.outcomes, totals.dismissals] {
          #expect(counts.count == CountLimits.details + 1)
        }
        #expect(
          totals.clicks == 301 && totals.clicksByButton["1"] == 1
            && totals.clicksByButton[CountLimits.other] == 301 - CountLimits.details)
        #expect(try await store.counts(app: "shop").count == CountLimits.strayCampaigns + 1)
        #expect(
          try await subject.number("SELECT count(*) FROM person_campaign") == CountLimits.strayCampaigns + 1)
        #expect(try await store.eventCounts(app: "shop").values.reduce(0, +) == 2_531 + 1_201)
        #expect(
          report.doubts(about: Sample.campaign("c"), at: Sample.now).map(\.code) == [
            .moreClickedThanShown, .tooManyNames,
          ])
      },
      Promise(
        "one device that sends thousands of decisions on a day pushes out none of the others",
        decisions: DecisionQuota(perReason: 200, perDay: 50)
      ) { subject async throws in
        #expect(try await kept(subject, perDay: 50, genuine: 20, strangers: 1, each: 2_000) == 20)
      },
      Promise(
        "a hundred devices push out no more than their share: one decision of each finds room",
        decisions: DecisionQuota(perReason: 200, perDay: 150)
      ) { subject async throws in
        #expect(try await kept(subject, perDay: 150, genuine: 20, strangers: 100, each: 20) == 20)
      },
      Promise(
        "where there is room for half of what devices send, each has an equal chance",
        decisions: DecisionQuota(perReason: 200, perDay: 100)
      ) { subject async throws in
        // 100 of 200 devices are genuine, and there is room for 80 to 100: 40 to 50 are expected of
        // them. What is beyond comes once in 10⁶ runs.
        let share = try await kept(subject, perDay: 100, genuine: 100, strangers: 100, each: 10)
        #expect((20...70).contains(share), "\(share)")
      },
      Promise(
        "names that many people sent stay, others give way to new ones, and no batch replaces more than a few",
        decisions: DecisionQuota()
      ) {
        subject async throws in
        let store = subject.store
        try await store.insert(Sample.app())
        func send(_ names: [String], people: Range<Int> = 0..<1, day: Int = 0, _ prefix: String) async throws
        {
          let at = Sample.now + .seconds(day * 86_400)
          for person in people {
            for start in stride(from: 0, to: names.count, by: 500) {
              let events = names[start..<min(start + 500, names.count)].enumerated().map {
                Sample.event(
                  "\(prefix)-\(start + $0.offset)", at: at, user: "p\(person)",
                  .custom(name: $0.element, properties: [:]))
              }
              _ = try await store.ingest(Sample.batch(events, receivedAt: at))
            }
          }
        }
        func names() async throws -> Set<String> {
          Set(try await store.customEventNames(app: "shop", limit: 9_999))
        }
        let usual = (0..<5).map { "usual-\($0)" }
        try await send(usual, people: 0..<40, "u")
        try await send(["rare"], "r")
        try await send((0..<2_000).map { "a-\($0)" }, "a")
        // 1,994 had room, and the last batch replaced those that few people sent, the oldest first.
        var known = try await names()
        #expect(
          known.count == CountLimits.eventNames && known.isSuperset(of: usual) && !known.contains("rare"))
        let before = known
        try await send((0..<500).map { "b-\($0)" }, "b")
        known = try await names()
        #expect(known.subtracting(before).count == CountLimits.replacedNames)
        #expect(known.isSuperset(of: usual))
        // A month later those that nobody sent any more go first, however many people sent them
        // before.
        try await send(usual.dropLast().map(\.self), people: 0..<1, day: 20, "v")
        try await send((0..<500).map { "c-\($0)" }, day: CountLimits.forgottenAfterDays + 1, "c")
        known = try await names()
        #expect(known.isSuperset(of: usual.dropLast()) && !known.contains("usual-4"))
        #expect(try await subject.disagreements() == [])
        let total = try await subject.number("SELECT sum(n) FROM app_total WHERE metric = 'custom_event'")
        #expect(total == 5 * 40 + 1 + 2_000 + 500 + 4 + 500)
      },
      Promise(
        "names that any campaign waits for are counted when they come, also inside others and as exceptions",
        decisions: DecisionQuota()
      ) {
        subject async throws in
        let store = subject.store
        try await store.insert(Sample.app())
        for start in stride(from: 0, to: 2_000, by: 500) {
          let events = (start..<start + 500).map {
            Sample.event("\($0)", .custom(name: "a-\($0)", properties: [:]))
          }
          _ = try await store.ingest(Sample.batch(events))
        }
        func custom(_ name: String) -> Wire.Trigger { Wire.Trigger(kind: .known(.customEvent), name: name) }
        func send(_ names: [String], _ prefix: String) async throws -> [String] {
          let events = names.enumerated().map {
            Sample.event("\(prefix)\($0)", user: "p\(prefix)", .custom(name: $1, properties: [:]))
          }
          _ = try await store.ingest(Sample.batch(events))
          let known = Set(try await store.customEventNames(app: "shop", limit: 9_999))
          return names.filter(known.contains)
        }
        var campaign = Sample.campaign("c")
        campaign.content.triggers = [
          Wire.Trigger(kind: .known(.all), triggers: [custom("inner"), custom("other")])
        ]
        campaign.content.rules.exceptions = [custom("except")]
        // More than one batch may replace.
        let flood = (0..<100).map { "b-\($0)" }
        let names = flood + ["inner", "other", "except"]
        #expect(try await send(names, "x") == Array(flood.prefix(CountLimits.replacedNames)))
        try await store.insert(campaign)
        let known = try await send((0..<100).map { "c-\($0)" } + ["inner", "other", "except"], "y")
        #expect(known.suffix(3) == ["inner", "other", "except"])
        // They never give way, though one person sent them.
        for round in 0..<150 { _ = try await send((0..<30).map { "d-\(round)-\($0)" }, "z\(round)-") }
        #expect(
          Set(try await store.customEventNames(app: "shop", limit: 9_999)).isSuperset(of: [
            "inner", "other", "except",
          ]))
        // Forgotten as a whole, they are what stays; by name, they go until they are sent again.
        #expect(try await store.forgetEventNames(nil, app: "shop") == CountLimits.eventNames)
        #expect(
          Set(try await store.customEventNames(app: "shop", limit: 9_999)) == ["inner", "other", "except"])
        #expect(try await store.forgetEventNames(["inner", "none"], app: "shop") == 1)
        #expect(try await store.customEventNames(app: "shop", limit: 9_999).count == 2)
        #expect(try await subject.disagreements() == [])
      },
    ]
      + [DeviceRole.test, .lab].map { role in
        Promise(
          "decisions of a device of role \(role) are kept before all others, the newest of them",
          decisions: DecisionQuota(perReason: 50, perDay: 10)
        ) { subject async throws in
          let store = subject.store
          try await store.insert(Sample.app())
          try await store.insert(Sample.campaign("c"))
          func decide(_ device: String, _ count: Int, _ role: DeviceRole = .own) async throws {
            let events = (0..<count).map {
              Sample.event(
                "\(device)-\($0)", at: Sample.now + .seconds($0), user: nil,
                .decision(Sample.decision("\(device)-\($0)", candidates: ["c"])))
            }
            _ = try await store.ingest(Sample.batch(events, device: device, role: role))
          }
          try await decide("test", 12, role)
          try await decide("other", 100)
          let kept = try await store.decisions(campaign: "c", personID: nil, app: "shop", limit: 100).map(
            \.record.decisionID)
          #expect(
            kept.prefix(8) == (4..<12).reversed().map { "test-\($0)" }[...] && kept.count <= 10, "\(kept)")
        }
      }
  }

  /// Of `genuine` devices with one decision each, how many are left after strangers sent theirs for
  /// the same reason on the same day.
  private static func kept(
    _ subject: Subject, perDay: Int, genuine: Int, strangers: Int, each: Int
  ) async throws -> Int {
    let store = subject.store
    try await store.insert(Sample.app())
    try await store.insert(Sample.campaign("c"))
    func decide(_ device: String, _ numbers: Range<Int>) async throws {
      let events = numbers.map {
        Sample.event(
          "\(device)-\($0)", user: nil, .decision(Sample.decision("\(device)-\($0)", candidates: ["c"])))
      }
      _ = try await store.ingest(Sample.batch(events, device: device))
    }
    // Half of the strangers are first, for whoever comes last must have no better chance.
    for device in 0..<strangers / 2 { try await decide("stranger-\(device)", 0..<each) }
    for device in 0..<genuine { try await decide("genuine-\(device)", 0..<1) }
    for device in strangers / 2..<strangers {
      for start in stride(from: 0, to: each, by: 500) {
        try await decide("stranger-\(device)", start..<min(start + 500, each))
      }
    }
    let ids = try await store.decisions(campaign: "c", personID: nil, app: "shop", limit: 1_000).map(
      \.personID)
    #expect((perDay * 4 / 5...perDay).contains(ids.count))
    #expect(try await subject.disagreements() == [])
    return ids.count { $0.hasPrefix("d:genuine") }
  }
}
