// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletTesting
import MartletUI
import MartletWire
import Testing

@MainActor
@Suite("Messages and banners share the screen", .timeLimit(.minutes(5)))
struct SharedScreenTests {
  private let host = HeadlessHost()

  /// Message `message` on the event `m`, banner `banner` on the event `a`.
  private func bench(_ campaigns: [Wire.Campaign] = [.reach("banner", content: .announcement)]) async throws
    -> ReachBench
  {
    let message = Wire.Campaign(
      id: "message", createdAt: Instant(milliseconds: 0),
      triggers: [.init(kind: .known(.customEvent), name: "m")],
      message: Wire.Message(kind: .known(.slideup), message: "Hello"))
    let bench = try ReachBench([message] + campaigns)
    let ui = InAppMessageUI(host: host, environment: bench.clock.environment)
    ui.openURL = { _ in }
    bench.martlet.inAppMessagePresenter = ui
    await bench.start()
    return bench
  }

  @Test func `a banner waits while a message is visible, and follows it`() async throws {
    let bench = try await bench()
    await bench.log("m")
    #expect(host.stage == .visible)
    await bench.log("a")
    #expect(bench.notifier.shown.isEmpty)
    try host.swipe()
    await bench.settle { !bench.notifier.shown.isEmpty }
  }

  @Test func `a message waits while a banner is visible, and comes before the next banner`() async throws {
    let bench = try await bench([.reach("banner"), .reach("next")])
    await bench.log("a")
    let first = try #require(bench.notifier.visible)
    await bench.log("m")
    #expect(host.stage == .empty)
    first.closeBanner()
    await bench.settle { host.stage == .visible }
    #expect(bench.notifier.shown.count == 1)
    try host.swipe()
    await bench.settle { bench.notifier.shown.count == 2 }
  }

  @Test func `a message waits for open content`() async throws {
    let bench = try await bench()
    await bench.log("a")
    let banner = try #require(bench.notifier.visible)
    banner.tapBanner()
    await bench.settle { !bench.controllers.isEmpty }
    await bench.log("m")
    #expect(host.stage == .empty)
    bench.controllers.first?.item.exit()
    await bench.settle { host.stage == .visible }
  }
}
