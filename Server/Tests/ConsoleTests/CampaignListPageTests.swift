// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletCore
import MartletWire
import Pages
import SceneHTML
import Testing

@testable import Console

@Suite struct CampaignListPageTests {
  private let site: Site

  init() throws {
    site = try Console.site(navigation: [.campaigns, .lab, .settings])
  }

  private static func model(
    _ campaigns: [Campaign], _ query: CampaignListPage.Query = .init(),
    counts: [CampaignID: CampaignCounts] = [:],
    findings: [LintFinding] = [], creators: [CampaignID: Author] = [:], drawings: [CampaignID: String] = [:],
    role: Role = .owner,
    filters: SavedFilterSection.Source = .init()
  ) -> CampaignListPage.Model {
    let source = CampaignListPage.Source(
      campaigns: campaigns, counts: counts, creators: creators, findings: findings, role: role,
      filters: filters, now: Samples.now)
    return CampaignListPage.Model(
      source, CampaignListPage.Part(source, query: query), query: query, drawings: drawings)
  }

  private func page(
    _ campaigns: [Campaign], _ query: CampaignListPage.Query = .init(), flash: Frame.Flash? = nil
  ) -> String {
    page(Self.model(campaigns, query, counts: Samples.counts), flash: flash)
  }

  private func page(_ model: CampaignListPage.Model, flash: Frame.Flash? = nil) -> String {
    let frame = Frame(
      title: "Campaigns", section: "campaigns", appName: "Acorn Shop", csrfToken: "token", flash: flash,
      styleSheets: ["console.css"],
      scripts: ["console.js"], isWide: true)
    return site.page("campaigns/list", model, in: frame)
  }

