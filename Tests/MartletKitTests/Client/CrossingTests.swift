// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// A message is seen in the moment in which it is taken back: neither side can have known of the
/// other.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CrossingTests {
  private static let once: Wire.Campaign = {
    var campaign = Wire.Campaign.onEvent("hello")
    campaign.rules.reEligibility = .init(type: .known(.once))
    return campaign
  }()

  private func log(_ name: String, _ bench: Bench) async {
    let count = bench.delegate.decisions.count
    bench.martlet.logCustomEvent(name: name)
    await bench.settle(until: {
      bench.delegate.decisions.dropFirst(count).contains { $0.event.label == name }
    })
    await bench.martlet.settled()
  }

  @Test(
    arguments: ["A", nil])
  func
    `an impression that crosses a change of user counts once, for whom it was, and for whom an anonymous person turned out to be`(
      seenBy person: String?
    ) async
  {
    // app                           client
    // hello is on its way
    // changes to B        ──────▶   takes it back
    // sees hello          ──────▶   counts it
    let server = ScriptedServer(campaigns: [Self.once])
    let bench = Bench(transport: server) { $0.triggerMinimumTimeInterval = 0 }
    if let person { bench.martlet.changeUser(userId: person) }
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    await log("hello", bench)
    let context = bench.presenter.presented.first?.context
    bench.martlet.changeUser(userId: "B")
    bench.martlet.takeCommands()
    #expect(context?.logImpression() == nil)
    #expect(context?.logClick() == nil)
    await bench.martlet.settled()
    if let person { bench.martlet.changeUser(userId: person) }
    await log("hello", bench)
    #expect(bench.presenter.presented.count == 1)
    guard case .stopped(.reEligibility)? = bench.delegate.decisions.last?.candidates.first?.verdict else {
      Issue.record("The impression was not counted: \(String(describing: bench.delegate.decisions.last))")
      return
    }
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.contains { $0.label == "click body" } })
    let seen = server.storedEvents.filter { ["impression", "click body"].contains($0.label) }
    #expect(seen.map(\.label) == ["impression", "click body"])
    #expect(seen.map(\.userID) == [person, person])
    let ends = server.storedEvents.filter {
      $0.label.hasPrefix("outcome") && !$0.label.contains("suppressed")
    }
    #expect(ends.map(\.label) == ["outcome discarded user_changed"])
  }

  private static let caps = [Wire.Cap(tag: "promo", limit: 1, within: .known(.day))]

  private static func tagged(_ name: String) -> Wire.Campaign {
    var campaign = Wire.Campaign.onEvent(name)
    campaign.rules.tags = ["promo"]
    return campaign
  }

  /// A client whose message was seen in the moment of its recall.
  private func recalled() async -> Bench {
    let transport = HeldTransport()
    let bench = Bench(transport: transport) {
      $0.triggerMinimumTimeInterval = 0
      $0.api.requestPolicy = .manual
    }
    bench.martlet.applicationDidBecomeActive()
    await transport.waitForRequest()
      .answerStored(
        definitions: .init(
          tag: "t1", campaigns: [Self.tagged("hello"), Self.tagged("other")], caps: Self.caps))
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    await log("hello", bench)
    let context = bench.presenter.presented.first?.context
    bench.martlet.requestImmediateDataFlush()
    let events = await transport.waitForRequest()
    events.answer(
      Wire.EventsResponse(
        results: events.events.map { .init(id: $0.id, status: .known(.stored)) }, definitionsTag: "t2"))
    let sync = await transport.waitForRequest()
    sync.answerStored(definitions: .init(tag: "t2", campaigns: [Self.tagged("other")], caps: Self.caps))
    // The main actor hears of nothing meanwhile.
    while !bench.storedText.contains("\"t2\"") {}
    bench.martlet.takeCommands()
    #expect(context?.logImpression() == nil)
    await bench.martlet.settled()
    return bench
  }

  private func isCapped(_ bench: Bench) -> Bool {
    if case .stopped(.cap)? = bench.delegate.decisions.last?.candidates.first?.verdict { true } else { false }
  }

  @Test func `an impression that crosses a recall counts toward the caps of the campaigns that stay`() async {
    let bench = await recalled()
    await log("other", bench)
    #expect(bench.presenter.presented.count == 1)
    #expect(isCapped(bench), "\(String(describing: bench.delegate.decisions.last))")
    let replayed = try? Martlet.Replay(contentsOf: bench.copyOfDirectory())
    #expect(replayed?.firstDifference == nil)
    #expect(replayed?.problems == [])
  }

  @Test(
    arguments: [true, false])
  func `it counts also when the process ends before the journal has it, and reaches the server once`(
    isCutOff: Bool
  ) async throws {
    let directory = await recalled().copyOfDirectory()
    if isCutOff { try directory.cut("journal.") { $0.contains(#""kind":"impression""#) } }
    let server = ScriptedServer(campaigns: [Self.tagged("other")])
    server.caps = Self.caps
    let bench = Bench(transport: server, directory: directory, clock: ManualClock(seed: 2))
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    await log("other", bench)
    #expect(bench.presenter.presented.isEmpty)
    #expect(isCapped(bench), "\(String(describing: bench.delegate.decisions.last))")
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.contains { $0.label == "impression" } })
    #expect(server.storedEvents.filter { $0.label == "impression" }.map(\.userID) == [nil])
    #expect(server.duplicateCount == 0)
  }

  @Test func `a message of the server for somebody who is not the user any more is not shown, and ends once`()
    async
  {
    // app                           server
    // hello               ──────▶   renders
    // changes to B
    //                     ◀──────   what it rendered: too late
    var rendered = Wire.Campaign.onEvent("hello")
    rendered.rules.render = .known(.atDisplay)
    let transport = HeldTransport(ignoresCancellation: true)
    let bench = Bench(transport: transport)
    let outcomes = bench.martlet.outcomes
    bench.martlet.applicationDidBecomeActive()
    await transport.waitForRequest().answerStored(definitions: .init(tag: "t", campaigns: [rendered]))
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    bench.martlet.logCustomEvent(name: "hello")
    let render = await transport.waitForRequest()
    #expect(render.request.url.path.hasSuffix("render"))
    bench.martlet.changeUser(userId: "B")
    await bench.martlet.settled()
    render.answer(Wire.RenderResponse(message: Wire.Message(kind: .known(.slideup), message: "For another")))
    for _ in 0..<100 { await bench.martlet.settled() }
    #expect(bench.presenter.presented.isEmpty)
    bench.release()
    var ends: [Outcome] = []
    for await outcome in outcomes { ends.append(outcome.outcome) }
    #expect(ends == [.discarded(.userChanged)])
  }
}
