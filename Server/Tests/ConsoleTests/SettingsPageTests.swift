// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import HTTPTypes
import Identity
import MartletCore
import MartletWire
import Pages
import Testing

@testable import Console

@Suite struct SettingsPageTests {
  private let site: Site

  init() throws {
    site = try Console.site(navigation: [.campaigns, .lab, .settings])
  }

  private static let keys = [
    APIKey(
      id: "k1", appID: "app", scope: .device, name: "Shop app, release builds", prefix: "mk_dev_4f2a1",
      hash: [1],
      createdAt: Samples.now - .seconds(900_000)),
    APIKey(
      id: "k2", appID: "app", scope: .management, name: "Nightly <export>", prefix: "mk_mgmt_9c01", hash: [2],
      createdAt: Samples.now - .seconds(80_000)),
    APIKey(
      id: "k3", appID: "app", scope: .device, name: "Lost phone", prefix: "mk_dev_00aa1", hash: [3],
      createdAt: Samples.now - .seconds(1_900_000), revokedAt: Samples.now - .seconds(60_000)),
  ]

  private func page(_ section: SettingsSection, _ model: Any) -> String {
    let frame = Frame(
      title: "\(section.label) settings", section: "settings", appName: "Acorn Shop", csrfToken: "token",
      styleSheets: ["console.css"],
      scripts: ["console.js"])
    return site.page("settings/\(section.rawValue)", model, in: frame)
  }

