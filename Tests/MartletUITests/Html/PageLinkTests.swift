// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletUI
import Testing

@Suite("Links of a page")
struct PageLinkTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var url: String
    var target: String?
    var legacy = false
    var support = true
    var counting = false
    /// What opens; nil: it is refused.
    var opens: String?
    var inApp = false
    var button: String?
    var counts = false
    var dismisses = true
    var testDescription: String { "\(url) target=\(target ?? "none") legacy=\(legacy) support=\(support)" }
  }

  static let cases: [Case] = [
    Case(url: "https://shop.example/a", opens: "https://shop.example/a", inApp: true),
    Case(
      url: "https://shop.example/a", target: "_blank", opens: "https://shop.example/a", inApp: true,
      dismisses: false),
    Case(url: "https://shop.example/a", target: "", opens: "https://shop.example/a", inApp: true),
    Case(
      url: "https://shop.example/a", target: "_blank", support: false, opens: "https://shop.example/a",
      inApp: true),
    Case(
      url: "HTTPS://shop.example/a", counting: true, opens: "HTTPS://shop.example/a", inApp: true,
      counts: true),
    Case(url: "mailto:ada@example.com", opens: "mailto:ada@example.com"),
    Case(url: "mailto:ada@example.com", target: "_top", opens: "mailto:ada@example.com", dismisses: false),
    Case(url: "tel:+4420", target: "_blank", opens: "tel:+4420", dismisses: false),
    Case(url: "sms:+4420", target: "_blank", opens: "sms:+4420", dismisses: false),
    Case(url: "facetime-audio:ada", target: "_blank", opens: "facetime-audio:ada", dismisses: false),
    Case(url: "tel:+4420", opens: "tel:+4420"),
    Case(url: "shop://orders/7", opens: "shop://orders/7"),
    Case(url: "shop://orders/7", target: "_blank", opens: "shop://orders/7"),
    Case(url: "shop:", target: "_blank", opens: "shop:"),
    Case(url: "javascript:alert(1)"), Case(url: "JavaScript:alert(1)", target: "_blank"),
    Case(url: "data:text/html,<p>"),
    Case(url: "file:///etc/passwd"), Case(url: "blob:https://shop.example/1"), Case(url: "about:blank"),
    Case(url: ""),
    Case(url: "https://"), Case(url: "no address"),
    Case(url: "https://shop.example/" + String(repeating: "a", count: 8_192)),
    Case(
      url: "https://shop.example/a?abButtonId=0", opens: "https://shop.example/a?abButtonId=0", inApp: true),
    Case(
      url: "https://shop.example/a", legacy: true, opens: "https://shop.example/a", inApp: true, counts: true),
    Case(
      url: "https://shop.example/a?abButtonId=1&x=2", legacy: true, opens: "https://shop.example/a?x=2",
      inApp: true, button: "1",
      counts: true),
    Case(
      url: "https://shop.example/a?abButtonId=0", legacy: true, opens: "https://shop.example/a", inApp: true,
      button: "0", counts: true),
    Case(
      url: "https://shop.example/a?abButtonId=2", legacy: true, opens: "https://shop.example/a?abButtonId=2",
      inApp: true, counts: true),
    Case(
      url: "https://shop.example/a?abbuttonid=1", legacy: true, opens: "https://shop.example/a?abbuttonid=1",
      inApp: true, counts: true),
    Case(
      url: "https://shop.example/a?abExternalOpen=true", target: "_blank", legacy: true,
      opens: "https://shop.example/a", counts: true),
    Case(
      url: "https://shop.example/a?abExternalOpen=false", legacy: true, opens: "https://shop.example/a",
      inApp: true, counts: true),
    Case(
      url: "https://shop.example/a?abDeepLink=true", legacy: true, opens: "https://shop.example/a",
      counts: true),
    Case(
      url: "shop://orders?abButtonId=1&abDeepLink=true", target: "_blank", legacy: true,
      opens: "shop://orders", button: "1",
      counts: true),
  ]

  @Test(arguments: cases)
  func `a link opens where the table says, counts and closes as it says, or is refused`(example: Case) throws
  {
    let web = SceneNode.Web(
      page: "<p>", linkTargetSupport: example.support, countsLinks: example.counting,
      readsLinkOptions: example.legacy)
    guard let opens = example.opens else {
      #expect(throws: BridgeRefusal(method: "link", reason: .address)) {
        try PageLink(url: example.url, target: example.target, in: web)
      }
      return
    }
    let link = try PageLink(url: example.url, target: example.target, in: web)
    #expect(link.action == .url(try #require(URL(string: opens)), useWebView: example.inApp))
    #expect(link.buttonID == example.button)
    #expect(link.counts == example.counts)
    #expect(link.dismisses == example.dismisses)
  }
}
