// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import MartletCore
import Store
import StoreSQLite
import Testing

@testable import Console

@Suite struct SavedFilterTests {
  private static let running = [("state", "running"), ("q", "welcome"), ("sort", "name")]

  @Test(arguments: Role.allCases)
  func `a member of any role saves a filter, finds it above the list and removes it`(role: Role)
    async throws
  {
    let browser = try await Browser(role: role)
    let offered = try await browser.get("/campaigns?state=running&q=welcome&sort=name").html
    #expect(offered.contains("<summary>Save this filter</summary>"))
    let saved = try await browser.post("/campaigns/filters", Self.running + [("name", " Mine & yours ")])
    #expect(saved.status == .seeOther)
    #expect(saved.location == "/campaigns?state=running&q=welcome&sort=name")
    let list = try await browser.get("/campaigns").html
    #expect(list.contains("href=\"/campaigns?state=running&amp;q=welcome&amp;sort=name\""))
    #expect(list.contains(">Mine &amp; yours</a>") && list.contains("Saved the filter “Mine &amp; yours”."))
    // What is saved is not offered again.
    #expect(
      try await !browser.get("/campaigns?state=running&q=welcome&sort=name").html.contains("Save this filter")
    )
    let filter = try #require(
      try await browser.store.savedFilters(.campaigns, member: "ana", app: "app").first)
    let removed = try await browser.post(
      "/campaigns/filters/\(filter.id)/delete", [("back", "/campaigns?state=draft")])
    #expect(removed.location == "/campaigns?state=draft")
    #expect(try await browser.store.savedFilters(.campaigns, member: "ana", app: "app") == [])
    #expect(try await browser.post("/campaigns/filters/\(filter.id)/delete").location == "/campaigns")
    #expect(try await browser.get("/campaigns").html.contains("That filter was removed already."))
  }

  @Test(
    arguments: [
      ("", running, "Enter a name for the filter."), ("   ", running, "Enter a name for the filter."),
      (String(repeating: "n", count: SavedFilter.nameLength + 1), running, "Use at most 60 characters."),
      ("All", [], "There is nothing to save yet. Choose a state, a search or an order first."),
      (
        "All", [("state", "nothing")],
        "There is nothing to save yet. Choose a state, a search or an order first."
      ),
    ] as [(String, [(String, String)], String)])
  func `a filter that cannot be saved says why and keeps what was typed`(
    name: String, fields: [(String, String)], problem: String
  ) async throws {
    let browser = try await Browser(role: .viewer)
    let answer = try await browser.post("/campaigns/filters", fields + [("name", name)])
    #expect(answer.status == .unprocessableContent)
    #expect(answer.html.contains(problem) && answer.html.contains("value=\"\(name.trimmed)\""))
    #expect(answer.html.contains("<details class=\"save-filter\" open>"))
    #expect(try await browser.store.savedFilters(.campaigns, member: "ana", app: "app") == [])
  }

  @Test func `a member with as many filters as there may be is told to remove one`() async throws {
    let browser = try await Browser(role: .author)
    for number in 1...SavedFilter.maximumCount {
      let answer = try await browser.post(
        "/campaigns/filters", [("q", "\(number)"), ("name", "Search \(number)")])
      #expect(answer.status == .seeOther)
    }
    let full = try await browser.post("/campaigns/filters", [("q", "x"), ("name", "One more")])
    #expect(
      full.status == .unprocessableContent && full.html.contains("You have 20 saved filters, the maximum."))
    // A name that is taken changes its filter.
    #expect(
      try await browser.post("/campaigns/filters", [("q", "new"), ("name", "Search 3")]).status == .seeOther)
    let filters = try await browser.store.savedFilters(.campaigns, member: "ana", app: "app")
    #expect(
      filters.count == SavedFilter.maximumCount && filters.first { $0.name == "Search 3" }?.query == "q=new")
  }

  @Test func `somebody without an account is offered no filters and saves none`() async throws {
    let browser = try await Browser()
    #expect(try await !browser.get("/campaigns?state=running").html.contains("Save this filter"))
    #expect(
      try await browser.post("/campaigns/filters", Self.running + [("name", "Mine")]).status == .notFound)
  }

  @Test func `a saved filter leads to the first page`() throws {
    var query = CampaignListPage.Query(state: .draft, search: "a&b=c", sort: .shown)
    let text = SavedFilterSection.text(query)
    #expect(CampaignListPage.Query(FormFields(query: text)) == query)
    query.place = ListPlace(.after, .number(3), "c")
    #expect(SavedFilterSection.text(query) == text)
  }
}
