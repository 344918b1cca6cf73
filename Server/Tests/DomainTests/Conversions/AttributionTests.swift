// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import StoreConformance
import Testing

@Suite struct AttributionTests {
  private static let window = Duration.seconds(10)
  private static let all = at(0)..<at(1_000)

  private static func at(_ second: Int64) -> Instant { Instant(milliseconds: second * 1_000) }

  /// What one person did: `A` and `B` are messages of the campaign and of another, `!` is an event;
  /// each with its second.
  private func converted(_ steps: [(Character, Int64)], period: Range<Instant> = all) -> [Int64] {
    var person = Attribution(period: period, window: Self.window)
    var counted: [Int64] = []
    for (step, second) in steps {
      if step == "!" {
        let before = person.conversions
        person.convert(at: Self.at(second))
        if person.conversions > before { counted.append(second) }
      } else {
        person.see(at: Self.at(second), isOwn: step == "A")
      }
    }
    return counted
  }

  @Test func `an event counts from the moment of the message on, and before the end of the window`() {
    #expect(converted([("!", 4), ("A", 5), ("!", 5), ("!", 14), ("!", 15)]) == [5, 14])
  }

  @Test func `an event counts for the message that was seen last`() {
    #expect(converted([("A", 1), ("!", 2), ("B", 3), ("!", 4), ("A", 5), ("!", 6)]) == [2, 6])
    #expect(converted([("A", 1), ("B", 1), ("!", 1)]) == [])
    #expect(converted([("B", 1), ("A", 1), ("!", 1)]) == [1])
  }

  @Test func `each time that the message is seen begins a new window`() {
    #expect(converted([("A", 1), ("!", 12), ("A", 20), ("!", 29), ("A", 28), ("!", 37)]) == [29, 37])
  }

  @Test
  func `a message that was seen outside of the period counts for nothing, an event after the period does`() {
    let period = Self.at(10)..<Self.at(20)
    #expect(converted([("A", 9), ("!", 12)], period: period) == [])
    #expect(converted([("A", 10), ("!", 12)], period: period) == [12])
    #expect(converted([("A", 19), ("!", 28), ("A", 28), ("!", 28)], period: period) == [28])
    #expect(converted([("A", 20), ("!", 21)], period: period) == [])
  }

  @Test func `revenue is added up in hundredths, and what is no sum adds nothing`() {
    var person = Attribution(period: Self.all, window: Self.window)
    person.see(at: Self.at(1), isOwn: true)
    for amount in [0.1, 0.2, 12.345, -1, .nan, .infinity, 1e300] {
      person.convert(at: Self.at(2), amount: Revenue.Amount(amount))
    }
    #expect(person.conversions == 7 && person.revenue == Revenue(["": 10 + 20 + 1_235 - 100]))
    for _ in 0..<3 { person.convert(at: Self.at(2), amount: Revenue.Amount(9e16 / 2)) }
    #expect(person.revenue.sums[""] ?? 0 > 0)
    var count = ConversionCount(Self.rule)
    count.add(person)
    count.add(Attribution(period: Self.all, window: Self.window))
    #expect(count.converted == 1 && count.conversions == 10 && count.revenue == person.revenue)
  }

  @Test func `a purchase is worth its price for each unit, and each currency has its own sum`() throws {
    var problems: [Diagnostic] = []
    let conversion = Wire.Conversion(name: "Purchase", event: ["kind": "purchase"], revenue: "price")
    let rule = try #require(ConversionRule(conversion, at: "", &problems), "\(problems)")
    var revenue = Revenue()
    for (price, quantity, currency) in [(9.99, 2, "EUR"), (5, 1, "USD"), (0.5, 100, "EUR")] {
      let body = Wire.EventRecord.Body.purchase(
        productID: "p", currency: currency, price: price, quantity: quantity,
        properties: ["quantity_in_stock": 7])
      revenue.add(try #require(rule.amount(of: Properties(body.audienceProperties))))
    }
    #expect(revenue == Revenue(["EUR": 1_998 + 5_000, "USD": 500]))
    // Another property is no price of a unit, and an event of the app can name its currency.
    let order = Wire.Conversion(name: "Order", event: ["kind": "custom", "name": "order"], revenue: "price")
    let own = try #require(ConversionRule(order, at: "", &problems), "\(problems)")
    let properties: [String: Wire.JSONValue] = ["price": 3, "quantity": 2, "currency": "CHF"]
    #expect(own.amount(of: Properties(properties)) == Revenue.Amount(3, currency: "CHF"))
    #expect(
      own.amount(of: Properties(["price": 3, "currency": "francs"] as [String: Wire.JSONValue]))
        == Revenue.Amount(3))
  }

