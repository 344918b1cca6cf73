// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import StoreConformance
import Testing

@Suite struct SeriesTests {
  @Test(arguments: ActiveSpan.allCases) func `changes add up to the number of days on which a person counts`(
    _ span: ActiveSpan
  ) {
    var chance = SeededGenerator(seed: UInt64(span.rawValue))
    for _ in 0..<200 {
      var days: [Int64] = []
      var changes = ActiveChanges()
      func change(_ number: Int, _ day: Int64) {
        changes.add(
          number, day: day, after: days.filter { $0 < day }.max(), before: days.filter { $0 > day }.min())
      }
      for _ in 0..<12 {
        let day = Int64.random(in: -5..<60, using: &chance)
        if let place = days.firstIndex(of: day) {
          days.remove(at: place)
          change(-1, day)
        } else {
          change(1, day)
          days.append(day)
        }
      }
      for day in -10..<100 as Range<Int64> {
        let counted = changes.counts.filter { $0.key.span == span && $0.key.day <= day }.values.reduce(0, +)
        let isActive = days.contains { (day - span.rawValue + 1...day).contains($0) }
        #expect(counted == (isActive ? 1 : 0), "\(days) on \(day)")
      }
    }
  }

  @Test func `a day begins at midnight UTC, before 1970 too`() {
    let cases: [(Int64, Int64)] = [
      (0, 0), (86_399_999, 0), (86_400_000, 1), (-1, -1), (-86_400_000, -1), (-86_400_001, -2),
    ]
    for (milliseconds, day) in cases {
      #expect(CountedTime.day(of: Instant(milliseconds: milliseconds)) == day)
    }
  }

  @Test func `a period begins and ends with whole steps`() {
    let hour = Instant(milliseconds: 7_200_000)
    #expect(
      SeriesQuery(.sessions, step: .hour, from: hour, to: hour + .seconds(3_600)).bounds
        == 7_200_000..<10_800_000)
    #expect(SeriesQuery(.sessions, step: .hour, from: hour, to: hour + .milliseconds(3_600_001)).count == 2)
    #expect(SeriesQuery(.sessions, step: .day, from: hour, to: hour).bounds == 0..<86_400_000)
  }

  @Test func `a sample has the types, the newest values and the share of each property`() {
    func entry(_ properties: [String: Wire.JSONValue]) -> EventSample.Entry {
      let at = Instant(milliseconds: 0)
      return EventSample.Entry(
        personID: "u:ana",
        event: TimelineEntry(
          id: "e", kind: "custom", deviceID: "", at: at, countedAt: at, receivedAt: at,
          record: Wire.EventRecord(
            id: "e", at: at, sessionID: nil, userID: "ana",
            body: .custom(name: "cart", properties: properties))))
    }
    let long = String(repeating: "a", count: 80)
    let sample = EventSample([
      entry(["total": 12, "cart": ["size": 3]]), entry(["total": 12.5, "note": .string(long)]),
      entry(["total": 12]),
      entry(["total": "12", "at": ["$date": 0]]),
    ])
    #expect(sample.count == 4)
    #expect(sample.properties.map(\.path) == ["total", "at", "cart.size", "note"])
    #expect(sample.properties[0].types == [.wholeNumber, .number, .text])
    #expect(sample.properties[0].samples == ["12", "12.5"])
    #expect(sample.properties[1].types == [.date])
    #expect(sample.properties[3].samples == [String(repeating: "a", count: 60) + "…"])
  }

  @Test func `the properties of a purchase are those that conditions can name`() {
    let at = Instant(milliseconds: 0)
    let bought = Wire.EventRecord.Body.purchase(
      productID: "socks", currency: "EUR", price: 9.5, quantity: 2,
      properties: ["currency": "own", "size": 41])
    let sample = EventSample([
      EventSample.Entry(
        personID: "u:ana",
        event: TimelineEntry(
          id: "e", kind: "purchase", deviceID: "", at: at, countedAt: at, receivedAt: at,
          record: Wire.EventRecord(id: "e", at: at, sessionID: nil, userID: "ana", body: bought)))
    ])
    #expect(sample.properties.map(\.path) == bought.audienceProperties.keys.sorted())
    #expect(sample.properties.map(\.path) == ["currency", "price", "product_id", "quantity", "size"])
    #expect(sample.properties[0].samples == ["own"])
  }
}
