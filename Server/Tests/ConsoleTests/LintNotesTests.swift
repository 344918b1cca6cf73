// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletCore
import MartletWire
import StoreSQLite
import Testing

@testable import Console

/// What campaigns do to one another, on the pages of the console.
struct LintNotesTests {
  /// Matches whatever `Samples.cart` matches, and comes first.
  private static let greedy: Campaign = {
    var campaign = Samples.cart
    campaign.id = "c-greedy"
    campaign.name = "Every <cart>"
    campaign.content.triggers = [Wire.Trigger(kind: .known(.customEvent), name: "cart_viewed")]
    campaign.content.priority = Wire.Priority(bucket: .known(.high), order: 9)
    return campaign
  }()

  private static let unlimitedWelcome: Campaign = {
    var campaign = Samples.welcome
    campaign.content.endsAt = nil
    return campaign
  }()

  @Test func `a campaign in the shadow of another says so on its page, with a link to the other one`()
    async throws
  {
    let browser = try await Browser(campaigns: [Samples.cart, Self.greedy])
    let page = try await browser.get("/campaigns/c-cart").html
    #expect(page.contains("“Every &lt;cart&gt;” matches all of the same events"))
    #expect(page.contains("<a class=\"see-other\" href=\"/campaigns/c-greedy\">See “Every &lt;cart&gt;”</a>"))
    #expect(page.contains("href=\"/campaigns/c-cart/edit#field-priority\""))
    let other = try await browser.get("/campaigns/c-greedy").html
    #expect(other.contains("“Free delivery above 20 €” is never shown while this campaign runs"))
    #expect(other.contains("<a class=\"see-other\" href=\"/campaigns/c-cart\">"))
  }

