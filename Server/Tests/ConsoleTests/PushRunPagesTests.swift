// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPTypes
import MartletCore
import MartletWire
import Pushing
import StoreSQLite
import Testing

@testable import Console

@Suite("The page that sends a campaign’s push")
struct PushRunPagesTests {
  private static let path = "/campaigns/c-surface/pushes"

  private func browser(_ state: CampaignState = .running, hasKey: Bool = true) async throws -> Browser {
    let browser = try await Browser(campaigns: [SurfaceSamples.campaign(SurfaceSamples.push, state: state)])
    if hasKey {
      try await browser.store.insert(
        PushKey(
          id: "k", keyID: "ABC1234567", teamID: "DEF8901234", topic: "com.example.app", sealed: [1],
          createdAt: Samples.now),
        app: "app")
    }
    return browser
  }

  private func run(_ browser: Browser) async throws -> PushRun? {
    try await browser.store.pushRun("run-1", app: "app")
  }

  @Test func `a push is sent after it was confirmed, and once, however often the form is sent`() async throws
  {
    let browser = try await browser()
    #expect(try await browser.get("/campaigns/c-surface").html.contains("href=\"\(Self.path)\""))
    #expect(try await browser.get(Self.path).html.contains("Nothing has been sent yet."))
    let form = [("id", "run-1"), ("audience", "users"), ("users", "ana\r\nben\r\n"), ("per_minute", "600")]
    let asked = try await browser.post(Self.path, form)
    #expect(asked.status == .ok && asked.html.contains("Send “Autumn” to 2 users?"))
    #expect(try await run(browser) == nil, "nothing is sent before it was confirmed")
    for _ in 1...2 {
      #expect(try await browser.post(Self.path, form + [("confirmed", "yes")]).location == Self.path)
    }
    let run = try #require(try await run(browser))
    #expect(run.audience == .users(["ana", "ben"]) && run.perMinute == 600)
    #expect(
      try await browser.store.pushRuns(campaign: "c-surface", app: "app", after: nil, limit: 10).elements
        .count == 1)
    let page = try await browser.get(Self.path).html
    #expect(page.contains("2 users") && page.contains("data-behavior=\"live\""))
  }

  @Test func `a run is paused, resumed and cancelled`() async throws {
    let browser = try await browser()
    _ = try await browser.post(
      Self.path,
      [("id", "run-1"), ("audience", "everybody"), ("starts_at", "2030-01-01T10:00"), ("confirmed", "yes")])
    for (action, state): (String, PushRun.State) in [
      ("pause", .paused), ("resume", .scheduled), ("cancel", .cancelled),
    ] {
      #expect(try await browser.post("\(Self.path)/run-1/\(action)", []).location == Self.path)
      #expect(try await run(browser)?.state == state)
    }
    _ = try await browser.post("\(Self.path)/run-1/resume", [])
    #expect(try await browser.get(Self.path).html.contains("This is not possible any more"))
    #expect(try await browser.post("\(Self.path)/none/pause", []).status == .notFound)
  }

  @Test(arguments: [
    (["audience": "users", "users": " "], "A run has 1 to 10,000 users."),
    (["per_minute": "many"], "This is not a whole number."),
    (["per_minute": "0"], "The throttle is 1 to 1,000,000 pushes a minute."),
    (["starts_at": "soon"], "This is not a date and time."),
    (["audience": "device", "device": "d1"], "This is not a test device."),
  ])
  func `what is wrong is said beside its field, and what was typed comes back`(
    _ fields: [String: String], words: String
  ) async throws {
    let browser = try await browser()
    let answer = try await browser.post(Self.path, fields.map { ($0, $1) } + [("id", "run-1")])
    #expect(answer.status == .unprocessableContent && answer.html.contains(words))
    #expect(answer.html.contains("name=\"id\" value=\"run-1\""))
    if let typed = fields["per_minute"] { #expect(answer.html.contains("value=\"\(typed)\"")) }
    #expect(try await run(browser) == nil)
  }

  @Test func `without a key, or for a draft, the page says what is missing`() async throws {
    let keyless = try await browser(hasKey: false)
    #expect(
      try await keyless.post(Self.path, [("audience", "everybody")]).html.contains(
        "There is no APNs key. Add one in Settings."))
    let draft = try await browser(.draft)
    #expect(
      try await draft.post(Self.path, [("audience", "everybody")]).html.contains(
        "Only a running campaign is sent to people."))
  }
}
