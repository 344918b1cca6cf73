// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire
import Testing

/// Messages that the app builds itself.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LocalMessageTests {
  private func message(on bench: DisplayBench, id: String? = nil) -> Martlet.InAppMessage {
    var message = Martlet.InAppMessage.slideup(.init(message: "From the app"))
    message.id = id
    message.context = bench.martlet.makeContext(for: message)
    return message
  }

  /// What the server has of local messages.
  private func logged(_ bench: DisplayBench) async -> [String] {
    _ = await bench.outcomes()
    return bench.server.storedEvents.compactMap { event in
      switch event.body {
      case .impression(let presentation): "\(presentation.campaignID) impression"
      case .click(let presentation, let button): "\(presentation.campaignID) click \(button ?? "body")"
      case .dismissal(let presentation, let by): "\(presentation.campaignID) dismissal \(by.rawValue)"
      case .outcome(let presentation, _, _): "\(presentation.campaignID) outcome"
      default: nil
      }
    }
  }

  @Test
  func
    `impression and click are logged by hand, in this order, each once; anything else is an error and logs nothing`()
    async throws
  {
    let bench = await DisplayBench([]).started()
    let context = try #require(message(on: bench).context)
    #expect(context.isLoggedByHand)
    #expect(context.isCleared)
    #expect(context.isValid)
    #expect(context.logClick() == .noLogImpression)
    #expect(context.logDismissal(by: .user) == .noLogImpression)
    #expect(context.logImpression() == nil)
    #expect(context.logImpression() == .extraLogImpression)
    #expect(context.logClick(buttonId: "1") == nil)
    #expect(context.logClick() == .extraLogClick)
    context.discard()
    #expect(context.isValid, "After an impression nothing can be discarded.")
    #expect(context.logDismissal(by: .click) == nil)
    #expect(!context.isValid)
    #expect(context.logImpression() == .ended)
    #expect(context.logClick() == .ended)
    #expect(context.logDismissal(by: .user) == .ended)
    #expect(await logged(bench) == ["local impression", "local click 1", "local dismissal click"])
  }

  @Test func `a discarded one is not valid, and logs nothing more`() async throws {
    let bench = await DisplayBench([]).started()
    let context = try #require(message(on: bench).context)
    context.discard()
    #expect(!context.isValid)
    #expect(context.outcome == .discarded(.byApp))
    #expect(context.logImpression() == .ended)
    #expect(await context.prepareForDisplay() == .ended(.discarded(.byApp)))
    #expect(await logged(bench).isEmpty)
  }

  @Test
  func
    `the presenter shows it at any time and logs nothing by itself, but ends the context when it has left`()
    async throws
  {
    let bench = await DisplayBench([.on("a", id: "a")], interval: 30).started()
    await bench.log("a")
    bench.ui?.dismiss()
    let message = message(on: bench, id: "tour")
    bench.ui?.present(message: message)
    #expect(bench.visible == "From the app", "The minimum interval is about triggered messages.")
    #expect(message.context?.isValid == true)
    #expect(message.context?.logImpression() == nil)
    bench.ui?.dismiss()
    #expect(message.context?.isValid == false)
    #expect(message.context?.logClick() == .ended)
    #expect(await logged(bench) == ["a impression", "a dismissal app", "local:tour impression"])
  }

  @Test func `it is for the person who was current, and for nobody else`() async {
    let bench = await DisplayBench([]).started()
    let message = message(on: bench)
    bench.martlet.changeUser(userId: "grace")
    bench.ui?.present(message: message)
    #expect(bench.host.calls.isEmpty)
    #expect(message.context?.outcome == .discarded(.userChanged))
  }

  @Test func `a click's URL is opened through the SDK, whose delegate may veto, and logs nothing`()
    async throws
  {
    let bench = await DisplayBench([]).started()
    let context = try #require(message(on: bench).context)
    context.processClickAction(.none)
    context.processClickAction(
      .url(try #require(URL(string: "https://example.test/tulips")), useWebView: false))
    #expect(bench.opened == ["https://example.test/tulips"])
    #expect(await logged(bench).isEmpty)
  }

  @Test func `without a context a message is shown, and nothing of it is logged`() async {
    let bench = await DisplayBench([]).started()
    bench.ui?.present(message: .slideup(.init(message: "Plain")))
    #expect(bench.visible == "Plain")
    bench.ui?.dismiss()
    #expect(bench.told == ["local: shown"])
    #expect(await logged(bench).isEmpty)
  }
}
