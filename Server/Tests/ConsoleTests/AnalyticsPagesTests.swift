// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import HTTPTypes
import MartletCore
import MartletWire
import Pages
import Store
import StoreSQLite
import Testing

@testable import Console

@Suite struct AnalyticsPagesTests {
  private static let now = Samples.now
  private static let audiences = [
    Audience(id: "buyers", appID: "app", name: "Buyers <b>", rule: ["all": []], createdAt: now, updatedAt: now)
  ]

  private func form(_ typed: [(String, String)]) -> AnalyticsForm {
    AnalyticsForm(FormFields(typed.map { FormFields.Field(name: $0.0, value: $0.1) }), at: Self.now)
  }

  private func html(_ tab: EventTab, _ model: Any) throws -> (html: String, site: Site) {
    let site = try Console.site(navigation: [.home, .campaigns, .people, .events, .lab, .settings])
    let frame = Frame(
      title: tab.label, section: "events", appName: "Acorn Shop", csrfToken: "token", styleSheets: ["console.css", "editor.css"],
      scripts: ["console.js"], isWide: true)
    return (site.page("events/\(tab.rawValue)", model, in: frame), site)
  }

  private static let steps = [
    ("step.0.kind", "custom"), ("step.0.name", "cart_viewed <i>"), ("step.1.kind", "screen_view"), ("step.1.name", "Checkout"),
    ("step.2.kind", "purchase"), ("step.2.name", ""),
  ]

  // MARK: - As recorded

  @Test func `a funnel looks as recorded, and names are text`() throws {
    var form = form(Self.steps + [("within", "2"), ("unit", "days"), ("period", "7d"), ("audience", "buyers")])
    let query = try #require(FunnelPage.query(&form))
    let model = FunnelPage(
      form, FormSuggestions(events: ["cart_viewed <i>", "signed_up"]), audiences: Self.audiences,
      funnel: Funnel(query, reached: [1_240, 380, 57]))
    let (html, site) = try html(.funnel, model)
    #expect(!html.contains("<i>") && !html.contains("<b>"))
    #expect(try PageFile.difference(html, from: "funnel", site: site) == nil)
  }

  @Test func `a retention curve looks as recorded, with days that are not over`() throws {
    var form = form([("first.0.kind", "custom"), ("first.0.name", "signed_up"), ("active.0.kind", "session_start")])
    let query = try #require(RetentionPage.query(&form))
    let days = (0...30).map { day in
      day > 24 ? RetentionCurve.Day() : RetentionCurve.Day(observed: 900 - day * 30, active: 900 / (day + 1) - day * 2)
    }
    let model = RetentionPage(form, FormSuggestions(), audiences: [], curve: RetentionCurve(query, people: 930, days: days))
    #expect(model.result?.figures.map(\.value) == ["930", "51.5%", "14.2%", "–"])
    let (html, site) = try html(.retention, model)
    #expect(try PageFile.difference(html, from: "retention", site: site) == nil)
  }

  // MARK: - What is asked

  @Test func `the address says the steps, the time, the period and the audience`() throws {
    var form = form(Self.steps + [("within", "3"), ("unit", "days"), ("period", "90d"), ("audience", "buyers")])
    let query = try #require(FunnelPage.query(&form))
    #expect(query.steps.map(\.text) == ["custom:cart_viewed <i>", "screen_view:Checkout", "purchase"])
    #expect(query.hours == 72 && form.audience == "buyers")
    // The last 90 days, with today.
    #expect(query.period.upperBound > Self.now && query.period.upperBound < Self.now + .seconds(86_401))
    #expect(query.period.upperBound.duration(since: query.period.lowerBound) == .seconds(90 * 86_400))
    #expect(form.path("/x").hasPrefix("/x?step.0.kind=custom&step.0.name=cart_viewed%20%3Ci%3E&"))
  }

  @Test func `nothing is asked before something is typed, or while a row is added`() {
    for typed in [[], Self.steps + [("rows", "4")], [("rows", "7"), ("step.0.name", "")]] {
      var form = form(typed)
      #expect(FunnelPage.query(&form) == nil && form.problems.isEmpty)
    }
    #expect(FunnelPage(form(Self.steps + [("rows", "4")]), FormSuggestions(), audiences: []).rows.count == 4)
    #expect(FunnelPage(form([]), FormSuggestions(), audiences: []).rows.count == 3)
    let full = FunnelPage(form([("rows", "99")]), FormSuggestions(), audiences: [])
    #expect(full.rows.count == 8 && full.add == nil)
  }

  @Test func `blank rows between others are left out`() throws {
    var form = form([("step.0.name", "a"), ("step.1.kind", "custom"), ("step.1.name", " "), ("step.2.name", "b")])
    #expect(try #require(FunnelPage.query(&form)).steps.map(\.text) == ["custom:a", "custom:b"])
  }