  @Test func `the list marks the one that never gets its turn, in words, and not the one that takes it`()
    async throws
  {
    let browser = try await Browser(campaigns: [Samples.cart, Self.greedy])
    let page = try await browser.get("/campaigns").html
    #expect(page.matches(of: /<p class="mark mark-warn">/).count == 1)
    #expect(
      page.contains(
        "<span>Never shown because of <a href=\"/campaigns/c-greedy\">Every &lt;cart&gt;</a></span>"))
  }

  @Test func `what is paused, finished or a draft stands in nobody's way; a draft hears what it would meet`()
    async throws
  {
    var (paused, draft) = (Self.greedy, Samples.cart)
    paused.state = .paused
    draft.state = .draft
    draft.launchedAt = nil
    var browser = try await Browser(campaigns: [Samples.cart, paused])
    #expect(!(try await browser.get("/campaigns").html.contains("class=\"mark")))
    #expect(!(try await browser.get("/campaigns/c-cart").html.contains("matches all of the same events")))
    // Resuming it would do that.
    #expect(
      try await browser.get("/campaigns/c-greedy").html.contains("is never shown while this campaign runs"))
    browser = try await Browser(campaigns: [draft, Self.greedy])
    #expect(!(try await browser.get("/campaigns").html.contains("class=\"mark")))
    #expect(try await browser.get("/campaigns/c-cart").html.contains("matches all of the same events"))
  }

  @Test func `the review says it while it is being written, and it stands in the way of nothing`()
    async throws
  {
    let browser = try await Browser(campaigns: [Samples.cart, Self.greedy])
    let form = CampaignForm(name: Samples.cart.name, content: Samples.cart.content)
    let fields = form.fields.all.map { ($0.name, $0.value) }
    let answer = try await browser.post("/campaigns/preview", fields + [("id", "c-cart")])
    #expect(answer.html.contains("matches all of the same events"))
    #expect(answer.html.contains("in a new tab"))
    #expect(answer.html.contains("Ready to save. Check 2 warnings."))
    let page = try await browser.get("/campaigns/c-cart/edit").html
    #expect(page.contains("Other campaigns"))
    var alone = form
    alone["trigger.0.name"] = "another_event"
    let other = try await browser.post(
      "/campaigns/preview", alone.fields.all.map { ($0.name, $0.value) } + [("id", "c-cart")])
    #expect(!other.html.contains("Other campaigns"))
  }

  @Test func `a limit of the app that lets the other one through is known on every page`() async throws {
    var loud = Self.greedy
    loud.content.rules.tags = ["loud"]
    let browser = try await Browser(campaigns: [Samples.cart, loud])
    #expect(try await browser.get("/campaigns").html.contains("mark-warn"))
    _ = try await browser.store.changeSettings(app: "app") {
      $0.caps = [Wire.Cap(tag: "loud", limit: 1, within: .known(.day))]
      return []
    }
    #expect(!(try await browser.get("/campaigns").html.contains("mark-warn")))
    for path in ["/campaigns/c-cart", "/campaigns/c-greedy", "/campaigns/c-cart/edit"] {
      #expect(!(try await browser.get(path).html.contains("matches all of the same events")))
    }
  }

  @Test func `an event that no device has logged is worth a hint, once devices have logged any`() async throws
  {
    let browser = try await Browser(campaigns: [Samples.cart])
    let hint = "No device has logged the event “cart_viewed” yet."
    #expect(!(try await browser.get("/campaigns/c-cart").html.contains(hint)))
    func log(_ name: String) async throws {
      let event = Wire.EventRecord(
        id: name, at: Samples.now, sessionID: nil, userID: "ana", body: .custom(name: name, properties: [:]))
      _ = try await browser.store.ingest(
        IngestBatch(appID: "app", device: Wire.Device(id: "d"), receivedAt: Samples.now, events: [event]))
    }
    try await log("cart_veiwed")
    #expect(try await browser.get("/campaigns/c-cart").html.contains(hint))
    #expect(try await browser.get("/campaigns/c-cart/edit").html.contains(hint))
    try await log("cart_viewed")
    #expect(!(try await browser.get("/campaigns/c-cart").html.contains(hint)))
  }

  @Test func `two of the same rank are worth a hint on both pages, and no mark in the list`() async throws {
    var newer = Self.unlimitedWelcome
    newer.id = "c-newer"
    newer.name = "Newer"
    newer.createdAt = newer.createdAt + .seconds(1)
    newer.content.rules.reEligibility = Wire.ReEligibility(type: .known(.once))
    let browser = try await Browser(campaigns: [Self.unlimitedWelcome, newer])
    let page = try await browser.get("/campaigns/c-welcome").html
    #expect(page.contains("class=\"problems problems-hint\""))
    #expect(page.contains("Same priority and trigger event as “Newer”"))
    #expect(
      try await browser.get("/campaigns/c-newer").html.contains(
        "This campaign is newer, so it is shown first"))
    #expect(!(try await browser.get("/campaigns").html.contains("class=\"mark")))
  }

  @Test func `what a field's own error says is not said twice`() async throws {
    var ended = Samples.welcome
    ended.content.endsAt = Samples.now
    let browser = try await Browser(campaigns: [ended])
    let page = try await browser.get("/campaigns/c-welcome").html
    #expect(page.contains("The end is in the past."))
    #expect(!page.contains("The campaign has ended"))
  }

  @Test func `opening and saving keeps every rule`() async throws {
    var cart = Samples.cart
    cart.content.rules = Wire.DeliveryRules(
      delayMilliseconds: 5_000, exceptions: [Wire.Trigger(kind: .known(.sessionStart))],
      reEligibility: Wire.ReEligibility(type: .known(.once)),
      caps: [Wire.Cap(limit: 3, within: .known(.year))], tags: ["a"])
    let browser = try await Browser(campaigns: [cart])
    let form = CampaignForm(name: cart.name, content: cart.content)
    let answer = try await browser.post(
      "/campaigns/c-cart/edit",
      form.fields.all.map { ($0.name, $0.value) } + [
        ("do", "save_confirmed"), ("revision", "\(cart.revision)"),
      ])
    #expect(answer.location == "/campaigns/c-cart")
    #expect(try await browser.store.campaign("c-cart", app: "app")?.content == cart.content)
  }
}
