// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// Things that happen at the same time. The two columns of each test are the app and the server.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RaceTests {
  private let transport = HeldTransport()

  @Test func `events logged before the first definitions arrive wait for them, in order`() async {
    // app                           server
    // becomes active      ──────▶   sync
    // logs one, two                 …
    //                     ◀──────   definitions with a campaign on two
    // message of two shows
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    let sync = await transport.waitForRequest()
    bench.martlet.logCustomEvent(name: "one")
    bench.martlet.logCustomEvent(name: "two")
    await bench.martlet.settled()
    #expect(bench.presenter.presented.isEmpty)
    #expect(bench.delegate.decisions.isEmpty)

    sync.answerStored(definitions: .init(tag: "t", campaigns: [.onEvent("two")]))
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    #expect(bench.delegate.decisions.map(\.event.label) == ["session_start", "one", "two"])
    #expect(bench.delegate.unmatched == [nil, "one"])
  }

  @Test(arguments: [true, false])
  func `the answer for a user who is not current any more changes nothing`(isCancellable: Bool) async {
    // app                           server
    // becomes active      ──────▶   sync for nobody
    // changes to B        ──────▶   sync for B
    //                     ◀──────   definitions for nobody: too late
    // logs hello: waits
    //                     ◀──────   definitions for B
    // decides hello
    let transport = HeldTransport(ignoresCancellation: !isCancellable)
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    let late = await transport.waitForRequest()
    bench.martlet.changeUser(userId: "B")
    let current = await transport.waitForRequest()
    #expect(current.sync?.userID == "B")
    #expect(current.events.map(\.label) == ["session_start", "session_end", "user_changed", "session_start"])

    late.answer(
      Wire.SyncResponse(definitions: .init(tag: "nobody", campaigns: [.onEvent("hello", id: "for-nobody")])))
    bench.martlet.logCustomEvent(name: "hello")
    for _ in 0..<50 { await bench.martlet.settled() }
    #expect(bench.presenter.presented.isEmpty)
    #expect(bench.delegate.decisions.isEmpty)

    current.answerStored(definitions: .init(tag: "B", campaigns: [.onEvent("hello", id: "for-B")]))
    await bench.settle(until: { !bench.presenter.presented.isEmpty })
    #expect(bench.presenter.presented.map(\.data.id) == ["for-B"])
    #expect(bench.presenter.presented.first?.context?.userID == "B")
  }

  @Test func `a message that was decided for one user is not shown to the next, however close the calls are`()
    async
  {
    // app                           client
    // logs hello          ──────▶   decides, hands over
    // changes to B                  …
    // presenter: nothing  ◀──────   discarded: user_changed
    let server = ScriptedServer(campaigns: [.onEvent("hello")])
    let bench = Bench(transport: server)
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    bench.martlet.logCustomEvent(name: "hello")
    bench.martlet.changeUser(userId: "B")
    await bench.settle(until: { bench.presenter.dismissals == [.changeUser] })
    #expect(bench.presenter.presented.isEmpty)
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: {
      server.storedEvents.contains { $0.label == "outcome discarded user_changed" }
    })
    let outcome = server.storedEvents.first { $0.label == "outcome discarded user_changed" }
    #expect(outcome?.userID == nil)
    #expect(server.storedEvents.filter { $0.label.hasPrefix("outcome") }.count == 1)
  }

  @Test
  func
    `a message that was decided for a user who left is not shown when they are back, however close the calls are`()
    async
  {
    // app                           client
    // is A, logs hello    ──────▶   decides, hands over
    // changes to B, to A            …
    // presenter: nothing  ◀──────   discarded: user_changed
    // logs hello          ──────▶   decides anew
    let server = ScriptedServer(campaigns: [.onEvent("hello")])
    let bench = Bench(transport: server) { $0.triggerMinimumTimeInterval = 0 }
    bench.martlet.changeUser(userId: "A")
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    let changes = bench.presenter.dismissals.count
    bench.martlet.logCustomEvent(name: "hello")
    bench.martlet.changeUser(userId: "B")
    bench.martlet.changeUser(userId: "A")
    await bench.settle(until: { bench.presenter.dismissals.count == changes + 2 })
    #expect(bench.presenter.presented.isEmpty)

    // The gate is open to A: what is decided for them now is shown.
    await bench.settle(until: { bench.delegate.decisions.last?.event.label == "session_start" })
    let decisions = bench.delegate.decisions.count
    bench.martlet.logCustomEvent(name: "hello")
    await bench.settle(until: {
      bench.delegate.decisions.count > decisions && !bench.presenter.presented.isEmpty
    })
    #expect(bench.presenter.presented.map { $0.context?.userID } == ["A"])
  }

  @Test func `a wipe while a request is under way cancels it, and its answer brings nothing back`() async {
    // app                           server
    // becomes active      ──────▶   sync
    // wipes               ──────▶   cancelled
    //                     ◀──────   definitions: too late
    // logs hello: ignored
    let transport = HeldTransport(ignoresCancellation: true)
    let bench = Bench(transport: transport)
    bench.martlet.changeUser(userId: "A")
    bench.martlet.applicationDidBecomeActive()
    var request = await transport.waitForRequest()
    if request.events.count < 2 { request = await transport.waitForRequest() }
    bench.martlet.wipeData()
    #expect(!bench.martlet.isEnabled)
    request.answerStored(definitions: .init(tag: "t", campaigns: [.onEvent("hello")]))
    bench.martlet.logCustomEvent(name: "hello")
    for _ in 0..<50 { await bench.martlet.settled() }
    #expect(bench.presenter.dismissals.last == .wipeData)
    #expect(bench.delegate.decisions.isEmpty)
    let stored = bench.storedText
    #expect(!stored.contains("session_start") && !stored.contains("campaigns") && !stored.contains("\"A\""))

    // The next launch knows that it is off.
    let next = Bench(transport: HeldTransport(), directory: bench.copyOfDirectory())
    await next.martlet.settled()
    #expect(!next.martlet.isEnabled)
  }

  @Test func `switching off cancels what is under way; switching on starts a new session`() async {
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    let first = await transport.waitForRequest()
    let firstSession = first.sync?.sessionID
    bench.martlet.isEnabled = false
    #expect(!bench.martlet.isEnabled)
    bench.martlet.logCustomEvent(name: "ignored")
    await bench.settle(until: { transport.cancelledCount == 1 })
    bench.martlet.isEnabled = true
    let second = await transport.waitForRequest()
    #expect(second.sync?.sessionID != firstSession)
    #expect(second.events.map(\.label) == ["session_start", "session_end", "session_start"])
  }

  @Test func `a thousand events from eight tasks are each written once, and each task's in its order`()
    async throws
  {
    let bench = Bench(transport: transport) { $0.api.requestPolicy = .manual }
    let martlet = bench.martlet
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<125 {
            martlet.logCustomEvent(name: "task-\(task)", properties: ["number": number])
          }
        }
      }
    }
    await martlet.settled()
    let second = Bench(transport: transport, directory: bench.copyOfDirectory()) {
      $0.api.requestPolicy = .manual
    }
    second.martlet.requestImmediateDataFlush()
    var events: [Wire.EventRecord] = []
    while events.count < 1_000, !Task.isCancelled {
      let request = await transport.waitForRequest()
      events += request.events
      request.answerStored()
    }
    #expect(events.count == 1_000)
    #expect(Set(events.map(\.id)).count == 1_000)
    for task in 0..<8 {
      let numbers = events.compactMap { event -> Wire.JSONValue? in
        if case .custom("task-\(task)", let properties) = event.body { properties["number"] } else { nil }
      }
      #expect(numbers == (0..<125).map { .int($0) })
    }
  }
}

extension Event {
  var label: String {
    switch kind {
    case .sessionStart: "session_start"
    case .custom(let name, _): name
    case .purchase(let purchase): purchase.productID
    case .screenView(let name, _): name
    case .pushClick: "push_click"
    case .attribute(let key, _): "attribute \(key)"
    case .audienceEntry(let audience): "audience_entry \(audience)"
    case .audienceExit(let audience): "audience_exit \(audience)"
    }
  }
}
