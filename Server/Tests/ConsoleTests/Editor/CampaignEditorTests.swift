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

struct CampaignEditorTests {
  private func fields(_ form: CampaignForm, _ more: [(String, String)]) -> [(String, String)] {
    form.fields.all.map { ($0.name, $0.value) } + more
  }

  private var complete: CampaignForm {
    CampaignForm(writing: [
      "name": "Greeting", "message": "Hello & welcome", "trigger.0.kind": "session_start",
    ])
  }

  @Test(arguments: ["/campaigns/new/message", "/campaigns/c-review/edit"])
  func `nobody edits without signing in`(_ path: String) async throws {
    let browser = try await Browser(isSignedIn: false)
    #expect(try await browser.get(path).status == .unauthorized)
  }

  @Test func `a draft is stored as it was written, and its page comes back`() async throws {
    let browser = try await Browser(campaigns: [])
    let answer = try await browser.post("/campaigns/new/message", fields(complete, [("do", "save")]))
    #expect(answer.status == .seeOther)
    let campaign = try #require(try await browser.store.campaigns(app: "app").first)
    #expect(answer.location == "/campaigns/\(campaign.id.rawValue)/edit")
    #expect(campaign.state == .draft)
    #expect(campaign.name == "Greeting")
    #expect(campaign.content == complete.reading().content)
    let page = try await browser.get("/campaigns/\(campaign.id.rawValue)/edit")
    #expect(page.html.contains("Hello &amp; welcome</textarea>"))
    #expect(page.html.contains("Saved as a draft."))
  }

  @Test func `a campaign is written, stored, and launched once somebody has agreed`() async throws {
    let browser = try await Browser(campaigns: [])
    let answer = try await browser.post("/campaigns/new/message", fields(complete, [("do", "launch")]))
    let campaign = try #require(try await browser.store.campaigns(app: "app").first)
    #expect(answer.location == "/campaigns/\(campaign.id.rawValue)/launch")
    #expect(campaign.state == .draft)
    let launched = try await browser.post(
      "/campaigns/\(campaign.id.rawValue)/launch", [("confirmed", "yes"), ("revision", "1")])
    #expect(launched.location == "/campaigns/\(campaign.id.rawValue)")
    #expect(try await browser.store.campaigns(app: "app").map(\.state) == [.running])
  }

  @Test func `what cannot run is not launched: the page says why, and holds all that was typed`() async throws
  {
    let browser = try await Browser(campaigns: [])
    var form = complete
    form["trigger.0.kind"] = ""
    let answer = try await browser.post("/campaigns/new/message", fields(form, [("do", "launch")]))
    #expect(answer.status == .unprocessableContent)
    #expect(answer.html.contains("<a href=\"#field-trigger-0-kind\">The campaign has no trigger."))
    #expect(answer.html.contains("Hello &amp; welcome</textarea>"))
    #expect(try await browser.store.campaigns(app: "app").isEmpty)
  }

