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

@Suite("What the form holds is tried in the lab")
struct TryOutTests {
  private func sent(_ form: CampaignForm) -> [(String, String)] {
    form.fields.all.map { ($0.name, $0.value) } + [("do", "try"), ("preview.device", "small")]
  }

  @Test
  func
    `the lab gets what is typed and not what is stored, for this session, and the address says nothing of it`()
    async throws
  {
    let browser = try await Browser(campaigns: [Samples.cart])
    var form = CampaignForm(name: "Secret plan", content: Samples.cart.content)
    form["header"] = "Not saved yet"
    let answer = try await browser.post("/campaigns/c-cart/edit", sent(form))
    #expect(answer.status == .seeOther)
    #expect(answer.location == "/lab?v=1&quiet=0&show=draft%3Aword")
    let tried = try #require(browser.tried.first)
    #expect(browser.tried.count == 1)
    #expect(tried.trial.name == "Secret plan")
    #expect(tried.trial.plain.message?.header == "Not saved yet")
    #expect(!tried.session.isEmpty)
    // It has nothing to do with the campaign that runs.
    #expect(tried.trial.plain.id != "c-cart")
    #expect(try await browser.store.campaign("c-cart", app: "app") == Samples.cart)
    #expect(browser.told.isEmpty)
  }

  @Test func `a campaign that nobody has stored can be tried too, and is not stored by it`() async throws {
    let browser = try await Browser(campaigns: [])
    let form = CampaignForm(writing: [
      "name": "Greeting", "message": "Hello", "trigger.0.kind": "session_start",
    ])
    #expect(try await browser.post("/campaigns/new/message", sent(form)).status == .seeOther)
    #expect(browser.tried.map(\.trial.plain.message?.message) == ["Hello"])
    #expect(try await browser.store.campaigns(app: "app").isEmpty)
  }

  @Test
  func
    `the lab gets the draft in each arm of its experiment too: the variants as they are typed, and nothing for control`()
    async throws
  {
    let browser = try await Browser(campaigns: [Samples.cart])
    var content = Samples.cart.content
    var short = try #require(content.message)
    short.header = "Short"
    content.experiment = Wire.Experiment(
      variants: [
        Wire.Experiment.Variant(id: "a", name: "Original", share: 5_000),
        Wire.Experiment.Variant(id: "b", name: "Short words", share: 3_000, message: short),
      ], control: 2_000)
    let form = CampaignForm(name: "Compared", content: content)
    #expect(try await browser.post("/campaigns/c-cart/edit", sent(form)).status == .seeOther)
    let trial = try #require(browser.tried.first?.trial)
    #expect(trial.plain.arm == nil)
    #expect(trial.arms.map(\.choice.name) == ["a", "b", "control"])
    #expect(trial.arms.map(\.choice.label) == ["Original", "Short words", "Control (nothing is shown)"])
    #expect(trial.arms.map(\.campaign.arm?.name) == ["a", "b", "control"])
    #expect(
      trial.arms.map(\.campaign.message?.header) == [Samples.cart.content.message?.header, "Short", nil])
    #expect(trial.arms.map { $0.campaign.arm?.isWithheld } == [false, false, true])
    #expect(
      trial.arms.allSatisfy { $0.campaign.experiment == nil && $0.campaign.conversions.isEmpty },
      "devices get nothing else")
  }

  @Test func `what could not be launched is not tried, and all that was typed comes back`() async throws {
    let browser = try await Browser(campaigns: [])
    let form = CampaignForm(writing: ["message": "Kept"])
    let answer = try await browser.post("/campaigns/new/message", sent(form))
    #expect(answer.status == .unprocessableContent)
    #expect(answer.html.contains("Not opened in the Device Lab: "))
    #expect(answer.html.contains("Kept</textarea>"))
    #expect(browser.tried.isEmpty)
  }

  @Test func `nobody tries anything without signing in`() async throws {
    let browser = try await Browser(isSignedIn: false)
    #expect(
      try await browser.send(.post, "/campaigns/new/message", fields: [("do", "try")]).status == .unauthorized
    )
    #expect(
      try await browser.send(.post, "/campaigns/preview", fields: [("preview.person", "ana")]).status
        == .unauthorized)
    #expect(browser.tried.isEmpty)
  }
}
