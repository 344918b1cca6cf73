// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Store
import Testing

extension StoreConformance {
  private static let hour: Int64 = 3_600_000
  /// Periods are whole hours.
  private static let base = CountedTime.hour(of: Sample.now)

  /// What somebody did so many hours before now.
  private enum Did {
    case sees(String)
    case orders(Double = 1, kind: String = "book")
    /// Opens the content of a banner of the campaign.
    case opens(String)
    case signsIn

    var body: Wire.EventRecord.Body {
      switch self {
      case .sees(let campaign): return .impression(.init(id: "p", campaignID: campaign, campaignVersion: 1))
      case .orders(let price, let kind):
        return .custom(name: "order", properties: ["price": .double(price), "kind": .string(kind)])
      case .opens(let campaign):
        var presentation = Wire.EventRecord.Presentation(id: "p", campaignID: campaign, campaignVersion: 1)
        presentation.openedFrom = .known(.banner)
        return .impression(presentation)
      case .signsIn: return .userChanged(previousUserID: nil)
      }
    }
  }

  private static func ingest(
    _ store: any Store, _ device: String, _ user: String?, role: DeviceRole = .own, batch: String = "",
    _ events: [(Int64, Did)]
  ) async throws {
    let records = events.enumerated().map { place, event in
      Wire.EventRecord(
        id: "\(device)-\(user ?? "")-\(batch)-\(place)", at: base - .milliseconds(event.0 * hour),
        sessionID: nil, userID: user,
        body: event.1.body)
    }
    let results = try await store.ingest(
      IngestBatch(
        appID: "shop", device: Wire.Device(id: device, platform: "ios"), receivedAt: Sample.now,
        events: records, role: role))
    try #require(results.allSatisfy { $0.status == .known(.stored) })
  }

  /// People who saw campaign `a`, those who converted, how often, and revenue. The window is 72
  /// hours.
  private static func count(
    _ store: any Store, _ rule: ConversionRule = order, of campaign: CampaignID = "a", from: Int64? = nil,
    to: Int64? = nil
  ) async throws -> [Int64] {
    let instant = { (hoursAgo: Int64?) in hoursAgo.map { base - .milliseconds($0 * hour) } }
    let counts = try await store.conversions(
      [rule], of: campaign, app: "shop", from: instant(from), to: instant(to))
    let count = try #require(counts.first)
    #expect(counts.count == 1 && count.rule == rule)
    func work(_ limit: Int) async throws -> Int {
      try await store.conversionWork(
        [rule], of: campaign, app: "shop", from: instant(from), to: instant(to), limit: limit)
    }
    // Each person and each event is looked at.
    let whole = try await work(1_000)
    #expect(whole >= count.shown + count.conversions && whole < 1_000)
    #expect(try await work(2) == min(2, whole))
    return [
      Int64(count.shown), Int64(count.converted), Int64(count.conversions), count.revenue.sums[""] ?? 0,
    ]
  }

  private static func prepare(_ store: any Store) async throws {
    try await store.insert(Sample.app())
    for id in ["a", "b"] as [CampaignID] { try await store.insert(Sample.campaign(id), by: .system) }
  }

