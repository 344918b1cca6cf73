// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// The engine's rules as an app meets them: through the client, its timers and its server.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct DeliveryTests {
  private let transport = HeldTransport()

  private static func delayed(_ name: String, seconds: Int64) -> Wire.Campaign {
    var campaign = Wire.Campaign.onEvent(name)
    campaign.rules.delayMilliseconds = seconds * 1_000
    return campaign
  }

  private func started(_ campaigns: [Wire.Campaign], _ change: (Martlet.Configuration) -> Void = { _ in })
    async -> (Bench, ScriptedServer)
  {
    let server = ScriptedServer(campaigns: campaigns)
    let bench = Bench(transport: server, change)
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    return (bench, server)
  }

  // MARK: - Events during a sync

  /// A second launch, whose sync is under way, with definitions of the first.
  private func relaunched(_ campaigns: [Wire.Campaign]) async -> (Bench, HeldRequest) {
    let (first, _) = await started(campaigns)
    let second = Bench(transport: transport, directory: first.copyOfDirectory(), clock: ManualClock(seed: 2))
    second.martlet.applicationDidBecomeActive()
    return (second, await transport.waitForRequest())
  }

  @Test func `events that are logged during a sync wait for its answer, and the new definitions decide`()
    async
  {
    let (bench, sync) = await relaunched([.onEvent("old")])
    for name in ["old", "new"] { bench.martlet.logCustomEvent(name: name) }
    bench.martlet.notifications.logClick()
    await bench.quiet()
    #expect(bench.delegate.decisions.isEmpty)
    sync.answerStored(definitions: .init(tag: "t", campaigns: [.onEvent("new")]))
    await bench.settle(until: { bench.delegate.decisions.count == 4 })
    #expect(bench.delegate.decisions.map(\.event.label) == ["session_start", "old", "new", "push_click"])
    #expect(bench.presenter.presented.map(\.data.id) == ["on-new"])
  }

  @Test func `after five seconds without an answer the stored definitions decide`() async {
    let (bench, _) = await relaunched([.onEvent("hello")])
    bench.martlet.logCustomEvent(name: "hello")
    await bench.advance(by: .milliseconds(4_900))
    #expect(bench.delegate.decisions.isEmpty)
    await bench.advance(by: .milliseconds(200))
    await bench.settle(until: { bench.presenter.presented.count == 1 })
  }

  @Test func `an answer that the definitions are still right lets what waited be decided at once`() async {
    let (bench, sync) = await relaunched([.onEvent("hello")])
    bench.martlet.logCustomEvent(name: "hello")
    sync.answerStored()
    await bench.settle(until: { bench.presenter.presented.count == 1 })
  }

  @Test func `without a server's address the stored definitions decide at once`() async {
    let (first, _) = await started([.onEvent("hello")])
    let second = Bench(transport: transport, directory: first.copyOfDirectory(), clock: ManualClock(seed: 2))
    {
      $0.api.endpoint = "no address"
    }
    second.martlet.applicationDidBecomeActive()
    second.martlet.logCustomEvent(name: "hello")
    await second.martlet.settled()
    #expect(second.presenter.presented.count == 1)
  }

  // MARK: - Time

  @Test(arguments: [0.0, 5, 30])
  func `the minimum interval of the configuration counts`(seconds: Double) async {
    let (bench, _) = await started([.onEvent("hello")]) { $0.triggerMinimumTimeInterval = seconds }
    bench.presenter.onPresent = { message in
      message.context?.logImpression()
      message.context?.logDismissal(by: .user)
    }
    var shown: [Int] = []
    for second in 0..<31 {
      bench.martlet.logCustomEvent(name: "hello")
      await bench.settle(until: { bench.delegate.decisions.count == second + 2 })
      await bench.martlet.settled()
      if bench.presenter.presented.count > shown.count { shown.append(second) }
      await bench.advance(by: .seconds(1))
    }
    #expect(shown == Array(stride(from: 0, to: 31, by: max(Int(seconds), 1))))
  }

  @Test func `a delayed message comes when its delay is over, not before`() async {
    let (bench, server) = await started([Self.delayed("later", seconds: 10)])
    bench.martlet.logCustomEvent(name: "later")
    await bench.settle(until: { bench.delegate.decisions.count == 2 })
    await bench.advance(by: .milliseconds(9_900))
    #expect(bench.presenter.presented.isEmpty)
    await bench.advance(by: .milliseconds(200))
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.contains { $0.label == "outcome queued delay" } })
  }

  @Test func `a clock that is put forward ends a delay at the next thing that happens`() async {
    let (bench, _) = await started([Self.delayed("later", seconds: 600)])
    bench.martlet.logCustomEvent(name: "later")
    await bench.settle(until: { bench.delegate.decisions.count == 2 })
    bench.clock.setWallClock(to: bench.clock.now + .seconds(700))
    bench.martlet.logCustomEvent(name: "other")
    await bench.martlet.settled()
    await bench.advance(by: .milliseconds(10))
    await bench.settle(until: { bench.presenter.presented.count == 1 })
  }

  // MARK: - Users, the switch, a wipe

  @Test
  func
    `a change of user takes back what waits out its delay, and the outcome belongs to the one who triggered it`()
    async
  {
    let (bench, server) = await started([Self.delayed("later", seconds: 10)])
    bench.martlet.logCustomEvent(name: "later")
    bench.martlet.changeUser(userId: "B")
    await bench.settle(until: { bench.presenter.dismissals == [.changeUser] })
    await bench.advance(by: .seconds(30))
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: {
      server.storedEvents.contains { $0.label == "outcome discarded user_changed" }
    })
    #expect(bench.presenter.presented.isEmpty)
    let outcomes = server.storedEvents.filter { $0.label.hasPrefix("outcome") }
    #expect(outcomes.map(\.label) == ["outcome queued delay", "outcome discarded user_changed"])
    #expect(outcomes.allSatisfy { $0.userID == nil && $0.sessionID == outcomes[0].sessionID })
  }

  @Test func `switching off ends what waits out its delay, with an outcome; nothing comes later`() async {
    let (bench, server) = await started([Self.delayed("later", seconds: 10)])
    bench.martlet.logCustomEvent(name: "later")
    bench.martlet.isEnabled = false
    await bench.advance(by: .seconds(30))
    #expect(bench.presenter.presented.isEmpty)
    bench.martlet.isEnabled = true
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.contains { $0.label == "outcome discarded disabled" } })
    await bench.advance(by: .seconds(30))
    #expect(bench.presenter.presented.isEmpty)
  }

  @Test func `after a wipe nothing comes of what waited before, and nothing is told`() async {
    let (bench, server) = await started([Self.delayed("later", seconds: 10)])
    bench.martlet.logCustomEvent(name: "later")
    await bench.settle(until: { bench.delegate.decisions.count == 2 })
    let sent = server.storedEvents.count
    bench.martlet.wipeData()
    await bench.advance(by: .seconds(60))
    #expect(bench.presenter.presented.isEmpty)
    #expect(bench.delegate.decisions.count == 2)
    #expect(server.storedEvents.count == sent)
  }

  @Test
  func
    `what an anonymous person has seen counts for the user whom they turn out to be, and not for the next one`()
    async
  {
    var once = Wire.Campaign.onEvent("once")
    once.rules.reEligibility = .init(type: .known(.once))
    let (bench, _) = await started([once]) { $0.triggerMinimumTimeInterval = 0 }
    bench.presenter.onPresent = { $0.context?.logImpression() }
    bench.martlet.logCustomEvent(name: "once")
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    for (user, count) in [("A", 1), ("B", 2), ("A", 2)] {
      bench.martlet.changeUser(userId: user)
      let before = bench.delegate.decisions.count
      await bench.settle(until: { bench.delegate.decisions.count == before + 1 })
      bench.martlet.logCustomEvent(name: "once")
      await bench.settle(until: { bench.delegate.decisions.count == before + 2 })
      await bench.martlet.settled()
      #expect(bench.presenter.presented.count == count, "as \(user)")
    }
  }

  // MARK: - Push clicks

  @Test(arguments: [nil, "summer"])
  func `a click on a notification triggers, and lets the presenter show what waits`(campaign: String?) async {
    let any = Wire.Campaign(
      id: "any", createdAt: Instant(milliseconds: 0), triggers: [.init(kind: .known(.pushClick))],
      message: Wire.Message(kind: .known(.slideup), message: "Hello"))
    var named = any
    named.id = "named"
    named.priority = .init(bucket: .known(.high))
    named.triggers = [.init(kind: .known(.pushClick), name: "summer")]
    let (bench, server) = await started([any, named])
    let eligible = bench.presenter.eligible
    bench.martlet.notifications.logClick(campaignId: campaign)
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    await bench.martlet.settled()
    #expect(bench.presenter.presented.map(\.data.id) == [campaign == nil ? "any" : "named"])
    #expect(bench.presenter.eligible == eligible + 1)
    bench.martlet.notifications.logClick(campaignId: "")
    #expect(bench.log.contains("a campaign id must have 1 to 255 characters"))
    bench.martlet.requestImmediateDataFlush()
    await bench.settle(until: { server.storedEvents.contains { $0.label == "push_click" } })
  }

  // MARK: - What the server wants

  @Test
  func
    `caps over several campaigns that this version does not know let no campaign run, and the log says so`()
    async
  {
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    await transport.waitForRequest().answerStored(
      definitions: .init(
        tag: "t", campaigns: [.onEvent("hello")], caps: [.init(limit: 1, within: .unknown("decade"))]))
    bench.martlet.logCustomEvent(name: "hello")
    await bench.settle(until: { bench.delegate.decisions.count == 2 })
    #expect(bench.presenter.presented.isEmpty)
    #expect(bench.log.contains("No campaigns run: caps[0].within"))
  }

  @Test
  func
    `the server's sample decides which decisions it is told, also in later launches; outcomes always come`()
    async
  {
    let first = Bench(transport: transport) { $0.api.requestPolicy = .manual }
    first.martlet.applicationDidBecomeActive()
    let sync = await transport.waitForRequest()
    let definitions = Wire.Definitions(tag: "t", campaigns: [.onEvent("a", id: "x"), .onEvent("a", id: "y")])
    sync.answer(Wire.SyncResponse(definitions: definitions, settings: .init(decisionSample: 0)))
    await first.settle(until: { !first.delegate.decisions.isEmpty })
    let second = Bench(transport: transport, directory: first.copyOfDirectory(), clock: ManualClock(seed: 2))
    {
      $0.api.requestPolicy = .manual
    }
    second.martlet.logCustomEvent(name: "a")
    await second.settle(until: { second.delegate.decisions.count == 1 })
    second.martlet.requestImmediateDataFlush()
    let request = await transport.waitForRequest()
    #expect(request.events.map(\.label).contains("outcome suppressed priority"))
    #expect(!request.events.map(\.label).contains("decision"))
  }

  @Test func `a sample takes its part of the decisions, the same everywhere`() {
    let ids = (0..<10_000).map { "id-\($0)" }
    for sample in [0, 0.1, 0.5, 1] {
      let share = Double(ids.count { Wire.DeviceSettings.reports(decisionID: $0, sample: sample) }) / 10_000
      #expect(abs(share - sample) < 0.02)
    }
    #expect(ids.allSatisfy { Wire.DeviceSettings.reports(decisionID: $0, sample: nil) })
    #expect(
      ids.filter { Wire.DeviceSettings.reports(decisionID: $0, sample: 0.1) }.allSatisfy {
        Wire.DeviceSettings.reports(decisionID: $0, sample: 0.5)
      })
  }

  // MARK: - Configuration

  @Test func `a client says what it was made with, and cannot be changed by it`() {
    let bench = Bench(transport: transport) {
      $0.triggerMinimumTimeInterval = 7
      $0.displayTimeout = 12
    }
    #expect(bench.martlet.configuration.triggerMinimumTimeInterval == 7)
    bench.martlet.configuration.triggerMinimumTimeInterval = 1
    #expect(bench.martlet.configuration.triggerMinimumTimeInterval == 7)
    #expect(bench.martlet.configuration.displayTimeout == 12)
    #expect(bench.martlet.configuration.api.key == "key")
  }
}
