// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import UIKit
import WebKit

extension Doubles {
  @MainActor
  @Suite struct ScriptTests {
    let view: WKWebView
    let controller = WKUserContentController()

    init() {
      Drive.reset()
      let configuration = WKWebViewConfiguration()
      configuration.userContentController = controller
      view = WKWebView(frame: .zero, configuration: configuration)
      view.loadHTMLString("", baseURL: URL(string: "martlet://page/"))
      Drive.finish(view)
    }

    @Test func `Messages reach the handler of their name and world, from every frame`() throws {
      let listener = Listener()
      controller.add(listener as any WKScriptMessageHandler, contentWorld: .page, name: "bridge")
      let frame = Drive.frame(try #require(URL(string: "https://other.example/")), in: view)
      #expect(Drive.post("a", to: "bridge", in: view).state == .delivered)
      Drive.post("b", to: "bridge", from: frame, in: view)
      #expect(Drive.post("c", to: "bridge", world: .defaultClient, in: view).state == .noHandler)
      #expect(Drive.post("d", to: "other", in: view).state == .noHandler)
      #expect(listener.heard == ["bridge: a", "bridge: b from a frame"])
    }

    @Test func `A reply is a value, an error, open or dropped, and comes once`() {
      let listener = Listener()
      controller.addScriptMessageHandler(listener, contentWorld: .page, name: "bridge")
      var kept: ((Any?, String?) -> Void)?
      listener.reply = { $0(1, nil) }
      #expect(Drive.post("", to: "bridge", in: view).state == .value("1"))
      listener.reply = { $0(nil, "no") }
      #expect(Drive.post("", to: "bridge", in: view).state == .error("no"))
      listener.reply = { _ in }
      #expect(Drive.post("", to: "bridge", in: view).state == .dropped)
      listener.reply = { kept = $0 }
      let reply = Drive.post("", to: "bridge", in: view)
      #expect(reply.state == .open)
      kept?(2, nil)
      #expect(reply.state == .value("2") && Drive.violations.isEmpty)
      kept?(3, nil)
      #expect(Drive.violations == ["the reply handler of a message was called twice"])
    }

    @Test func `A handler is retained until it is removed, and a name is there once`() {
      weak var gone: Listener?
      do {
        let listener = Listener()
        gone = listener
        controller.add(listener as any WKScriptMessageHandler, name: "bridge")
        controller.addScriptMessageHandler(listener, contentWorld: .page, name: "bridge")
      }
      #expect(Drive.violations == ["the message handler bridge was added twice"])
      #expect(gone != nil && Drive.messageHandlers(of: view) == ["bridge"])
      controller.removeAllScriptMessageHandlers()
      #expect(gone == nil && Drive.messageHandlers(of: view).isEmpty)
    }

    @Test func `Scripts are noted, and the page's answer comes in a later turn`() {
      Drive.answerScripts(of: view) {
        $0.source == "ask()" ? .success(7) : .failure(WKError(.javaScriptExceptionOccurred))
      }
      var results: [String] = []
      view.callAsyncJavaScript("ask()", arguments: ["a": [1, "x", NSNull()]], in: nil, in: .page) { result in
        results.append((try? result.get()).map { "\($0)" } ?? "error")
      }
      view.evaluateJavaScript("wrong") { _, error in results.append(error == nil ? "fine" : "error") }
      #expect(results.isEmpty)
      Drive.turn()
      #expect(results == ["7", "error"])
      #expect(
        Drive.scripts(of: view).map(\.source) == ["ask()", "wrong"]
          && Drive.scripts(of: view)[0].arguments["a"] is [Any])
      view.callAsyncJavaScript("x", arguments: ["a": URL(filePath: "/")], in: nil, in: .page)
      #expect(Drive.violations.count == 1)
    }

    @Test func `A script can be awaited`() async throws {
      Drive.answerScripts(of: view) { _ in .success("done") }
      let view = view
      let task = Task { try await view.callAsyncJavaScript("x", contentWorld: .page) as? String }
      await eventually("the script has come to the view") { !Drive.scripts(of: view).isEmpty }
      Drive.turn()
      #expect(try await task.value == "done")
    }

    @Test func `The question of a page is answered exactly once`() throws {
      let guide = Guide()
      view.uiDelegate = guide
      #expect(Drive.alert("Hi", in: view).isAnswered)
      let frame = Drive.frame(try #require(URL(string: "https://other.example/")), in: view)
      _ = Drive.alert("Hi", from: frame, in: view)
      #expect(guide.heard == ["alert Hi", "alert Hi from a frame of other.example"])
      #expect(
        Drive.confirm("Sure?", in: view).answer as? Bool == false
          && Drive.prompt("Name?", in: view).answer as? String == nil)
      #expect(Drive.violations.isEmpty)
      guide.alertAnswers = 0
      #expect(!Drive.alert("Hi", in: view).isAnswered)
      guide.alertAnswers = 2
      _ = Drive.alert("Hi", in: view)
      #expect(
        Drive.violations == [
          "the completion handler of alert was never called",
          "the completion handler of alert was called twice",
        ])
    }

    @Test(
      arguments: [
        ("^https?://", nil), ("[^|]+[.]js$", nil), (#"a\|b"#, nil),
        ("^(https?|ftp)://", "Disjunctions are not supported yet."),
        ("a|b", "Disjunctions are not supported yet."),
        ("a{2}", "Arbitrary atom repetitions are not supported."),
        (#"\d+"#, "Character class is not supported."),
        (#"(a)\1"#, "Patterns cannot contain backreferences."),
        ("a(?=b)", "Look-around is not supported."),
        ("a^b", "Start of line assertion can only appear as the first term in a filter."),
        ("a$b", "End of line assertions can only appear as the last term in a filter."),
        ("grün", "Only ASCII characters are supported in pattern."),
      ] as [(String, String?)])
    func `A pattern that WebKit's compiler does not know refuses the list`(pattern: String, words: String?) {
      var heard: [String?] = []
      let escaped = pattern.replacingOccurrences(of: "\\", with: "\\\\")
      let rules = #"[{"trigger": {"url-filter": "\#(escaped)"}, "action": {"type": "block"}}]"#
      WKContentRuleListStore.default().compileContentRuleList(
        forIdentifier: "pattern", encodedContentRuleList: rules
      ) { list, error in
        heard.append(error.flatMap { ($0 as NSError).userInfo[NSHelpAnchorErrorKey] as? String })
        #expect((list == nil) == (error != nil))
      }
      Drive.turn()
      #expect(heard == [words.map { "Error while parsing \(pattern): \($0)" }])
      WKContentRuleListStore.default().removeContentRuleList(forIdentifier: "pattern") { _ in }
    }

    @Test func `Rules are compiled once and looked up by their name`() {
      var heard: [String] = []
      let store = WKContentRuleListStore.default()
      let rules = #"[{"trigger": {"url-filter": ".*"}, "action": {"type": "block"}}]"#
      store?.compileContentRuleList(forIdentifier: "block-1", encodedContentRuleList: rules) { list, _ in
        heard.append(list?.identifier ?? "none")
      }
      store?.compileContentRuleList(forIdentifier: "bad", encodedContentRuleList: "[]") { list, _ in
        heard.append(list?.identifier ?? "none")
      }
      #expect(heard.isEmpty)
      Drive.turn()
      store?.lookUpContentRuleList(forIdentifier: "block-1") { list, error in
        heard.append(list != nil && error == nil ? "found" : "lost")
      }
      Drive.turn()
      #expect(heard == ["block-1", "none", "found"])
      store?.removeContentRuleList(forIdentifier: "block-1") { _ in }
    }
  }
}
