// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletTesting
import TestSupport
import Testing

@testable import MartletKit

/// The same thing is said once, then counted, and summed up at most once a minute.
@Suite struct LogRepeatsTests {
  @Test func `what is repeated is printed once, and summed up when the minute is over`() {
    var repeats = LogRepeats()
    #expect(repeats.say("Full.", .error, at: .seconds(5)).lines == [.init(level: .error, text: "Full.")])
    #expect(repeats.nextSum == nil)
    for number in 0..<90_000 {
      let answer = repeats.say("Full.", .error, at: .seconds(6))
      #expect(answer.lines == [] && answer.beginsCount == (number == 0))
    }
    #expect(repeats.nextSum == .seconds(65))
    #expect(repeats.sums(at: .seconds(64)) == [])
    #expect(
      repeats.sums(at: .seconds(65)) == [
        .init(level: .error, text: "… 90,000 more like this in the last minute: Full.")
      ])
    #expect(repeats.nextSum == nil)
    // A sum is a word too: the next minute counts from it.
    #expect(repeats.say("Full.", .error, at: .seconds(70)).lines == [])
    #expect(repeats.sums(at: .seconds(125)).map(\.text) == ["… 1 more like this in the last minute: Full."])
    #expect(repeats.sums(at: .seconds(185)) == [])
    #expect(repeats.say("Full.", .error, at: .seconds(185)).lines.map(\.text) == ["Full."])
  }

  @Test
  func
    `lines that differ in numbers only are the same; those that differ in words are not, and neither are levels`()
  {
    var repeats = LogRepeats()
    func said(_ message: LogMessage, _ level: LogRepeats.Level = .error) -> [String] {
      repeats.say(message, level, at: .zero).lines.map(\.text)
    }
    #expect(
      said("\(3) old events and \(0.5) were dropped from \("a")") == [
        "3 old events and 0.5 were dropped from a"
      ])
    #expect(said("\(4) old events and \(1.5) were dropped from \("a")") == [])
    #expect(
      said("\(4) old events and \(1.5) were dropped from \("b")") == [
        "4 old events and 1.5 were dropped from b"
      ])
    #expect(
      said("\(4) old events and \(1.5) were dropped from \("a")", .info) == [
        "4 old events and 1.5 were dropped from a"
      ])
    #expect(
      repeats.sums(at: .seconds(60)).map(\.text) == [
        "… 1 more like this in the last minute: 4 old events and 1.5 were dropped from a"
      ])
  }

  @Test
  func
    `of one template only so many kinds are told apart: the rest is counted together, and memory stays bounded`()
  {
    var repeats = LogRepeats()
    var printed = 0
    for number in 0..<100_000 {
      printed += repeats.say("The event \("name-\(number)") is refused.", .error, at: .zero).lines.count
    }
    #expect(printed == LogRepeats.kindsPerTemplate)
    #expect(repeats.rememberedKinds == LogRepeats.kindsPerTemplate + 1)
    #expect(
      repeats.sums(at: .seconds(60)).map(\.text) == [
        "… 99,990 more like this in the last minute: The event name-99999 is refused."
      ])
    #expect(repeats.sums(at: .seconds(120)) == [])
    #expect(repeats.rememberedKinds == 0)
    #expect(repeats.say("The event \("name-5") is refused.", .error, at: .seconds(120)).lines.count == 1)
  }

  @Test(
    arguments: PropertyCases.seeds(full: 50))
  func `printed and summed up, each line counts exactly once; nothing is printed twice within a minute`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var repeats = LogRepeats()
    var (said, accounted) = (0, 0)
    var now = Duration.zero
    var lastPrinted: [String: Duration] = [:]
    func take(_ lines: [LogRepeats.Line]) {
      for line in lines {
        if let (sum, text) = Self.read(line.text) {
          accounted += sum
          #expect(
            lastPrinted[text].map { now - $0 >= LogRepeats.period } ?? true, "seed \(seed): \(line.text)")
          lastPrinted[text] = now
        } else {
          accounted += 1
          #expect(
            lastPrinted[line.text].map { now - $0 >= LogRepeats.period } ?? true, "seed \(seed): \(line.text)"
          )
          lastPrinted[line.text] = now
        }
      }
    }
    for _ in 0..<400 {
      now += .seconds(random.int(0...20))
      if random.oneIn(4) {
        take(repeats.sums(at: now))
      } else {
        said += 1
        take(repeats.say("It is \(["a", "b", "c"][random.int(0...2)]).", .error, at: now).lines)
      }
      #expect((repeats.nextSum ?? now) > now - .seconds(21))
    }
    let last = repeats.lastSums()
    for line in last { accounted += Self.read(line.text)?.sum ?? 1 }
    #expect(said == accounted, "seed \(seed)")
  }

  private static func read(_ line: String) -> (sum: Int, text: String)? {
    guard let match = line.wholeMatch(of: /… ([0-9,]+) more like this in the last minute: (.*)/) else {
      return nil
    }
    return Int(match.1.replacing(",", with: "")).map { ($0, String(match.2)) }
  }
}

/// The client's log, as the app's developer sees it.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LogFloodTests {
  @Test
  func `a journal that is full makes one line, however many events come, and a sum when the minute is over`()
    async
  {
    let bench = Bench(transport: SwitchableTransport(ScriptedServer(), isOnline: false)) {
      $0.logger.level = .error
    }
    let lines = { bench.log.all.filter { $0.contains("The journal is full") } }
    for number in 0..<10_500 {
      bench.martlet.logCustomEvent(name: "e\(number % 7)")
      if number % 2_000 == 0 { await bench.martlet.settled() }
    }
    await bench.martlet.settled()
    #expect(lines().count == 1, "\(bench.log.all)")
    await bench.advance(by: .seconds(60))
    #expect(lines().count == 2)
    #expect(
      lines().last
        == "error: … 499 more like this in the last minute: The journal is full (10000 events or 10485760 bytes): 1 old ones were dropped."
    )
    // Nothing more happens, and nothing is said.
    await bench.advance(by: .seconds(3_600))
    #expect(lines().count == 2)
  }

  @Test func `a mistake at a call is summed up although nothing reaches the client`() async {
    let bench = Bench(transport: HeldTransport()) { $0.logger.level = .error }
    for _ in 0..<1_000 { bench.martlet.logCustomEvent(name: "") }
    await bench.advance(by: .seconds(60))
    let lines = bench.log.all.filter { $0.contains("is not logged") }
    #expect(lines.count == 2)
    #expect(lines.last?.contains("… 999 more like this in the last minute") == true)
  }

  @Test func `what was counted is said when the client ends`() async {
    let bench = Bench(transport: HeldTransport()) { $0.logger.level = .error }
    for _ in 0..<10 { bench.martlet.logCustomEvent(name: "") }
    await bench.martlet.settled()
    let decisions = bench.martlet.decisions
    bench.release()
    for await _ in decisions {}
    await eventually("what was counted is said") { bench.log.all.count >= 2 }
    #expect(bench.log.all.last?.contains("… 9 more like this in the last minute") == true)
  }
}
