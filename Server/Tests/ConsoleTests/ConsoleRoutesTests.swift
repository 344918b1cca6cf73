// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import MartletCore
import MartletTesting
import MartletWire
import Pages
import Store
import StoreSQLite
import Testing

@testable import Console

@Suite struct ConsoleRoutesTests {
  @Test(arguments: ["/", "/campaigns", "/campaigns/c-cart", "/settings", "/settings/keys"])
  func `nobody sees a page without signing in`(path: String) async throws {
    let browser = try await Browser(isSignedIn: false)
    #expect(try await browser.get(path).status == .unauthorized)
  }

  @Test func `the front door is the home page, and the list has every campaign`() async throws {
    let browser = try await Browser()
    let answer = try await browser.get("/")
    #expect(answer.status == .ok)
    #expect(answer.html.contains("<h1>Home</h1>"))
    let list = try await browser.get("/campaigns")
    #expect(list.status == .ok)
    for campaign in Samples.campaigns { #expect(list.html.contains("href=\"/campaigns/\(campaign.id)\"")) }
    #expect(list.html.contains("Acorn Shop"))
  }

  @Test(
    arguments: [
      ("c-cart", "pause", CampaignState.paused, "“Free delivery above 20 €” is paused."),
      ("c-cart", "finish", .finished, "“Free delivery above 20 €” is finished."),
      ("c-review", "launch?confirmed", .running, "“Ask for a review” is running."),
    ])
  func `a press changes the state, says so once, and leads back`(
    id: String, action: String, state: CampaignState, sentence: String
  ) async throws {
    let browser = try await Browser()
    let parts = action.split(separator: "?")
    let answer = try await browser.post(
      "/campaigns/\(id)/\(parts[0])",
      [("back", "/campaigns?state=running")] + parts.dropFirst().map { (String($0), "yes") })
    #expect(answer.status == .seeOther)
    #expect(answer.location == "/campaigns?state=running")
    #expect(try await browser.store.campaign(CampaignID(id), app: "app")?.state == state)
    #expect(try await browser.get("/campaigns").html.contains(sentence))
    #expect(try await !browser.get("/campaigns").html.contains(sentence))
  }

  @Test func `nothing is launched before somebody has read whom it concerns`() async throws {
    let browser = try await Browser()
    let answer = try await browser.post("/campaigns/c-review/launch", [("back", "/campaigns?state=draft")])
    #expect(answer.status == .seeOther)
    #expect(try await browser.store.campaign("c-review", app: "app")?.state == .draft)
    let path = try #require(answer.location)
    #expect(path.hasPrefix("/campaigns/c-review/launch?back="))
    let page = try await browser.get(path)
    #expect(page.html.contains("Audience: everyone who opens the app. Nobody has opened it yet."))
    #expect(page.html.contains("name=\"confirmed\" value=\"yes\""))
    #expect(page.html.contains("name=\"back\" value=\"/campaigns?state=draft\""))
    // Asked of what is gone by then, it leads to the campaign.
    #expect(try await browser.get("/campaigns/c-cart/launch").location == "/campaigns/c-cart")
  }

  @Test func `nothing is resumed before somebody has read whom it concerns`() async throws {
    var paused = Samples.cart
    paused.state = .paused
    let browser = try await Browser(campaigns: [paused])
    let answer = try await browser.post("/campaigns/c-cart/resume")
    #expect(answer.status == .seeOther)
    #expect(try await browser.store.campaign("c-cart", app: "app")?.state == .paused)
    let page = try await browser.get(try #require(answer.location)).html
    #expect(page.contains("<h1>Resume “Free delivery above 20 €”?</h1>"))
    #expect(page.contains("Audience: everyone who opens the app. Nobody has opened it yet."))
    #expect(page.contains("action=\"/campaigns/c-cart/resume\""))
    #expect(
      try await browser.post("/campaigns/c-cart/resume", [("confirmed", "yes")]).location
        == "/campaigns/c-cart")
    #expect(try await browser.store.campaign("c-cart", app: "app")?.state == .running)
    // Asked of what runs by then, it leads to the campaign.
    #expect(try await browser.get("/campaigns/c-cart/resume").location == "/campaigns/c-cart")
  }

  @Test func `how many people a launch concerns is counted, with separators`() {
    var content = CampaignContent(triggers: [])
    #expect(PeopleWords.concerned(1, content).hasSuffix("app (1 person so far)."))
    #expect(PeopleWords.concerned(10_000, content).hasSuffix("app (10,000 people or more so far)."))
    content.audience = ["audience": "a"]
    #expect(
      PeopleWords.concerned(9_999, content) == "Audience: the people in its audience, of 9,999 people so far."
    )
  }

