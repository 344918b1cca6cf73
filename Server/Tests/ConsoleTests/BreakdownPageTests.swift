// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages
import Testing

@testable import Console

@Suite("The page of the people who saw a campaign, by what their devices say")
struct BreakdownPageTests {
  typealias Group = CampaignBreakdown.Group

  private static var campaign: Campaign {
    var campaign = Samples.cart
    campaign.content.conversions = [
      Wire.Conversion(name: "Order", event: ["kind": "custom", "name": "order_placed"])
    ]
    return campaign
  }

  private static let breakdown = CampaignBreakdown(
    fact: .appVersion,
    groups: [
      Group(.value("3.2.0"), shown: 1_240, clicked: 310, converted: 87),
      Group(.value("3.1"), shown: 29, clicked: 9, converted: 1),
      Group(.others(4), shown: 120, clicked: 0, converted: 0),
      Group(.unknown, shown: 3, clicked: 1, converted: 1),
    ])

  @Test func `it has a row for each group, with rates from 30 people on`() {
    let page = BreakdownPage(Self.campaign, Self.breakdown, query: .init())
    #expect(page.rows.map(\.groupName) == ["3.2.0", "3.1", "4 other values", "Not known"])
    #expect(page.rows.map(\.isOurs) == [false, false, true, true])
    // Intervals are rounded outwards: 22.67% to 27.48%.
    #expect(
      page.rows.map(\.clicked.words).prefix(2) == ["310 of 1,240, 25.0% (likely 22.6% to 27.5%)", "9 of 29"])
    #expect(page.rows.map { $0.converted?.bar.likely == nil } == [false, true, false, true])
    #expect(page.conversionWords == "Order within 3 days")
    #expect(page.nobody == nil && page.countHref == nil)
  }

  @Test func `a campaign without conversions has no column for them`() {
    let page = BreakdownPage(Samples.cart, Self.breakdown, query: .init())
    #expect(page.conversionWords == nil && page.rows.allSatisfy { $0.converted == nil })
  }

  @Test func `too many people are counted when somebody asks, and nobody is said in words`() {
    let asking = BreakdownPage(Self.campaign, nil, query: .init(fact: .language, range: .month))
    #expect(
      asking.countHref == "/campaigns/c-cart/breakdown?by=language&range=30d&count=all"
        && asking.nobody == nil)
    let empty = BreakdownPage(Self.campaign, CampaignBreakdown(fact: .language, groups: []), query: .init())
    #expect(empty.nobody == "Nobody saw it in the last 7 days." && empty.rows.isEmpty)
  }

  @Test func `it looks as recorded`() throws {
    let site = try Console.site(navigation: [.campaigns, .lab, .settings])
    let frame = Frame(
      title: "Breakdown", section: "campaigns", trail: [.campaigns], appName: "Acorn Shop",
      csrfToken: "token",
      styleSheets: ["console.css"],
      scripts: ["console.js"], isWide: true)
    let html = site.page(
      "campaigns/breakdown", BreakdownPage(Self.campaign, Self.breakdown, query: .init()), in: frame)
    #expect(try PageFile.difference(html, from: "breakdown", site: site) == nil)
  }
}
