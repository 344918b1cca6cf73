// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages
import Testing

@testable import Console

@Suite struct CampaignPageTests {
  private let site: Site

  init() throws {
    site = try Console.site(navigation: [.campaigns, .lab, .settings])
  }

  private func page(_ source: CampaignPage.Source, _ query: CampaignPage.Query = .init()) -> String {
    let frame = Frame(
      title: source.campaign.name, section: "campaigns", trail: [.campaigns], appName: "Acorn Shop",
      csrfToken: "token",
      styleSheets: ["console.css"], scripts: ["console.js"], isWide: true)
    return site.page("campaigns/campaign", CampaignPage.Model(source, query: query), in: frame)
  }

  private static let missingTrigger = Diagnostic(
    field: "triggers", code: "trigger_missing", message: "The campaign has no trigger.", remedy: "Add one.")
  private static let pale = Diagnostic(
    severity: .warning, field: "message.themes.light.text", code: "contrast_low",
    message: "The text is hard to read.",
    remedy: "Choose a darker colour.")

  @Test(arguments: ReportRange.allCases)
  func `a running campaign with its report looks as recorded`(range: ReportRange) throws {
    let html = page(Samples.source(Samples.cart, diagnostics: [Self.pale], range: range), .init(range: range))
    #expect(try PageFile.difference(html, from: "campaign-\(range.rawValue)", site: site) == nil)
  }

  @Test func `a draft with problems lists them with links to their fields and offers no launch`() throws {
    let html = page(Samples.emptySource(Samples.review, diagnostics: [Self.missingTrigger, Self.pale]))
    #expect(try PageFile.difference(html, from: "campaign-draft", site: site) == nil)
    #expect(html.contains("href=\"/campaigns/c-review/edit#field-trigger-0-kind\""))
    #expect(!html.contains("/campaigns/c-review/launch"))
  }

  @Test(arguments: [Samples.welcome, Samples.autumn, Samples.spring])
  func `a campaign of which nothing was counted says so and what to do`(campaign: Campaign) throws {
    let html = page(Samples.emptySource(campaign))
    #expect(
      try PageFile.difference(html, from: "campaign-\(campaign.state.rawValue)-empty", site: site) == nil)
  }

  @Test(arguments: CampaignState.allCases, [true, false])
  func `only what can succeed is offered`(state: CampaignState, isFit: Bool) {
    var campaign = Samples.cart
    campaign.state = state
    let model = CampaignPage.Model(
      Samples.emptySource(campaign, diagnostics: isFit ? [Self.pale] : [Self.missingTrigger]), query: .init())
    let offered = Set(model.actions.map(\.value) + (model.canFinish ? ["finish"] : []))
    let expected: Set<String> =
      switch (state, isFit) {
      case (.draft, true): ["launch"]
      case (.paused, true): ["resume", "finish"]
      case (.running, _): ["pause", "finish"]
      case (.paused, false): ["finish"]
      case (.draft, false), (.finished, _): []
      }
    #expect(offered == expected)
    #expect(model.canEdit == (state != .finished))
    #expect(model.canDelete == (state == .draft))
    #expect((model.problems != nil) == (!isFit && state != .finished))
  }

  @Test func `a quiet range says so and links to all time`() {
    var source = Samples.source(Samples.cart)
    source.report = CampaignReport(totals: CampaignReport.Totals(), hours: [])
    let model = CampaignPage.Model(source, query: .init(range: .day))
    #expect(model.report.chart == nil)
    #expect(model.report.quietRange == "No activity in the last 24 hours.")
    #expect(model.report.allTimeHref == "/campaigns/c-cart?range=all#report")
  }

  @Test func `what was chosen stays in the address`() {
    #expect(CampaignPage.Query().path("c") == "/campaigns/c")
    #expect(
      CampaignPage.Query(range: .month, decisions: 100).path("c") == "/campaigns/c?range=30d&decisions=100")
    let model = CampaignPage.Model(Samples.source(Samples.cart), query: .init(range: .day, decisions: 100))
    #expect(model.report.ranges.map(\.href).allSatisfy { $0.contains("decisions=100") })
    #expect(model.back == "/campaigns/c-cart?range=24h&decisions=100")
  }

  @Test func `no page has inline script or style, nor text that is not escaped`() {
    var campaign = Samples.cart
    campaign.name = "<img onerror=alert(1)>"
    campaign.content.message?.buttons[1].text = "<b>&"
    let html = page(Samples.source(campaign))
    #expect(!html.contains("style="))
    #expect(!html.contains("<img"))
    #expect(!html.contains("<b>&"))
  }

  @Test func `decisions name the gate, the values and the other campaign`() {
    let model = CampaignPage.Model(Samples.source(Samples.cart), query: .init())
    let rows = model.decisions?.decisionRows.map {
      "\($0.verdict): \($0.reason ?? "-") (\($0.event), \($0.person.prefix(30)))"
    }
    #expect(
      rows == [
        "Chosen: - (cart_viewed, ana)", "Filter not met: total 18 ≤ 20 (cart_viewed, ben)",
        "Too soon: 12 s left of 30 s (cart_viewed, Anonymous person on device 8f3)",
        "Lower priority: than “Welcome back” (Session start, ana)",
        "Lower priority: than a deleted campaign (cart_viewed, long-name.long-name.long-name.)",
        "Not started: starts 2026-11-21 14:05 UTC (cart_viewed, cleo)",
        "from the future: - (cart_viewed, cleo)",
      ])
  }
}