  @Test func `the list looks as recorded`() throws {
    #expect(
      try PageFile.difference(
        page(Samples.campaigns, flash: .init(.good, "“Welcome back” is running.")), from: "campaigns",
        site: site)
        == nil)
  }

  @Test func `an empty list says what belongs there and offers the next step`() throws {
    #expect(try PageFile.difference(page([]), from: "campaigns-empty", site: site) == nil)
  }

  @Test(
    arguments: [
      (CampaignState.running, "", ["Welcome back", "Free delivery above 20 €"]),
      (nil, "CART viewed", ["Free delivery above 20 €"]),
      (.finished, "welcome", []), (nil, "", Samples.campaigns.map(\.name)),
      (nil, "delivery us", ["Free delivery above 20 €"]),
    ] as [(CampaignState?, String, [String])])
  func `the list is narrowed by state and by every word of the search`(
    state: CampaignState?, search: String, names: [String]
  ) {
    let query = CampaignListPage.Query(state: state, search: search)
    let model = Self.model(Samples.campaigns, query, counts: Samples.counts)
    #expect(Set(model.rows.map(\.name)) == Set(names) && model.rows.count == names.count)
    #expect((model.nothingFound != nil) == names.isEmpty)
  }

  /// So many campaigns, with names as long as they may be.
  private static func many(_ count: Int) -> [Campaign] {
    (0..<count).map { number in
      var campaign = Samples.cart
      campaign.id = CampaignID("c-\(number)")
      campaign.name =
        "\(number) " + String(repeating: "W", count: CampaignLimits.nameLength - "\(number) ".count)
      return campaign
    }
  }

  /// The address of a link, as the server reads it.
  private static func query(_ path: String) -> CampaignListPage.Query {
    CampaignListPage.Query(FormFields(query: path.split(separator: "?").dropFirst().joined(separator: "?")))
  }

  /// The ids on each page, from the first to the last.
  private static func pages(
    _ campaigns: [Campaign], _ sort: CampaignListPage.Sort, counts: [CampaignID: CampaignCounts] = [:]
  ) -> [[String]] {
    var pages: [[String]] = []
    var next: String? = CampaignListPage.Query(sort: sort).path
    while let path = next, pages.count < 100 {
      let model = model(campaigns, query(path), counts: counts)
      pages.append(model.rows.map(\.id))
      next = model.pages?.next
    }
    return pages
  }

  @Test(arguments: CampaignListPage.Sort.allCases)
  func `each campaign is on exactly one page, whatever the order`(sort: CampaignListPage.Sort) {
    let campaigns = Self.many(120).enumerated().map { index, campaign in
      var campaign = campaign
      campaign.state = CampaignState.allCases[index % 4]
      campaign.createdAt = Samples.now - .seconds(index % 7)
      campaign.updatedAt = Samples.now - .seconds(index % 5)
      return campaign
    }
    var counts: [CampaignID: CampaignCounts] = [:]
    for (index, campaign) in campaigns.enumerated() {
      counts[campaign.id] = CampaignCounts(impressions: index % 3, clicks: index % 2)
    }
    let pages = Self.pages(campaigns, sort, counts: counts)
    #expect(pages.map(\.count) == [50, 50, 20])
    #expect(Set(pages.flatMap(\.self)) == Set(campaigns.map(\.id.rawValue)))
    // Back from the last page, through the same lines.
    var model = Self.model(campaigns, CampaignListPage.Query(sort: sort), counts: counts)
    while let next = model.pages?.next { model = Self.model(campaigns, Self.query(next), counts: counts) }
    var back: [[String]] = [model.rows.map(\.id)]
    while let previous = model.pages?.previous, back.count < 100 {
      model = Self.model(campaigns, Self.query(previous), counts: counts)
      back.insert(model.rows.map(\.id), at: 0)
    }
    #expect(back == pages)
  }

  @Test func `a page goes on after the last line seen, though others came and went`() {
    var campaigns = Self.many(120)
    for index in campaigns.indices { campaigns[index].createdAt = Samples.now - .seconds(index) }
    let first = Self.model(campaigns)
    let next = Self.query(first.pages?.next ?? "")
    // A new campaign at the top, and one gone that was on the first page, move nothing on the
    // second.
    var new = Samples.cart
    (new.id, new.createdAt) = ("c-new", Samples.now + .seconds(5))
    let changed = [new] + campaigns.filter { $0.id != "c-49" && $0.id != "c-3" }
    #expect(Self.model(changed, next).rows.first?.id == "c-50")
    #expect(Self.model(changed, next).rows.count == 50)
    // Beyond the end is the last page, and before the beginning the first.
    let beyond = CampaignListPage.Query(place: ListPlace(.after, .number(.max), "z"))
    #expect(Self.model(campaigns, beyond).rows.map(\.id) == campaigns.suffix(50).map(\.id.rawValue))
    let before = CampaignListPage.Query(place: ListPlace(.before, .number(.min), "a"))
    #expect(Self.model(campaigns, before).rows.map(\.id) == campaigns.prefix(50).map(\.id.rawValue))
  }

  @Test(arguments: ["after=c-1", "after=c-1&key=seven", "key=3", "before=&key="])
  func `a damaged place is the first page`(query: String) {
    #expect(Self.query("/campaigns?" + query) == CampaignListPage.Query())
  }

  @Test func `a page of five hundred campaigns with the longest names and drawings stays within 200 KB`()
    async throws
  {
    var message = try #require(Samples.cart.content.message)
    message.message = String(repeating: "Words of a message ", count: 40)
    let drawing = try #require(await MessagePreview.drawing(message)).svg
    #expect(drawing.utf8.count < 1_500)
    let campaigns = Self.many(500)
    let drawings = Dictionary(uniqueKeysWithValues: campaigns.map { ($0.id, drawing) })
    for sort in CampaignListPage.Sort.allCases {
      let model = Self.model(campaigns, .init(sort: sort), counts: Samples.counts, drawings: drawings)
      let html = page(model)
      #expect(model.rows.count == 50)
      #expect(html.utf8.count < 200_000, "\(sort) has \(html.utf8.count) bytes")
    }
  }

  @Test func `nothing is drawn for zero`() throws {
    var counts: [CampaignID: CampaignCounts] = [Samples.cart.id: CampaignCounts()]
    let none = try #require(Self.model([Samples.cart], counts: counts).rows.first)
    #expect(none.shown == "0" && none.shownBar == nil && none.clickedBar == nil && none.clickShare == nil)
    counts[Samples.cart.id]?.impressions = 4
    counts[Samples.cart.id]?.clicks = 1
    let some = try #require(Self.model([Samples.cart], counts: counts).rows.first)
    #expect(some.shownBar == "100.0" && some.clickedBar == "25.0" && some.clickShare == "25%")
  }

  @Test func `a line says when the campaign changed and who created it`() throws {
    var campaign = Samples.cart
    campaign.updatedAt = Samples.now - .seconds(3 * 3_600)
    let creators: [CampaignID: Author] = [campaign.id: .member(id: "m", name: "Ana Nunes")]
    let row = try #require(Self.model([campaign], creators: creators).rows.first)
    #expect(row.updated == "3 hours ago" && row.updatedInFull == UTCTime(campaign.updatedAt).words)
    #expect(row.owner == "Ana Nunes")
    #expect(Self.model([campaign], .init(search: "nunes"), creators: creators).rows.count == 1)
    #expect(Self.model([campaign]).rows.first?.owner == "–")
  }

  @Test(arguments: [
    (Author.link, "Sign-in link"), (.system, "Martlet"), (.key(id: "k", name: "Deploy"), "Key “Deploy”"),
  ])
  func `authors who are no members are named by what they are`(author: Author, words: String) {
    #expect(author.shortWords == words)
  }

  @Test func `a long name is cut by the page and said in full on demand`() throws {
    let html = page(Self.many(1))
    let name = try #require(Self.many(1).first?.name)
    #expect(html.contains("title=\"\(name)\""))
    #expect(Self.model([Samples.welcome]).rows.first?.nameInFull == nil)
  }

  @Test func `a campaign without a drawing has the picture of its kind`() throws {
    var message = Samples.cart
    message.content.message?.kind = .known(.html)
    var data = Samples.cart
    (data.content.message, data.content.data) = (nil, Wire.DataPush(body: "x"))
    #expect(message.content.kindPicture == "kind-html" && data.content.kindPicture == "picture-data")
    let icons = try #require(site.assets.path(of: "icons.svg"))
    #expect(page([message]).contains("\(icons)#kind-html\""))
  }

  @Test(
    arguments: [
      (CampaignListPage.Sort.newest, ["a", "b", "c"]), (.name, ["b", "c", "a"]), (.shown, ["c", "a", "b"]),
      (.clicked, ["a", "b", "c"]),
    ])
  func `the list is sorted as asked, and keeps its order where nothing differs`(
    sort: CampaignListPage.Sort, expected: [String]
  ) {
    let campaigns = [("a", "zinnia"), ("b", "Aster"), ("c", "begonia")].map { id, name in
      var campaign = Samples.cart
      (campaign.id, campaign.name) = (CampaignID(id), name)
      return campaign
    }
    var counts: [CampaignID: CampaignCounts] = ["c": CampaignCounts()]
    counts["c"]?.impressions = 5
    let model = Self.model(campaigns, .init(sort: sort), counts: counts)
    #expect(model.rows.map(\.id) == expected)
    #expect(model.sorts.filter(\.isChosen).map(\.value) == [sort.rawValue])
  }

  @Test(
    arguments: [
      (CampaignListPage.Sort.state, ["b", "c", "a"]), (.priority, ["c", "b", "a"]),
      (.start, ["a", "c", "b"]),
    ])
  func `the heads of the table sort by what stands under them, and say so`(
    sort: CampaignListPage.Sort, expected: [String]
  ) throws {
    var campaigns = ["a", "b", "c"].map { id in
      var campaign = Samples.cart
      campaign.id = CampaignID(id)
      return campaign
    }
    (campaigns[0].state, campaigns[1].state, campaigns[2].state) = (.paused, .running, .draft)
    campaigns[0].content.priority = Wire.Priority(bucket: .known(.low), order: 50)
    campaigns[1].content.priority = Wire.Priority(bucket: .known(.high), order: -1)
    campaigns[2].content.priority = Wire.Priority(bucket: .known(.high), order: 2)
    for (index, day) in [3, 1, 2].enumerated() {
      campaigns[index].content.startsAt = Samples.now + .seconds(day * 86_400)
    }
    let query = CampaignListPage.Query(state: nil, search: "cart", sort: sort)
    let model = Self.model(campaigns, query)
    #expect(model.rows.map(\.id) == expected)
    let sorted = try #require(model.columns.first { $0.head.order != nil })
    #expect(sorted.head.href == query.path && model.columns.filter { $0.head.order != nil }.count == 1)
    #expect(
      model.columns.filter { $0.name != "owner" }.allSatisfy { $0.head.href?.contains("q=cart") == true })
  }

  @Test func `a search finds tags, and what is marked by the words of its mark`() {
    var campaigns = Samples.campaigns
    campaigns[0].content.rules.tags = ["spring-sale"]
    let finding = LintFinding(
      severity: .warning, code: .shadowed, campaign: campaigns[1].id, others: [campaigns[0].id],
      field: "priority", message: "", remedy: "")
    func found(_ search: String) -> [String] {
      Self.model(campaigns, .init(search: search), findings: [finding]).rows.map(\.id)
    }
    #expect(found("spring-sale") == [campaigns[0].id.rawValue])
    #expect(found("never shown because") == [campaigns[1].id.rawValue])
  }

  @Test func `everything that the list says of a campaign can be searched`() {
    let all = Self.model(Samples.campaigns)
    for row in all.rows {
      for words in [
        row.name, row.kind, row.stateWords, row.trigger, row.priority, row.dates, row.datesInFull,
        row.updated,
      ] {
        let found = Self.model(Samples.campaigns, .init(search: words))
        #expect(found.rows.contains { $0.id == row.id }, "\(words)")
      }
    }
  }

  @Test(arguments: [
    "2026-11-21", "Nov 21", "21 Nov 2026", "november 21", "2026-11", "21 Nov 2026, 14:05 UTC", "14:05 later",
  ])
  func `a date that the list shows is found however it is written`(search: String) throws {
    var campaigns = Array(Samples.campaigns.prefix(4))
    for index in campaigns.indices {
      (campaigns[index].content.startsAt, campaigns[index].content.endsAt) = (nil, nil)
      campaigns[index].createdAt = Samples.now - .seconds(index)
      campaigns[index].updatedAt = Samples.now - .seconds(90 * 86_400)
      campaigns[index].name = ["sooner", "later", "local later", "Of Nov 21 last year"][index]
    }
    let time = try #require(UTCTime(field: "2026-11-21T14:05")?.instant)
    campaigns[0].content.startsAt = time - .seconds(33 * 86_400)
    campaigns[1].content.endsAt = time
    campaigns[2].content.rules.startsAtLocal = "2026-11-21T14:05"
    let found = Self.model(campaigns, .init(search: search)).rows.map(\.name)
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
