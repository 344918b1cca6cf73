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
  static let now = Samples.now
  private static let audiences = [
    Audience(
      id: "buyers", appID: "app", name: "Buyers <b>", rule: ["all": []], createdAt: now, updatedAt: now)
  ]

  private func form(_ typed: [(String, String)]) -> AnalyticsForm {
    AnalyticsForm(FormFields(typed.map { FormFields.Field(name: $0.0, value: $0.1) }), at: Self.now)
  }

  func html(_ tab: EventTab, _ model: Any) throws -> (html: String, site: Site) {
    let site = try Console.site(navigation: [.home, .campaigns, .people, .events, .lab, .settings])
    let frame = Frame(
      title: tab.label, section: "events", appName: "Acorn Shop", csrfToken: "token",
      styleSheets: ["console.css", "editor.css"],
      scripts: ["console.js"], isWide: true)
    return (site.page("events/\(tab.rawValue)", model, in: frame), site)
  }

  static let steps = [
    ("step.0.kind", "custom"), ("step.0.name", "cart_viewed <i>"), ("step.1.kind", "screen_view"),
    ("step.1.name", "Checkout"),
    ("step.2.kind", "purchase"), ("step.2.name", ""),
  ]

  // MARK: - As recorded

  @Test func `a funnel looks as recorded, and names are text`() throws {
    var form = form(
      Self.steps + [("within", "2"), ("unit", "days"), ("period", "7d"), ("audience", "buyers")])
    let query = try #require(FunnelPage.query(&form))
    let model = FunnelPage(
      form, FormSuggestions(events: ["cart_viewed <i>", "signed_up"]), audiences: Self.audiences,
      funnel: .counted(Funnel(query, reached: [1_240, 380, 57]), at: Self.now, isCountedAgain: false))
    let (html, site) = try html(.funnel, model)
    #expect(!html.contains("<i>") && !html.contains("<b>"))
    #expect(try PageFile.difference(html, from: "funnel", site: site) == nil)
  }

  @Test func `a retention curve looks as recorded, with days that are not over`() throws {
    var form = form([
      ("first.0.kind", "custom"), ("first.0.name", "signed_up"), ("active.0.kind", "session_start"),
    ])
    let query = try #require(RetentionPage.query(&form))
    let days = (0...30).map { day in
      day > 24
        ? RetentionCurve.Day()
        : RetentionCurve.Day(observed: 900 - day * 30, active: 900 / (day + 1) - day * 2)
    }
    let cohorts = query.cohorts.enumerated().map { index, first in
      var cohort = RetentionCurve.Cohort(first)
      // Few people on every fifth day, and nobody on the sixth.
      cohort.people = index == 6 ? 0 : index % 5 == 0 ? 12 : 30 + index
      for day in 0..<30 where cohort.people > 0 && day < 28 - index {
        cohort.days[day] = RetentionCurve.Day(observed: cohort.people, active: cohort.people / (day + 1))
      }
      // Not over for everybody.
      if index < 28, cohort.people > 0 {
        cohort.days[28 - index] = RetentionCurve.Day(observed: 1, active: 1)
      }
      return cohort
    }
    let model = RetentionPage(
      form, FormSuggestions(), audiences: [],
      curve: .counted(
        RetentionCurve(query, people: 930, days: days, cohorts: cohorts), at: Self.now, isCountedAgain: false)
    )
    #expect(model.result?.figures.map(\.value) == ["930", "51.5%", "14.2%", "–"])
    let table = try #require(model.result?.table)
    #expect(table.title == "By first day" && table.days.count == 28 && table.rows.count == 31)
    #expect(
      table.rows[0].label == "All rows" && table.rows[0].cells.map(\.text).prefix(2) == ["100%", "51.5%"])
    // 12 people are no share, and a day that is not over for all of them is blank.
    #expect(
      table.rows[1].people == "12"
        && table.rows[1].cells.map(\.text).prefix(3) == ["12 of 12", "6 of 12", "4 of 12"])
    #expect(
      table.rows[1].cells[0].tone == "few" && table.rows[2].cells[0].tone == "tone-5"
        && table.rows[2].cells[26].text != ""
        && table.rows[2].cells[27].text == "")
    #expect(
      table.rows[7].people == "0" && table.rows[7].cells.allSatisfy { $0.text.isEmpty && $0.tone == nil })
    let (html, site) = try html(.retention, model)
    #expect(try PageFile.difference(html, from: "retention", site: site) == nil)
  }

  @Test func `the largest table of cohorts fits the limit of a page`() throws {
    var form = form([("period", "90d"), ("cohorts", "day")])
    let query = try #require(RetentionPage.query(&form))
    let cohorts = query.cohorts.map { first in
      var cohort = RetentionCurve.Cohort(first)
      cohort.people = 123_456
      cohort.days = Array(repeating: RetentionCurve.Day(observed: 123_456, active: 77_777), count: 31)
      return cohort
    }
    let days = Array(repeating: RetentionCurve.Day(observed: 900, active: 777), count: 31)
    let model = RetentionPage(
      form, FormSuggestions(), audiences: [],
      curve: .counted(
        RetentionCurve(query, people: 930, days: days, cohorts: cohorts), at: Self.now, isCountedAgain: false)
    )
    #expect(model.result?.table?.rows.count == 91)
    #expect(try html(.retention, model).html.utf8.count < 200_000)
  }

  @Test(
    arguments: [
      ([], CohortSpan.day, 30), ([("period", "90d")], .week, 13), ([("period", "7d")], .day, 7),
      ([("period", "7d"), ("cohorts", "week")], .week, 2),
      ([("period", "90d"), ("cohorts", "day")], .day, 90),
    ] as [([(String, String)], CohortSpan, Int)])
  func `rows are days, and weeks for a long period, unless something else is chosen`(
    typed: [(String, String)], span: CohortSpan, count: Int
  ) throws {
    var form = form(typed)
    let query = try #require(RetentionPage.query(&form))
    #expect(query.span == span && query.cohorts.count == count)
    let page = RetentionPage(form, FormSuggestions(), audiences: [])
    // What is sent unless somebody chooses is blank, so that it still follows the period.
    #expect(page.cohorts.value == (typed.first { $0.0 == "cohorts" }?.1 ?? ""))
    #expect(page.cohorts.choices.first { $0.isChosen }?.value == page.cohorts.value)
    var sent = self.form(typed.filter { $0.0 != "cohorts" } + [("cohorts", page.cohorts.value)])
    #expect(RetentionPage.query(&sent)?.span == span)
    var wrong = self.form(typed.filter { $0.0 != "cohorts" } + [("cohorts", "month")])
    #expect(RetentionPage.query(&wrong) == nil && wrong.problems.map(\.field) == ["cohorts"])
  }

  // MARK: - What is asked

  @Test func `the address says the steps, the time, the period and the audience`() throws {
    var form = form(
      Self.steps + [("within", "3"), ("unit", "days"), ("period", "90d"), ("audience", "buyers")])
    let query = try #require(FunnelPage.query(&form))
    #expect(query.steps.map(\.text) == ["custom:cart_viewed <i>", "screen_view:Checkout", "purchase"])
    #expect(query.hours == 72 && form.audience == "buyers")
    // The last 90 days, with today.
    #expect(query.period.upperBound > Self.now && query.period.upperBound < Self.now + .seconds(86_401))
    #expect(query.period.upperBound.duration(since: query.period.lowerBound) == .seconds(90 * 86_400))
    #expect(form.path("/x").hasPrefix("/x?step.0.kind=custom&step.0.name=cart_viewed%20%3Ci%3E&"))
  }

  static let conditions = [
    ("step.0.name", "cart_viewed"), ("step.1.name", "paid"), ("step.1.match", "any"),
    ("step.1.condition.0.path", "cart.total"),
    ("step.1.condition.0.test", "number:greater"), ("step.1.condition.0.value", "20"),
    ("step.1.condition.1.path", "plan"),
    ("step.1.condition.1.test", "text:equals"), ("step.1.condition.1.value", "<pro>"),
  ]

  @Test func `a step has the conditions of triggers, in the address and in words`() throws {
    var form = form(Self.conditions)
    let query = try #require(FunnelPage.query(&form))
    #expect(query.steps.map(\.filter?.wire.words) == [nil, "cart.total > 20 or plan is “<pro>”"])
    let known = EventSample([["cart": ["total": .int(3)], "plan": .string("free")]]).known
    let suggestions = FormSuggestions(events: [], values: [EventSelector(.custom, name: "paid"): known])
    let page = FunnelPage(
      form, suggestions, audiences: [],
      funnel: .counted(Funnel(query, reached: [4, 2]), at: Self.now, isCountedAgain: false))
    #expect(page.rows.map { $0.filter?.conditions.count } == [0, 2, 0])
    #expect(page.rows[1].filter?.properties.names == ["cart.total", "plan"])
    let (html, site) = try html(.funnel, page)
    #expect(!html.contains("<pro>"))
    // A blank field with several lines stays blank, however deep its template is.
    let blank = self.form(Self.conditions + [("step.1.condition.2.path", "other"), ("do", "preview")])
    #expect(
      try self.html(.funnel, FunnelPage(blank, suggestions, audiences: [])).html.contains(
        /<textarea[^>]*>\n<\/textarea>/))
    #expect(try PageFile.difference(html, from: "funnel-conditions", site: site) == nil)
  }

  @Test(
    arguments: [
      ("isNew", "", "isNew is true"), ("total", "12", "total is 12"), ("plan", "pro", "plan is “pro”"),
      ("other", "x", "other is “x”"),
    ])
  func `a comparison that nobody has chosen is asked as the page shows it`(
    path: String, value: String, words: String
  ) throws {
    let known = EventSample([["isNew": true, "total": .double(12.5), "plan": .string("free")]]).known
    let typed = [
      ("step.0.name", "seen"), ("step.1.name", "paid"), ("step.1.condition.0.path", path),
      ("step.1.condition.0.test", ""),
      ("step.1.condition.0.value", value),
    ]
    let values = [EventSelector(.custom, name: "paid"): known]
    // While the row is edited, the comparison is blank and follows the property.
    let edited = FunnelPage(form(typed + [("do", "preview")]), FormSuggestions(values: values), audiences: [])
    let shown = try #require(edited.rows[1].filter?.conditions.first?.comparison.test)
    let label = try #require(shown.choices.first { $0.isChosen })
    #expect(
      label.value.isEmpty && label.label == (path == "isNew" ? "is true" : path == "total" ? "=" : "is"))
    var asked = form(typed)
    let query = try #require(FunnelPage.query(&asked, values))
    #expect(query.steps[1].filter?.wire.words == words)
    let page = FunnelPage(asked, FormSuggestions(values: values), audiences: [])
    #expect(
      page.rows[1].filter?.conditions.first?.comparison.test.choices.first { $0.isChosen }?.label
        == label.label)
    // What was chosen is asked as it is.
    var own = form(typed.map { $0.0.hasSuffix("test") ? ($0.0, "text:equals") : $0 })
    #expect(
      try #require(FunnelPage.query(&own, values)).steps[1].filter?.wire.words == "\(path) is “\(value)”")
  }

  @Test func `the costs of conditions are explained only where there are conditions`() {
    #expect(!EventAnalytics.tooManyEvents().message.contains("conditions"))
    #expect(EventAnalytics.tooManyEvents(withConditions: true).message.contains("conditions"))
  }

  @Test func `a button changes the conditions and asks nothing, and no address becomes too long`() throws {
    func page(_ typed: [(String, String)], _ command: String) -> FunnelPage {
      var form = self.form(typed + [("do", command)])
      #expect(FunnelPage.query(&form) == nil && form.problems.isEmpty)
      return FunnelPage(form, FormSuggestions(), audiences: [])
    }
    let added = page(Self.conditions, "add.step.1.condition")
    #expect(added.rows.map { $0.filter?.conditions.count } == [0, 3, 0])
    #expect(page(Self.conditions, "add.step.0.condition").rows[0].filter?.conditions.count == 1)
    let removed = page(Self.conditions, "remove.step.1.condition.0")
    #expect(removed.rows[1].filter?.conditions.map(\.path.value) == ["plan"])
    #expect(page(Self.conditions, "preview").rows[1].filter?.conditions.count == 2)
    let many = Self.conditions + (2..<6).map { ("step.1.condition.\($0).path", "x") }
    #expect(page(many, "preview").rows[1].filter?.add == nil)
    var form = self.form(many)
    #expect(FunnelPage.query(&form) == nil && form.problems.map(\.field) == ["step.1.condition.5.path"])
  }

  @Test(
    arguments: [
      ("step.1.condition.0.value", "lots"), ("step.1.condition.0.path", ""),
      ("step.1.condition.0.test", "number:none"),
      ("step.1.condition.1.test", "text:matches"),
    ])
  func `a condition that means nothing is refused beside its field`(field: String, value: String) throws {
    var typed = Self.conditions.filter { $0.0 != field } + [(field, value)]
    if value == "text:matches" {
      typed = typed.filter { $0.0 != "step.1.condition.1.value" } + [("step.1.condition.1.value", "(")]
    }
    var form = form(typed)
    #expect(FunnelPage.query(&form) == nil)
    #expect(form.problems.map(\.field) == [value == "text:matches" ? "step.1.condition.1.value" : field])
    #expect(form.problems.allSatisfy { $0.remedy?.isEmpty == false })
  }

  @Test func `sessions have no conditions, whatever was typed before`() throws {
    var form = form(Self.conditions + [("step.1.kind", "session_start")])
    #expect(try #require(FunnelPage.query(&form)).steps[1] == EventSelector(.sessionStart))
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
    var form = form([
      ("step.0.name", "a"), ("step.1.kind", "custom"), ("step.1.name", " "), ("step.2.name", "b"),
    ])
    #expect(try #require(FunnelPage.query(&form)).steps.map(\.text) == ["custom:a", "custom:b"])
  }

  @Test func `a curve of many events waits until somebody asks for it, and of too many there is a problem`()
    throws
  {
    var opened = form([])
    opened.wait()
    #expect(opened.waits && opened.problems.isEmpty)
    let page = RetentionPage(opened, FormSuggestions(), audiences: [])
    #expect(page.waits && page.result == nil && !page.hasProblems)
    #expect(try html(.retention, page).html.contains("begins when you ask for it"))
    var asked = form([("period", "30")])
    try asked.add(.impossible(EventAnalytics.tooManyEvents()))
    #expect(!asked.waits && asked.problems.map(\.field) == ["period"])
  }

  @Test func `while a figure is counted the page follows it, and then says when it was counted`() throws {
    var form = form(Self.steps)
    let query = try #require(FunnelPage.query(&form))
    func page(_ look: FigureCache.Look<Funnel>) throws -> (model: FunnelPage, html: String) {
      let model = FunnelPage(form, FormSuggestions(), audiences: [], funnel: look)
      return (model, try html(.funnel, model).html)
    }
    let counting = try page(.counting(since: Self.now))
    #expect(counting.model.result == nil && counting.html.contains("<progress aria-label=\"Counting\">"))
    #expect(
      counting.html.contains("data-behavior=\"live\"") && counting.html.contains("data-state=\"Counting.\""))
    let funnel = Funnel(query, reached: [4, 2, 1])
    let known = try page(.counted(funnel, at: Self.now + .seconds(-60), isCountedAgain: false))
    #expect(
      known.model.result != nil && known.html.contains("As of ")
        && !known.html.contains("data-behavior=\"live\""))
    let old = try page(.counted(funnel, at: Self.now + .seconds(-3_600), isCountedAgain: true))
    #expect(
      old.model.result != nil && old.html.contains("It is being counted again.")
        && old.html.contains("data-behavior=\"live\""))
    let fresh = try page(.counted(funnel, at: Self.now, isCountedAgain: false))
    #expect(
      fresh.model.counting == nil && !fresh.html.contains("As of ") && !fresh.html.contains("data-state"))
  }

  @Test func `retention is about sessions until something else is chosen`() throws {
    var blank = form([])
    let query = try #require(RetentionPage.query(&blank))
    #expect(
      query.first.text == "session_start" && query.active.map(\.text) == ["session_start"]
        && query.now == Self.now)
    var chosen = form([
      ("first.0.name", "signed_up"), ("active.0.kind", "purchase"), ("active.0.name", ""),
      ("active.1.kind", "custom"),
      ("active.1.name", "paid"),
    ])
    let other = try #require(RetentionPage.query(&chosen))
    let page = RetentionPage(chosen, FormSuggestions(), audiences: [])
    #expect(page.first.kind.value == "custom" && page.active.map(\.kind.value) == ["purchase", "custom"])
    let session = RetentionPage(form([]), FormSuggestions(), audiences: [])
    #expect(
      session.first.kind.value == "session_start" && session.active.map(\.kind.value) == ["session_start"])
    #expect(
      other.first.text == "custom:signed_up" && other.active.map(\.text) == ["purchase", "custom:paid"])
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
  func `a mistake is beside its field, with a remedy, and what was typed is kept`(
    typed: String, field: String
  ) throws {
    let fields = try FormFields(encoded: typed.utf8)
    var form = AnalyticsForm(fields, at: Self.now)
    #expect(FunnelPage.query(&form) == nil)
    #expect(form.problems.map(\.field) == [field])
    #expect(form.problems.allSatisfy { $0.remedy?.isEmpty == false })
    let html = try html(.funnel, FunnelPage(form, FormSuggestions(), audiences: [])).html
    #expect(
      html.contains("href=\"#\(EditorField.id(field))\"") && html.contains("id=\"\(EditorField.id(field))\""))
    for one in fields.all where !one.value.isEmpty { #expect(html.contains("value=\"\(one.value)\"")) }
  }

  @Test func `too many events, and an audience that is gone, are said beside their fields`() throws {
    for (problem, field) in [
      (EventAnalytics.tooManyEvents(), "period"), (EventAnalytics.audienceNotFound, "audience"),
    ] {
      var form = form(Self.steps)
      try form.add(.impossible(problem))
      #expect(form.problems.map(\.field) == [field])
    }
    var other = form([])
    #expect(throws: Rejection.store(.notFound)) { try other.add(.store(.notFound)) }
  }
}
