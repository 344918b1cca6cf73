// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletReach
import MartletTesting
import MartletUI
import MartletWire
import TestSupport
import Testing

/// Whoever can send pushes to a device, or answers in the server's place, can send anything.
@MainActor
@Suite("Hostile input to Reach", .timeLimit(.minutes(5)))
struct HostileInputTests {
  private let host = HeadlessHost()

  @Test(arguments: PropertyCases.seeds(full: 10))
  func `whatever stands in a payload, every handler takes it, and the next banner still shows`(seed: UInt64)
    async throws
  {
    let bench = try ReachBench(
      [
        .reach("news", content: .announcement),
        .reach("gift", banner: nil, data: Wire.DataPush(type: .known(.text), body: "gift")),
      ],
      host: host)
    await bench.start()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let userInfo = payload(&generator)
      let notifications = bench.martlet.notifications
      switch generator.int(0...2) {
      case 0: _ = notifications.handleForegroundNotification(userInfo: userInfo)
      case 1:
        notifications.handleUserNotification(
          userInfo: userInfo, actionIdentifier: generator.int(0...3) == 0 ? "open" : nil)
      default: _ = notifications.handleBackgroundNotification(userInfo: userInfo) { _ in }
      }
      await bench.martlet.settled()
    }
    // What a payload opened is closed like anything else.
    try await eventually("what a payload opened is closed") {
      guard host.scene?.kind == .announcement else { return true }
      // It may still be loading.
      try host.press(host.scene?.root.node("action") == nil ? "close" : "action")
      await bench.martlet.settled()
      return false
    }
    await bench.log("a")
    await bench.settle { self.host.scene?.kind == .banner }
  }

  private func payload(_ generator: inout SeededGenerator) -> [AnyHashable: Any] {
    let texts = [
      "", "news", "gift", "nobody", String(repeating: "x", count: 5_000), "javascript:alert(1)",
      "https://a.example", "\u{0}\u{202E}",
    ]
    func value(_ depth: Int) -> Any {
      switch generator.int(0...(depth > 2 ? 5 : 7)) {
      case 0: NSNull()
      case 1: generator.int(0...1) == 0
      case 2: [Int.min, -1, 0, 1, Int.max][generator.int(0...4)]
      case 3: [Double.nan, .infinity, 1.5][generator.int(0...2)]
      case 4, 5: texts[generator.int(0...(texts.count - 1))]
      case 6: (0..<generator.int(0...3)).map { _ in value(depth + 1) }
      default: ["a": value(depth + 1), "url": value(depth + 1)]
      }
    }
    var martlet: [String: Any] = [:]
    let keys = [
      "version", "campaign_id", "campaign_version", "delivery_id", "opens_content", "is_test", "sync", "url",
      "actions", "extras", "badge",
    ]
    for key in keys where generator.int(0...2) > 0 { martlet[key] = value(0) }
    // Most are nearly right, so that they get beyond the first check.
    if generator.int(0...2) > 0 { martlet["campaign_id"] = texts[generator.int(0...3)] }
    if generator.int(0...2) > 0 { martlet["opens_content"] = true }
    var userInfo: [AnyHashable: Any] = ["aps": value(0), 5: "not a text"]
    if generator.int(0...9) > 0 { userInfo["martlet"] = generator.int(0...9) == 0 ? value(0) : martlet }
    return userInfo
  }
}
