// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// What the engine knows survives the end of the process, at any point.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RelaunchTests {
  /// Shown once, at most twice a day, on one event each.
  private static let campaigns: [Wire.Campaign] = {
    var once = Wire.Campaign.onEvent("once")
    once.rules.reEligibility = .init(type: .known(.once))
    var capped = Wire.Campaign.onEvent("capped")
    capped.rules.caps = [.init(limit: 2, within: .known(.day))]
    var third = Wire.Campaign.onEvent("third")
    third.triggers = [
      .init(
        kind: .known(.count), triggers: [.init(kind: .known(.customEvent), name: "third")], times: 3,
        within: .init(type: .known(.last), milliseconds: 86_400_000))
    ]
    return [once, capped, third]
  }()

  private static func bench(_ server: ScriptedServer, directory: URL? = nil, clock: ManualClock) -> Bench {
    let bench = Bench(transport: server, directory: directory, clock: clock) {
      $0.triggerMinimumTimeInterval = 0
    }
    bench.presenter.onPresent = { message in
      message.context?.logImpression()
      message.context?.logDismissal(by: .user)
    }
    return bench
  }

  @Test(
    arguments: 0...8)
  func
    `a client that is killed at any point of a timeline knows afterwards what it knew: once means once, twice a day twice a day`(
      at point: Int
    ) async
  {
    let names = ["once", "capped", "third", "capped", "once", "third", "capped", "third"]
    let server = ScriptedServer(campaigns: Self.campaigns)
    let clock = ManualClock()
    var bench = Self.bench(server, clock: clock)
    var shown: [String] = []
    var benches = [bench]
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    for (number, name) in names.enumerated() {
      if number == point {
        // Nobody tells the client; its folder stays as it is.
        let directory = bench.copyOfDirectory()
        bench = Self.bench(
          server, directory: directory, clock: ManualClock(start: clock.now, seed: UInt64(number) + 2))
        benches.append(bench)
        bench.martlet.applicationDidBecomeActive()
        await bench.settle(until: { !bench.delegate.decisions.isEmpty })
      }
      let before = bench.presenter.presented.count
      bench.martlet.logCustomEvent(name: name)
      await bench.settle(until: { bench.delegate.decisions.contains { $0.event.label == name } })
      await bench.martlet.settled()
      shown += bench.presenter.presented.dropFirst(before).map { $0.data.id ?? "" }
      await bench.advance(by: .seconds(1))
    }
    #expect(shown == ["on-once", "on-capped", "on-capped", "on-third"])
    for bench in benches {
      #expect(bench.log.all.filter { $0.hasPrefix("error") && $0.contains("ecording") } == [])
    }
  }

  @Test(
    arguments: [(DeliveryEngine.version, ["other"]), (DeliveryEngine.version - 1, ["other", "hello"])])
  func `after an update of the engine, all stored campaigns run, also those that the earlier engine left out`(
    recorded version: Int, runs: [String]
  ) async throws {
    let server = ScriptedServer(campaigns: [.onEvent("hello"), .onEvent("other")])
    let clock = ManualClock()
    let first = Self.bench(server, clock: clock)
    first.martlet.applicationDidBecomeActive()
    await first.settle(until: { !first.delegate.decisions.isEmpty })
    let directory = first.copyOfDirectory()
    for file in try Self.segments(directory) {
      // As an engine would have written it that cannot run one of the campaigns.
      let changed = try ReplayTests.rewriting(Array(Data(contentsOf: file))) { text in
        text.contains("\"id\":\"on-hello\"")
          ? nil
          : text.replacing("\"engine\":\(DeliveryEngine.version)", with: "\"engine\":\(version)")
            .replacing("{\"count\":2,", with: "{\"count\":1,")
      }
      try Data(changed).write(to: file)
    }
    let second = Self.bench(server, directory: directory, clock: ManualClock(start: clock.now, seed: 2))
    second.martlet.applicationDidBecomeActive()
    await second.settle(until: { !second.delegate.decisions.isEmpty })
    for name in ["other", "hello"] {
      second.martlet.logCustomEvent(name: name)
      await second.settle(until: { second.delegate.decisions.contains { $0.event.label == name } })
      await second.martlet.settled()
    }
    #expect(second.presenter.presented.map { $0.data.id ?? "" } == runs.map { "on-" + $0 })
  }

  @Test
  func
    `what was on its way when the process ended is reported as discarded(relaunched), for whom it was meant`()
    async
  {
    let server = ScriptedServer(campaigns: [.onEvent("hello")])
    let first = Bench(transport: server)
    first.martlet.changeUser(userId: "A")
    first.martlet.applicationDidBecomeActive()
    await first.settle(until: { !first.delegate.decisions.isEmpty })
    first.martlet.logCustomEvent(name: "hello")
    await first.settle(until: { first.presenter.presented.count == 1 })

    let second = Bench(transport: server, directory: first.copyOfDirectory(), clock: ManualClock(seed: 2))
    second.martlet.applicationDidBecomeActive()
    second.martlet.requestImmediateDataFlush()
    await second.settle(until: { server.storedEvents.contains { $0.label == "outcome discarded relaunched" } }
    )
    let outcomes = server.storedEvents.filter { $0.label.hasPrefix("outcome") }
    #expect(outcomes.map(\.label) == ["outcome discarded relaunched"])
    #expect(outcomes.first?.userID == "A")
    #expect(second.presenter.presented.isEmpty)
  }

  @Test(
    arguments: [0, 1])
  func
    `a damaged beginning of the newest segment costs nothing, in its first frame or the second: the one before leads to it`(
      frame: Int
    ) async throws
  {
    let server = ScriptedServer(campaigns: Self.campaigns)
    let clock = ManualClock()
    let first = Self.bench(server, clock: clock)
    first.martlet.applicationDidBecomeActive()
    await first.settle(until: { !first.delegate.decisions.isEmpty })
    first.martlet.logCustomEvent(name: "once")
    await first.settle(until: { first.presenter.presented.count == 1 })
    await first.martlet.settled()
    let second = Self.bench(
      server, directory: first.copyOfDirectory(), clock: ManualClock(start: clock.now, seed: 2))
    second.martlet.applicationDidBecomeActive()
    await second.settle(until: { !second.delegate.decisions.isEmpty })

    let directory = second.copyOfDirectory()
    let newest = try #require(try Self.segments(directory).last)
    var bytes = try Data(contentsOf: newest)
    let frames = JournalFrame.scan(Array(bytes)).records
    bytes[frames[frame].range.lowerBound + 20] ^= 0x01
    try bytes.write(to: newest)
    let third = Self.bench(server, directory: directory, clock: ManualClock(start: clock.now, seed: 3))
    third.martlet.applicationDidBecomeActive()
    await third.settle(until: { !third.delegate.decisions.isEmpty })
    third.martlet.logCustomEvent(name: "once")
    await third.settle(until: { third.delegate.decisions.contains { $0.event.label == "once" } })
    await third.martlet.settled()
    #expect(third.presenter.presented.isEmpty)
    #expect(third.log.contains("damaged"))
  }

  @Test func `a wipe erases the recording, and nothing of before counts any more`() async throws {
    let server = ScriptedServer(campaigns: Self.campaigns)
    let bench = Self.bench(server, clock: ManualClock())
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    bench.martlet.logCustomEvent(name: "once")
    await bench.settle(until: { bench.presenter.presented.count == 1 })
    bench.martlet.wipeData()
    await bench.martlet.settled()
    #expect(try Self.segments(bench.directory).isEmpty)
    bench.martlet.isEnabled = true
    await bench.settle(until: {
      bench.delegate.decisions.filter { $0.event.label == "session_start" }.count == 2
    })
    bench.martlet.logCustomEvent(name: "once")
    await bench.settle(until: { bench.presenter.presented.count == 2 })
    #expect(!bench.storedText.contains("\"user_id\""))
  }

  @Test func `the recording keeps no message, and stays within its bounds`() async throws {
    let server = ScriptedServer(campaigns: [
      .onEvent("hello", message: Wire.Message(kind: .known(.slideup), message: "A text for people"))
    ])
    let bench = Bench(transport: server)
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    let text = String(repeating: "x", count: 2_000)
    for _ in 0..<10 {
      for _ in 0..<150 { bench.martlet.logCustomEvent(name: "long", properties: ["text": text]) }
      await bench.advance(by: .milliseconds(200))
    }
    let segments = try Self.segments(bench.directory)
    let sizes = try segments.map { try Data(contentsOf: $0).count }
    #expect(segments.count >= 2)
    #expect(segments.first?.lastPathComponent != "engine.1")
    #expect(sizes.reduce(0, +) <= 2_097_152 + 1_200_000)
    for segment in segments {
      #expect(!String(decoding: try Data(contentsOf: segment), as: UTF8.self).contains("A text for people"))
    }
  }

  static func segments(_ directory: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix("engine.") }
      .sorted { (Int($0.pathExtension) ?? 0) < (Int($1.pathExtension) ?? 0) }
  }
}
