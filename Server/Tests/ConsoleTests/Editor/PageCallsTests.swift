// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire
import Testing

@testable import Console

@Suite("What a page calls and may not")
struct PageCallsTests {
  private func words(_ page: String, allows: [Wire.Bridge.Capability] = [], names: [String] = []) -> [String]
  {
    let bridge = Wire.Bridge(allows: allows.map { .known($0) }, names: names)
    return PageCalls(Wire.Message(kind: .known(.html), message: page, bridge: bridge)).problems.map {
      problem in
      #expect(problem.severity == .warning && problem.field == "page")
      #expect(problem.line != nil)
      return problem.advice
    }
  }

  @Test(
    arguments: [
      ("<script>martletBridge.logPurchase('a', 1, 'EUR')</script>", "logPurchase", "Select “Log purchases”"),
      (
        "<button onclick=\"window.martletBridge\n  .logCustomEvent('a')\">", "logCustomEvent",
        "Select “Log events”"
      ),
      (
        "<script>martletBridge?.requestPushPermission()</script>", "requestPushPermission",
        "Select “Ask for push permission”"
      ),
      (
        "<script>martletBridge.getUser().setEmail('a')</script>", "getUser.setEmail",
        "Select “Change the person’s profile"
      ),
      (
        "<script>const user = martletBridge.getUser(); user.addToSubscriptionGroup('a')</script>",
        "getUser.addToSubscriptionGroup",
        "Select “Change the person’s subscriptions”"
      ),
      ("<script>martletBridge.logClik('a')</script>", "logClik", "Correct the name"),
      ("<script>martletBridge.getUser().setEmial('a')</script>", "getUser.setEmial", "Correct the name"),
    ])
  func `a call that devices refuse is named, with what helps`(
    _ page: String, _ method: String, _ remedy: String
  ) throws {
    let found = words(page)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("The page calls \(method), ") == true)
    #expect(found.first?.contains(remedy) == true, "\(found)")
  }

  @Test(
    arguments: [
      "martletBridge.closeMessage(); martletBridge.logClick('a'); martletBridge.declareClose()",
      "martletBridge.web.openURL()",
      "myMartletBridge.logPurchase(); martletBridges.logPurchase(); martletBridge", "user.setEmail('a')",
      "martletBridge . ",
    ])
  func `what is allowed, and what only looks like a call, is not named`(_ script: String) {
    #expect(words("<script>\(script)</script>") == [])
  }

  @Test func `what the campaign allows is fine, and further names of the bridge are looked for`() {
    let page =
      "<script>shopBridge.logCustomEvent('a'); shopBridge.getUser().setLastName('a'); shopBridge.logPurchase()</script>"
    #expect(words(page) == [])
    #expect(words(page, names: ["shopBridge"]).count == 3)
    #expect(words(page, allows: [.customEvent, .attributes, .purchase], names: ["shopBridge"]) == [])
    #expect(PageCalls(Wire.Message(kind: .known(.modal), message: page)).problems.isEmpty)
  }

  @Test func `a call is said at its first line`() {
    let page =
      "<script>\nmartletBridge.logClik(1)\nconst user = martletBridge.getUser()\nuser.setEmail(1)\nmartletBridge.logClik(2)</script>"
    let found = PageCalls(Wire.Message(kind: .known(.html), message: page)).problems
    #expect(found.map(\.line) == [2, 4])
    #expect(found.first?.words.hasPrefix("Line 2: The page calls logClik, ") == true)
  }

  @Test func `the same call is named once, and a page that makes hundreds gets a short list`() {
    #expect(words(String(repeating: "martletBridge.logPurchase();", count: 10_000)).count == 1)
    #expect(words((0..<500).map { "martletBridge.wrong\($0)();" }.joined()).count == 8)
  }
}
