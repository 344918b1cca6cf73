// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import BrazeKit
import BrazeUI
import Foundation
import MartletCore
import MartletTesting
import MartletWire
import TestSupport
import Testing

extension Compatibility {
  /// Messages, views and web views of the app's own.
  @MainActor
  @Suite
  struct OwnMessageTests {
    @Test func `a message of the app's own is logged with a context for it, in the usual order`() async {
      let bench = await Bench().started()
      var message: Braze.InAppMessage = .slideup(.init(message: "Tulips"))
      let context = Braze.InAppMessage.Context(message: message, using: bench.braze)
      message.context = context
      message.logClick(buttonId: nil, using: bench.braze)
      message.logImpression(using: bench.braze)
      message.logImpression(using: bench.braze)
      message.logClick(buttonId: "0", using: bench.braze)
      #expect(context.braze as? Braze === bench.braze)
      #expect(
        await bench.analytics() == ["local impression", "local click 0"],
        "A click needs an impression, and both count once.")
    }

    @Test func `without a context, every call is logged`() async {
      let bench = await Bench().started()
      var message: Braze.InAppMessage = .modal(.init(message: "Tulips"))
      message.id = "mine"
      message.logClick(buttonId: nil, using: bench.braze)
      message.logImpression(using: bench.braze)
      Braze.InAppMessageRaw(message).logImpression(using: bench.braze)
      #expect(
        await bench.analytics() == [
          "local:mine click body", "local:mine impression", "local:mine impression",
        ])
    }

    @Test func `a context is for anyone, or for the user that it enforces`() async {
      let bench = await Bench().started()
      let message: Braze.InAppMessage = .slideup(.init(message: "Tulips"))
      let raw = Braze.InAppMessageRaw(message)
      let anyone = Braze.InAppMessage.Context(message: message, using: bench.braze)
      let ada = Braze.InAppMessage.Context(
        messageRaw: raw, using: bench.braze, userID: "ada", userIDMatchBehavior: .enforce(userID: "ada"))
      let nobody = Braze.InAppMessage.Context(
        message: message, using: bench.braze, userIDMatchBehavior: .enforce(userID: nil))
      #expect(
        [anyone.isForCurrentUser, ada?.isForCurrentUser, nobody.isForCurrentUser] == [true, false, true])
      bench.braze.changeUser(userId: "ada")
      #expect(
        [anyone.isForCurrentUser, ada?.isForCurrentUser, nobody.isForCurrentUser] == [true, true, false])
      #expect(
        Braze.InAppMessage.Context(messageRaw: Braze.InAppMessageRaw(), using: bench.braze) == nil,
        "It has no text.")
    }

    @Test func `a context of closures calls them in the right order only`() {
      var heard: [String] = []
      let context = Braze.InAppMessage.Context(
        logImpression: { heard.append("impression") }, logClick: { heard.append("click \($0 ?? "body")") },
        processClickAction: { action, _ in heard.append("open \(action.url?.absoluteString ?? "")") },
        logError: { _ in })
      context.logClick()
      context.logImpression()
      context.logImpression()
      context.logClick(buttonId: "1")
      context.processClickAction(.url(Sample.page, useWebView: true), target: nil)
      #expect(heard == ["impression", "click 1", "open \(Sample.page.absoluteString)"])
    }

    @Test func `a raw message is shown like any other; one that is not possible ends as discarded`() {
      let screen = Screen()
      let raw = Braze.InAppMessageRaw()
      var reported: [String] = []
      raw.context = Braze.InAppMessage.Context(presentationID: "p", userID: nil, endsAt: nil) {
        reported.append("\($0)")
      }
      screen.ui.present(message: raw)
      #expect(screen.host.stage == .empty)
      #expect(raw.context?.outcome == .discarded(.invalidContent))
      #expect(reported.count == 1)
      raw.context = nil
      raw.message = "Tulips"
      screen.ui.present(message: raw)
      #expect(screen.ui.messageView?.slideup?.message.message == "Tulips")
    }

    @Test
    func
      `a view carries out an action while its message is on the screen: the delegate decides, and nothing is logged or closed`()
      async
    {
      let bench = await Bench(["spring": .modal(.init(message: "Tulips"))]).started()
      let veto = Vetoing()
      bench.ui.delegate = veto
      await bench.log("spring")
      let view = bench.ui.messageView
      let action = Braze.InAppMessage.ClickAction.url(Sample.page, useWebView: false)
      view?.process(clickAction: action, buttonId: "7")
      veto.allows = false
      view?.process(clickAction: action, buttonId: "8")
      #expect(veto.asked == ["7", "8"])
      #expect(bench.delegate.opened == [Sample.page.absoluteString])
      #expect(bench.host.stage == .visible)
      view?.logImpression()
      view?.logClick(buttonId: "7")
      bench.ui.dismiss()
      view?.process(clickAction: action)
      #expect(veto.asked.count == 2, "The message is gone.")
      #expect(await bench.analytics() == ["spring impression", "spring click 7"])
    }

    @Test(
      arguments: [
        ("https://example.test/a?abButtonId=1&b=2", "https://example.test/a?b=2", "1", ["click 1"]),
        ("https://example.test/a", "https://example.test/a", nil, ["click body"]),
        ("javascript:alert(1)", nil, nil, []),
      ] as [(String, String?, String?, [String])])
    func `the options of a link say which button it is, and are taken from its URL`(
      link: String, opened: String?, button: String?, clicks: [String]
    ) throws {
      var heard: [String] = []
      let context = Braze.InAppMessage.Context(
        logImpression: {}, logClick: { heard.append("click \($0 ?? "body")") },
        processClickAction: { _, _ in }, logError: { _ in })
      context.logImpression()
      let handler = Braze.WebViewBridge.QueryHandler(context: context)
      let (action, id) = handler.processInAppMessageURL(try #require(URL(string: link)))
      #expect(action.url?.absoluteString == opened)
      #expect(id == button)
      #expect(heard == clicks)
    }

    @Test func `links with the old schemes close the page or log an event, and other links are left alone`()
      async throws
    {
      let bench = await Bench().started()
      var closed = 0
      let handler = Braze.WebViewBridge.SchemeHandler(braze: bench.braze) { closed += 1 }
      for text in ["https://example.test/close", "braze://feed", "other://close"] {
        #expect(handler.action(url: try #require(URL(string: text))) == nil)
      }
      let close = try #require(URL(string: "BRAZE://close"))
      handler.process(action: try #require(handler.action(url: close)), url: close)
      #expect(closed == 1)
      let event = try #require(URL(string: "appboy://customEvent?name=viewed&page=2"))
      handler.process(action: try #require(handler.action(url: event)), url: event)
      bench.braze.requestImmediateDataFlush()
      await bench.wait {
        bench.server.storedEvents.contains {
          $0.body == .custom(name: "viewed", properties: ["page": .string("2")])
        }
      }
    }
  }
}

/// Keeps the buttons it was asked about.
@MainActor
private final class Vetoing: BrazeInAppMessageUIDelegate {
  var allows = true
  private(set) var asked: [String?] = []

  func inAppMessage(
    _ ui: BrazeInAppMessageUI, shouldProcess clickAction: Braze.InAppMessage.ClickAction, buttonId: String?,
    message: Braze.InAppMessage, view: InAppMessageView
  ) -> Bool {
    asked.append(buttonId)
    return allows
  }
}
