// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletTesting
import MartletWire
import Testing
import UIKit
import WebKit

@testable import MartletUI

extension HostTests {
  @MainActor
  @Suite("Pages on UIKit")
  struct HostPageTests {
    let rig = HostRig()
    private let home = PageFileHandler.home

    private func scene(_ page: String = "<!doctype html><title>Sale</title><p>Hello") -> MessageScene {
      let web = SceneNode(id: "page", content: .web(.init(page: page)), style: .init(position: .fill))
      return MessageScene(
        id: "scene-1", kind: .message(.html), placement: .fill,
        root: SceneNode(id: "screen", content: .overlay([web]), style: .init(grows: true)),
        enter: .init(style: .fade, milliseconds: 200), leave: .init(style: .fade, milliseconds: 160),
        isStatusBarHidden: true,
        accessibility: .init(label: "Sale", isModal: true, initialFocus: "page", language: nil),
        direction: .leftToRight)
    }

    /// Shows the page until its web view loads.
    private func begin() async throws -> WKWebView {
      rig.host.show(scene())
      await rig.wait {
        webView.map { Drive.hasStarted($0) && Drive.mainResource(of: $0)?.isFinished == true } ?? false
      }
      return try #require(webView)
    }

    private var webView: WKWebView? { rig.webView }

    private func say(_ text: String, in page: WKWebView) {
      Drive.post(text, to: "martlet", world: .world(name: "martlet"), in: page)
    }

    private func load() async throws -> WKWebView {
      let page = try await begin()
      #expect(Drive.finish(page))
      say(#"{"loaded":true}"#, in: page)
      await rig.wait { rig.window?.rootViewController?.view.alpha == 1 }
      Drive.advance(by: 0.5)
      #expect(rig.events == [.appeared])
      return page
    }

    @Test func `a page appears when it says that it has loaded, and takes no touches before`() async throws {
      let page = try await begin()
      #expect(rig.events.isEmpty)
      #expect(Drive.hit(CGPoint(x: 100, y: 400), in: rig.scene)?.window === rig.appWindow)
      #expect(Drive.finish(page))
      say(#"{"loaded":true}"#, in: page)
      await rig.wait { rig.window?.rootViewController?.view.alpha == 1 }
      Drive.advance(by: 0.5)
      #expect(rig.events == [.appeared])
      #expect(Drive.violations == [])
    }

    @Test func `a page comes with a policy that keeps it from the network, and with the rules`() async throws
    {
      let page = try await begin()
      let answer = try #require(Drive.mainResource(of: page)?.response as? HTTPURLResponse)
      #expect(
        answer.value(forHTTPHeaderField: "Content-Security-Policy")?.contains("connect-src 'none'") == true)
      #expect(!page.configuration.websiteDataStore.isPersistent)
    }

    @Test func `a call of the bridge reaches the presenter, and one from a frame inside the page does not`()
      async throws
    {
      let page = try await load()
      say(#"{"call":"logClick","arguments":["buy"]}"#, in: page)
      let frame = Drive.frame(try #require(URL(string: "https://elsewhere.example")), in: page)
      Drive.post(
        #"{"call":"closeMessage","arguments":[]}"#, to: "martlet", from: frame,
        world: .world(name: "martlet"), in: page)
      #expect(Drive.post("x", to: "martlet", world: .page, in: page).state == .noHandler)
      #expect(
        rig.events == [
          .appeared, .called(nodeID: "page", BridgeCall(method: "logClick", arguments: [.string("buy")])),
        ])
    }

    @Test func `a link is refused to the web view and told to the presenter, with what the person did`()
      async throws
    {
      let page = try await load()
      let url = try #require(URL(string: "https://shop.example/sale"))
      #expect(Drive.follow(url, in: page).isAllowed == false)
      #expect(Drive.follow(url, type: .other, in: page).isAllowed == false)
      #expect(
        rig.events == [
          .appeared, .openedLink(nodeID: "page", url: url.absoluteString, target: nil, input: .touch),
          .openedLink(nodeID: "page", url: url.absoluteString, target: nil, input: nil),
        ])
    }

    @Test func `a window that the page opens is a link in a new window, however the page asks for it`()
      async throws
    {
      let page = try await load()
      let url = try #require(URL(string: "https://shop.example/sale"))
      #expect(Drive.follow(url, target: .newWindow, in: page).isAllowed == false)
      Drive.openWindow(url, in: page)
      Drive.openWindow(url, isPerson: false, in: page)
      let opened = SceneEvent.openedLink(
        nodeID: "page", url: url.absoluteString, target: "_blank", input: .touch)
      #expect(rig.events == [.appeared, opened, opened])
    }

    @Test func `if the system refuses the rules, its words are passed on for the log`() async throws {
      let store = try #require(WKContentRuleListStore.default())
      let refused = await compile(
        #"[{"trigger": {"url-filter": "^(https?|ftp)://"}, "action": {"type": "block"}}]"#, store)
      #expect(
        "\(try #require(refused))"
          == "Error while parsing ^(https?|ftp)://: Disjunctions are not supported yet. (WKErrorDomain 6)")
      #expect(await compile(NativePage.rules, store) == nil)
    }

    private func compile(_ rules: String, _ store: WKContentRuleListStore) async -> PageRules.Refusal? {
      let task = Task { await PageRules.compile(rules, as: "test", in: store) }
      var answer: Result<WKContentRuleList, PageRules.Refusal>?
      Task { answer = await task.value }
      await rig.wait { answer != nil }
      guard case .failure(let refusal) = answer else { return nil }
      return refusal
    }

    @Test(arguments: [true, false])
    func `a page that cannot be loaded fails the scene`(isCommitted: Bool) async throws {
      let page = try await begin()
      Drive.fail(page, isCommitted: isCommitted)
      await rig.wait { !rig.events.isEmpty }
      #expect(rig.events == [.failed(.page(nodeID: "page"))])
      #expect(rig.window == nil)
      #expect(
        rig.problems.count == 1 && rig.problems.first?.contains("(NSURLErrorDomain -1004)") == true,
        "the log says why")
    }

