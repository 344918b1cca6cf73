// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// The first answer to the question for definitions takes long.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct FirstAnswerTests {
  private let transport = HeldTransport()
  private let definitions = Wire.Definitions(tag: "t", campaigns: [.onSessionStart(), .onEvent("a")])

  private func recording(of bench: Bench) throws -> Martlet.Replay {
    try Martlet.Replay(contentsOf: bench.copyOfDirectory())
  }

  @Test
  func
    `a session's first message is shown when the answer comes 40 seconds late, and replay comes to the same`()
    async throws
  {
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    let sync = await transport.waitForRequest()
    await bench.advance(by: .seconds(40))
    #expect(bench.delegate.decisions.isEmpty)
    sync.answerStored(definitions: definitions)
    await bench.settle(until: { bench.presenter.presented.map(\.data.id) == ["welcome"] })
    let replay = try recording(of: bench)
    #expect(
      replay.isSameEngine && replay.firstDifference == nil && replay.entries.flatMap(\.decisions).count == 1)
  }

  @Test func `attempts that fail on the way change nothing of that`() async {
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    await transport.waitForRequest().fail(URLError(.timedOut))
    await bench.advance(by: .seconds(60))
    await transport.waitForRequest().answerStored(definitions: definitions)
    await bench.settle(until: { bench.presenter.presented.map(\.data.id) == ["welcome"] })
  }

  @Test func `what is given up says why: in the log, in the recording, and where a campaign is explained`()
    async throws
  {
    let bench = Bench(transport: transport) { $0.api.requestPolicy = .manual }
    bench.martlet.applicationDidBecomeActive()
    let sync = await transport.waitForRequest()
    bench.martlet.logCustomEvent(name: "a")
    await bench.advance(by: .seconds(301))
    #expect(bench.log.contains("An event is undecided: no campaigns arrived within 5 minutes."))
    sync.answerStored(definitions: definitions)
    await bench.settle(until: { transport.openCount == 0 })
    await bench.martlet.settled()
    #expect(bench.presenter.presented.isEmpty && bench.delegate.decisions.isEmpty)
    let replay = try recording(of: bench)
    #expect(replay.firstDifference == nil)
    let lines = ReplayTranscript(replay, explaining: "on-a").lines
    #expect(
      lines.contains { $0.contains("event: a is not decided: no campaigns arrived within 5 minutes") },
      "\(lines)")
  }

  @Test func `a session that ended before the answer is not answered any more; the next one is`() async throws
  {
    let bench = Bench(transport: transport)
    bench.martlet.applicationDidBecomeActive()
    _ = await transport.waitForRequest()
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.applicationDidEnterBackground()
    await bench.advance(by: .seconds(20))
    bench.martlet.applicationDidBecomeActive()
    await transport.waitForRequest().answerStored(definitions: definitions)
    await bench.settle(until: { bench.presenter.presented.map(\.data.id) == ["welcome"] })
    #expect(bench.delegate.decisions.count == 1)
    #expect(bench.log.contains("no campaigns arrived during its session"))
    #expect(try recording(of: bench).firstDifference == nil)
  }
}
