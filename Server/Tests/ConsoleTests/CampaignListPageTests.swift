// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
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
