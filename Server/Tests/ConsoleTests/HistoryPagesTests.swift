// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPTypes
import MartletCore
import MartletWire
import Pages
import Store
import StoreSQLite
import Testing

@testable import Console

@Suite struct HistoryPagesTests {
  private static let ben = Author.member(id: "ben", name: "Ben <b>")

  /// A draft, changed by Ben, launched, and changed again while it runs. The time is always that of
  /// the samples.
  private static func browser(_ role: Role? = nil) async throws -> Browser {
    let browser = try await Browser(campaigns: [Samples.review], role: role)
    func edit(_ change: (inout Campaign) -> Void) async throws {
      var next = try #require(try await browser.store.campaign("c-review", app: "app"))
      change(&next)
      _ = try await browser.authoring.update(
        "c-review", app: "app", expectedRevision: next.revision, name: next.name, content: next.content,
        by: ben)
    }
    try await edit { $0.content.message?.header = "Do you like your acorns?" }
    _ = try await browser.authoring.perform(
      .launch, on: "c-review", app: "app", by: .key(id: "k", name: "Deploy"))
    try await edit {
      $0.name = "Review"
      $0.content.message?.message = "A word about it helps others."
    }
    return browser
  }

  @Test func `the history and a version are as they were looked at`() async throws {
    let browser = try await Self.browser()
    let site = try Console.site(navigation: [.campaigns, .lab, .settings])
    func stable(_ html: String) -> String {
      html.replacing(/name="csrf" value="[^"]*"/, with: "name=\"csrf\" value=\"TOKEN\"").replacing(
        /content="[A-Za-z0-9_-]{43}"/, with: "content=\"TOKEN\""
      )
      .replacing(/nonce="[^"]*"/, with: "nonce=\"NONCE\"")
    }
    for (path, name) in [("", "history"), ("/4", "version"), ("/1/restore", "restore")] {
      let page = try await browser.get("/campaigns/c-review/history" + path)
      #expect(page.status == .ok)
      #expect(try PageFile.difference(stable(page.html), from: name, site: site) == nil)
    }
  }

  @Test func `the history says who did what, newest first, and links each version`() async throws {
    let html = try await Self.browser().get("/campaigns/c-review/history").html
    #expect(html.contains("<strong>Ben &lt;b&gt;</strong> edited it"))
    #expect(html.contains("<strong>The key “Deploy”</strong> launched it"))
    #expect(html.contains("<strong>Martlet</strong> created it"))
    #expect(html.contains("<a href=\"/campaigns/c-review/history/4\">Name and Text</a>"))
    #expect(html.contains("history/2\">Header: “Do you like it?” → “Do you like your acorns?”</a>"))
    #expect(!html.contains("href=\"/campaigns/c-review/history/3\""))
    #expect(html.matches(of: /Current/).count == 1)
  }

  @Test
  func
    `a version shows the difference to the one before, or to a chosen one, and a launch leads to what it launched`()
    async throws
  {
    let browser = try await Self.browser()
    let version = try await browser.get("/campaigns/c-review/history/4").html
    #expect(
      version.contains("What changed") && version.contains("This version")
        && version.contains("<mark>word about it</mark>"))
    #expect(!version.contains("history/4/restore"))
    let chosen = try await browser.get("/campaigns/c-review/history/1?against=4")
    #expect(
      chosen.html.contains("<mark>Do you like your acorns?</mark>")
        || chosen.html.contains("<mark>your acorns?</mark>"))
    #expect(chosen.html.contains("href=\"/campaigns/c-review/history/1/restore\""))
    #expect(
      try await browser.get("/campaigns/c-review/history/3").location == "/campaigns/c-review/history/2")
    for path in ["/9", "/none", "/4?against=9"] {
      #expect(try await browser.get("/campaigns/c-review/history" + path).status == .notFound, "\(path)")
    }
  }

  @Test func `restoring asks first and says what changes, and is a new change`() async throws {
    let browser = try await Self.browser()
    let question = try await browser.get("/campaigns/c-review/history/2/restore").html
    #expect(
      question.contains("The campaign is running.")
        && question.contains("Devices receive it on their next sync"))
    let answer = try await browser.post("/campaigns/c-review/history/2/restore", [("revision", "4")])
    #expect(answer.location == "/campaigns/c-review")
    let campaign = try #require(try await browser.store.campaign("c-review", app: "app"))
    #expect(campaign.content.message?.message == "A short review helps others." && campaign.version == 3)
    let history = try await browser.get("/campaigns/c-review/history").html
    #expect(
      history.contains(
        "<strong>Somebody with a sign-in link</strong> restored the version of 21 Nov 2026, 14:05 UTC"))
  }

  @Test func `a restore that meets another change is refused and names it`() async throws {
    let browser = try await Self.browser()
    let answer = try await browser.post("/campaigns/c-review/history/2/restore", [("revision", "3")])
    #expect(answer.location == "/campaigns/c-review/history")
    #expect(
      try await browser.get("/campaigns/c-review/history").html.contains(
        "Not restored: Ben &lt;b&gt; changed it just now"))
    #expect(try await browser.store.campaign("c-review", app: "app")?.revision == 4)
  }

  @Test func `a version that is not valid today is refused with its fields`() async throws {
    let browser = try await Browser(campaigns: [Samples.review])
    var content = Samples.review.content
    content.message?.message = nil
    content.message?.header = nil
    for (revision, content) in [(1, content), (2, Samples.review.content)] {
      _ = try await browser.authoring.update(
        "c-review", app: "app", expectedRevision: revision, name: "Review", content: content, by: Self.ben)
    }
    _ = try await browser.authoring.perform(.launch, on: "c-review", app: "app", by: Self.ben)
    let answer = try await browser.post("/campaigns/c-review/history/2/restore", [("revision", "4")])
    #expect(answer.status == .unprocessableContent)
    #expect(answer.html.contains("Not restored: this version has 1 problem today."))
    #expect(try await browser.store.campaign("c-review", app: "app")?.revision == 4)
  }

  @Test(arguments: Role.allCases) func `who may change the campaign may restore a version of it`(_ role: Role)
    async throws
  {
    let running = try await Self.browser(role)
    let offer = "href=\"/campaigns/c-review/history/2/restore\""
    #expect(try await running.get("/campaigns/c-review/history/2").html.contains(offer) == role.may(.publish))
    let refused = try await running.post("/campaigns/c-review/history/2/restore", [("revision", "4")])
    #expect((refused.status == .seeOther) == role.may(.publish))
    #expect((refused.status == .forbidden) == !role.may(.publish))
    let draft = try await Browser(campaigns: [Samples.review], role: role)
    _ = try await draft.authoring.update(
      "c-review", app: "app", expectedRevision: 1, name: "Other", content: Samples.review.content,
      by: Self.ben)
    let restored = try await draft.post("/campaigns/c-review/history/1/restore", [("revision", "2")])
    #expect((restored.status == .seeOther) == role.may(.author))
    guard role.may(.author) else { return }
    #expect(
      try await draft.store.changes(of: "c-review", app: "app", before: nil, limit: 1).first?.author
        == .member(id: "ana", name: "Ana"))
  }

  @Test func `whoever meets another change in the editor hears of whom and when, and sees the difference`()
    async throws
  {
    let browser = try await Self.browser(.publisher)
    let present = try #require(try await browser.store.campaign("c-review", app: "app"))
    var form = CampaignForm(name: present.name, content: present.content)
    form["header"] = "Mine"
    let fields = form.values.map { ($0.key, $0.value) } + [("do", "save_confirmed"), ("revision", "3")]
    let refused = try await browser.post("/campaigns/c-review/edit", fields)
    #expect(refused.status == .conflict)
    #expect(refused.html.contains("Ben &lt;b&gt; saved this campaign just now"))
    #expect(refused.html.contains("<a href=\"/campaigns/c-review/history/4?against=3\""))
    #expect(refused.html.contains("value=\"Mine\"") && refused.html.contains("value=\"overwrite.4\""))
    #expect(try await browser.get("/campaigns/c-review/history/4?against=3").status == .ok)
    // One's own change in another window.
    _ = try await browser.post(
      "/campaigns/c-review/edit",
      form.values.map { ($0.key, $0.value) } + [("do", "save_confirmed"), ("revision", "4")])
    let again = try await browser.post("/campaigns/c-review/edit", fields)
    #expect(again.html.contains("You saved this campaign just now, in another window"))
  }

  @Test func `long histories come in pages`() async throws {
    let browser = try await Browser(campaigns: [Samples.review])
    for revision in 1...(HistoryPage.length + 5) {
      _ = try await browser.authoring.update(
        "c-review", app: "app", expectedRevision: revision, name: "Name \(revision)",
        content: Samples.review.content, by: Self.ben)
    }
    let first = try await browser.get("/campaigns/c-review/history").html
    #expect(first.matches(of: /<li>\s*<div class="history-head">/).count == HistoryPage.length)
    let older = try #require(first.firstMatch(of: /href="([^"]*before=[0-9]+)"/)).1
    let second = try await browser.get(String(older)).html
    #expect(second.matches(of: /<li>\s*<div class="history-head">/).count == 6)
    #expect(second.contains("Name: “Ask for a review” → “Name 1”") && second.contains("Newest changes"))
  }
}
