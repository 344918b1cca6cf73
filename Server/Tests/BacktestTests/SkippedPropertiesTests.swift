// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Testing

@testable import Backtest

@Suite("Properties that a backtest does not read")
struct SkippedPropertiesTests {
  private static let filter = Wire.Filter.compare(
    Wire.Comparison(path: ["total"], operation: .known(.equals), value: 5))
  private static let filtered = Wire.Trigger(kind: .known(.customEvent), name: "viewed", filter: filter)

  /// Everything in which a campaign can compare a property.
  static let uses: [(String, @Sendable (inout CampaignContent) -> Void)] = [
    ("a trigger", { $0.triggers = [filtered] }),
    ("a part of a group", { $0.triggers = [Wire.Trigger(kind: .known(.any), triggers: [filtered])] }),
    (
      "a trigger that is counted",
      {
        $0.triggers = [
          Wire.Trigger(
            kind: .known(.count), triggers: [filtered], times: 2,
            within: Wire.HistoryWindow(type: .known(.session)))
        ]
      }
    ),
    ("a purchase", { $0.triggers = [Wire.Trigger(kind: .known(.anyPurchase), filter: filter)] }),
    (
      "an exception",
      {
        $0.rules.delayMilliseconds = 60_000
        $0.rules.exceptions = [filtered]
      }
    ),
    (
      "an audience that counts events",
      {
        $0.audience = [
          "did": [
            "kind": "custom", "name": "viewed", "where": ["path": ["total"], "op": "equals", "value": 5],
          ], "op": "greater_or_equal",
          "value": 2,
        ]
      }
    ),
    (
      "an audience that adds up",
      {
        $0.audience = [
          "did": ["kind": "purchase", "measure": "sum", "of": ["total"]], "op": "greater_or_equal",
          "value": 10,
        ]
      }
    ),
  ]

  private static func person(_ number: Int) -> BacktestPerson {
    var random = SeededGenerator(seed: UInt64(number))
    var past = Past("p\(number)")
    for day in 0..<6 {
      past.add(.sessionStart, day: day)
      for second in 1...8 {
        let properties: [String: Wire.JSONValue] = [
          "total": .int(Int64.random(in: 4...6, using: &random)), "more": ["deep": ["}", .string("\"")]],
        ]
        let body: Wire.EventRecord.Body =
          switch Int.random(in: 0..<4, using: &random) {
          case 0:
            .purchase(productID: "viewed", currency: "EUR", price: 2, quantity: 1, properties: properties)
          case 1: .screenView(name: "viewed", properties: properties)
          case 2: .custom(name: "go", properties: properties)
          default: .custom(name: "viewed", properties: properties)
          }
        past.add(body, day: day, second * 30)
      }
      past.add(.sessionEnd(lengthMilliseconds: 300_000), day: day, 300)
    }
    return past.person
  }

  /// The person as a store reads them.
  private static func read(_ person: BacktestPerson, _ body: (String, String) -> Wire.EventRecord.Body?)
    -> BacktestPerson
  {
    var read = person
    read.events = person.events.map { event in
      var record = event.record
      guard let name = record.body.name, let body = body(record.body.kind, name) else { return event }
      (record.body, record.sessionID) = (body, nil)
      return BacktestPerson.Event(deviceID: event.deviceID, at: event.at, record: record)
    }
    return read
  }

  /// When the person would have seen the campaign, and what led to it.
  private static func seen(_ replay: PersonReplay) -> [String] {
    replay.with.map { "\($0.at.milliseconds) \($0.event.id)" }
  }

  @Test(arguments: uses.map(\.0))
  func `whatever compares properties, the result is the same as when all are read`(use: String) throws {
    let change = try #require(Self.uses.first { $0.0 == use }?.1)
    let backtest = Backtest(Campaign.on("go", id: "offer", change))
    #expect(!backtest.needs.comparesProperties(of: "screen_view", "viewed"))
    var differs = false
    for number in 0..<40 {
      let person = Self.person(number)
      let whole = Self.seen(backtest.replay(person))
      let some = Self.seen(backtest.replay(Self.read(person, backtest.needs.bodyWithoutProperties)))
      let none = Self.seen(backtest.replay(person.withoutProperties))
      #expect(whole == some, "person \(number)")
      if whole != none { differs = true }
    }
    #expect(differs, "the properties make no difference, so this shows nothing")
  }
}

extension BacktestPerson {
  /// As if no event had properties.
  fileprivate var withoutProperties: Self {
    var person = self
    person.events = events.map { event in
      var record = event.record
      switch record.body {
      case .custom(let name, _): record.body = .custom(name: name, properties: [:])
      case .screenView(let name, _): record.body = .screenView(name: name, properties: [:])
      case .purchase(let id, let currency, let price, let quantity, _):
        record.body = .purchase(
          productID: id, currency: currency, price: price, quantity: quantity, properties: [:])
      default: break
      }
      return Event(deviceID: event.deviceID, at: event.at, record: record)
    }
    return person
  }
}
