// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// From a decision to the screen, and what comes back.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PresenterTests {
  private func started(
    _ campaigns: [Wire.Campaign], presenter: Bool = true, _ change: (Martlet.Configuration) -> Void = { _ in }
  ) async -> (Bench, ScriptedServer) {
    let server = ScriptedServer(campaigns: campaigns)
    let bench = Bench(transport: server, presenter: presenter) {
      $0.triggerMinimumTimeInterval = 0
      change($0)
    }
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    return (bench, server)
  }

  private func outcomes(of bench: Bench, on server: ScriptedServer) async -> [String] {
    bench.martlet.requestImmediateDataFlush()
    let marker = "marker-\(server.requests.count)"
    bench.martlet.logCustomEvent(name: marker)
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.contains { $0.label == "custom \(marker)" } })
    return server.storedEvents.map(\.label).filter { $0.hasPrefix("outcome") }
  }

  @Test func `without a presenter messages wait, and are handed over, the newest first, when one is set`()
    async
  {
    let (bench, server) = await started([.onEvent("a"), .onEvent("b")], presenter: false)
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.logCustomEvent(name: "b")
    await bench.martlet.settled()
    #expect(
      await outcomes(of: bench, on: server) == ["outcome queued no_presenter", "outcome queued no_presenter"])
    bench.martlet.inAppMessagePresenter = bench.presenter
    await bench.martlet.settled()
    #expect(bench.presenter.presented.map(\.data.id) == ["on-b", "on-a"])
    #expect(bench.presenter.presented.allSatisfy { $0.context?.isValid == true })
  }

  @Test
  func `of three that wait, the newest is handed over first, then the older ones as they were triggered`()
    async
  {
    let (bench, _) = await started([.onEvent("a"), .onEvent("b"), .onEvent("c")], presenter: false)
    for name in ["a", "b", "c"] { bench.martlet.logCustomEvent(name: name) }
    await bench.martlet.settled()
    bench.martlet.inAppMessagePresenter = bench.presenter
    await bench.martlet.settled()
    #expect(bench.presenter.presented.map(\.data.id) == ["on-c", "on-a", "on-b"])
  }

  @Test
  func `a message that waited for a presenter is not shown after its campaign's end, nor to another user`()
    async
  {
    var ending = Wire.Campaign.onEvent("a")
    ending.endsAt = ManualClock().now + .seconds(60)
    let (bench, server) = await started([ending, .onEvent("b")], presenter: false)
    bench.martlet.logCustomEvent(name: "a")
    await bench.martlet.settled()
    await bench.advance(by: .seconds(60))
    bench.martlet.inAppMessagePresenter = bench.presenter
    #expect(bench.presenter.presented.isEmpty)
    bench.martlet.inAppMessagePresenter = nil
    bench.martlet.logCustomEvent(name: "b")
    await bench.martlet.settled()
    bench.martlet.changeUser(userId: "B")
    // At once: the client has not come to the change yet.
    bench.martlet.inAppMessagePresenter = bench.presenter
    await bench.martlet.settled()
    #expect(bench.presenter.presented.isEmpty)
    #expect(
      await outcomes(of: bench, on: server) == [
        "outcome queued no_presenter", "outcome expired", "outcome queued no_presenter",
        "outcome discarded user_changed",
      ])
  }

  @Test
  func `a message that cannot be drawn is discarded with the reason, and the next event can trigger again`()
    async
  {
    let broken = Wire.Campaign.onEvent("broken", message: .init(kind: .known(.modalImage)))
    let foreign = Wire.Campaign.onEvent("foreign", message: .init(kind: .unknown("hologram")))
    let (bench, server) = await started([broken, foreign, .onEvent("fine")]) {
      $0.triggerMinimumTimeInterval = 30
    }
    for name in ["broken", "foreign", "fine"] { bench.martlet.logCustomEvent(name: name) }
    await bench.martlet.settled()
    #expect(bench.presenter.presented.map(\.data.id) == ["on-fine"])
    #expect(bench.log.contains("image_url"))
    #expect(
      await outcomes(of: bench, on: server) == [
        "outcome discarded invalid_content", "outcome discarded unsupported_kind",
      ])
  }

  @Test func `a campaign that is withdrawn is taken from the screen and from the stack`() async {
    let (bench, server) = await started([.onEvent("seen"), .onEvent("waiting"), .onEvent("stays")])
    bench.presenter.onPresent = { message in
      if message.data.id == "on-seen" {
        message.context?.logImpression()
      } else {
        message.context?.logOutcome(.queued(.otherMessageVisible))
      }
    }
    for name in ["seen", "waiting", "stays"] { bench.martlet.logCustomEvent(name: name) }
    await bench.martlet.settled()
    let ids = bench.presenter.presented.compactMap { $0.context?.presentationID }
    server.campaigns = [.onEvent("stays")]
    bench.martlet.applicationDidEnterBackground()
    await bench.advance(by: .seconds(60))
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { bench.presenter.dismissals.count == 2 })
    #expect(
      bench.presenter.dismissals == [.ended(presentationIDs: [ids[1]]), .ended(presentationIDs: [ids[0]])])
    #expect(bench.presenter.presented.map { $0.context?.isValid } == [true, false, true])
    #expect(await outcomes(of: bench, on: server).last == "outcome recalled")
  }

  @Test(arguments: [4, 5])
  func
    `a session's start is decided with the definitions of its own sync, when they come within five seconds`(
      seconds: Int
    ) async
  {
    let transport = HeldTransport()
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    await transport.waitForRequest().answerStored(definitions: .init(tag: "1", campaigns: []))
    await bench.settle(until: { bench.delegate.decisions.count == 1 })
    bench.martlet.applicationDidEnterBackground()
    await bench.advance(by: .seconds(30))
    bench.martlet.applicationDidBecomeActive()
    var sync = await transport.waitForRequest()
    while sync.sync == nil { sync = await transport.waitForRequest() }
    await bench.advance(by: .seconds(seconds))
    sync.answerStored(definitions: .init(tag: "2", campaigns: [.onSessionStart()]))
    await bench.settle(until: { bench.delegate.decisions.count == 2 })
    #expect(bench.presenter.presented.map(\.data.id) == (seconds < 5 ? ["welcome"] : []))
  }

  @Test
  func
    `the delegate may veto the opening of a URL; otherwise the app's opener gets it, as the delegate left it`()
    async throws
  {
    let opened = Openings()
    let (bench, _) = await started([]) { $0.urlOpener = { opened.contexts.append($0) } }
    let url = URL(fileURLWithPath: "/shop")
    bench.martlet.open(.init(url: url, useWebView: false, extras: ["season": "autumn"]))
    bench.delegate.opens = false
    bench.martlet.open(.init(url: url, useWebView: false, extras: [:]))
    #expect(bench.delegate.asked == [url, url])
    let first = try #require(opened.contexts.first)
    #expect(opened.contexts.count == 1)
    #expect(first.url == url && !first.useWebView && !first.isUniversalLink)

    let members = URL(fileURLWithPath: "/members")
    bench.delegate.opens = true
    bench.delegate.edit = { context in
      #expect(context.extras["season"] as? String == "autumn")
      context.url = members
      context.useWebView = true
      context.isUniversalLink = true
    }
    bench.martlet.open(.init(url: url, useWebView: false, extras: ["season": "autumn"]))
    let edited = try #require(opened.contexts.last)
    #expect(edited.url == members && edited.useWebView && edited.isUniversalLink)
  }

  @Test
  func
    `each reader of decisions has a stream of its own, from the moment of asking, to the end of the client`()
    async
  {
    let (bench, _) = await started([.onEvent("a")])
    let early = bench.martlet.decisions
    bench.martlet.logCustomEvent(name: "a")
    await bench.martlet.settled()
    let late = bench.martlet.decisions
    bench.martlet.logCustomEvent(name: "b")
    await bench.martlet.settled()
    bench.release()
    var names: [[String]] = []
    for stream in [early, late] {
      var seen: [String] = []
      for await decision in stream { seen.append(decision.event.label) }
      names.append(seen)
    }
    #expect(names == [["a", "b"], ["b"]])
  }
}

@MainActor
final class Openings {
  var contexts: [Martlet.URLContext] = []
}
