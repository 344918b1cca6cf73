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
  @Test("A condition offers the properties of its trigger's event, and those of purchases for purchases")
  func properties() {
    let suggestions = FormSuggestions(
      events: [], logged: LoggedNames(properties: ["cart_viewed": ["total"], "": ["colour"]], products: []))
    var form = CampaignForm()
    form.triggers = [
      .init(kind: "custom_event", name: " cart_viewed "), .init(kind: "any_purchase"), .init(kind: "session_start", name: "cart_viewed"),
      .init(kind: "all", parts: [.init(kind: "purchase", name: "socks"), .init(kind: "custom_event", name: "never_logged")]),
    ]
    form.exceptions = [.init(kind: "custom_event", name: "cart_viewed")]
    #expect(
      suggestions.properties(form) == [
        "trigger.0": ["total"], "trigger.1": ["colour"], "trigger.3.part.0": ["colour"], "trigger.3.part.1": [], "exception.0": ["total"],
      ])
  }

  @Test("Names that devices logged are offered on the page and to its script")
  func offered() async throws {
    let browser = try await Browser(campaigns: [])
    let events = [
      Wire.EventRecord(
        id: "1", at: Samples.now, sessionID: "s", userID: "u", body: .custom(name: "cart_viewed", properties: ["total": .int(1)]))
    ]
    _ = try await browser.store.ingest(
      IngestBatch(appID: "app", device: Wire.Device(id: "d"), receivedAt: Samples.now, events: events))
    let page = try await browser.get("/campaigns/new").html
    #expect(page.contains("<option value=\"cart_viewed\">Event</option>"))
    let answer = try await browser.post(
      "/campaigns/preview", [("trigger.0.kind", "custom_event"), ("trigger.0.name", "cart_viewed")])
    #expect(answer.html.contains("\"properties\":{\"trigger.0\":[\"total\"]}"))
  }

  @Test(
    "Who reads another language than the message's is told of once they are many",
    arguments: [
      (["en-US": 9, "en": 1], nil),
      (["en": 9, "de-AT": 1], "10% of the 10 most recent devices use another language, most of them German."),
      (["en": 91, "de": 9], nil),
      (
        ["de": 5, "fr-CA": 3, "en": 2, "xx": 3],
        "84.6% of the 13 most recent devices use another language, most of them German, French, xx."
      ),
      (["de": 9], nil), ([:], nil),
    ] as [([String: Int], String?)])
  func languages(_ locales: [String: Int], _ words: String?) {
    #expect(LanguageShare(locales: locales, written: "en-GB").problem?.message == words)
  }

  @Test("The note stands beside the language, unless the server writes the text for each person")
  func noted() async throws {
    let browser = try await Browser(campaigns: [])
    for number in 0..<10 {
      let event = Wire.EventRecord(id: "e", at: Samples.now, sessionID: "s", userID: "u\(number)", body: .sessionStart)
      _ = try await browser.store.ingest(
        IngestBatch(appID: "app", device: Wire.Device(id: "d\(number)", locale: "de"), receivedAt: Samples.now, events: [event]))
    }
    func page(_ more: [(String, String)]) async throws -> String {
      try await browser.post("/campaigns/new", [("kind", "modal"), ("message", "Hi"), ("language", "en"), ("do", "preview")] + more).html
    }
    #expect(try await page([]).contains("of the 10 most recent devices use another language"))
    #expect(!(try await page([("personalised", "yes")]).contains("most recent devices use another")))
  }
}
