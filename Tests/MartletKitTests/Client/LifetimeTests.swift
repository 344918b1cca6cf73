// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import TestSupport
import Testing

/// Beginning and end of a client.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LifetimeTests {
  @Test
  func
    `letting go of a client writes what was logged, cancels its requests and sleeping, and frees everything`()
    async
  {
    let transport = HeldTransport()
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    _ = await transport.waitForRequest()
    bench.martlet.logCustomEvent(name: "last words")
    weak let martlet = bench.martlet
    weak let presenter = bench.presenter
    let decisions = bench.martlet.decisions
    bench.release()
    #expect(martlet == nil)
    // They end when the client has let go of its folder: one that is made earlier would wait for it
    // by a clock that nobody moves.
    for await _ in decisions {}
    await eventually("the client's requests are cancelled, and nothing of it sleeps") {
      transport.openCount == 0 && bench.clock.sleeperCount == 0
    }
    #expect(transport.cancelledCount == 1)
    #expect(bench.storedText.contains("last words"))
    #expect(presenter != nil)

    // The folder is free again.
    let next = Bench(transport: transport, directory: bench.directory)
    await next.martlet.settled()
    #expect(!next.log.contains("Another client"))
  }

  @Test func `a message that waits for its preparation when the client is let go is answered and freed`()
    async
  {
    var rendered = Wire.Campaign.onEvent("hello")
    rendered.rules.render = .known(.atDisplay)
    let transport = HeldTransport(ignoresCancellation: true)
    let bench = Bench(transport: transport, presenter: false)
    let presenter = PreparingPresenter()
    bench.martlet.inAppMessagePresenter = presenter
    bench.martlet.applicationDidBecomeActive()
    await transport.waitForRequest().answerStored(definitions: .init(tag: "t", campaigns: [rendered]))
    bench.martlet.logCustomEvent(name: "hello")
    _ = await transport.waitForRequest()
    #expect(presenter.context != nil)
    let decisions = bench.martlet.decisions
    bench.release()
    for await _ in decisions {}
    await eventually("the context is freed") { presenter.context == nil }
    #expect(presenter.context == nil)
    #expect(presenter.answers == [.ended(.discarded(.relaunched))])
  }

  @Test func `a second client on the same folder waits until the first is gone, and loses nothing meanwhile`()
    async
  {
    let server = ScriptedServer()
    let first = Bench(transport: server) { $0.api.requestPolicy = .manual }
    await first.martlet.settled()
    let second = Bench(transport: server, directory: first.directory, clock: ManualClock(seed: 2)) {
      $0.api.requestPolicy = .manual
    }
    second.martlet.logCustomEvent(name: "patient")
    second.martlet.requestImmediateDataFlush()
    await second.clock.waitForSleepers(1)
    #expect(second.log.contains("Another client uses the same storage folder"))
    first.release()
    while server.storedEvents.isEmpty { await second.clock.advance(by: .milliseconds(200)) }
    #expect(server.storedEvents.map(\.label) == ["custom patient"])
  }

  @Test func `creating a client and logging do no work with files on the caller's thread`() async throws {
    // The folder lies below a file: whoever touches it finds out, and the log is told on whose
    // thread.
    let file = URL.temporary()
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: file)
    let threads = LogBook()
    let caller = UInt64(pthread_self())
    let bench = Bench(transport: HeldTransport(), directory: file.appendingPathComponent("below")) {
      configuration in
      configuration.logger.print = { text, _ in
        if text.contains("storage folder") {
          threads.add(UInt64(pthread_self()) == caller ? "caller" : "other")
        }
        return false
      }
    }
    bench.martlet.logCustomEvent(name: "a", properties: ["b": 1])
    await bench.martlet.settled()
    #expect(threads.all == ["other"])
  }

  @Test func `a session ends after its timeout in the background, and goes on before`() async {
    let server = ScriptedServer()
    let bench = Bench(transport: server) { $0.sessionTimeout = 10 }
    bench.martlet.applicationDidBecomeActive()
    await bench.advance(by: .seconds(20))
    bench.martlet.applicationDidEnterBackground()
    await bench.advance(by: .seconds(9))
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.applicationDidEnterBackground()
    await bench.advance(by: .seconds(10))
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.filter { $0.label == "session_start" }.count == 2 })
    let lengths = server.storedEvents.compactMap { event -> Int64? in
      if case .sessionEnd(let length) = event.body { length } else { nil }
    }
    #expect(lengths == [29_000])
    #expect(Set(server.storedEvents.compactMap(\.sessionID)).count == 2)
  }

  @Test func `mistakes at a call are named in the log, and what can be kept is kept`() async {
    let server = ScriptedServer()
    let bench = Bench(transport: server) { $0.api.requestPolicy = .manual }
    struct Thing {}
    bench.martlet.logCustomEvent(name: "$internal")
    bench.martlet.logCustomEvent(name: "half", properties: ["good": 1, "bad": Thing()])
    bench.martlet.logPurchase(productId: "p", currency: "euros", price: 1)
    bench.martlet.logPurchase(productId: "p", currency: "eur", price: 1.239, quantity: 2)
    bench.martlet.user.setCustomAttribute(key: "", value: 1)
    bench.martlet.user.setCustomAttribute(key: "level", value: 3)
    bench.martlet.changeUser(userId: "")
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.count == 3 })
    #expect(server.storedEvents.map(\.label) == ["custom half", "purchase p", "attribute level"])
    #expect(server.storedEvents[0].body == .custom(name: "half", properties: ["good": 1]))
    #expect(
      server.storedEvents[1].body
        == .purchase(productID: "p", currency: "EUR", price: 1.24, quantity: 2, properties: [:]))
    let errors = bench.log.all.filter { $0.hasPrefix("error") }
    #expect(errors.count == 5)
    #expect(
      errors.contains(
        "error: The event half is logged without bad: Thing is not a string, number, boolean, date, URL, UUID, list or dictionary."
      ))
    #expect(
      errors.contains("error: The event $internal is not logged: names that start with $ are reserved."))
  }
}

/// Prepares by itself, and holds a message only while it waits.
private final class PreparingPresenter: InAppMessagePresenter {
  let preparesMessages = true
  weak var context: Martlet.InAppMessage.Context?
  var answers: [Martlet.InAppMessage.Context.Preparation] = []

  func present(message: Martlet.InAppMessage) {
    context = message.context
    message.context?.prepareForDisplay { [weak self, message] answer in
      self?.answers.append(answer)
      _ = message
    }
  }
}