    @Test func `a page whose process ends is lost`() async throws {
      let page = try await load()
      Drive.terminateProcess(of: page)
      #expect(rig.events == [.appeared, .failed(.page(nodeID: "page"))])
    }

    @Test func `what the bridge never sends ends the page`() async throws {
      let page = try await load()
      say("nonsense", in: page)
      #expect(rig.events == [.appeared, .failed(.page(nodeID: "page", loss: .invalid))])
    }

    @Test func `each dialog is answered once, also when the message ends while it is open`() async throws {
      let page = try await load()
      let question = Drive.confirm("Really?", in: page)
      Drive.advance(by: 0.5)
      #expect(!question.isAnswered)
      rig.host.hide(sceneID: "scene-1", animated: false)
      #expect(question.isAnswered && question.answer as? Bool == false)
      #expect(Drive.violations == [])
    }

    @Test
    func
      `a page that asks while it is loading gets the answer of somebody who cancels, and nothing is shown`()
      async throws
    {
      let page = try await begin()
      let questions = [
        Drive.alert("Hello", in: page), Drive.confirm("Really?", in: page), Drive.prompt("Name?", in: page),
      ]
      #expect(questions.allSatisfy { $0.isAnswered })
      #expect(questions[1].answer as? Bool == false && questions[2].answer == nil)
      #expect(rig.host.rootController?.presentedViewController == nil)
      #expect(Drive.finish(page))
      say(#"{"loaded":true}"#, in: page)
      await rig.wait { rig.window?.rootViewController?.view.alpha == 1 }
      Drive.advance(by: 0.5)
      #expect(rig.events == [.appeared])
      #expect(Drive.violations == [])
    }

    @Test func `the app configures the web view, but not what keeps the page in its sandbox, nor the bridge`()
      async throws
    {
      let app = PresenterOnHost()
      let others = WKUserContentController()
      app.prepare = { context in
        context.attributes?.html?.configure = { configuration in
          configuration.mediaTypesRequiringUserActionForPlayback = []
          configuration.userContentController.addUserScript(
            WKUserScript(source: "own()", injectionTime: .atDocumentEnd, forMainFrameOnly: true))
          configuration.userContentController = others
          configuration.websiteDataStore = .default()
          configuration.preferences.javaScriptCanOpenWindowsAutomatically = true
          configuration.defaultWebpagePreferences.allowsContentJavaScript = false
        }
        #expect(context.attributes?.html?.configure != nil)
      }
      app.ui.present(message: .html(.init(message: "<!doctype html><p>Hello")))
      func find(in view: UIView) -> WKWebView? {
        view as? WKWebView ?? view.subviews.lazy.compactMap { find(in: $0) }.first
      }
      var page: WKWebView? { app.rig.window.flatMap { find(in: $0) } }
      await app.rig.wait {
        page.map { Drive.hasStarted($0) && Drive.mainResource(of: $0)?.isFinished == true } ?? false
      }
      let configuration = try #require(page?.configuration)
      #expect(configuration.mediaTypesRequiringUserActionForPlayback == [])
      #expect(configuration.userContentController !== others)
      #expect(configuration.userContentController.userScripts.contains { $0.source == "own()" })
      #expect(configuration.userContentController.userScripts.count == 3)
      #expect(!configuration.websiteDataStore.isPersistent)
      #expect(!configuration.preferences.javaScriptCanOpenWindowsAutomatically)
      #expect(configuration.defaultWebpagePreferences.allowsContentJavaScript)
      #expect(app.ui.messageView?.html?.drawnPage === page)
      #expect(Drive.finish(try #require(page)))
      say(#"{"loaded":true}"#, in: try #require(page))
      await app.rig.wait { app.rig.window?.rootViewController?.view.alpha == 1 }
      app.ui.dismiss()
      await app.advance(by: 0.5)
      #expect(Drive.violations == [])
    }

    @Test func `after the message nothing of the page is left`() async throws {
      weak let last = try await load()
      rig.host.hide(sceneID: "scene-1", animated: true)
      Drive.advance(by: 0.5)
      await rig.wait { last == nil }
      #expect(rig.events == [.appeared, .disappeared])
      #expect(Drive.violations == [])
    }
  }
}
