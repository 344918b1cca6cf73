// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing

@MainActor
@Suite("Screens that the app logs", .timeLimit(.minutes(5)))
struct ScreenTests {
  private let server = ScriptedServer()

  private func stored(_ log: (Martlet) -> Void) async -> (bodies: [Wire.EventRecord.Body], log: LogBook) {
    let bench = Bench(transport: server) { $0.api.requestPolicy = .manual }
    log(bench.martlet)
    _ = await bench.martlet.flush()
    return (server.storedEvents.map(\.body).filter { $0.kind == "screen_view" }, bench.log)
  }

  @Test func `a screen is an event of its own kind, with its name and properties`() async {
    let (bodies, _) = await stored {
      $0.logScreen(name: "Home")
      $0.logScreen(name: "Cart", properties: ["items": 2])
      let untyped: [String: Any] = ["items": 3]
      $0.logScreen(name: "Cart", properties: untyped)
    }
    #expect(
      bodies == [
        .screenView(name: "Home", properties: [:]), .screenView(name: "Cart", properties: ["items": 2]),
        .screenView(name: "Cart", properties: ["items": 3]),
      ])
  }

  @Test(arguments: ["", String(repeating: "x", count: 256)])
  func `a name that is empty or too long is refused, and the log says so`(name: String) async {
    let (bodies, log) = await stored { $0.logScreen(name: name) }
    #expect(bodies.isEmpty)
    #expect(log.contains("is not logged: a screen name must have 1 to 255 characters"))
  }

  @Test func `of properties that break a rule, the rest is logged`() async {
    let (bodies, _) = await stored { $0.logScreen(name: "Cart", properties: ["$items": 2, "total": 3]) }
    #expect(bodies == [.screenView(name: "Cart", properties: ["total": 3])])
  }

  @Test func `while the SDK is off, a screen is not logged`() async {
    let (bodies, _) = await stored {
      $0.isEnabled = false
      $0.logScreen(name: "Cart")
      $0.isEnabled = true
    }
    #expect(bodies.isEmpty)
  }
}