  @Test(
    arguments: [
      ("starts_at", "next <monday>"), ("order", "first"), ("theme.light.text", "reddish"), ("name", ""),
    ])
  func `what no campaign can hold is not saved, and comes back as it was typed`(
    _ name: String, _ value: String
  ) async throws {
    let browser = try await Browser(campaigns: [])
    let sent = fields(complete, [("do", "save")]).filter { $0.0 != name } + [(name, value)]
    let answer = try await browser.post("/campaigns/new/message", sent)
    #expect(answer.status == .unprocessableContent)
    #expect(
      answer.html.contains("value=\"\(value.replacing("<", with: "&lt;").replacing(">", with: "&gt;"))\""))
    #expect(answer.html.contains("aria-invalid=\"true\""))
    #expect(try await browser.store.campaigns(app: "app").isEmpty)
  }

  @Test func `a change of a paused campaign is asked about too, with how many people it concerns`()
    async throws
  {
    var cart = Samples.cart
    cart.state = .paused
    let browser = try await Browser(campaigns: [cart])
    var form = CampaignForm(name: cart.name, content: cart.content)
    form["header"] = "New header"
    let asked = try await browser.post(
      "/campaigns/c-cart/edit", fields(form, [("do", "save"), ("revision", "\(cart.revision)")]))
    #expect(asked.status == .ok)
    #expect(asked.html.contains("Change a paused campaign?"))
    #expect(asked.html.contains("Nobody has opened it yet. People receive the change when you resume it."))
    #expect(try await browser.store.campaign("c-cart", app: "app") == cart)
    _ = try await browser.post(
      "/campaigns/c-cart/edit", fields(form, [("do", "save_confirmed"), ("revision", "\(cart.revision)")]))
    #expect(try await browser.store.campaign("c-cart", app: "app")?.content.message?.header == "New header")
  }

  @Test
  func `a running campaign is changed under its next version, and keeps what the form has no field for`()
    async throws
  {
    var cart = Samples.cart
    cart.content.message?.language = "de"
    cart.content.message?.unknown = ["sound": .string("chirp")]
    let browser = try await Browser(campaigns: [cart])
    var form = CampaignForm(name: cart.name, content: cart.content)
    form["header"] = "New header"
    let asked = try await browser.post(
      "/campaigns/c-cart/edit", fields(form, [("do", "save"), ("revision", "\(cart.revision)")]))
    #expect(asked.status == .ok)
    #expect(asked.html.contains("Change a running campaign?"))
    #expect(asked.html.contains("Audience: everyone who opens the app. Nobody has opened it yet."))
    #expect(asked.html.contains("value=\"New header\""))
    #expect(try await browser.store.campaign("c-cart", app: "app") == cart)
    let answer = try await browser.post(
      "/campaigns/c-cart/edit", fields(form, [("do", "save_confirmed"), ("revision", "\(cart.revision)")]))
    #expect(answer.location == "/campaigns/c-cart")
    let changed = try #require(try await browser.store.campaign("c-cart", app: "app"))
    var expected = cart.content
    expected.message?.header = "New header"
    #expect(changed.content == expected)
    #expect(changed.version == cart.version + 1)
    #expect(changed.state == .running)
  }

  @Test func `whoever was slower loses nothing, and may write over it once they know`() async throws {
    let browser = try await Browser(campaigns: [Samples.review])
    var form = CampaignForm(name: "Mine", content: Samples.review.content)
    form["header"] = "My header"
    let sent = fields(form, [("revision", "1")])
    let other = try await browser.post(
      "/campaigns/c-review/edit", sent.map { $0.0 == "name" ? ("name", "Theirs") : $0 } + [("do", "save")])
    #expect(other.status == .seeOther)
    let refused = try await browser.post("/campaigns/c-review/edit", sent + [("do", "save")])
    #expect(refused.status == .conflict)
    #expect(refused.html.contains("value=\"My header\""))
    #expect(refused.html.contains("value=\"overwrite.2\""))
    #expect(try await browser.store.campaign("c-review", app: "app")?.name == "Theirs")
    let agreed = try await browser.post("/campaigns/c-review/edit", sent + [("do", "overwrite.2")])
    #expect(agreed.status == .seeOther)
    #expect(try await browser.store.campaign("c-review", app: "app")?.name == "Mine")
  }

  @Test func `when the data cannot be written, the page says so and holds all that was typed`() async throws {
    let fault = StoreError.unavailable("busy")
    let browser = try await Browser(
      campaigns: [Samples.review], faults: StoreFaults(insert: fault, update: fault))
    for path in ["/campaigns/new/message", "/campaigns/c-review/edit"] {
      let answer = try await browser.post(
        path, fields(complete, [("do", "save"), ("revision", "\(Samples.review.revision)")]))
      #expect(answer.status == .serviceUnavailable)
      #expect(answer.headers[.retryAfter] == "5")
      #expect(answer.html.contains("Not saved: the server cannot reach its data"))
      #expect(answer.html.contains("Hello &amp; welcome</textarea>"))
    }
    #expect(try await browser.store.campaigns(app: "app") == [Samples.review])
  }

  @Test func `a finished campaign cannot be edited, and says so`() async throws {
    let browser = try await Browser()
    for answer in [
      try await browser.get("/campaigns/c-spring/edit"),
      try await browser.post("/campaigns/c-spring/edit", fields(complete, [("do", "save")])),
    ] {
      #expect(answer.location == "/campaigns/c-spring")
    }
  }

  @Test(arguments: ["/campaigns/c-nothing/edit"])
  func `a campaign that is not there is not found`(_ path: String) async throws {
    let browser = try await Browser()
    #expect(try await browser.get(path).status == .notFound)
    #expect(try await browser.post(path, fields(complete, [("do", "save")])).status == .notFound)
  }

  @Test func `a form without the page's token saves nothing`() async throws {
    let browser = try await Browser(campaigns: [])
    let answer = try await browser.send(
      .post, "/campaigns/new/message", fields: fields(complete, [("do", "save"), ("csrf", "wrong")]))
    #expect(answer.status == .forbidden)
    #expect(try await browser.store.campaigns(app: "app").isEmpty)
  }

  @Test(
    arguments: [
      ("add.extra", "extra.0.key"), ("add.trigger", "trigger.1.kind"),
      ("add.trigger.0.condition", "trigger.0.condition.0.path"),
    ])
  func `rows come and go without script, and nothing else changes`(_ command: String, _ field: String)
    async throws
  {
    let browser = try await Browser(campaigns: [])
    let answer = try await browser.post("/campaigns/new/message", fields(complete, [("do", command)]))
    #expect(answer.status == .ok)
    #expect(answer.html.contains("name=\"\(field)\""))
    #expect(answer.html.contains("Hello &amp; welcome</textarea>"))
    #expect(!answer.html.contains("aria-invalid"))
  }

  @Test(
    arguments: [
      "remove.trigger.9", "remove.trigger", "remove.extra.-1", "add.trigger.7.condition", "add.moon",
      "add.extra.0.part", "clear.moon", "x",
      "",
    ])
  func `a command for a row that is not there changes nothing`(_ command: String) async throws {
    let browser = try await Browser(campaigns: [])
    let answer = try await browser.post("/campaigns/new/message", fields(complete, [("do", command)]))
    #expect(answer.status == .ok)
    #expect(answer.html.contains("name=\"trigger.0.kind\""))
    for row in ["trigger.1.kind", "trigger.7.", "extra.0.", "moon"] {
      #expect(!answer.html.contains("name=\"\(row)"), "\(row)")
    }
    #expect(try await browser.store.campaigns(app: "app").isEmpty)
  }

  @Test
  func `without script the page itself shows the message, and its policy lets only that style sheet in`()
    async throws
  {
    let browser = try await Browser(campaigns: [])
    let answer = try await browser.post(
      "/campaigns/new/message", fields(complete, [("do", "preview"), ("preview.scheme", "dark")]))
    #expect(answer.html.contains("data-scene=\"preview\""))
    #expect(answer.html.contains("data-scheme=\"dark\""))
    let nonce = try #require(answer.html.firstMatch(of: /<style nonce="([^"]+)">/)).1
    let policy = try #require(answer.headers[.contentSecurityPolicy])
    #expect(policy.contains("style-src 'self' 'nonce-\(nonce)';"))
    #expect(policy.contains("img-src 'self' data: https: http:;"))
    #expect(!policy.contains("unsafe"))
    let again = try await browser.get("/campaigns/new/message")
    #expect(again.headers[.contentSecurityPolicy]?.contains(nonce) == false)
  }

  @Test
  func `the page's script gets scene, review and verdict of what is being written, and nothing is stored`()
    async throws
  {
    let browser = try await Browser(campaigns: [])
    let answer = try await browser.post("/campaigns/preview", fields(complete, []))
    #expect(answer.status == .ok)
    let json = try Wire.decode(Wire.Filter.self, from: Array(answer.html.utf8)).json
    guard case .object(let parts) = json else {
      Issue.record("not an object")
      return
    }
    #expect(
      Set(parts.keys) == [
        "html", "css", "review", "verdict", "steps", "folds", "taps", "probes", "people", "ready",
        "properties", "translations",
        "languages", "leads", "marks", "audiences",
      ])
    #expect(parts["verdict"] == .string("Ready to launch. Check 1 warning."))
    #expect(try await browser.store.campaigns(app: "app").isEmpty)
    let empty = try await browser.post("/campaigns/preview", [])
    #expect(empty.html.contains("\"notice\""))
  }
}
