// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite("What a backtest reads")
struct BacktestNeedsTests {
  private static func needs(_ activities: AudienceActivity...) -> AudienceNeeds {
    AudienceNeeds(activities.map { .activity($0) })
  }

  @Test func `properties are needed of the events whose triggers have filters, by kind and name`() {
    let needs = BacktestNeeds(
      audience: Self.needs(),
      filteredEvents: [
        Event.Selection(category: .custom, name: "viewed"), Event.Selection(category: .custom, name: "left"),
        Event.Selection(category: .purchase, name: nil),
      ])
    #expect(
      needs.comparesProperties(of: "custom", "viewed") && needs.comparesProperties(of: "custom", "left"))
    #expect(needs.comparesProperties(of: "purchase", "shoes"))
    #expect(
      !needs.comparesProperties(of: "custom", "shoes")
        && !needs.comparesProperties(of: "screen_view", "viewed"))
  }

  @Test
  func
    `properties are needed of the events that rules of audiences filter or add up, and not of those that they count`()
  {
    let filter = Filter.compare(Comparison(path: ["total"], operation: .equals(5)))
    let needs = BacktestNeeds(
      audience: Self.needs(
        AudienceActivity(.custom, name: "viewed", filter: filter),
        AudienceActivity(.purchase, measure: .sum(of: ["price"])),
        AudienceActivity(.screenView, name: "home")))
    #expect(
      needs.comparesProperties(of: "custom", "viewed") && needs.comparesProperties(of: "purchase", "shoes"))
    #expect(
      !needs.comparesProperties(of: "custom", "left") && !needs.comparesProperties(of: "screen_view", "home"))
  }

  @Test func `a custom event that no campaign names changes nothing, unless all are counted`() {
    func needs(_ events: Set<Event.Selection>?) -> BacktestNeeds {
      BacktestNeeds(audience: Self.needs(), decidingEvents: events)
    }
    let some = needs([
      Event.Selection(category: .custom, name: "viewed"), Event.Selection(category: .purchase, name: "left"),
    ])
    #expect(some.decides("viewed") && !some.decides("left"))
    #expect(needs([Event.Selection(category: .custom, name: nil)]).decides("left"))
    #expect(needs(nil).decides("left") && !needs([]).decides("left"))
  }

  @Test
  func
    `the record of an event with a name need not be read if nothing compares its properties, except that of a purchase, which has a price`()
  {
    let needs = BacktestNeeds(
      audience: Self.needs(), filteredEvents: [Event.Selection(category: .custom, name: "viewed")])
    #expect(needs.bodyWithoutProperties("custom", "left") == .custom(name: "left", properties: [:]))
    #expect(
      needs.bodyWithoutProperties("screen_view", "viewed") == .screenView(name: "viewed", properties: [:]))
    for (kind, name) in [
      ("custom", "viewed"), ("purchase", "shoes"), ("session_start", ""), ("attribute", ""), ("new", "left"),
    ] {
      #expect(needs.bodyWithoutProperties(kind, name) == nil, "\(kind)")
    }
  }
}