  @Test func `a curve of many events waits until somebody asks for it, and of too many there is a problem`() throws {
    var opened = form([])
    #expect(opened.limit == EventAnalytics.unaskedLimit)
    try opened.add(.tooManyEvents)
    #expect(opened.waits && opened.problems.isEmpty)
    let page = RetentionPage(opened, FormSuggestions(), audiences: [])
    #expect(page.waits && page.result == nil && !page.hasProblems)
    #expect(try html(.retention, page).html.contains("begins when you ask for it"))
    var asked = form([("period", "30")])
    #expect(asked.limit == EventAnalytics.limit)
    try asked.add(.tooManyEvents)
    #expect(!asked.waits && asked.problems.map(\.field) == ["period"])
  }

  @Test func `retention is about sessions until something else is chosen`() throws {
    var blank = form([])
    let query = try #require(RetentionPage.query(&blank))
    #expect(query.first.text == "session_start" && query.active.map(\.text) == ["session_start"] && query.now == Self.now)
    var chosen = form([
      ("first.0.name", "signed_up"), ("active.0.kind", "purchase"), ("active.0.name", ""), ("active.1.kind", "custom"),
      ("active.1.name", "paid"),
    ])
    let other = try #require(RetentionPage.query(&chosen))
    let page = RetentionPage(chosen, FormSuggestions(), audiences: [])
    #expect(page.first.kind.value == "custom" && page.active.map(\.kind.value) == ["purchase", "custom"])
    let session = RetentionPage(form([]), FormSuggestions(), audiences: [])
    #expect(session.first.kind.value == "session_start" && session.active.map(\.kind.value) == ["session_start"])
    #expect(other.first.text == "custom:signed_up" && other.active.map(\.text) == ["purchase", "custom:paid"])
  }

  private static let two = "step.0.name=a&step.1.name=b"

  @Test(
    arguments: [
      ("step.0.name=a", "step.1.name"), ("step.0.kind=custom&step.0.name=", "step.0.name"),
      ("step.0.name=a&step.1.kind=click", "step.1.kind"),
      ("step.0.name=a&step.1.name=" + String(repeating: "b", count: 256), "step.1.name"),
      (two + "&within=31&unit=days", "within"), (two + "&within=0", "within"),
      (two + "&within=9223372036854775807&unit=days", "within"), (two + "&period=8d", "period"),
      ((0..<9).map { "step.\($0).name=a" }.joined(separator: "&"), "step.8.name"),
    ] as [(String, String)])
  func `a mistake is beside its field, with a remedy, and what was typed is kept`(typed: String, field: String) throws {
    let fields = try FormFields(encoded: typed.utf8)
    var form = AnalyticsForm(fields, at: Self.now)
    #expect(FunnelPage.query(&form) == nil)
    #expect(form.problems.map(\.field) == [field])
    #expect(form.problems.allSatisfy { $0.remedy?.isEmpty == false })
    let html = try html(.funnel, FunnelPage(form, FormSuggestions(), audiences: [])).html
    #expect(html.contains("href=\"#\(EditorField.id(field))\"") && html.contains("id=\"\(EditorField.id(field))\""))
    for one in fields.all where !one.value.isEmpty { #expect(html.contains("value=\"\(one.value)\"")) }
  }

  @Test func `too many events, and an audience that is gone, are said beside their fields`() throws {
    for (problem, field) in [(EventAnalytics.Problem.tooManyEvents, "period"), (.audienceNotFound, "audience")] {
      var form = form(Self.steps)
      try form.add(problem)
      #expect(form.problems.map(\.field) == [field])
    }
    var other = form([])
    #expect(throws: StoreError.self) { try other.add(.store(.notFound)) }
  }

  // MARK: - With a store

  @Test func `both pages count what the store has, and export it`() async throws {
    let browser = try await Browser(role: .viewer)
    _ = try await browser.store.ingest(
      IngestBatch(
        appID: Browser.app.id, device: Wire.Device(id: "phone"), receivedAt: Self.now,
        events: [("1", "seen", 3_600 * 30), ("2", "paid", 3_600 * 29)].map { id, name, ago in
          Wire.EventRecord(id: id, at: Self.now - .seconds(ago), sessionID: nil, userID: "ana", body: .custom(name: name, properties: [:]))
        }))
    let steps = "step.0.name=seen&step.1.name=paid"
    let funnel = try await browser.get("/events/funnel?" + steps)
    #expect(funnel.status == .ok)
    #expect(funnel.html.contains("1. seen") && funnel.html.contains("100% of the first step"))
    let file = try await browser.get("/events/funnel.csv?" + steps)
    #expect(file.html == "step,event,people\r\n1,custom:seen,1\r\n2,custom:paid,1\r\n")
    let curve = try await browser.get("/events/retention?first.0.name=seen&active.0.name=paid")
    #expect(curve.status == .ok && curve.html.contains("100%"))
    let days = try await browser.get("/events/retention.csv?first.0.name=seen&active.0.name=paid")
    #expect(days.html.hasPrefix("day,observed,active\r\n0,1,1\r\n1,0,0\r\n"))
    // Nobody started a session.
    #expect(try await browser.get("/events/retention").html.contains("Nobody had a first event"))
    let none = try await browser.get("/events/funnel?" + steps + "&audience=none")
    #expect(none.status == .unprocessableContent && none.html.contains("There is no such audience"))
    let refused = try await browser.get("/events/funnel.csv?step.0.name=seen")
    #expect(refused.status == .seeOther && refused.location == "/events/funnel?step.0.name=seen")
  }
}
