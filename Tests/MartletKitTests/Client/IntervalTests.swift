// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletTesting
import MartletWire
import Testing

@testable import MartletKit

/// Intervals for Instruments.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct IntervalTests {
  private let transport = HeldTransport()
  private let marker = RecordingMarker()

  @Test
  func
    `with signposts, decisions, syncs and flushes are marked, and each interval ends once, also if there is no answer`()
    async
  {
    let bench = Bench(transport: transport) {
      $0.logger.signposts = true
      $0.intervalMarker = marker
    }
    bench.martlet.applicationDidBecomeActive()
    let sync = await transport.waitForRequest()
    #expect(marker.open == [.sync] && marker.begun.contains(.decide) && !marker.begun.contains(.flush))
    sync.answerStored(definitions: .init(tag: "t", campaigns: []))
    await bench.settle(until: { marker.open.isEmpty })
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.requestImmediateDataFlush()
    let flush = await transport.waitForRequest()
    #expect(marker.open == [.flush])
    flush.fail(URLError(.networkConnectionLost))
    await bench.settle(until: { marker.open.isEmpty })
    #expect(Set(marker.begun) == Set(MeasuredInterval.allCases) && marker.endedTwice == 0)
  }

  @Test func `without signposts, which is the default, nothing is marked`() async {
    let bench = Bench(transport: ScriptedServer()) { $0.intervalMarker = marker }
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !bench.delegate.decisions.isEmpty })
    #expect(marker.begun.isEmpty && !bench.martlet.configuration.logger.signposts)
  }
}

private final class RecordingMarker: IntervalMarker {
  private struct State: Sendable {
    var begun: [MeasuredInterval] = []
    var open: [Int: MeasuredInterval] = [:]
    var endedTwice = 0
  }

  private let state = Locked(State())

  var begun: [MeasuredInterval] { state.withLock { $0.begun } }
  var open: [MeasuredInterval] { state.withLock { Array($0.open.values) } }
  var endedTwice: Int { state.withLock { $0.endedTwice } }

  func begin(_ interval: MeasuredInterval) -> @Sendable () -> Void {
    let number = state.withLock { state in
      state.begun.append(interval)
      state.open[state.begun.count] = interval
      return state.begun.count
    }
    return { [state] in
      state.withLock { if $0.open.removeValue(forKey: number) == nil { $0.endedTwice += 1 } }
    }
  }
}