  @Test func `each section looks as recorded`() throws {
    let endpoint = "https://martlet.example.com"
    #expect(
      try PageFile.difference(
        page(.app, AppSettingsPage(endpoint: endpoint)), from: "settings-app", site: site) == nil)
    #expect(
      try PageFile.difference(
        page(.keys, KeysPage(Self.keys, endpoint: endpoint)), from: "settings-keys", site: site) == nil)
    let push = PushPage(push: PushSection(keys: [], form: PushKeyForm()))
    #expect(try PageFile.difference(page(.push, push), from: "settings-push", site: site) == nil)
  }

  @Test func `each section has exactly one main action, and the way to all the others`() throws {
    let delivery = DeliverySettings(AppSettings(caps: [Wire.Cap(limit: 3, within: .known(.week))]))
    let keys = KeysPage(
      Self.keys, endpoint: "http://a", created: .init(key: Self.keys[0], secret: "mk_dev_4f2a1SECRET"))
    let full = OtherEvents(count: 3, names: CountLimits.eventNames)
    let pages: [(SettingsSection, Any)] = [
      (.app, AppSettingsPage(endpoint: "http://a", otherEvents: full)), (.keys, keys),
      (.limits, LimitsPage(delivery)),
      (.push, PushPage(push: PushSection(keys: [], form: PushKeyForm()))), (.privacy, PrivacyPage(.init())),
      (
        .team,
        TeamPage(
          [Browser.member(.owner)], form: .init(), actor: TeamActor(memberID: "ana", role: .owner),
          own: "own", linkSessions: [])
      ),
    ]
    for (section, model) in pages {
      let html = page(section, model)
      #expect(html.components(separatedBy: "button-primary").count == 2, "\(section)")
      for other in SettingsSection.allCases {
        let link =
          "<a href=\"\(other.path)\"\(other == section ? " aria-current=\"page\"" : "")>\(other.label)</a>"
        #expect(html.contains(link), "\(section) to \(other)")
      }
    }
  }

  @Test(
    arguments: [
      ("/settings", "/settings/app"), ("/settings?new=k1", "/settings/keys?new=k1"),
      ("/settings?q=mk_%201&sort=name&page=2", "/settings/keys?q=mk_%201&sort=name&page=2"),
      ("/settings?x=1", "/settings/app"),
      ("/settings/caps", "/settings/limits"), ("/settings/decisions", "/settings/app"),
      ("/settings/push-keys", "/settings/push"),
      ("/settings/sdk-authentication", "/settings/privacy"),
      ("/settings/sdk-authentication/keys", "/settings/privacy"),
    ])
  func `an earlier address leads to its section`(address: String, place: String) async throws {
    let answer = try await Browser().get(address)
    #expect(answer.status == .seeOther && answer.location == place)
  }

  @Test func `a bookmark of a part of the former page leads to a line that names its section`() async throws {
    let html = try await Browser().get("/settings/app").html
    for (id, section) in SettingsSection.earlierFragments {
      #expect(html.contains("<li id=\"\(id)\"><a href=\"\(section.path)\">\(section.label)</a>"))
    }
    #expect(html.contains("id=\"decisions\""))
  }

  @Test(arguments: SettingsSection.allCases) func `every section opens under its own address`(
    section: SettingsSection
  ) async throws {
    let answer = try await Browser(role: .owner).get(section.path)
    #expect(answer.status == .ok)
    #expect(answer.html.contains("<a href=\"\(section.path)\" aria-current=\"page\">\(section.label)</a>"))
  }

  @Test func `a new key is shown with its secret, in the code too`() throws {
    let created = KeysPage.Created(key: Self.keys[0], secret: "mk_dev_4f2a1SECRET")
    let model = KeysPage(Self.keys, endpoint: "http://127.0.0.1:8080", created: created)
    #expect(try PageFile.difference(page(.keys, model), from: "settings-created", site: site) == nil)
    #expect(
      model.code?.snippet.contains("apiKey: \"mk_dev_4f2a1SECRET\", endpoint: \"http://127.0.0.1:8080\"")
        == true)
    #expect(
      KeysPage(Self.keys, endpoint: "http://a", created: .init(key: Self.keys[0], secret: nil)).code == nil)
  }

  @Test func `too many names are spoken of while there is no room, and not afterwards`() {
    func words(_ count: Int, _ names: Int) -> String? {
      AppSettingsPage(endpoint: "http://a", otherEvents: OtherEvents(count: count, names: names)).otherEvents
    }
    #expect(words(0, 0) == nil)
    #expect(words(5_000, CountLimits.eventNames - 1) == nil)
    #expect(words(0, CountLimits.eventNames)?.contains("counted as “other”.") == true)
    #expect(words(0, CountLimits.eventNames)?.contains("So far") == false)
    // Campaigns' names may come on top of the limit: what is said is what there is.
    #expect(words(1_234, 2_003)?.hasPrefix("The limit of 2,003 event names is reached.") == true)
    #expect(words(1_234, 2_003)?.contains("So far, 1,234 events count as “other”.") == true)
  }

  @Test func `a management key never gets into the code for apps`() {
    let created = KeysPage.Created(key: Self.keys[1], secret: "mk_mgmt_9c01SECRET")
    #expect(KeysPage([], endpoint: "http://a", created: created).code == nil)
  }

  @Test func `a key without a name keeps what was chosen and says what is missing`() throws {
    let form = KeysPage.Form(name: " ", scope: .management, problem: "Enter a name for the key.")
    let html = page(.keys, KeysPage([], endpoint: "http://127.0.0.1:8080", form: form))
    #expect(try PageFile.difference(html, from: "settings-problem", site: site) == nil)
  }

  @Test func `limits look as recorded, with what is wrong beside the fields`() throws {
    var delivery = DeliverySettings(
      AppSettings(
        decisionSample: 0.125,
        caps: [
          Wire.Cap(limit: 3, within: .known(.week)),
          Wire.Cap(tag: "<promo>", limit: 0, within: .known(.session)),
        ]))
    let caps = delivery.caps()
    let isAccepted = delivery.accepts(AppSettings(decisionSample: 0.125, caps: caps).diagnostics)
    #expect(!isAccepted)
    let html = page(.limits, LimitsPage(delivery))
    #expect(try PageFile.difference(html, from: "settings-limits", site: site) == nil)
  }

  static let p256 = """
    -----BEGIN PUBLIC KEY-----
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEllZCnL0J68NPpXscPoyOj713GVrW
    VnoKtZ36K8/76MAVOszPqhav2XiQOe6vpv5pSXPo0yID+Ax5nJU51D6MFg==
    -----END PUBLIC KEY-----
    """
  static let rsa = """
    -----BEGIN PUBLIC KEY-----
    MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvXyyqaNs37Nh5nAt2ZiQ
    s9PY9MGbPlttuRspCjRCrV9rwn2uQAeCMQmkxrnl+SeBXKfzNkf91M2/YiilgDI7
    k/9RkyqcbaFOMOSxB+JXXGeQE8MeOaf7n93LfOPnKtdgWv7pFsigz7kc/clKYOZb
    Bwdo7mRAgKxMN6rfmBkl2ehP8C4JZjl7ivrC97/fbqy8ZpFPbrm26zN+7HCNomc6
    UMbUyDKVi2tlGKfH+EnNVoPgwJ4uDpXYAv0kAp6LoBOjDHlAPDzMCf3PXyJ6unPp
    WieP0oFm9X607OwubLX82el+MfVdnGcEoEwBhcrpPgBpeqL9Z/xoK644DJ8NZbJp
    NwIDAQAB
    -----END PUBLIC KEY-----
    """

  @Test func `public keys and what came in look as recorded`() throws {
    let stored = UserAuthentication(
      mode: .optional,
      keys: [
        .init(name: "Backend, 2026", pem: Self.p256),
        .init(name: String(repeating: "<a name that is long>", count: 3), pem: Self.rsa),
      ])
    let source = AuthenticationSection.Source(
      stored: stored,
      totals: [
        .vouched: 12_345, .tolerated(.missing): 2_001, .tolerated(.expired): 3, .tolerated(.otherUser): 1,
        .refused(.missing): 7,
      ],
      since: Samples.now - .seconds(50_000))
    let html = page(.privacy, PrivacyPage(source))
    #expect(try PageFile.difference(html, from: "settings-privacy", site: site) == nil)
    #expect(html.contains("2,005 had no valid signature. “Required” would reject them."))
  }

  @Test func `a private key that is pasted by mistake is refused loudly and not sent back`() throws {
    let pasted = "-----BEGIN PRIVATE KEY-----\nMIGHAgEA\n-----END PRIVATE KEY-----"
    var form = AuthenticationForm(name: "Backend", pem: pasted)
    let settings = AppSettings(
      userAuthentication: UserAuthentication(keys: [.init(name: form.name, pem: form.pem)]))
    let isAccepted = form.accepts(settings.problems, newKey: 0)
    #expect(!isAccepted)
    let html = page(.privacy, PrivacyPage(AuthenticationSection.Source(form: form)))
    #expect(try PageFile.difference(html, from: "settings-private-key", site: site) == nil)
    #expect(!html.contains("MIGHAgEA"))
    #expect(html.contains("value=\"Backend\""))
  }

  @Test(arguments: UserAuthentication.Mode.allCases)
  func `the section says what required would do, and what it does`(mode: UserAuthentication.Mode) {
    func verdict(_ totals: [SignatureOutcome: Int]) -> String {
      AuthenticationSection(.init(stored: UserAuthentication(mode: mode), totals: totals)).verdict
    }
    #expect(
      verdict([:])
        == (mode == .off
          ? "Nothing is counted while SDK authentication is off."
          : "No requests with a user id in the last 24 hours."))
    #expect(verdict([.vouched: 3]).contains("would reject none") == (mode != .required))
    let doubted: SignatureOutcome = mode == .required ? .refused(.missing) : .tolerated(.missing)
    #expect(
      verdict([.vouched: 3, doubted: 1]).contains(
        mode == .required ? "1 was rejected" : "1 had no valid signature"))
  }

  @Test(arguments: [
    (0.0, "0"), (1, "100"), (0.25, "25"), (0.125, "12.5"), (0.001, "0.1"), (0.00005, "0.005"),
  ])
  func `a share is written in percent and read back the same`(sample: Double, text: String) {
    let delivery = DeliverySettings(AppSettings(decisionSample: sample))
    #expect(delivery.share == text)
    #expect(abs(delivery.decisionSample - sample) < 1e-12)
  }

  /// What people copy here is the snippet that is compiled, with two values filled in.
  @Test func `the code is the compiled quick start`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent()
    let kept = try String(contentsOf: root.appending(path: "Snippets/QuickStart.swift"), encoding: .utf8)
    let code = try #require(kept.range(of: "import MartletKit"))
    let now = ConnectionCode.snippet(key: "YOUR-SDK-KEY", endpoint: "http://127.0.0.1:8080")
    #expect(now == kept[code.lowerBound...].trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