  @Test
  func `random people are counted as the rule says in words, and periods that follow each other add up`() {
    var chance = SeededGenerator(seed: 7)
    var conversions = 0
    for _ in 0..<2_000 {
      // Steps of the same second stay in the order in which they were drawn, messages first.
      let steps = (0..<Int.random(in: 0...14, using: &chance)).map { place in
        (
          step: Character(["A", "B", "!", "!"].randomElement(using: &chance) ?? "!"),
          second: Int64.random(in: 0..<40, using: &chance),
          place
        )
      }
      .sorted { ($0.second, $0.step == "!" ? 1 : 0, $0.2) < ($1.second, $1.step == "!" ? 1 : 0, $1.2) }
      let cut = Self.at(Int64.random(in: 0..<40, using: &chance))
      let parts = [Self.at(0)..<cut, cut..<Self.at(1_000)].map { period in
        let counted = converted(steps.map { ($0.step, $0.second) }, period: period)
        let expected = steps.indices.filter { place in
          guard steps[place].step == "!", let seen = steps[..<place].last(where: { $0.step != "!" }),
            seen.step == "A"
          else { return false }
          let (from, time) = (Self.at(seen.second), Self.at(steps[place].second))
          return period.contains(from) && from <= time && time < from + Self.window
        }
        #expect(counted == expected.map { steps[$0].second })
        return counted
      }
      #expect((parts[0] + parts[1]).sorted() == converted(steps.map { ($0.step, $0.second) }).sorted())
      conversions += parts[0].count + parts[1].count
    }
    #expect(conversions > 1_000)
  }

  /// Orders that cost at least 5, and their price.
  private static func reading(isFiltered: Bool) throws -> ConversionReading {
    var event: [String: Wire.JSONValue] = ["kind": "custom", "name": "order"]
    if isFiltered { event["where"] = ["path": ["price"], "op": "greater", "value": 4.5] }
    var problems: [Diagnostic] = []
    let conversion = Wire.Conversion(
      name: "Order", event: .object(event), revenue: isFiltered ? "price" : nil)
    return try ConversionReading(try #require(ConversionRule(conversion, at: "", &problems), "\(problems)"))
  }

  private static func order(_ price: Double) -> String {
    let body = Wire.EventRecord.Body.custom(name: "order", properties: ["price": .double(price)])
    let record = Wire.EventRecord(id: "e", at: at(0), sessionID: nil, userID: nil, body: body)
    return String(decoding: Wire.encode(record), as: UTF8.self)
  }

  @Test func `an event counts if its record is what the conversion asks for, with its revenue`() throws {
    let reading = try Self.reading(isFiltered: true)
    var person = Attribution(period: Self.all, window: Self.window)
    person.add(at: Self.at(1), reading) { Self.order(9) }
    #expect(person.conversions == 0 && person.first == nil, "before any message")
    person.see(at: Self.at(2), isOwn: true)
    for (second, record) in [
      (3, Self.order(4)), (4, Self.order(5)), (5, nil), (6, "no record"), (7, Self.order(7.5)),
      (12, Self.order(100)),
    ] {
      person.add(at: Self.at(Int64(second)), reading) { record }
    }
    #expect(person.first == Self.at(4) && person.conversions == 2 && person.revenue == Revenue(["": 1_250]))
    #expect(person.steps == 8, "every message and event is one step")
  }

  @Test func `a record is only asked for if the event can count and its properties matter`() throws {
    for (isFiltered, isOwn, isAsked) in [(true, true, true), (true, false, false), (false, true, false)] {
      var person = Attribution(period: Self.all, window: Self.window)
      var asked = false
      person.see(at: Self.at(1), isOwn: isOwn)
      person.add(at: Self.at(2), try Self.reading(isFiltered: isFiltered)) {
        asked = true
        return Self.order(9)
      }
      #expect(asked == isAsked && person.conversions == (isOwn ? 1 : 0))
    }
  }

  private static let rule: ConversionRule = {
    var problems: [Diagnostic] = []
    guard let rule = ConversionRule(.init(name: "Order", event: ["kind": "purchase"]), at: "", &problems)
    else {
      preconditionFailure("\(problems)")
    }
    return rule
  }()
}
