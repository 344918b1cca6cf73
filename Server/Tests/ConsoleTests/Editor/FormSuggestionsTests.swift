// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import StoreSQLite
import Testing

@testable import Console

/// What the store knows, offered in the form.
struct FormSuggestionsTests {
  @Test
  func `a condition offers the properties of its trigger's event, and those of purchases for purchases`() {
    let suggestions = FormSuggestions(
      events: [], logged: LoggedNames(properties: ["cart_viewed": ["total"], "": ["colour"]], products: []))
    let form = CampaignForm(writing: [
      "trigger.0.kind": "custom_event", "trigger.0.name": " cart_viewed ", "trigger.1.kind": "any_purchase",
      "trigger.2.kind": "session_start", "trigger.2.name": "cart_viewed", "trigger.3.kind": "all",
      "trigger.3.part.0.kind": "purchase",
      "trigger.3.part.0.name": "socks", "trigger.3.part.1.kind": "custom_event",
      "trigger.3.part.1.name": "never_logged",
      "exception.0.kind": "custom_event", "exception.0.name": "cart_viewed",
    ])
    #expect(
      suggestions.properties(form) == [
        "trigger.0": ["total"], "trigger.1": ["colour"], "trigger.3.part.0": ["colour"],
        "trigger.3.part.1": [], "exception.0": ["total"],
      ])
  }

  @Test func `names that devices logged are offered on the page and to its script`() async throws {
    let browser = try await Browser(campaigns: [])
    let events = [
      Wire.EventRecord(
        id: "1", at: Samples.now, sessionID: "s", userID: "u",
        body: .custom(name: "cart_viewed", properties: ["total": .int(1)]))
    ]
    _ = try await browser.store.ingest(
      IngestBatch(appID: "app", device: Wire.Device(id: "d"), receivedAt: Samples.now, events: events))
    let page = try await browser.get("/campaigns/new/message").html
    #expect(page.contains("<option value=\"cart_viewed\">Event</option>"))
    let answer = try await browser.post(
      "/campaigns/preview", [("trigger.0.kind", "custom_event"), ("trigger.0.name", "cart_viewed")])
    #expect(answer.html.contains("\"properties\":{\"trigger.0\":[\"total\"]}"))
  }

  @Test(
    arguments: [
      (["en-US": 9, "en": 1], nil),
      (
        ["en": 9, "de-AT": 1], "10% of the 10 most recent devices use another language, most of them German."
      ),
      (["en": 91, "de": 9], nil),
      (
        ["de": 5, "fr-CA": 3, "en": 2, "xx": 3],
        "84.6% of the 13 most recent devices use another language, most of them German, French, xx."
      ),
      (["de": 9], nil), ([:], nil),
    ] as [([String: Int], String?)])
  func `who reads another language than the message's is told of once they are many`(
    _ locales: [String: Int], _ words: String?
  ) {
    #expect(LanguageShare(locales: locales, own: "en-GB").problem?.message == words)
  }

  @Test func `the note stands beside the language, unless the server writes the text for each person`()
    async throws
  {
    let browser = try await Browser(campaigns: [])
    for number in 0..<10 {
      let event = Wire.EventRecord(
        id: "e", at: Samples.now, sessionID: "s", userID: "u\(number)", body: .sessionStart)
      _ = try await browser.store.ingest(
        IngestBatch(
          appID: "app", device: Wire.Device(id: "d\(number)", locale: "de"), receivedAt: Samples.now,
          events: [event]))
    }
    func page(_ more: [(String, String)]) async throws -> String {
      try await browser.post(
        "/campaigns/new/message",
        [("kind", "modal"), ("message", "Hi"), ("language", "en"), ("do", "preview")] + more
      ).html
    }
    #expect(try await page([]).contains("of the 10 most recent devices use another language"))
    #expect(!(try await page([("personalised", "yes")]).contains("most recent devices use another")))
  }

  @Test
  func
    `the review of what is being written names an audience as the page does, not by its id or as it was typed`()
    async throws
  {
    let browser = try await Browser()
    let audience = Audience(
      id: "a-1", appID: "app", name: "VIP", rule: ["all": []], createdAt: Samples.now, updatedAt: Samples.now)
    try await browser.store.insert(audience)
    let answer = try await browser.post(
      "/campaigns/preview", [("trigger.0.kind", "audience_entry"), ("trigger.0.name", "vip")])
    #expect(answer.html.contains("when a person enters “VIP”"))
  }
}
