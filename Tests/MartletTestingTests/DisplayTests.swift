// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire
import Testing

/// From the decision to the screen, through the real client and presenter.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct DisplayTests {
  // MARK: - The minimum interval

  @Test func `of two that waited, the second is shown 30 seconds after the first's display, and not before`()
    async
  {
    let bench = await DisplayBench([.on("a", id: "a"), .on("b", id: "b")], interval: 30).started()
    bench.martlet.applicationDidEnterBackground()
    await bench.log("a")
    await bench.log("b")
    await bench.advance(by: .seconds(5))
    bench.martlet.applicationDidBecomeActive()
    await bench.settle { bench.visible != nil }
    #expect(bench.visible == "I am b")
    await bench.advance(by: .seconds(10))
    bench.ui?.dismiss()
    await bench.settle { bench.told.last == "a: queued interval" }
    await bench.advance(by: .milliseconds(19_999))
    await bench.martlet.settled()
    #expect(bench.host.stage == .empty)
    await bench.advance(by: .milliseconds(1))
    await bench.settle { bench.visible == "I am a" }
    #expect(
      await bench.outcomes() == [
        "a: queued in_background", "b: queued in_background", "b: shown", "a: queued interval", "a: shown",
      ])
  }

  @Test
  func
    `the app that asks for the next one does not get round the interval, nor the delegate round being asked`()
    async
  {
    let bench = await DisplayBench([.on("a", id: "a"), .on("b", id: "b")], interval: 30).started()
    bench.martlet.applicationDidEnterBackground()
    await bench.log("a")
    await bench.log("b")
    bench.ui?.drainPolicy = .manual
    bench.martlet.applicationDidBecomeActive()
    await bench.martlet.settled()
    #expect(bench.host.stage == .empty)
    bench.ui?.presentNext()
    await bench.settle { bench.visible == "I am b" }
    bench.ui?.dismiss()
    bench.ui?.presentNext()
    await bench.settle { bench.told.last == "a: queued interval" }
    #expect(bench.host.stage == .empty)
  }

  @Test func `what its own end reached while it waited is gone from the stack, with that outcome`() async {
    var ending = Wire.Campaign.on("a", id: "a")
    ending.endsAt = ManualClock().now + .seconds(60)
    let bench = await DisplayBench([ending]).started()
    bench.martlet.applicationDidEnterBackground()
    await bench.log("a")
    #expect(bench.ui?.stack.count == 1)
    await bench.advance(by: .seconds(60))
    await bench.settle { bench.told.last == "a: expired" }
    #expect(bench.ui?.stack.isEmpty == true)
  }

  // MARK: - Rendering

  @Test
  func `a message that is personalised at display shows what the server rendered, under its campaign's id`()
    async throws
  {
    let bench = await DisplayBench([.on("e", id: "a", isRendered: true)]).started()
    bench.server.renderings["a"] = .init(message: .slideup("Hello Ada"))
    bench.martlet.logCustomEvent(name: "e", properties: ["total": 42])
    await bench.settle { bench.visible != nil }
    #expect(bench.visible == "Hello Ada")
    #expect(bench.ui?.messageView?.inAppMessage?.id == "a")
    let request = try #require(bench.server.requests.last { $0.url.path == "/sdk/v1/render" })
    let body = try Wire.decode(Wire.RenderRequest.self, from: request.plainBody)
    #expect(body.presentation.campaignID == "a")
    #expect(body.presentation.id == bench.delegate.decisions.last?.id)
    #expect(body.event?.id == bench.delegate.decisions.last?.event.id)
    if case .custom(let name, let properties) = body.event?.body {
      #expect(name == "e")
      #expect(properties == ["total": 42])
    } else {
      Issue.record("The event is of another kind.")
    }
    #expect(await bench.outcomes() == ["a: shown"])
  }

  @Test(
    arguments: [("withdrawn", true), ("render_failed", false)])
  func
    `one that the server withdraws or cannot render gives its turn to the next candidate, and nothing is consumed`(
      reason: String, isWithdrawn: Bool
    ) async
  {
    let bench = await DisplayBench(
      [.on("e", id: "a", order: 1, isRendered: true), .on("e", id: "b")], interval: 30
    ).started()
    if isWithdrawn {
      bench.server.renderings["a"] = .init(message: nil, withdrawn: .init(reason: .known(.missingValue)))
    }
    await bench.log("e")
    await bench.settle { bench.visible == "I am b" }
    #expect(await bench.outcomes() == ["b: suppressed priority", "a: discarded \(reason)", "b: shown"])
  }

  @Test func `a server that does not answer has 10 seconds; then the next candidate gets its turn`() async {
    let bench = await DisplayBench([.on("e", id: "a", order: 1, isRendered: true), .on("e", id: "b")]) {
      $0.url.path == "/sdk/v1/render"
    }.started()
    await bench.log("e")
    let request = await bench.held.waitForRequest()
    await bench.advance(by: .milliseconds(9_999))
    await bench.martlet.settled()
    #expect(bench.told.isEmpty)
    await bench.advance(by: .milliseconds(1))
    await bench.settle { bench.visible == "I am b" }
    request.answer(.init(status: 200, body: Wire.encode(Wire.RenderResponse(message: .slideup("Late")))))
    await bench.martlet.settled()
    #expect(bench.visible == "I am b")
    #expect(bench.told == ["a: discarded render_failed", "b: shown"])
  }

  @Test(arguments: [true, false])
  func `what was rendered for one person is dropped when another is current`(isWiped: Bool) async {
    let bench = await DisplayBench([.on("e", id: "a", isRendered: true)]) { $0.url.path == "/sdk/v1/render" }
      .started()
    await bench.log("e")
    let request = await bench.held.waitForRequest()
    if isWiped { bench.martlet.wipeData() } else { bench.martlet.changeUser(userId: "grace") }
    await bench.martlet.settled()
    request.answer(.init(status: 200, body: Wire.encode(Wire.RenderResponse(message: .slideup("For Ada")))))
    for _ in 0..<20 { await bench.martlet.settled() }
    #expect(bench.host.calls.isEmpty)
    #expect(bench.told == [isWiped ? "a: discarded wiped" : "a: discarded user_changed"])
  }

  @Test
  func
    `the word that a message has to wait is too late for another user: nothing waits for its time, and nothing is shown`()
    async
  {
    let bench = await DisplayBench([.on("a", id: "a"), .on("b", id: "b")], interval: 30).started()
    bench.martlet.applicationDidEnterBackground()
    await bench.log("a")
    await bench.log("b")
    bench.martlet.applicationDidBecomeActive()
    await bench.settle { bench.visible == "I am b" }
    // The presenter asks for the next one; the answer finds somebody else.
    bench.ui?.dismiss()
    bench.martlet.changeUser(userId: "grace")
    await bench.settle { bench.told.last == "a: discarded user_changed" }
    await bench.martlet.settled()
    #expect(bench.screen.sleeperCount == 0)
    for clock in [bench.clock, bench.screen] { await clock.advance(by: .seconds(60)) }
    await bench.martlet.settled()
    #expect(bench.host.stage == .empty)
    #expect(bench.ui?.stack.isEmpty == true)
    #expect(
      await bench.outcomes().filter { $0.hasPrefix("a: ") && !$0.contains("queued") } == [
        "a: discarded user_changed"
      ])
  }

  // MARK: - Orientation and kind

  @Test func `one that does not fit the orientation is discarded, and the next candidate is shown`() async {
    var message = Wire.Message.slideup("Wide")
    message.orientation = .known(.landscape)
    let bench = await DisplayBench(
      [.on("e", id: "a", order: 1, message: message), .on("e", id: "b")], interval: 30
    ).started()
    await bench.log("e")
    await bench.settle { bench.visible == "I am b" }
    #expect(await bench.outcomes() == ["b: suppressed priority", "a: discarded orientation", "b: shown"])
  }

  // MARK: - Presenters

  @Test func `a presenter that only presents gets a message when it may be displayed, and not before`() async
  {
    let bench = await DisplayBench([.on("e", id: "a", isRendered: true)]) { $0.url.path == "/sdk/v1/render" }
      .started()
    let plain = PlainPresenter()
    bench.martlet.inAppMessagePresenter = plain
    await bench.log("e")
    let request = await bench.held.waitForRequest()
    await bench.martlet.settled()
    #expect(plain.presented.isEmpty)
    request.answer(.init(status: 200, body: Wire.encode(Wire.RenderResponse(message: .slideup("Hello Ada")))))
    await bench.settle { !plain.presented.isEmpty }
    #expect(plain.presented.map { $0.slideup?.message } == ["Hello Ada"])
    #expect(plain.presented.first?.context?.isCleared == true)
  }

  @Test func `a plain presenter gets the second message when the interval has passed`() async {
    let bench = await DisplayBench([.on("a", id: "a"), .on("b", id: "b")], interval: 30).started()
    bench.martlet.inAppMessagePresenter = nil
    await bench.log("a")
    await bench.log("b")
    let plain = PlainPresenter()
    bench.martlet.inAppMessagePresenter = plain
    await bench.settle { plain.presented.count == 1 }
    plain.presented[0].context?.logImpression()
    await bench.quiet()
    #expect(plain.presented.map(\.id) == ["b"])
    for _ in 0..<40 where plain.presented.count < 2 {
      await bench.advance(by: .seconds(1))
      await bench.martlet.settled()
    }
    #expect(plain.presented.map(\.id) == ["b", "a"])
  }

  @Test func `what waited with a presenter that is replaced waits with the next one, and the log says so`()
    async
  {
    let bench = await DisplayBench([.on("a", id: "a"), .on("b", id: "b")]).started()
    await bench.log("a")
    await bench.log("b")
    #expect(bench.visible == "I am a")
    let first = bench.ui
    bench.setPresenter()
    #expect(first?.stack.isEmpty == true)
    #expect(bench.log.contains("The presenter was replaced. Queued messages handed to the new one: 1."))
    await bench.settle { bench.told.contains("b: shown") }
    #expect(await bench.outcomes() == ["a: shown", "b: queued other_message_visible", "b: shown"])
  }

  @Test func `a presenter that lets go of a message leaves an outcome`() async {
    let bench = await DisplayBench([.on("a", id: "a")]).started()
    bench.martlet.inAppMessagePresenter = ForgetfulPresenter()
    await bench.log("a")
    #expect(await bench.outcomes() == ["a: discarded by_app"])
  }
}

@MainActor
private final class PlainPresenter: InAppMessagePresenter {
  var presented: [Martlet.InAppMessage] = []

  func present(message: Martlet.InAppMessage) { presented.append(message) }
}

private struct ForgetfulPresenter: InAppMessagePresenter {
  func present(message: Martlet.InAppMessage) {}
}
