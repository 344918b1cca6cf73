// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import Testing

@testable import Backtest

@Suite("Events that no campaign waits for")
struct IdleEventTests {
  /// Somebody with sessions that end without a word, a change of user, and events of which half are
  /// nobody's.
  private static func person(_ number: Int) -> BacktestPerson {
    var random = SeededGenerator(seed: UInt64(number + 1))
    var past = Past("p\(number)")
    for day in -2..<6 {
      var second = 0
      let user = Int.random(in: 0..<4, using: &random) == 0 ? "bob" : "ada"
      if Bool.random(using: &random) { past.add(.sessionStart, day: day, user: user) }
      for _ in 0..<12 {
        second += Int.random(in: 1...70, using: &random)
        let name = ["viewed", "left", "idle", "scrolled", "paid"][Int.random(in: 0..<5, using: &random)]
        let body: Wire.EventRecord.Body =
          Int.random(in: 0..<6, using: &random) == 0
          ? .screenView(name: "home", properties: [:]) : .custom(name: name, properties: [:])
        past.add(body, day: day, second, user: user)
      }
      if Bool.random(using: &random) {
        past.add(.sessionEnd(lengthMilliseconds: 1), day: day, second + 40, user: user)
      }
    }
    return past.person
  }

  private static let offer = Campaign.on("viewed", id: "offer") {
    $0.rules.delayMilliseconds = 45_000
    $0.rules.exceptions = [Wire.Trigger(kind: .known(.customEvent), name: "left")]
    $0.audience = ["did": ["kind": "custom", "name": "paid"], "op": "greater_or_equal", "value": 1]
  }
  private static let banner = Campaign.on("paid", id: "banner") {
    $0.message = nil
    $0.banner = Wire.Banner(title: "Hello")
    $0.surfaceRules.screens = ["home"]
  }
  /// It counts, so that every event goes through the engine.
  private static let counting = Campaign.on("never", id: "counting") {
    $0.triggers = [
      Wire.Trigger(
        kind: .known(.count), triggers: [Wire.Trigger(kind: .known(.customEvent), name: "never")], times: 2,
        within: Wire.HistoryWindow(type: .known(.session)))
    ]
  }

  @Test func `leaving them out changes nothing: what is shown, when, on which event, and what is not`() {
    let quick = Backtest(Self.offer, among: [Self.banner, .on("left", id: "old")])
    let whole = Backtest(Self.offer, among: [Self.banner, .on("left", id: "old"), Self.counting])
    #expect(!quick.needs.decides("idle") && quick.needs.decides("left") && whole.needs.decides("idle"))
    var count = 0
    for number in 0..<150 {
      let (one, other) = (quick.replay(Self.person(number)), whole.replay(Self.person(number)))
      #expect(
        one.with == other.with && one.without == other.without && one.misses == other.misses,
        "person \(number)")
      count += one.with.count
    }
    #expect(count > 300)
  }
}
