// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@testable import Backtest

@Suite("What explains that a replay decides otherwise than a test device")
struct UnknowableCauseTests {
  private typealias Candidate = Wire.DecisionRecord.Candidate

  private static let often = Backtest(.on("never", id: "offer"), among: [.on("cart_viewed", id: "often")])

  private static func cap(_ limit: Int64, count: Int64, scope: String = "campaign") -> Candidate {
    .of(
      "often", .cap, ["limit": .int(limit), "within": "day", "count": .int(count), "scope": .string(scope)])
  }

  @Test func `what follows from a decision that a replay cannot know is explained too`() async {
    let once = Campaign.on("searched", id: "once") {
      $0.rules.reEligibility = Wire.ReEligibility(type: .known(.once))
    }
    let backtest = Backtest(.on("never", id: "offer"), among: [.on("cart_viewed", id: "often"), once])
    var bench = Bench()
    bench.past.add(.sessionStart, day: 1, device: "bench", isTest: true)
    bench.log("cart_viewed", day: 1, 100, [.of("often", .chosen)])
    bench.log("searched", day: 1, 160, [.of("once", .interval, ["minimum_ms": 300_000])])
    bench.log("searched", day: 1, 700, [.of("once", .chosen)])
    let check = await backtest.check(bench.past.person, bench.records)
    #expect(
      check.recorded == 3 && check.reproduced == 1 && check.unknowable == [.interval: 2]
        && check.different == 0, "\(check)")
  }

  @Test(arguments: [101, nil])
  func `a minimum interval that the app sets is not known, be it longer or shorter`(shownAt: Int?) async {
    var bench = Bench()
    bench.look(
      day: 1, .of("once", .interval, ["minimum_ms": 90_000]), .of("often", .interval, ["minimum_ms": 90_000]))
    #expect(await Bench.backtest.check(bench.past.person, bench.records).unknowable == [.interval: 1])
    // Only a display that the device recorded shows that its interval is shorter.
    var short = Bench()
    short.past.add(.sessionStart, day: 1, device: "bench", isTest: true)
    short.log("cart_viewed", day: 1, 100, [.of("often", .chosen)])
    if let shownAt { short.note(.shown, of: "often", day: 1, shownAt) }
    short.log("cart_viewed", day: 1, 110, [.of("often", .chosen)])
    let check = await Self.often.check(short.past.person, short.records)
    #expect(check.recorded == 2 && check.reproduced == 1, "\(check)")
    #expect(
      check.unknowable == (shownAt == nil ? [:] : [.interval: 1])
        && check.different == (shownAt == nil ? 1 : 0), "\(check)")
  }

  @Test(arguments: [101, 4_000, nil])
  func `a message that is shown a little later explains only what is too soon after it`(shownAt: Int?) async {
    var bench = Bench()
    bench.look(day: 1, .of("often", .chosen))
    bench.note(.queued(.loading), of: "often", day: 1)
    // The next message of the same decision is another.
    bench.note(.shown, of: "next", day: 1, 101)
    if let shownAt { bench.note(.shown, of: "often", day: 1, shownAt) }
    bench.look(day: 3, Self.cap(1, count: 1, scope: "all"))
    let often = await Self.often.check(bench.past.person, bench.records)
    let explained = often.unknowable.values.reduce(0, +)
    #expect(often.recorded == 2 && often.reproduced == 1 && often.different == 1 - explained, "\(often)")
    #expect(explained == 1, "what is not replayed was shown")
    bench.records.entries.removeAll {
      if case .outcome(let it, _, _) = $0.record.body { it.campaignID == "next" } else { false }
    }
    let own = await Self.often.check(bench.past.person, bench.records)
    #expect(
      own.unknowable == (shownAt == 101 ? [:] : [.loading: 1]) && own.different == (shownAt == 101 ? 1 : 0),
      "\(own)")
  }

  @Test(arguments: [(1, 2), (3, 3)])
  func `no display explains another limit of a cap`(limit: Int64, count: Int64) async {
    let capped = Campaign.on("cart_viewed", id: "often") {
      $0.rules.caps = [Wire.Cap(limit: 1, within: .known(.day))]
    }
    let backtest = Backtest(.on("never", id: "offer"), among: [capped])
    var bench = Bench()
    bench.past.add(.sessionStart, day: 1, device: "bench", isTest: true)
    bench.log("cart_viewed", day: 1, 100, [.of("often", .chosen)])
    bench.note(.discarded(.byDelegate), of: "often", day: 1)
    bench.log("cart_viewed", day: 1, 200, [Self.cap(limit, count: count)])
    let check = await backtest.check(bench.past.person, bench.records)
    #expect(
      check.unknowable == (limit == 1 ? [.app: 1] : [:]) && check.different == (limit == 1 ? 0 : 1),
      "\(check)")
  }

  @Test(
    arguments: [
      [.of("once", .interval, ["minimum_ms": 90_000]), .of("often", .filter, ["path": ["total"]])],
      [
        .of("once", .interval, version: 2, ["minimum_ms": 90_000]),
        .of("often", .interval, ["minimum_ms": 90_000]),
      ],
      [.of("often", .interval, ["minimum_ms": 90_000])],
      [.of("once", .filter), .of("often", .priority, ["winner": "local:tip"])],
      [.of("often", .priority, ["winner": "local:tip"])],
    ] as [[Wire.DecisionRecord.Candidate]])
  func
    `an app's interval and messages that are not replayed explain no filter, no other version and no missing campaign`(
      candidates: [Wire.DecisionRecord.Candidate]
    ) async
  {
    var bench = Bench()
    bench.past.add(.sessionStart, day: 1, device: "bench", isTest: true)
    bench.log("cart_viewed", day: 1, 100, candidates)
    let check = await Bench.backtest.check(bench.past.person, bench.records)
    #expect(check.different == 1 && check.unknowable.isEmpty, "\(check)")
  }

  @Test(
    arguments: [
      ([.of("once", .filter, version: 0), .of("often", .chosen)], true), ([.of("once", .chosen)], true),
      ([.of("once", .reEligibility), .of("often", .chosen)], true),
      ([.of("once", .chosen, version: 7), .of("often", .priority, ["winner": "once"])], false),
      ([.of("once", .filter), .of("often", .chosen)], false),
    ] as [([Wire.DecisionRecord.Candidate], Bool)])
  func
    `without network a device has older campaigns and has shown other messages, but no newer ones and no other filters`(
      candidates: [Wire.DecisionRecord.Candidate], isExplained: Bool
    ) async
  {
    var bench = Bench()
    bench.note(.expired, of: "once", day: 0)
    bench.past.add(.sessionStart, day: 1, device: "bench", isTest: true)
    bench.log("cart_viewed", day: 1, 100, late: .seconds(3_600), candidates)
    let check = await Bench.backtest.check(bench.past.person, bench.records)
    #expect(
      check.unknowable == (isExplained ? [.network: 1] : [:]) && check.different == (isExplained ? 0 : 1),
      "\(check)")
  }

  @Test(arguments: [120, 150, 200])
  func `a device whose clock is slow is not without network, unless its records come later than usual`(
    seconds: Int
  ) async {
    var bench = Bench()
    bench.look(day: 1, late: .seconds(120), .of("once", .chosen), .of("often", .priority, ["winner": "once"]))
    bench.look(
      day: 2, late: .seconds(seconds), .of("once", .chosen), .of("often", .priority, ["winner": "once"]))
    let check = await Bench.backtest.check(bench.past.person, bench.records)
    #expect(check.reproduced == 1 && check.unknowable == (seconds == 200 ? [.network: 1] : [:]), "\(check)")
  }
}