  static var conversions: [Promise] {
    [
      Promise("a conversion counts for the campaign whose message the person saw last before it") {
        store async throws in
        try await prepare(store)
        try await ingest(store, "d1", "ana", [(50, .sees("a")), (49, .sees("b")), (48, .orders(5))])
        try await ingest(
          store, "d2", "ben", [(50, .sees("b")), (49, .sees("a")), (48, .orders(7)), (47, .orders(1))])
        try await ingest(store, "d3", "eve", [(50, .sees("b")), (48, .orders(9))])
        #expect(try await count(store) == [2, 1, 2, 800])
        #expect(try await count(store, of: "b") == [3, 2, 2, 1_400])
        #expect(try await count(store, of: "nobody saw it") == [0, 0, 0, 0])
      },
      Promise("a conversion counts from the moment of the message on, and before the end of its window") {
        store async throws in
        try await prepare(store)
        try await ingest(store, "d1", "before", [(101, .orders()), (100, .sees("a"))])
        try await ingest(store, "d2", "at the same time", [(100, .orders()), (100, .sees("a"))])
        try await ingest(store, "d3", "in the last hour", [(100, .sees("a")), (29, .orders())])
        try await ingest(store, "d4", "at the end", [(100, .sees("a")), (28, .orders())])
        #expect(try await count(store) == [4, 2, 2, 200])
      },
      Promise("a second message renews the window, and content that a banner opened is no second one") {
        store async throws in
        try await prepare(store)
        try await ingest(store, "d1", "ana", [(200, .sees("a")), (130, .sees("a")), (60, .orders())])
        try await ingest(store, "d2", "ben", [(200, .sees("a")), (130, .opens("a")), (60, .orders())])
        try await ingest(store, "d3", "eve", [(130, .opens("a")), (60, .orders())])
        #expect(try await count(store) == [2, 1, 1, 100])
      },
      Promise("events that arrive late count at their own time, and so do messages") { store async throws in
        try await prepare(store)
        try await ingest(store, "d1", "ana", [(100, .sees("a"))])
        #expect(try await count(store) == [1, 0, 0, 0])
        try await ingest(store, "d1", "ana", batch: "late", [(90, .orders(3))])
        #expect(try await count(store) == [1, 1, 1, 300])
        // Another campaign's message in between was not known yet.
        try await ingest(store, "d2", "ana", batch: "later", [(95, .sees("b"))])
        #expect(try await count(store) == [1, 0, 0, 0])
        #expect(try await count(store, of: "b") == [1, 1, 1, 300])
      },
      Promise("the period is that of the messages: what people do after it counts, and periods add up") {
        store async throws in
        try await prepare(store)
        try await ingest(store, "d1", "ana", [(100, .sees("a")), (60, .orders(1))])
        try await ingest(store, "d2", "ben", [(100, .sees("a")), (70, .sees("a")), (60, .orders(2))])
        try await ingest(store, "d3", "eve", [(80, .sees("a")), (79, .orders(4)), (40, .orders(8))])
        #expect(try await count(store, to: 80) == [2, 1, 1, 100])
        #expect(try await count(store, from: 80) == [2, 2, 3, 1_400])
        #expect(try await count(store, from: 80, to: 70) == [1, 1, 2, 1_200])
        #expect(try await count(store) == [3, 3, 4, 1_500])
        #expect(try await count(store, from: 10, to: 10) == [0, 0, 0, 0])
      },
      Promise("people who become one count once, and what they saw on any of their devices counts") {
        store async throws in
        try await prepare(store)
        try await ingest(store, "d1", "ana", [(100, .sees("a"))])
        try await ingest(store, "d2", nil, [(98, .sees("a")), (90, .orders(3))])
        #expect(try await count(store) == [2, 1, 1, 300])
        try await ingest(store, "d2", "ana", [(80, .signsIn), (79, .orders(4))])
        #expect(try await count(store) == [1, 1, 2, 700])
        try await ingest(store, "d1", "ana", batch: "more", [(85, .sees("b"))])
        #expect(try await count(store) == [1, 1, 1, 300])
      },
      Promise("what people see and do on test devices counts for no conversion") { store async throws in
        try await prepare(store)
        try await ingest(store, "d1", "ana", role: .test, [(100, .sees("a")), (99, .orders())])
        #expect(try await count(store) == [0, 0, 0, 0])
        try await ingest(store, "d2", "ana", [(98, .orders()), (97, .sees("a"))])
        #expect(try await count(store) == [1, 0, 0, 0])
        try await ingest(
          store, "d1", "ana", role: .test, batch: "again", [(96, .sees("b")), (95, .orders())])
        try await ingest(store, "d2", "ana", batch: "again", [(94, .orders(2))])
        #expect(try await count(store) == [1, 1, 1, 200])
      },
      Promise("a conversion of a campaign counts events of its kind, name and properties") {
        store async throws in
        try await prepare(store)
        try await ingest(
          store, "d1", "ana",
          [(100, .sees("a")), (99, .orders(2, kind: "book")), (98, .orders(3, kind: "music"))])
        var music = order
        music.activity.filter = .compare(Comparison(path: ["kind"], operation: .equals("music")))
        #expect(try await count(store, music) == [1, 1, 1, 300])
        var any = order
        (any.activity.name, any.revenue) = (nil, nil)
        #expect(try await count(store, any) == [1, 1, 2, 0])
        var other = order
        other.activity.name = "another"
        #expect(try await count(store, other) == [1, 0, 0, 0])
        let both = try await store.conversions([music, other], of: "a", app: "shop", from: nil, to: nil)
        #expect(both.map(\.conversions) == [1, 0])
        #expect(
          try await store.conversions([music], of: "a", app: "unknown", from: nil, to: nil).map(\.shown) == [
            0
          ])
      },
      Promise("who saw a campaign is counted once, by what the device that they used last says of itself") {
        store async throws in
        try await prepare(store)
        func use(
          _ device: Wire.Device, _ user: String, role: DeviceRole = .own, at hours: Int64,
          _ events: [(Int64, Wire.EventRecord.Body)]
        )
          async throws
        {
          let records = events.enumerated().map { place, event in
            Wire.EventRecord(
              id: "\(device.id)-\(user)-\(place)", at: base - .milliseconds(event.0 * hour), sessionID: nil,
              userID: user, body: event.1)
          }
          let received = base - .milliseconds(hours * hour)
          _ = try await store.ingest(
            IngestBatch(appID: "shop", device: device, receivedAt: received, events: records, role: role))
        }
        func phone(_ id: String, _ version: String?, _ locale: String = "de-AT") -> Wire.Device {
          Wire.Device(id: id, platform: "ios", locale: locale, appVersion: version)
        }
        let click = Wire.EventRecord.Body.click(
          .init(id: "p", campaignID: "a", campaignVersion: 1), buttonID: "0")
        func see(_ campaign: String = "a") -> Wire.EventRecord.Body { Did.sees(campaign).body }
        try await use(
          phone("d1", "1.0"), "ana", at: 60, [(100, see()), (99, click), (98, Did.orders().body)])
        // A newer device of the same person.
        try await use(phone("d2", "2.0", "en"), "ana", at: 40, [(50, see())])
        try await use(phone("d3", "1.0"), "ben", at: 40, [(100, see()), (90, click)])
        try await use(phone("d4", nil), "eve", at: 40, [(100, see())])
        try await use(phone("d5", "1.0"), "ida", at: 40, [(100, see("b")), (98, Did.orders().body)])
        try await use(phone("d6", "9.0"), "tim", role: .test, at: 40, [(100, see()), (99, click)])
        typealias Group = CampaignBreakdown.Group
        func groups(
          _ fact: AudienceFact, from: Int64? = nil, to: Int64? = nil, _ rule: ConversionRule? = order
        )
          async throws -> [Group]
        {
          let instant = { (hoursAgo: Int64?) in hoursAgo.map { base - .milliseconds($0 * hour) } }
          let breakdown = try await store.breakdown(
            of: "a", by: fact, converting: rule, app: "shop", from: instant(from), to: instant(to))
          return breakdown.groups
        }
        #expect(
          try await groups(.appVersion) == [
            Group(.value("1.0"), shown: 1, clicked: 1),
            Group(.value("2.0"), shown: 1, clicked: 1, converted: 1), Group(.unknown, shown: 1),
          ])
        #expect(
          try await groups(.language) == [
            Group(.value("de"), shown: 2, clicked: 1),
            Group(.value("en"), shown: 1, clicked: 1, converted: 1),
          ])
        #expect(try await groups(.platform, from: 60) == [Group(.value("ios"), shown: 1)])
        #expect(try await groups(.platform, to: 60, nil) == [Group(.value("ios"), shown: 3, clicked: 2)])
        #expect(try await groups(.platform, from: 10, to: 10) == [])
        #expect(try await store.conversionWork([], of: "a", app: "shop", from: nil, to: nil, limit: 9) == 3)
      },
      Promise("an audience knows when a person first converted, by the conversions that the campaign has now")
      {
        store async throws in
        try await store.insert(Sample.app())
        var campaign = Sample.campaign("a")
        campaign.content.conversions = [
          Wire.Conversion(name: "Book", event: ["kind": "custom", "name": "read"])
        ]
        try await store.insert(campaign, by: .system)
        try await store.insert(Sample.campaign("b"), by: .system)
        try await ingest(store, "d1", "ana", [(100, .sees("a")), (90, .orders()), (80, .orders())])
        try await ingest(store, "d2", "ben", [(100, .sees("a")), (95, .sees("b")), (90, .orders())])
        try await ingest(store, "d3", "eve", [(100, .sees("a"))])
        try await ingest(store, "d4", "ina", role: .test, [(100, .sees("a")), (90, .orders())])
        #expect(try await converted(store) == [:])
        campaign.content.conversions.append(
          Wire.Conversion(name: "Order", event: ["kind": "custom", "name": "order"]))
        try await store.update(campaign, expectedRevision: 1, as: .edited, by: .system)
        #expect(try await converted(store) == ["u:ana": 90])
        // Late events.
        try await ingest(store, "d1", "ana", batch: "late", [(99, .orders())])
        try await ingest(store, "d3", "eve", batch: "late", [(30, .orders())])
        #expect(try await converted(store) == ["u:ana": 99, "u:eve": 30])
        #expect(try await converted(store, after: "b") == [:])
        #expect(try await converted(store, after: "unknown") == [:])
      },
    ]
  }

  /// The hours since people first converted after they saw the campaign, as sets and single people
  /// tell it alike.
  private static func converted(_ store: any Store, after campaign: CampaignID = "a") async throws -> [String:
    Int64]
  {
    let subject = AudienceSubject.campaign(campaign, .converted)
    func people(_ operation: Comparison.Operation) async throws -> Set<String> {
      let rule = AudienceRule.condition(AudienceCondition(subject, operation))
      let people = try await store.people(matching: rule, named: [:], app: "shop", at: Sample.now)
      return Set(try await store.personIDs(of: people.sample(people.count), app: "shop"))
    }
    var hours: [String: Int64] = [:]
    for id in try await people(.exists) {
      let facts = try await store.facts(of: id, AudienceNeeds([subject]), app: "shop", at: Sample.now)
      guard case .date(let at)? = facts.value(of: subject, nil, at: Sample.now) else { continue }
      hours[id] = (base.milliseconds - at.milliseconds) / hour
      #expect(try await people(.equals(.date(at))).contains(id))
    }
    for id in try await people(.doesNotExist) {
      #expect(
        try await store.facts(of: id, AudienceNeeds([subject]), app: "shop", at: Sample.now).value(
          of: subject, nil, at: Sample.now) == nil)
    }
    return hours
  }

  private static let order: ConversionRule = {
    var problems: [Diagnostic] = []
    let conversion = Wire.Conversion(
      name: "Order", event: ["kind": "custom", "name": "order"], revenue: "price")
    guard let rule = ConversionRule(conversion, at: "", &problems) else { preconditionFailure("\(problems)") }
    return rule
  }()
}
