// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages
import Testing

@testable import Console

@Suite struct CampaignListPageTests {
  private let site: Site

  init() throws {
    site = try Console.site(navigation: [.campaigns, .lab, .settings])
  }

  private func page(_ campaigns: [Campaign], _ query: CampaignListPage.Query = .init(), flash: Frame.Flash? = nil) -> String {
    let model = CampaignListPage.Model(campaigns: campaigns, counts: Samples.counts, query: query)
    let frame = Frame(
      title: "Campaigns", section: "campaigns", appName: "Acorn Shop", csrfToken: "token", flash: flash, styleSheets: ["console.css"],
      scripts: ["console.js"], isWide: true)
    return site.page("campaigns/list", model, in: frame)
  }

  @Test func `the list looks as recorded`() throws {
    #expect(
      try PageFile.difference(page(Samples.campaigns, flash: .init(.good, "“Welcome back” is running.")), from: "campaigns", site: site)
        == nil)
  }

  @Test func `an empty list says what belongs there and offers the next step`() throws {
    #expect(try PageFile.difference(page([]), from: "campaigns-empty", site: site) == nil)
  }

  @Test(
    arguments: [
      (CampaignState.running, "", ["Welcome back", "Free delivery above 20 €"]), (nil, "CART viewed", ["Free delivery above 20 €"]),
      (.finished, "welcome", []), (nil, "", Samples.campaigns.map(\.name)), (nil, "delivery us", ["Free delivery above 20 €"]),
    ] as [(CampaignState?, String, [String])])
  func `the list is narrowed by state and by every word of the search`(state: CampaignState?, search: String, names: [String]) {
    let query = CampaignListPage.Query(state: state, search: search)
    let model = CampaignListPage.Model(campaigns: Samples.campaigns, counts: Samples.counts, query: query)
    #expect(model.rows.map(\.name) == names)
    #expect((model.nothingFound != nil) == names.isEmpty)
  }

  /// So many campaigns, with names as long as they may be.
  private static func many(_ count: Int) -> [Campaign] {
    (0..<count).map { number in
      var campaign = Samples.cart
      campaign.id = CampaignID("c-\(number)")
      campaign.name = "\(number) " + String(repeating: "W", count: CampaignLimits.nameLength - "\(number) ".count)
      return campaign
    }
  }

  @Test func `a page of five hundred campaigns stays within 200 KB, and every campaign is on one page`() throws {
    let campaigns = Self.many(500)
    var seen: [String] = []
    var path: String? = "/campaigns"
    var number = 1
    while path != nil {
      let query = CampaignListPage.Query(page: number)
      let html = page(campaigns, query)
      #expect(html.utf8.count < 200_000, "page \(number) has \(html.utf8.count) bytes")
      let model = CampaignListPage.Model(campaigns: campaigns, counts: [:], query: query)
      seen += model.rows.map(\.id)
      path = model.pages?.next
      number += 1
      if number > 100 { break }
    }
    #expect(seen == campaigns.map(\.id.rawValue))
    // A page that is gone is the last one.
    #expect(CampaignListPage.Model(campaigns: campaigns, counts: [:], query: .init(page: 1_000)).rows.last?.id == "c-499")
    #expect(CampaignListPage.Model(campaigns: campaigns, counts: [:], query: .init(page: .min)).rows.first?.id == "c-0")
  }

  @Test(
    arguments: [
      (CampaignListPage.Sort.newest, ["a", "b", "c"]), (.name, ["b", "c", "a"]), (.shown, ["c", "a", "b"]), (.clicked, ["a", "b", "c"]),
    ])
  func `the list is sorted as asked, and keeps its order where nothing differs`(sort: CampaignListPage.Sort, expected: [String]) {
    let campaigns = [("a", "zinnia"), ("b", "Aster"), ("c", "begonia")].map { id, name in
      var campaign = Samples.cart
      (campaign.id, campaign.name) = (CampaignID(id), name)
      return campaign
    }
    var counts: [CampaignID: CampaignCounts] = ["c": CampaignCounts()]
    counts["c"]?.impressions = 5
    let model = CampaignListPage.Model(campaigns: campaigns, counts: counts, query: .init(sort: sort))
    #expect(model.rows.map(\.id) == expected)
    #expect(model.sorts.filter(\.isChosen).map(\.value) == [sort.rawValue])
  }

  @Test(
    arguments: [(CampaignListPage.Sort.state, ["b", "c", "a"]), (.priority, ["c", "b", "a"]), (.start, ["a", "c", "b"])])
  func `the heads of the table sort by what stands under them, and say so`(sort: CampaignListPage.Sort, expected: [String]) throws {
    var campaigns = ["a", "b", "c"].map { id in
      var campaign = Samples.cart
      campaign.id = CampaignID(id)
      return campaign
    }
    (campaigns[0].state, campaigns[1].state, campaigns[2].state) = (.paused, .running, .draft)
    campaigns[0].content.priority = Wire.Priority(bucket: .known(.low), order: 50)
    campaigns[1].content.priority = Wire.Priority(bucket: .known(.high), order: -1)
    campaigns[2].content.priority = Wire.Priority(bucket: .known(.high), order: 2)
    for (index, day) in [3, 1, 2].enumerated() { campaigns[index].content.startsAt = Samples.now + .seconds(day * 86_400) }
    let query = CampaignListPage.Query(state: nil, search: "cart", sort: sort, page: 1)
    let model = CampaignListPage.Model(campaigns: campaigns, counts: [:], query: query)
    #expect(model.rows.map(\.id) == expected)
    let sorted = try #require(model.columns.first { $0.order != nil })
    #expect(sorted.href == query.path && model.columns.filter { $0.order != nil }.count == 1)
    #expect(model.columns.allSatisfy { $0.href?.contains("q=cart") == true })
  }

  @Test func `a search finds tags, and what is marked by the words of its mark`() {
    var campaigns = Samples.campaigns
    campaigns[0].content.rules.tags = ["spring-sale"]
    let finding = LintFinding(
      severity: .warning, code: .shadowed, campaign: campaigns[1].id, others: [campaigns[0].id], field: "priority", message: "", remedy: "")
    func found(_ search: String) -> [String] {
      CampaignListPage.Model(campaigns: campaigns, counts: [:], query: .init(search: search), findings: [finding]).rows.map(\.id)
    }
    #expect(found("spring-sale") == [campaigns[0].id.rawValue])
    #expect(found("never shown because") == [campaigns[1].id.rawValue])
  }

  @Test func `everything that the list says of a campaign can be searched`() {
    let all = CampaignListPage.Model(campaigns: Samples.campaigns, counts: [:], query: .init())
    for row in all.rows {
      for words in [row.name, row.kind, row.stateWords, row.trigger, row.priority, row.dates, row.datesInFull] {
        let found = CampaignListPage.Model(campaigns: Samples.campaigns, counts: [:], query: .init(search: words))
        #expect(found.rows.contains { $0.id == row.id }, "\(words)")
      }
    }
  }

  @Test(arguments: ["2026-11-21", "Nov 21", "21 Nov 2026", "november 21", "2026-11", "21 Nov 2026, 14:05 UTC", "14:05 later"])
  func `a date that the list shows is found however it is written`(search: String) throws {
    var campaigns = Array(Samples.campaigns.prefix(4))
    for index in campaigns.indices {
      (campaigns[index].content.startsAt, campaigns[index].content.endsAt) = (nil, nil)
      campaigns[index].name = ["sooner", "later", "local later", "Of Nov 21 last year"][index]
    }
    let time = try #require(UTCTime(field: "2026-11-21T14:05")?.instant)
    campaigns[0].content.startsAt = time - .seconds(33 * 86_400)
    campaigns[1].content.endsAt = time
    campaigns[2].content.rules.startsAtLocal = "2026-11-21T14:05"
    let found = CampaignListPage.Model(campaigns: campaigns, counts: [:], query: .init(search: search)).rows.map(\.name)
    #expect(found.prefix(2) == ["later", "local later"])
    // A name that has the very words is found too.
    #expect(found.dropFirst(2) == (search == "Nov 21" ? ["Of Nov 21 last year"] : []))
  }

  @Test func `what authors write is escaped`() {
    var campaign = Samples.welcome
    campaign.name = "<script>alert('x')</script>\""
    let html = page([campaign])
    #expect(!html.contains("<script>alert"))
    #expect(html.contains("&lt;script&gt;alert"))
  }

  @Test func `no page has inline script or style`() {
    let html = page(Samples.campaigns)
    #expect(!html.contains("style="))
    #expect(html.firstMatch(of: /\son[a-z]+=/) == nil)
  }
}
