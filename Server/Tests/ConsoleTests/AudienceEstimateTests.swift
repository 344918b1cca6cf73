// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import Foundation
import MartletCore
import MartletTesting
import MartletWire
import Statistics
import Store
import StoreSQLite
import Testing

@Suite("The estimate of an audience", .timeLimit(.minutes(5)))
struct AudienceEstimateTests {
  private static let now = ManualClock().environment.now()
  /// Other seeds, for more cases.
  private static let seeds =
    ProcessInfo.processInfo.environment["MARTLET_PROPERTY_CASES"].flatMap { Int($0) } ?? 100
  private static let drawn = 120

  /// People of whom every tenth is on the plan `pro`, and every hundredth on `team`.
  private static func store(people: Int) async throws -> SQLiteStore {
    let store = try SQLiteStore.inMemory()
    try await store.insert(App(id: "shop", name: "Shop", createdAt: now))
    for start in stride(from: 0, to: people, by: 500) {
      let events = (start..<min(people, start + 500)).map { number in
        let plan: Wire.JSONValue = number % 100 == 0 ? "team" : number % 10 == 0 ? "pro" : "free"
        return Wire.EventRecord(
          id: "a\(number)", at: now, sessionID: nil, userID: "u\(number)",
          body: .attribute(key: "plan", value: plan))
      }
      _ = try await store.ingest(
        IngestBatch(appID: "shop", device: Wire.Device(id: "d"), receivedAt: now, events: events))
    }
    return store
  }

  private static func plan(_ operation: String, _ value: Wire.JSONValue) -> Wire.JSONValue {
    ["attribute": "plan", "op": .string(operation), "value": value]
  }

  @Test
  func
    `has an interval that holds the exact number for as many seeds as it states, and reads a bounded number of rows`()
    async throws
  {
    let store = try await Self.store(people: 1_500)
    let environment = ManualClock().environment
    for rule in [Self.plan("equals", "pro"), Self.plan("equals", "team"), Self.plan("not_equals", "pro")] {
      let exact = try await AudienceAuthoring(store: store, environment: environment).count(
        rule, app: "shop"
      ).people
      var (held, sum) = (0, 0.0)
      for seed in 0..<Self.seeds {
        let drawing = AudienceSample.Drawing(most: Self.drawn, seed: UInt64(seed))
        let estimate = try #require(
          try await AudienceAuthoring(store: store, environment: environment, drawing: drawing)
            .estimate(rule, app: "shop"))
        #expect(estimate.asked == Self.drawn)
        if (estimate.people.interval.lower...estimate.people.interval.upper).contains(Double(exact)) {
          held += 1
        }
        sum += estimate.people.value
      }
      // 95%, and chance.
      #expect(
        Double(held) >= 0.95 * Double(Self.seeds) - 3 * (0.0475 * Double(Self.seeds)).squareRoot(),
        "\(held) of \(Self.seeds)")
      let number = Double(exact)
      let error = sum / Double(Self.seeds) - number
      #expect(abs(error) < 0.1 * number + 5, "it is off by \(error)")
    }
  }

  @Test func `reads no more rows than it may, whatever people did`() async throws {
    let store = try await Self.store(people: 600)
    for user in 0..<200 {
      let events = (0..<50).map { number in
        Wire.EventRecord(
          id: "\(user)-\(number)", at: Self.now, sessionID: nil, userID: "u\(user)",
          body: .custom(name: "read", properties: [:]))
      }
      _ = try await store.ingest(
        IngestBatch(appID: "shop", device: Wire.Device(id: "d"), receivedAt: Self.now, events: events))
    }
    let rule = AudienceRule.condition(
      AudienceCondition(.activity(AudienceActivity(.custom, name: "read")), .greaterOrEqual(.int(1))))
    func sample(_ drawing: AudienceSample.Drawing) async throws -> AudienceSample {
      try await store.sample(drawing, matching: rule, named: [:], app: "shop", at: Self.now)
    }
    let whole = try await sample(AudienceSample.Drawing(rows: .max))
    #expect(whole.isWhole && whole.people == 600 && whole.matching == 200 && whole.rows >= 200 * 50)
    let bounded = try await sample(AudienceSample.Drawing(rows: 2_000, eventsOfPerson: 20))
    #expect(
      !bounded.isWhole && (1..<600).contains(bounded.drawn) && bounded.rows < 2_000 + 25, "\(bounded.rows)")
    #expect(bounded.matching > 0 && bounded.members.count == AudienceSample.Drawing.members)
  }

  @Test func `is exact if all people are asked, and is nothing without people`() async throws {
    let store = try await Self.store(people: 90)
    let audiences = AudienceAuthoring(store: store, environment: ManualClock().environment)
    let rule = Self.plan("equals", "pro")
    let estimate = try #require(try await audiences.estimate(rule, app: "shop"))
    #expect(estimate.people.interval.lower == 8 && estimate.people.interval.upper == 8)
    guard case .exact(let count) = try await audiences.quickCount(rule, app: "shop") else {
      Issue.record("few people are not counted")
      return
    }
    #expect(count.people == 8 && count.total == 90)
    try await store.insert(App(id: "empty", name: "Empty", createdAt: Self.now))
    #expect(try await audiences.estimate(rule, app: "empty") == nil)
    await #expect(throws: Rejection.self) {
      try await audiences.estimate(["any": 7], app: "shop")
    }
  }
}
