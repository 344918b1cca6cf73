// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import GRDB
import MartletCore
import MartletWire
import Store
import StoreConformance
import Testing

@testable import StoreSQLite

/// What somebody with nothing but the SDK key can make of the data.
@Suite struct InventionTests {
  private func rows(_ store: SQLiteStore, _ table: String) async throws -> Int {
    try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? -1 }
  }

  @Test
  func
    `decisions of one campaign and reason push out none of another, nor more than a day's share of their own`()
    async throws
  {
    let store = try SQLiteStore.inMemory(decisions: DecisionQuota(perReason: 40, perDay: 10))
    try await store.insert(Sample.app())
    for campaign in ["c", "d"] as [CampaignID] { try await store.insert(Sample.campaign(campaign)) }
    func decide(_ id: String, _ candidates: [(CampaignID, String)], day: Int) async throws {
      var record = Sample.decision(id, candidates: candidates.map(\.0))
      for index in candidates.indices { record.candidates[index].verdict = Wire.Open(candidates[index].1) }
      let at = Sample.now + .seconds(day * 86_400)
      _ = try await store.ingest(Sample.batch([Sample.event(id, at: at, .decision(record))], receivedAt: at))
    }
    for day in 0..<3 {
      for index in 0..<5 { try await decide("real-\(day)-\(index)", [("c", "interval")], day: day) }
    }
    try await decide("rare", [("d", "filter")], day: 0)
    try await decide("both", [("c", "interval"), ("d", "ended")], day: 3)
    for index in 0..<200 {
      try await decide(
        "flood-\(index)", [("c", "interval"), (CampaignID("invented-\(index)"), "invented-\(index)")], day: 3)
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
    let all = try await rows(store, "decision")
    #expect(all <= 15 + 2 + 10 + 10 + CountLimits.strayCampaigns + 10)
    #expect(
      try await rows(
        store, "decision WHERE NOT EXISTS (SELECT 1 FROM decision_candidate c WHERE c.id = decision.id)") == 0
    )
    try await store.read { try Recount.expectAgreement($0) }
    try await store.close()
  }

  @Test func `of all days of a reason the newest are kept`() async throws {
    let store = try SQLiteStore.inMemory(decisions: DecisionQuota(perReason: 20, perDay: 10))
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
    try await store.close()
  }

  @Test
  func
    `names of events, campaigns and buttons that nobody knows are counted as other beyond a limit, and all events are stored`()
    async throws
  {
    let store = try SQLiteStore.inMemory()
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
      (0..<300).map { .outcome(presentation, outcome: .known(.suppressed), reason: "invented-\($0)") }, "o")
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
    #expect(try await rows(store, "person_campaign") == CountLimits.strayCampaigns + 1)
    #expect(try await store.eventCounts(app: "shop").values.reduce(0, +) == 2_531 + 1_201)
    #expect(
      report.doubts(about: Sample.campaign("c"), at: Sample.now).map(\.code) == [
        .moreClickedThanShown, .tooManyNames,
      ])
    try await store.close()
  }

  /// Of `genuine` devices with one decision each, how many are left after strangers sent theirs for
  /// the same reason on the same day.
  private func kept(genuine: Int, strangers: Int, each: Int, perDay: Int = 50) async throws -> Int {
    let store = try SQLiteStore.inMemory(decisions: DecisionQuota(perReason: 200, perDay: perDay))
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
    try await store.read { try Recount.expectAgreement($0) }
    try await store.close()
    return ids.count { $0.hasPrefix("d:genuine") }
  }

  @Test func `one device that sends thousands of decisions on a day pushes out none of the others`()
    async throws
  {
    #expect(try await kept(genuine: 20, strangers: 1, each: 2_000) == 20)
  }

  @Test func `a hundred devices push out no more than their share`() async throws {
    // One decision of each finds room.
    #expect(try await kept(genuine: 20, strangers: 100, each: 20, perDay: 150) == 20)
    // 100 of 200 devices are genuine, and there is room for 80 to 100: 40 to 50 are expected of
    // them. What is beyond comes once in 10⁶ runs.
    let share = try await kept(genuine: 100, strangers: 100, each: 10, perDay: 100)
    #expect((20...70).contains(share), "\(share)")
  }

  @Test(arguments: [DeviceRole.test, .lab])
  func `decisions of a test device are kept before all others, the newest of them`(role: DeviceRole)
    async throws
  {
    let store = try SQLiteStore.inMemory(decisions: DecisionQuota(perReason: 50, perDay: 10))
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
    #expect(kept.prefix(8) == (4..<12).reversed().map { "test-\($0)" }[...] && kept.count <= 10, "\(kept)")
    try await store.close()
  }

  @Test
  func
    `names that many people sent stay, others give way to new ones, and no batch replaces more than a few`()
    async throws
  {
    let store = try SQLiteStore.inMemory()
    try await store.insert(Sample.app())
    func send(_ names: [String], people: Range<Int> = 0..<1, day: Int = 0, _ prefix: String) async throws {
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
    #expect(known.count == CountLimits.eventNames && known.isSuperset(of: usual) && !known.contains("rare"))
    let before = known
    try await send((0..<500).map { "b-\($0)" }, "b")
    known = try await names()
    #expect(known.subtracting(before).count == CountLimits.replacedNames)
    #expect(known.isSuperset(of: usual))
    // A month later those that nobody sent any more go first, however many people sent them before.
    try await send(usual.dropLast().map(\.self), people: 0..<1, day: 20, "v")
    try await send((0..<500).map { "c-\($0)" }, day: CountLimits.forgottenAfterDays + 1, "c")
    known = try await names()
    #expect(known.isSuperset(of: usual.dropLast()) && !known.contains("usual-4"))
    try await store.read { try Recount.expectAgreement($0) }
    let total = try await store.read {
      try Int.fetchOne($0, sql: "SELECT sum(n) FROM app_total WHERE metric = 'custom_event'")
    }
    #expect(total == 5 * 40 + 1 + 2_000 + 500 + 4 + 500)
    try await store.close()
  }

  @Test
  func `names that any campaign waits for are counted when they come, also inside others and as exceptions`()
    async throws
  {
    let store = try SQLiteStore.inMemory()
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
    #expect(Set(try await store.customEventNames(app: "shop", limit: 9_999)) == ["inner", "other", "except"])
    #expect(try await store.forgetEventNames(["inner", "none"], app: "shop") == 1)
    #expect(try await store.customEventNames(app: "shop", limit: 9_999).count == 2)
    try await store.read { try Recount.expectAgreement($0) }
    try await store.close()
  }

  @Test func `about twenty people are many, however often one of them sends`() {
    var people = NamePeople()
    for _ in 0..<1_000 { _ = people.add(7) }
    #expect(people.count == 1)
    let needed = (0..<200).map { run in
      var people = NamePeople()
      var count: Int64 = 0
      while !people.areMany {
        _ = people.add(Int64(run) * 1_000 + count)
        count += 1
      }
      return Int(count)
    }
    #expect(needed.allSatisfy { (NamePeople.many...30).contains($0) })
    #expect(
      (CountLimits.establishedPeople - 1...CountLimits.establishedPeople + 1).contains(
        needed.reduce(0, +) / needed.count))
  }
}
