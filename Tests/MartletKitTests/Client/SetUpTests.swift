// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

/// What a first run lacks is said once, at the level that apps see by default.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SetUpTests {
  private func errors(of bench: Bench, naming part: String) -> Int {
    bench.log.all.count { $0.hasPrefix("error") && $0.contains(part) }
  }

  @Test func `an app that does not say within ten seconds that it is active`() async {
    let bench = Bench(transport: ScriptedServer())
    await bench.martlet.settled()
    await bench.advance(by: .milliseconds(9_999))
    #expect(errors(of: bench, naming: "applicationDidBecomeActive()") == 0)
    await bench.advance(by: .seconds(600))
    #expect(errors(of: bench, naming: "applicationDidBecomeActive()") == 1)
  }

  @Test(arguments: [true, false])
  func `no server that answers, with the place at which none does`(hangs: Bool) async {
    let transport = HeldTransport()
    let bench = Bench(transport: transport) { $0.api.endpoint = "http://127.0.0.1:4711" }
    bench.martlet.applicationDidBecomeActive()
    let request = await transport.waitForRequest()
    if !hangs { request.fail(URLError(.cannotConnectToHost)) }
    await bench.martlet.settled()
    for _ in 0..<20 { await bench.advance(by: .seconds(1)) }
    #expect(errors(of: bench, naming: "127.0.0.1:4711") == 1)
    #expect(errors(of: bench, naming: "applicationDidBecomeActive()") == 0)
  }

  @Test(arguments: [true, false])
  func `nothing is said where all is well, nor of a device that has no network`(isOnline: Bool) async {
    let bench = Bench(transport: SwitchableTransport(ScriptedServer(), isOnline: isOnline)) {
      $0.networkPathMonitor = ManualPathMonitor(isReachable: isOnline)
    }
    bench.martlet.applicationDidBecomeActive()
    await bench.martlet.settled()
    for _ in 0..<30 { await bench.advance(by: .seconds(1)) }
    #expect(bench.log.all.count { $0.hasPrefix("error") } == 0)
  }
}
