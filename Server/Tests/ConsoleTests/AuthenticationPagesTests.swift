// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPTypes
import Identity
import MartletCore
import MartletWire
import StoreSQLite
import Testing

@testable import Console

@Suite("How users are authenticated is set on the page of settings, and campaigns say what it means for them")
struct AuthenticationPagesTests {
  private static let place = "/settings/privacy"

  private static func stored(_ browser: Browser) async throws -> UserAuthentication {
    try await browser.store.settings(app: "app").userAuthentication
  }

  @Test
  func `a key is added, the mode changed, and a key removed by its fingerprint, each at once for devices`()
    async throws
  {
    let browser = try await Browser()
    _ = try await browser.post("/settings/caps", [("limit", "2"), ("within", "day"), ("tag", "")])
    for (name, pem) in [
      (" Backend ", "\r\n" + SettingsPageTests.p256.replacing("\n", with: "\r\n")),
      ("Old", SettingsPageTests.rsa),
    ] {
      let added = try await browser.post(
        "/settings/sdk-authentication/keys", [("name", name), ("public_key", pem)])
      #expect(added.status == .seeOther)
      #expect(added.location == Self.place)
    }
    let keys = try await Self.stored(browser).keys
    #expect(keys.map(\.name) == ["Backend", "Old"])
    #expect(keys.first?.pem == SettingsPageTests.p256)
    let changed = try await browser.post("/settings/sdk-authentication", [("mode", "required")])
    #expect(changed.location == Self.place)
    let page = try await browser.get("/settings/privacy").html
    #expect(page.contains("SDK authentication is required"))
    #expect(page.contains("value=\"required\" checked"))
    let fingerprint = try PublicKey(pem: SettingsPageTests.p256).fingerprint
    #expect(page.contains(fingerprint))
    let removed = try await browser.post(
      "/settings/sdk-authentication/keys/remove", [("fingerprint", fingerprint)])
    #expect(removed.location == Self.place)
    #expect(try await Self.stored(browser).keys.map(\.name) == ["Old"])
    #expect(browser.told == ["app", "app", "app", "app", "app"])
    #expect(try await browser.store.settings(app: "app").caps.count == 1)
    // The last key of an app that needs one stays.
    let last = try PublicKey(pem: SettingsPageTests.rsa).fingerprint
    let refused = try await browser.post("/settings/sdk-authentication/keys/remove", [("fingerprint", last)])
    #expect(refused.status == .unprocessableContent)
    #expect(refused.html.contains("There is no public key to verify signatures."))
    #expect(try await Self.stored(browser).keys.count == 1)
    #expect(browser.told.count == 5)
  }

  @Test(
    arguments: [
      ("", "x", "name has 1 to 80 characters."), ("Backend", "x", "This is not a public key in PEM format"),
      (
        "Backend", "-----BEGIN EC PRIVATE KEY-----\nMIGHAgEA\n-----END EC PRIVATE KEY-----",
        "This is a PRIVATE key. It was not stored"
      ),
    ])
  func `what is no key is not stored, and the page says why beside the field`(
    name: String, pem: String, sentence: String
  ) async throws {
    let browser = try await Browser()
    let answer = try await browser.post(
      "/settings/sdk-authentication/keys", [("name", name), ("public_key", pem)])
    #expect(answer.status == .unprocessableContent)
    #expect(answer.html.contains(sentence))
    // What was typed comes back, but for a private key.
    #expect(answer.html.contains(pem == "x" ? "\nx</textarea>" : "\n</textarea>"))
    #expect(!answer.html.contains("MIGHAgEA"))
    #expect(try await Self.stored(browser) == UserAuthentication())
    #expect(browser.told.isEmpty)
  }

