// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import MartletCore
import MartletWire
import Store
import StoreSQLite
import Testing

@testable import Console

struct AutosaveTests {
  private static let path = "/campaigns/c-review/edit"

  private func save(_ browser: Browser, revision: Int, _ changes: [String: String]) async throws -> (
    status: HTTPResponse.Status, html: String
  ) {
    let campaign = try #require(try await browser.store.campaign("c-review", app: "app"))
    var form = CampaignForm(name: campaign.name, content: campaign.content)
    for (name, value) in changes { form[name] = value }
    let fields =
      form.fields.all.map { ($0.name, $0.value) } + [("do", "autosave"), ("revision", "\(revision)")]
    let answer = try await browser.post(Self.path, fields)
    return (answer.status, answer.html)
  }

  @Test func `a draft is saved without a page, under the next revision, and several saves are one version`()
    async throws
  {
    let browser = try await Browser(campaigns: [Samples.review])
    for (revision, header) in [(1, "H"), (2, "He"), (3, "Hello")] {
      let answer = try await save(browser, revision: revision, ["header": header])
      #expect(answer.status == .ok)
      #expect(answer.html == #"{"id":"c-review","revision":\#(revision + 1),"saved":true}"#)
    }
    let stored = try #require(try await browser.store.campaign("c-review", app: "app"))
    #expect(stored.content.message?.header == "Hello")
    let changes = try await browser.store.changes(of: "c-review", app: "app", before: nil, limit: 10)
    #expect(changes.filter { $0.kind == .edited }.map(\.number) == [4])
    // An address of a version whose place another one took leads to that one.
    #expect(
      try await browser.get("/campaigns/c-review/history/2").location == "/campaigns/c-review/history/4")
    #expect(try await browser.get("/campaigns/c-review/history/4").status == .ok)
    #expect(try await browser.get("/campaigns/c-review/history/5").status == .notFound)
  }

  @Test func `what cannot be read is not saved, and the answer says how much that is`() async throws {
    let browser = try await Browser(campaigns: [Samples.review])
    let answer = try await save(browser, revision: 1, ["order": "first", "header": "Lost?"])
    #expect(answer.html == #"{"saved":false,"words":"Not saved yet: fix 1 problem."}"#)
    #expect(try await browser.store.campaign("c-review", app: "app")?.revision == 1)
  }

  @Test func `two people who edit get the page that says so, with everything that was typed`() async throws {
    let browser = try await Browser(campaigns: [Samples.review])
    _ = try await save(browser, revision: 1, ["header": "First"])
    let answer = try await save(browser, revision: 1, ["header": "Second"])
    #expect(answer.status == .conflict)
    #expect(answer.html.contains("data-conflict"))
    #expect(answer.html.contains("value=\"Second\""))
    #expect(answer.html.contains("value=\"overwrite.2\""))
    // Until the author has chosen a version, the page saves nothing by itself.
    #expect(!answer.html.contains("autosave undo"))
    #expect(try await browser.store.campaign("c-review", app: "app")?.content.message?.header == "First")
  }

  @Test func `only drafts are saved automatically`() async throws {
    let browser = try await Browser(campaigns: [Samples.cart])
    let path = "/campaigns/\(Samples.cart.id.rawValue)/edit"
    #expect(try await !browser.get(path).html.contains("autosave"))
    var form = CampaignForm(name: Samples.cart.name, content: Samples.cart.content)
    form["header"] = "Changed"
    let fields =
      form.fields.all.map { ($0.name, $0.value) } + [
        ("do", "autosave"), ("revision", "\(Samples.cart.revision)"),
      ]
    let answer = try await browser.post(path, fields)
    #expect(answer.html.contains(#""saved":false"#))
    #expect(try await browser.store.campaign(Samples.cart.id, app: "app")?.revision == Samples.cart.revision)
  }

  @Test
  func
    `a new campaign is stored with its first change, under a name that the list can show, and is saved further there`()
    async throws
  {
    let browser = try await Browser(campaigns: [])
    #expect(try await browser.get("/campaigns/new/message").html.contains("autosave undo"))
    let answer = try await browser.post(
      "/campaigns/new/message",
      [("type", "message"), ("header", "Hello"), ("do", "autosave"), ("revision", "")])
    let stored = try #require(try await browser.store.campaigns(app: "app").first)
    #expect(answer.html == #"{"id":"\#(stored.id)","revision":1,"saved":true}"#)
    #expect(
      stored.name == "Untitled message" && stored.content.message?.header == "Hello" && stored.state == .draft
    )
    let path = "/campaigns/\(stored.id)/edit"
    let next = try await browser.post(
      path,
      [("type", "message"), ("name", "Mine"), ("header", "Hello"), ("do", "autosave"), ("revision", "1")])
    #expect(next.html.contains(#""revision":2,"saved":true"#))
    #expect(try await browser.store.campaigns(app: "app").map(\.name) == ["Mine"])
  }
}
