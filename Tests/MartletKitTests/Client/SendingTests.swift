// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// Requests, failures and waiting.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SendingTests {
  private let transport = HeldTransport()

  @Test func `a request names key, kind and version, and is compressed when it is long`() async {
    let bench = Bench(transport: transport) { $0.api.requestPolicy = .manual }
    bench.martlet.applicationDidBecomeActive()
    let sync = await transport.waitForRequest()
    #expect(sync.request.method == "POST")
    #expect(sync.request.url.absoluteString == "https://example.test/base/sdk/v1/sync")
    #expect(sync.request.headers["X-Martlet-Key"] == "key")
    #expect(sync.request.headers["Content-Type"] == "application/json")
    #expect(sync.request.headers["User-Agent"] == "Martlet/\(Martlet.version) (linux)")
    #expect(sync.request.headers["Content-Encoding"] == nil)
    #expect(sync.events.isEmpty)

    bench.martlet.logCustomEvent(name: "long", properties: ["text": String(repeating: "a", count: 5_000)])
    bench.martlet.requestImmediateDataFlush()
    let events = await transport.waitForRequest()
    #expect(events.request.url.path == "/base/sdk/v1/events")
    #expect(events.request.headers["Content-Encoding"] == "gzip")
    #expect(events.request.body.count < 1_000)
    #expect(events.events.map(\.label) == ["session_start", "custom long"])
  }

  @Test func `what waits is sent at every flush interval; in the background and at a session's end at once`()
    async
  {
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    await transport.waitForRequest().answerStored(definitions: .init(tag: "t", campaigns: []))
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    bench.martlet.logCustomEvent(name: "a")
    await bench.martlet.settled()
    #expect(transport.receivedCount == 1)
    await bench.advance(by: .seconds(10))
    let timed = await transport.waitForRequest()
    #expect(timed.events.map(\.label) == ["custom a"])
    timed.answerStored()
    await bench.settle(until: { transport.openCount == 0 })

    bench.martlet.logCustomEvent(name: "b")
    bench.martlet.applicationDidEnterBackground()
    let background = await transport.waitForRequest()
    #expect(background.events.map(\.label) == ["custom b"])
  }

  @Test func `under the manual policy events wait for the app's word; definitions are fetched all the same`()
    async
  {
    let bench = Bench(transport: transport) { $0.api.requestPolicy = .manual }
    bench.martlet.applicationDidBecomeActive()
    await transport.waitForRequest().answerStored(definitions: .init(tag: "t", campaigns: []))
    bench.martlet.logCustomEvent(name: "a")
    await bench.settle(until: { bench.delegate.decisions.count == 2 })
    await bench.advance(by: .seconds(600))
    bench.martlet.applicationDidEnterBackground()
    await bench.martlet.settled()
    #expect(transport.receivedCount == 1)
    bench.martlet.requestImmediateDataFlush()
    #expect(await transport.waitForRequest().events.map(\.label) == ["session_start", "custom a"])
  }

  @Test(arguments: [429, 503])
  func `a time that the server names is kept, also against the app's own hurry, and nothing is lost`(
    status: Int
  ) async {
    // app                           server
    // flushes             ──────▶   429 or 503, Retry-After: 60
    // flushes at 59 s: nothing
    // at 60 s             ──────▶   the same events
    let bench = Bench(transport: transport) { $0.api.requestPolicy = .manual }
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.requestImmediateDataFlush()
    let first = await transport.waitForRequest()
    first.answer(.init(status: status, headers: ["retry-after": "60"]))
    await bench.settle(until: { bench.log.contains("answered \(status)") })
    await bench.advance(by: .seconds(59))
    bench.martlet.requestImmediateDataFlush()
    await bench.martlet.settled()
    #expect(transport.receivedCount == 1)
    await bench.advance(by: .seconds(1))
    let second = await transport.waitForRequest()
    #expect(second.events == first.events)
  }

  @Test
  func `failures in a row wait longer and longer, within the bounds, and the app's own hurry cuts it short`()
    async
  {
    let bench = Bench(transport: transport) { $0.api.requestPolicy = .manual }
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.requestImmediateDataFlush()
    for failure in 1...10 {
      let count = transport.receivedCount
      await transport.waitForRequest().fail(URLError(.networkConnectionLost))
      await bench.quiet()
      await bench.advance(by: .milliseconds(999))
      #expect(transport.receivedCount == max(count, failure))
      await bench.advance(by: .seconds(min(300, 1 << failure)))
    }
    await transport.waitForRequest().fail(URLError(.networkConnectionLost))
    await bench.quiet()
    bench.martlet.requestImmediateDataFlush()
    await transport.waitForRequest().answerStored()
  }

  @Test func `a refused key stops everything until the next session, and the log says the server's remedy`()
    async
  {
    let server = ScriptedServer(key: "another")
    let bench = Bench(transport: server)
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { bench.log.contains("Check that you copied the whole key.") })
    await bench.advance(by: .seconds(3_600))
    bench.martlet.requestImmediateDataFlush()
    await bench.advance(by: .seconds(3_600))
    #expect(server.requests.count == 1)
    bench.martlet.applicationDidEnterBackground()
    await bench.advance(by: .seconds(60))
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { server.requests.count == 2 })
  }

  @Test func `one event that the server refuses harms no other, and is named in the log`() async {
    let server = ScriptedServer()
    server.refuse(customEvent: "bad", message: "No such event.")
    let bench = Bench(transport: server) { $0.api.requestPolicy = .manual }
    for name in ["a", "bad", "b"] { bench.martlet.logCustomEvent(name: name) }
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.count == 2 && bench.log.contains("No such event.") })
    bench.martlet.requestImmediateDataFlush()
    await bench.martlet.settled()
    #expect(server.requests.count { $0.url.path.hasSuffix("/events") } == 1)
  }

  @Test func `a server that refuses every batch as malformed does not empty the journal`() async {
    let bench = Bench(transport: transport) { $0.api.requestPolicy = .manual }
    for number in 0..<8 { bench.martlet.logCustomEvent(name: "e\(number)") }
    bench.martlet.requestImmediateDataFlush()
    var sizes: [Int] = []
    for _ in 0..<4 {
      let request = await transport.waitForRequest()
      sizes.append(request.events.count)
      request.answer(Wire.Problem(status: 400, code: "json_malformed", title: "No."), status: 400)
    }
    #expect(sizes == [8, 4, 2, 1])
    await bench.settle(until: { bench.log.contains("rejects an event even on its own") })
    await bench.martlet.settled()
    #expect(transport.receivedCount == 4)
  }

  @Test(arguments: ["<html>", "{}", ""])
  func `a page instead of an answer is a failure like no answer`(body: String) async {
    let bench = Bench(transport: transport) { $0.api.requestPolicy = .manual }
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.requestImmediateDataFlush()
    let first = await transport.waitForRequest()
    first.answer(.init(status: 200, body: Array(body.utf8)))
    await bench.settle(until: { bench.log.contains("cannot be read") || bench.clock.sleeperCount > 0 })
    await bench.advance(by: .seconds(300))
    let second = await transport.waitForRequest()
    #expect(second.events == first.events)
  }

  @Test(arguments: ["", "ftp://x", "https://", "http://a?b=c"])
  func `an endpoint that is no address is named in the log, and nothing is sent`(endpoint: String) async {
    let bench = Bench(transport: transport) { $0.api.endpoint = endpoint }
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.requestImmediateDataFlush()
    await bench.martlet.settled()
    #expect(bench.log.contains("The endpoint is not a URL"))
    #expect(transport.receivedCount == 0)
  }
}