  @Test func `a mode that there is not is no page, and one that needs a key is refused`() async throws {
    let browser = try await Browser()
    #expect(try await browser.post("/settings/sdk-authentication", [("mode", "on")]).status == .notFound)
    for mode in ["optional", "required"] {
      let refused = try await browser.post("/settings/sdk-authentication", [("mode", mode)])
      #expect(refused.status == .unprocessableContent)
      // What was chosen stays chosen, and the group of choices says what is wrong.
      #expect(
        refused.html.contains("value=\"\(mode)\" checked")
          && !refused.html.contains("name=\"mode\" value=\"off\" checked"))
      #expect(
        refused.html.contains("id=\"mode-problem\"")
          && refused.html.contains("<fieldset class=\"fields\" aria-describedby=\"mode-problem\">"))
    }
    #expect(!(try await browser.get("/settings/privacy").html.contains("aria-describedby=\"mode-problem\"")))
    #expect(try await Self.stored(browser).mode == .off)
  }

  @Test func `the figures are those of the last day`() async throws {
    let browser = try await Browser()
    browser.signatures.add(.tolerated(.missing), app: "app", at: Samples.now - .seconds(90_000))
    browser.signatures.add(.vouched, app: "app", at: Samples.now)
    browser.signatures.add(.refused(.expired), app: "app", at: Samples.now)
    browser.signatures.add(.refused(.missing), app: "other", at: Samples.now)
    let page = try await browser.get("/settings/privacy").html
    #expect(page.contains(Wire.UserSignature.Refusal.expired.words))
    #expect(!page.contains(Wire.UserSignature.Refusal.missing.words))
  }

  @Test func `a sixth key is refused where it can be read, and what was pasted is not sent back`()
    async throws
  {
    let browser = try await Browser()
    _ = try await browser.store.changeSettings(app: "app") {
      $0.userAuthentication.keys = (1...5).map { .init(name: "Key \($0)", pem: SettingsPageTests.p256) }
      return []
    }
    let page = try await browser.get("/settings/privacy").html
    #expect(page.contains("An app can have up to 5 public keys. Remove one"))
    #expect(!page.contains("id=\"public-key\""))
    let pasted = "-----BEGIN PRIVATE KEY-----\nMIGHAgEA\n-----END PRIVATE KEY-----"
    let refused = try await browser.post(
      "/settings/sdk-authentication/keys", [("name", "Sixth"), ("public_key", pasted)])
    #expect(refused.status == .unprocessableContent)
    #expect(
      refused.html.contains(
        "data-behavior=\"focus-problems\">An app can have up to 5 public keys. Remove keys"))
    #expect(!refused.html.contains("MIGHAgEA"))
    #expect(try await Self.stored(browser).keys.count == 5)
  }

  @Test func `of parts of the settings that are saved at the same time none undoes another`() async throws {
    let pem = SettingsPageTests.p256
    for round in 0..<30 {
      let browser = try await Browser()
      _ = try await browser.post(
        "/settings/sdk-authentication/keys", [("name", "Backend"), ("public_key", pem)])
      _ = try await browser.post(
        "/settings/sdk-authentication/keys", [("name", "Old"), ("public_key", SettingsPageTests.rsa)])
      let old = try PublicKey(pem: SettingsPageTests.rsa).fingerprint
      let limits = ("/settings/caps", [("limit", "2"), ("within", "day"), ("tag", "")])
      let share = ("/settings/decisions", [("share", "25")])
      let statuses = try await browser.postTogether([
        limits, ("/settings/sdk-authentication", [("mode", "required")]), share,
        ("/settings/sdk-authentication/keys/remove", [("fingerprint", old)]), share, limits,
      ])
      #expect(statuses.allSatisfy { $0 == .seeOther })
      let settings = try await browser.store.settings(app: "app")
      #expect(settings.decisionSample == 0.25 && settings.caps.count == 1, "round \(round)")
      #expect(
        settings.userAuthentication
          == UserAuthentication(mode: .required, keys: [.init(name: "Backend", pem: pem)]), "round \(round)")
    }
  }

  // MARK: - Figures

  private static let asked = "Of 12 requests with a user id in the last 24 hours, "

  @Test(
    arguments: [
      (UserAuthentication.Mode.required, [.vouched: 12], asked + "all had a valid signature."),
      (
        .required, [.vouched: 8, .refused(.expired): 3, .refused(.missing): 1],
        asked + "4 were rejected in full or in part."
      ),
      // The mode was changed today: what was taken was taken.
      (
        .required, [.tolerated(.missing): 12],
        asked
          + "none were rejected. Before signatures were required, 12 were accepted without a valid signature."
      ),
      (
        .required, [.vouched: 5, .tolerated(.missing): 6, .refused(.missing): 1],
        asked
          + "1 was rejected in full or in part. Before signatures were required, 6 were accepted without a valid signature."
      ),
      (
        .optional, [.vouched: 10, .tolerated(.missing): 2],
        asked + "2 had no valid signature. “Required” would reject them."
      ),
      (
        .optional, [.tolerated(.missing): 10, .refused(.missing): 2],
        asked
          + "10 had no valid signature. “Required” would reject them. 2 were rejected while signatures were required."
      ),
      (
        .optional, [.vouched: 10, .refused(.missing): 2],
        asked + "2 were rejected while signatures were required. All others had a valid signature."
      ),
    ] as [(UserAuthentication.Mode, [SignatureOutcome: Int], String)])
  func `what became of requests is said as it was, whatever is asked now`(
    mode: UserAuthentication.Mode, totals: [SignatureOutcome: Int], words: String
  ) {
    let verdict = SignatureVerdict(totals: totals, mode: mode)
    #expect(verdict.words == words)
    let rows = verdict.figures.map { [$0.words, $0.taken, $0.refused] }
    #expect(rows.first == ["Valid signature.", "\(totals[.vouched] ?? 0)", "0"])
    for reason in [Wire.UserSignature.Refusal.missing, .expired] {
      let (taken, refused) = (totals[.tolerated(reason)] ?? 0, totals[.refused(reason)] ?? 0)
      #expect(rows.contains([reason.words, "\(taken)", "\(refused)"]) == (taken + refused > 0))
    }
  }

  // MARK: - Campaigns

  private static var personal: Campaign {
    var campaign = Samples.cart
    campaign.content.rules.render = .known(.atDisplay)
    campaign.content.message?.message = "Hello {{user.first_name}}, {{#user.plan}}{{user.plan}}{{/user.plan}}"
    return campaign
  }

  @Test(arguments: UserAuthentication.Mode.allCases)
  func `a campaign that reads of the person says what, on which devices it may, and where that is set`(
    mode: UserAuthentication.Mode
  ) async throws {
    let browser = try await Browser(campaigns: [Self.personal])
    let key = UserAuthentication.Key(name: "Backend", pem: SettingsPageTests.p256)
    _ = try await browser.store.changeSettings(app: "app") {
      $0.userAuthentication = UserAuthentication(mode: mode, keys: [key])
      return []
    }
    let said =
      switch mode {
      case .off: "A value is only used on the device that set it."
      case .optional:
        "A value is only used on the device that set it, or when your backend signs the user id."
      case .required: "All values are used."
      }
    for path in ["/campaigns/c-cart", "/campaigns/c-cart/edit"] {
      let page = try await browser.get(path).html
      #expect(page.contains("Personalised with “first_name”, “plan”. \(said)"), "\(path)")
      #expect(page.contains("href=\"/settings/privacy\""), "\(path)")
    }
    #expect(try await browser.get("/settings/privacy").html.contains("id=\"sdk-authentication\""))
  }

  @Test
  func
    `a campaign that reads nothing of the person, or is not rendered, says nothing, but the form fills values in`()
    async throws
  {
    var plain = Self.personal
    plain.content.message?.message = "Hello {{event.total}} {{user.id}}"
    var literal = Self.personal
    literal.content.rules.render = nil
    for campaign in [plain, literal] {
      let browser = try await Browser(campaigns: [campaign])
      #expect(!(try await browser.get("/campaigns/c-cart").html.contains("Personalised with")))
      let isFilledIn = campaign.content.rules.render == nil
      #expect(
        try await browser.get("/campaigns/c-cart/edit").html.contains("Personalised with") == isFilledIn)
    }
  }

  @Test func `a notification that reads of the person says so too, with the values of events`() async throws {
    var pushed = Self.personal
    pushed.content.message = nil
    pushed.content.rules.render = nil
    pushed.content.push = Wire.PushNotification(
      title: "Order {{event.order}}", text: "On its way, {{user.first_name}}.")
    let browser = try await Browser(campaigns: [pushed])
    for path in ["/campaigns/c-cart", "/campaigns/c-cart/edit"] {
      let page = try await browser.get(path).html
      #expect(
        page.contains(
          "Personalised with “event.order”, “first_name”. A value is only used on the device that set it."),
        "\(path)")
    }
  }

  @Test func `many attributes are summed up`() throws {
    let note = try #require(AttributeNote((1...7).map { "a\($0)" }, mode: .off))
    #expect(note.text.hasPrefix("Personalised with “a1”, “a2”, “a3”, “a4”, “a5” and 2 others."))
    #expect(note.isSerious)
    #expect(AttributeNote([], mode: .off) == nil)
    #expect(AttributeNote(["a"], mode: .required)?.isSerious == false)
  }
}