  @Test func `a form without the page's token changes nothing`() async throws {
    let browser = try await Browser()
    let answer = try await browser.send(.post, "/campaigns/c-cart/pause", fields: [("csrf", "wrong")])
    #expect(answer.status == .forbidden)
    #expect(try await browser.store.campaign("c-cart", app: "app")?.state == .running)
  }

  @Test func `a campaign that cannot run is not launched, and its page says why`() async throws {
    var draft = Samples.review
    draft.content.triggers = []
    let browser = try await Browser(campaigns: [draft])
    let answer = try await browser.post("/campaigns/c-review/launch")
    #expect(answer.location == "/campaigns/c-review")
    #expect(try await browser.store.campaign("c-review", app: "app")?.state == .draft)
    let page = try await browser.get("/campaigns/c-review").html
    #expect(page.contains("was not changed. The campaign has no trigger."))
    #expect(page.contains("The campaign has no trigger."))
  }

  @Test func `every problem leads to a field that the editor has`() async throws {
    var draft = Samples.cart
    draft.state = .draft
    draft.content.triggers = []
    draft.content.endsAt = Samples.now - .seconds(1)
    draft.content.message?.buttons[1].clickAction = Wire.ClickAction(type: .known(.url), url: "")
    draft.content.message?.themes["light"]?.headerText = Wire.Color(argb: 0xFFFF_FFFF)
    let browser = try await Browser(campaigns: [draft])
    let page = try await browser.get("/campaigns/c-cart").html
    let editor = try await browser.get("/campaigns/c-cart/edit").html
    let anchors = page.matches(of: /\/edit#([^"]+)"/).map { String($0.1) }
    #expect(anchors.count >= 4)
    for anchor in anchors { #expect(editor.contains("id=\"\(anchor)\""), "\(anchor)") }
  }

  @Test func `a press on a page that is out of date changes nothing and shows what is there now`()
    async throws
  {
    let browser = try await Browser()
    let stale = try await browser.post("/campaigns/c-cart/pause", [("revision", "1")])
    #expect(stale.location == "/campaigns/c-cart")
    #expect(try await browser.store.campaign("c-cart", app: "app")?.state == .running)
    #expect(try await browser.get("/campaigns/c-cart").html.contains("Not changed: someone else changed"))
    #expect(try await browser.post("/campaigns/c-cart/resume").status == .seeOther)
    #expect(try await browser.get("/campaigns/c-cart").html.contains("is already running"))
  }

  @Test(
    arguments: [
      "https://evil.example/campaigns", "//evil.example", "/campaigns\\evil", "/campaignsevil",
      "/campaigns?a=\r\nSet-Cookie: a=b",
    ])
  func `a form leads back to our own pages only`(back: String) async throws {
    let browser = try await Browser()
    #expect(
      try await browser.post("/campaigns/c-cart/pause", [("back", back)]).location == "/campaigns/c-cart")
  }

  private static let limits = [
    ("limit", "2"), ("within", "day"), ("tag", ""), ("limit", "1"), ("within", "week"), ("tag", " promo "),
  ]

  @Test
  func
    `limits are added and removed row by row without being stored, then saved, and devices are told at once`()
    async throws
  {
    let browser = try await Browser()
    let added = try await browser.post(
      "/settings/caps", [("limit", "2"), ("within", "day"), ("tag", ""), ("do", "add_cap")])
    #expect(added.status == .ok)
    #expect(added.html.contains("id=\"cap-limit-1\""))
    #expect(added.html.contains("Unsaved changes."))
    let removed = try await browser.post("/settings/caps", Self.limits + [("do", "remove_cap.0")])
    #expect(removed.html.contains("id=\"cap-tag-0\" name=\"tag\" value=\" promo \""))
    #expect(!removed.html.contains("cap-limit-1"))
    #expect(try await browser.store.settings(app: "app") == AppSettings())
    #expect(browser.told.isEmpty)

    let saved = try await browser.post(
      "/settings/caps", Self.limits + [("limit", ""), ("within", "day"), ("tag", ""), ("do", "save")])
    #expect(saved.status == .seeOther)
    #expect(saved.location == "/settings/limits")
    let caps = [
      Wire.Cap(limit: 2, within: .known(.day)), Wire.Cap(tag: "promo", limit: 1, within: .known(.week)),
    ]
    #expect(try await browser.store.settings(app: "app") == AppSettings(caps: caps))
    #expect(browser.told == ["app"])
    #expect(try await browser.get("/settings/limits").html.contains("Frequency caps saved."))
  }

  @Test func `the share of reported decisions is saved and leaves the limits as they are`() async throws {
    let browser = try await Browser()
    _ = try await browser.post("/settings/caps", Self.limits)
    let saved = try await browser.post("/settings/decisions", [("share", " 12,5 ")])
    #expect(saved.location == "/settings/app#decisions")
    let settings = try await browser.store.settings(app: "app")
    #expect(settings.decisionSample == 0.125)
    #expect(settings.caps.count == 2)
    #expect(browser.told == ["app", "app"])
  }

  @Test(
    arguments: [
      ("caps", [("limit", "0"), ("within", "day"), ("tag", "")], "The limit must be 1 to 100."),
      ("caps", [("limit", "two"), ("within", "day"), ("tag", "")], "The limit must be 1 to 100."),
      (
        "caps", [("limit", "2"), ("within", "moon"), ("tag", "")],
        "This version does not know this time window."
      ),
      (
        "caps", [("limit", "2"), ("within", "day"), ("tag", String(repeating: "a", count: 51))],
        "A tag has 1 to 50 characters."
      ),
      ("decisions", [("share", "101")], "Enter a number from 0 to 100."),
      ("decisions", [("share", "nan")], "Enter a number from 0 to 100."),
      ("decisions", [("share", "")], "Enter a number from 0 to 100."),
    ] as [(String, [(String, String)], String)])
  func `settings that make no sense are not stored, and the page says why`(
    form: String, fields: [(String, String)], sentence: String
  ) async throws {
    let browser = try await Browser()
    let answer = try await browser.post("/settings/" + form, fields)
    #expect(answer.status == .unprocessableContent)
    #expect(answer.html.contains(sentence))
    #expect(try await browser.store.settings(app: "app") == AppSettings())
    #expect(browser.told.isEmpty)
  }

  @Test(arguments: ["caps", "decisions"]) func `settings sent without the page's token change nothing`(
    form: String
  ) async throws {
    let browser = try await Browser()
    let answer = try await browser.send(
      .post, "/settings/" + form, fields: Self.limits + [("share", "5"), ("csrf", "wrong")])
    #expect(answer.status == .forbidden)
    #expect(try await browser.store.settings(app: "app") == AppSettings())
  }

  @Test func `a duplicate is a draft and opens in the editor`() async throws {
    let browser = try await Browser()
    let location = try #require(try await browser.post("/campaigns/c-cart/duplicate").location)
    let id = try #require(location.wholeMatch(of: /\/campaigns\/([^\/]+)\/edit/)).1
    let copy = try #require(try await browser.store.campaign(CampaignID(String(id)), app: "app"))
    #expect(copy.state == .draft)
    #expect(copy.content == Samples.cart.content)
  }

  @Test func `drafts can be deleted, what was launched cannot`() async throws {
    let browser = try await Browser()
    #expect(try await browser.post("/campaigns/c-review/delete").location == "/campaigns")
    #expect(try await browser.store.campaign("c-review", app: "app") == nil)
    #expect(try await browser.post("/campaigns/c-cart/delete").location == "/campaigns/c-cart")
    #expect(try await browser.store.campaign("c-cart", app: "app") != nil)
    #expect(try await browser.post("/campaigns/c-review/delete").status == .notFound)
  }

  @Test func `a draft that somebody else changed meanwhile is not deleted`() async throws {
    let browser = try await Browser()
    #expect(
      try await browser.get("/campaigns/c-review").html.contains(
        "name=\"revision\" value=\"\(Samples.review.revision)\""))
    let stale = try await browser.post(
      "/campaigns/c-review/delete", [("revision", "\(Samples.review.revision + 1)")])
    #expect(stale.location == "/campaigns/c-review")
    #expect(try await browser.store.campaign("c-review", app: "app") != nil)
    #expect(try await browser.get("/campaigns/c-review").html.contains("Not deleted: someone else changed"))
    let fresh = try await browser.post(
      "/campaigns/c-review/delete", [("revision", "\(Samples.review.revision)")])
    #expect(fresh.location == "/campaigns")
  }

