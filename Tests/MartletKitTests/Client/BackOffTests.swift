// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// What ends waiting before its time.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct BackOffTests {
  private let transport = HeldTransport()
  private let path = ManualPathMonitor()

  /// A client that has failed for so long that it waits for minutes.
  private func offline() async -> Bench {
    let bench = Bench(transport: transport) { $0.networkPathMonitor = path }
    bench.martlet.applicationDidBecomeActive()
    for failure in 1...9 {
      await transport.waitForRequest().fail(URLError(.notConnectedToInternet))
      await bench.quiet()
      if failure < 9 { await bench.advance(by: .seconds(300)) }
    }
    return bench
  }

  private var count: Int { transport.receivedCount }

  @Test
  func
    `when the network returns the first request goes within a second, and the next failure waits as after the first`()
    async
  {
    let bench = await offline()
    path.isReachable = false
    await bench.martlet.settled()
    let before = count
    path.isReachable = true
    await bench.advance(by: .seconds(1))
    #expect(count == before + 1)
    await transport.waitForRequest().fail(URLError(.notConnectedToInternet))
    await bench.quiet()
    await bench.advance(by: .seconds(2))
    #expect(count == before + 2)
  }

  @Test func `devices do not all call in the same moment`() async {
    var delays: Set<Int> = []
    for seed in 1...8 {
      let transport = HeldTransport()
      let path = ManualPathMonitor()
      let bench = Bench(transport: transport, clock: ManualClock(seed: UInt64(seed))) {
        $0.networkPathMonitor = path
      }
      bench.martlet.applicationDidBecomeActive()
      await transport.waitForRequest().fail(URLError(.notConnectedToInternet))
      await bench.settle(until: { bench.log.contains("No response") })
      path.isReachable = false
      path.isReachable = true
      await bench.martlet.settled()
      var delay = 0
      while transport.receivedCount == 1, delay < 1_100 {
        await bench.advance(by: .milliseconds(50))
        delay += 50
      }
      delays.insert(delay)
    }
    #expect(delays.count > 3 && (delays.max() ?? .max) <= 1_000)
  }

  @Test(arguments: [false, true])
  func `another user, or the return to the foreground, does not inherit the waiting`(isAnotherUser: Bool)
    async
  {
    let bench = await offline()
    let before = count
    if isAnotherUser {
      bench.martlet.changeUser(userId: "grace")
    } else {
      bench.martlet.applicationDidEnterBackground()
      await bench.martlet.settled()
      #expect(count == before)
      // Within the session: it is the return that counts.
      bench.martlet.applicationDidBecomeActive()
    }
    await bench.martlet.settled()
    await transport.waitForRequest().fail(URLError(.notConnectedToInternet))
    #expect(count == before + 1)
    await bench.quiet()
    // As after a first failure: two seconds at most.
    await bench.advance(by: .seconds(2))
    #expect(count == before + 2)
  }

  @Test func `a time that the server named is kept, whoever signs in and whatever returns`() async {
    let bench = Bench(transport: transport) { $0.networkPathMonitor = path }
    bench.martlet.applicationDidBecomeActive()
    await transport.waitForRequest().answer(.init(status: 503, headers: ["retry-after": "600"]))
    await bench.settle(until: { bench.log.contains("answered 503") })
    path.isReachable = false
    path.isReachable = true
    bench.martlet.changeUser(userId: "grace")
    bench.martlet.applicationDidEnterBackground()
    bench.martlet.applicationDidBecomeActive()
    await bench.advance(by: .seconds(599))
    #expect(count == 1)
    await bench.advance(by: .seconds(1))
    #expect(count == 2)
  }
}
