// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletWire
import TestSupport
import Testing

@testable import MartletUI

@Suite("The channel of a page on a native host")
struct PageChannelTests {
  @Test func `a call arrives with its arguments`() {
    var channel = PageChannel()
    #expect(channel.receive(#"{"loaded":true}"#) == .loaded)
    #expect(
      channel.receive(#"{"call":"logClick","arguments":["buy"],"isTooLarge":false}"#)
        == .call(BridgeCall(method: "logClick", arguments: [.string("buy")])))
    #expect(
      channel.receive(#"{"call":"logClick","arguments":[],"isTooLarge":true}"#)
        == .call(BridgeCall(method: "logClick", isTooLarge: true)))
    #expect(channel.receive(#"{"escape":true}"#) == .escape)
  }

  @Test(
    arguments: [
      "", "no JSON", "[]", "{}", #"{"call":1}"#, #"{"arguments":[]}"#, String(repeating: "x", count: 300_000),
    ])
  func `a text that the bridge never sends ends the page`(text: String) {
    var channel = PageChannel()
    #expect(channel.receive(text) == .lost(.invalid))
    #expect(channel.receive(#"{"loaded":true}"#) == nil)
  }

  @Test func `arguments that are nested too deeply count as too large`() {
    var channel = PageChannel()
    let open = String(repeating: "[", count: BridgeAction.Limits.depth + 1)
    let close = String(repeating: "]", count: BridgeAction.Limits.depth + 1)
    #expect(
      channel.receive(#"{"call":"logCustomEvent","arguments":["# + open + close + "]}")
        == .call(BridgeCall(method: "logCustomEvent", isTooLarge: true)))
  }

  @Test func `a page that makes too many calls is lost, with all that follows`() {
    var channel = PageChannel()
    for _ in 0..<BridgeAction.Limits.calls {
      #expect(channel.receive(#"{"call":"a"}"#) == .call(BridgeCall(method: "a")))
    }
    #expect(channel.receive(#"{"call":"a"}"#) == .lost(.calls))
    #expect(channel.receive(#"{"call":"a"}"#) == nil)
  }

  @Test func `a page whose calls are too long together is lost`() {
    var channel = PageChannel()
    let text = #"{"call":"a","arguments":[""# + String(repeating: "x", count: 50_000) + #""]}"#
    var answers: [PageChannel.Message?] = []
    for _ in 0..<25 { answers.append(channel.receive(text)) }
    #expect(answers.contains(.lost(.length)))
    #expect(answers.last == .some(nil))
  }
}

@Suite("The script of a page on a native host")
struct PageScriptTests {
  @Test(arguments: BridgeAction.methods)
  func `each method that a page gets has a meaning, and each has one name only`(method: String) {
    #expect(BridgeAction.methods.count { $0 == method } == 1)
    do throws(BridgeRefusal) {
      _ = try BridgeAction(BridgeCall(method: method), access: .init())
    } catch {
      #expect(error.reason != .unknownMethod)
    }
  }

  @Test func `the page gets the names, events and settings that its message has`() {
    var web = SceneNode.Web(page: "<p>")
    web.bridge = .init(names: ["otherBridge"], readyEvents: ["other.Ready"])
    web.surroundings.scheme = .dark
    let script = PageScript(web: web, event: "martlet-1")
    for part in [
      #""names":["otherBridge"]"#, #""readyEvents":["other.Ready"]"#, #""scheme":"dark""#,
      #""event":"martlet-1""#,
    ] {
      #expect(script.forPage.contains(part))
    }
    #expect(script.forApp(handler: "martlet").contains(#"webkit.messageHandlers["martlet"]"#))
  }

  /// The browser tests and `scripts/test-webkit` run what is recorded.
  @Test func `the scripts, the policy and the rules are as recorded`() throws {
    var web = SceneNode.Web(page: "<p>")
    web.bridge = .init(names: ["otherBridge"], readyEvents: ["other.Ready"])
    web.surroundings = .init(
      scheme: .dark, textScale: 1.5, direction: .rightToLeft,
      safeArea: Insets(top: 47, leading: 1, bottom: 34, trailing: 2))
    var brighter = web.surroundings
    brighter.scheme = .light
    brighter.direction = .leftToRight
    let script = PageScript(web: web, event: "martlet-1")
    let scripts = [
      "page": script.forPage, "app": script.forApp(handler: "martlet"), "tell": PageScript.tell,
      "surroundings": PageScript.surroundings(brighter),
      "pageOfApp": PageScript.forPageOfApp(handler: "own", access: web.bridge),
      "refusal": PageScript.refusal(BridgeRefusal(method: "logPurchase", reason: .notAllowed(.purchase))),
      "home": NativePage.home, "policy": NativePage.policy, "rules": NativePage.rules,
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    #expect(
      try Golden.difference(
        String(decoding: encoder.encode(scripts), as: UTF8.self) + "\n", from: "page-script.json") == nil)
  }

  @Test func `a page in a web view of the app has the bridge in one script, and keeps its own style`() {
    let script = PageScript.forPageOfApp(
      handler: "own", access: .init(names: ["otherBridge"], readyEvents: ["other.Ready"]))
    for part in [
      #""names":["otherBridge"]"#, #""readyEvents":["other.Ready"]"#, #"webkit.messageHandlers["own"]"#,
    ] {
      #expect(script.contains(part))
    }
    #expect(!script.contains(#""surroundings":{"#))
  }

  @Test
  @MainActor
  func `a call from a page of the app reaches the view that shows it; elsewhere it is refused`() {
    var calls: [String] = []
    let inside = AppPageBridge(
      access: .init(), client: nil, closeMessage: { calls.append("close") },
      logClick: { calls.append("click \($0 ?? "body")") })
    let outside = AppPageBridge(access: .init(), client: nil)
    for bridge in [inside, outside] {
      bridge.receive(#"{"call":"logClick","arguments":["buy"]}"#)
      bridge.receive(#"{"call":"logCustomEvent","arguments":["not allowed"]}"#)
      bridge.receive(#"{"loaded":true}"#)
      bridge.receive("nonsense")
      bridge.receive(#"{"call":"closeMessage"}"#)
    }
    #expect(calls == ["click buy", "close"])
  }

  @Test func `a refusal tells the page the method, the reason and the remedy`() {
    let json = PageScript.refusal(BridgeRefusal(method: "logPurchase", reason: .notAllowed(.purchase)))
    #expect(
      json.contains(#""method":"logPurchase""#) && json.contains(#""reason":"not_allowed""#)
        && json.contains("permissions of the page"))
  }
}