  @Test func `the page shows what was counted and decided`() async throws {
    let browser = try await Browser()
    let presentation = Wire.EventRecord.Presentation(id: "p", campaignID: "c-cart", campaignVersion: 1)
    let candidate = Wire.DecisionRecord.Candidate(
      campaignID: "c-cart", campaignVersion: 1, verdict: "chosen", detail: [:])
    let bodies: [Wire.EventRecord.Body] = [
      .decision(
        Wire.DecisionRecord(
          decisionID: "p", eventID: "e", eventKind: "custom", eventName: "cart_viewed",
          candidates: [candidate])),
      .impression(presentation), .click(presentation, buttonID: "1"),
      .outcome(presentation, outcome: .known(.suppressed), reason: "interval"),
    ]
    let events = bodies.enumerated().map {
      Wire.EventRecord(id: "e\($0)", at: Samples.now, sessionID: "s", userID: "ana", body: $1)
    }
    let device = Wire.Device(id: "d", platform: "ios", osVersion: "18.0", appVersion: "1.0")
    _ = try await browser.store.ingest(
      IngestBatch(appID: "app", device: device, receivedAt: Samples.now, events: events))
    for range in ReportRange.allCases {
      let html = try await browser.get("/campaigns/c-cart?range=\(range.rawValue)").html
      for text in ["To the checkout", "Too soon after another message", "100%", "Chosen", "cart_viewed"] {
        #expect(html.contains(text), "\(range): \(text)")
      }
    }
  }

