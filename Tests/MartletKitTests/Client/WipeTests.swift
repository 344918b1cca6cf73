// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Once `wipeData()` has returned, the app hears nothing any more of the person who was wiped but
/// what became of their messages by it.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct WipeTests {
  private final class Listener: MartletDelegate {
    var heard: [String] = []

    func martlet(_ martlet: Martlet, noMatchingTriggerForEvent event: Martlet.TriggerEvent) {
      heard.append("no match")
    }
    func martlet(_ martlet: Martlet, didDecide decision: Decision) { heard.append("decision") }
    func martlet(_ martlet: Martlet, didRecord outcome: OutcomeRecord) { heard.append("\(outcome.outcome)") }
  }

  @Test
  func
    `what was decided before and not told yet is not told after it; what became of waiting messages by the wipe is`()
    async
  {
    let bench = Bench(transport: ScriptedServer(campaigns: [.onEvent("hello")]))
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    let listener = Listener()
    bench.martlet.delegate = listener
    bench.martlet.logCustomEvent(name: "unknown")
    bench.martlet.logCustomEvent(name: "hello")
    bench.martlet.takeCommands()
    bench.martlet.wipeData()
    await bench.martlet.settled()
    #expect(listener.heard == ["\(Outcome.discarded(.wiped))"])
    #expect(bench.presenter.presented.isEmpty)
  }

  @Test
  func
    `what the client decides after it, for it comes to the calls before only then, is told nobody, on the streams neither`()
    async throws
  {
    let first = Bench(transport: ScriptedServer(campaigns: [.onEvent("hello")]))
    first.martlet.applicationDidBecomeActive()
    await first.settle(until: { !first.delegate.decisions.isEmpty })
    // The second client starts only when somebody writes to the pipe that is its state, and has
    // calls to catch up with then.
    let directory = first.copyOfDirectory()
    let state = directory.appendingPathComponent("state")
    let stored = try Data(contentsOf: state)
    try FileManager.default.removeItem(at: state)
    #expect(mkfifo(state.path, 0o600) == 0)
    let second = Bench(transport: HeldTransport(), directory: directory, clock: ManualClock(seed: 2))
    let listener = Listener()
    second.martlet.delegate = listener
    let (decisions, outcomes) = (second.martlet.decisions, second.martlet.outcomes)
    second.martlet.logCustomEvent(name: "hello")
    second.martlet.wipeData()
    try #require(FileHandle(forWritingAtPath: state.path)).write(stored)
    await second.martlet.settled()
    #expect(listener.heard == ["\(Outcome.discarded(.wiped))"])
    second.release()
    var heard: [String] = []
    for await decision in decisions { heard.append("\(decision)") }
    #expect(heard == [])
    for await outcome in outcomes { heard.append("\(outcome.outcome)") }
    #expect(heard == ["\(Outcome.discarded(.wiped))"])
  }
}