  @Test(arguments: [
    "/campaigns/nothing", "/campaigns/%2e%2e", "/campaigns/" + String(repeating: "x", count: 300),
  ])
  func `what is not there is not found`(path: String) async throws {
    #expect(try await Browser().get(path).status == .notFound)
  }

  @Test(arguments: [
    "?state=nonsense&q=%ff%00", "?state=&q=" + String(repeating: "a", count: 5_000), "?range=99&decisions=-1",
  ])
  func `nonsense in the address is no error`(query: String) async throws {
    let browser = try await Browser()
    #expect(try await browser.get("/campaigns" + query).status == .ok)
    #expect(try await browser.get("/campaigns/c-cart" + query).status == .ok)
  }

  // MARK: - Settings

  @Test func `a new key works, and its secret is shown once`() async throws {
    let browser = try await Browser()
    let made = try await browser.post("/settings/keys", [("name", " Shop app "), ("scope", "device")])
    #expect(made.status == .seeOther)
    let path = try #require(made.location)
    let answer = try await browser.get(path)
    let secret = try #require(answer.html.firstMatch(of: /id="secret">([^<]+)</)).1
    let key = try #require(try await browser.keys.key(for: Secret(text: String(secret))))
    #expect(key.name == "Shop app" && key.scope == .device && key.appID == "app")
    #expect(try await !browser.get("/settings/keys").html.contains(secret))
    // Reloading the page makes no second key, and says where the first one is.
    let again = try await browser.get(path).html
    #expect(!again.contains(secret) && again.contains("The key was shown once"))
    #expect(try await browser.store.keys(app: "app").count == 1)
  }

  @Test func `the secret of a new key is given to the browser that made it, and to no other`() async throws {
    let store = try SQLiteStore.inMemory()
    let secrets = NewSecrets(store: store, environment: ManualClock().environment)
    func session(_ id: String, _ token: String) -> BrowserSession {
      BrowserSession(id: id, expiresAt: Samples.now, formToken: token)
    }
    let mine = session("mine", "token")
    try await secrets.put("s", of: "k", for: mine)
    #expect(try await secrets.take("k", for: session("theirs", "token")) == nil)
    #expect(try await secrets.take("k", for: mine) == "s")
    #expect(try await secrets.take("k", for: mine) == nil)
    try await secrets.put("s", of: "k", for: mine)
    #expect(try await secrets.take("k", for: session("mine", "other")) == nil, "the store alone tells it")
  }

  @Test(arguments: [
    ("", "Enter a name for the key."), (String(repeating: "n", count: 121), "Use at most 120 characters."),
  ])
  func `a key without a fitting name is not made, and what was chosen stays`(name: String, problem: String)
    async throws
  {
    let browser = try await Browser()
    let answer = try await browser.post("/settings/keys", [("name", name), ("scope", "management")])
    #expect(answer.status == .unprocessableContent)
    #expect(answer.html.contains(problem))
    #expect(answer.html.contains("value=\"management\" checked"))
    #expect(try await browser.store.keys(app: "app").isEmpty)
  }

  @Test func `a revoked key is refused at once`() async throws {
    let browser = try await Browser()
    let made = try await browser.post("/settings/keys", [("name", "Old phone"), ("scope", "device")])
    let shown = try await browser.get(try #require(made.location))
    let secret = Secret(text: String(try #require(shown.html.firstMatch(of: /id="secret">([^<]+)</)).1))
    let key = try #require(try await browser.keys.key(for: secret))
    #expect(try await browser.post("/settings/keys/\(key.id)/revoke").location == "/settings/keys")
    #expect(try await browser.keys.key(for: secret) == nil)
    #expect(
      try await browser.get("/settings/keys").html.contains(
        "Key “Old phone” revoked. Requests that use it are now rejected."))
    #expect(try await browser.post("/settings/keys/nothing/revoke").status == .notFound)
  }

  @Test func `the chosen colours are remembered`() async throws {
    let browser = try await Browser()
    #expect(try await browser.post("/appearance", [("scheme", "dark")]).status == .seeOther)
    #expect(try await browser.get("/campaigns").html.contains("<html lang=\"en\" data-scheme=\"dark\">"))
    _ = try await browser.post("/appearance", [("scheme", "purple")])
    #expect(try await !browser.get("/campaigns").html.contains("data-scheme=\""))
  }

  @Test(
    arguments: [
      ("http://127.0.0.1:8080/campaigns/c?range=7d", "/campaigns/c?range=7d"),
      ("https://evil.example/settings", "/settings"),
      ("http://evil.example//evil.example/x", "/"), ("http://evil.example/\\evil", "/"), ("/", "/"),
      ("http://evil.example", "/"), ("", "/"),
    ])
  func `after choosing colours the page is the one before, and never another site's`(
    referrer: String, path: String
  ) {
    #expect(Console.path(referrer: referrer) == path)
  }
}
