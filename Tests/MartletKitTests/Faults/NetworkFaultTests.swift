// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import TestSupport
import Testing

/// R1 and D6 from end to end: whatever the network does, each impression, click and event counts
/// exactly once.
///
/// The real client on real files and a manual clock, a server in memory, and a link that does its
/// worst; random timelines with sessions, users, backgrounds, restarts and kills, and at the end a
/// quiet network. `MARTLET_PROPERTY_CASES` sets the number of timelines, `MARTLET_PROPERTY_SEED`
/// the first; a seed that ever failed belongs into `Tests/Fixtures/faults/seeds.txt`.
@MainActor
@Suite("The network between client and server", .timeLimit(.minutes(60)))
struct NetworkFaultTests {
  @Test
  func
    `whatever is dropped, delayed, doubled, reordered or cut, every impression, click and event counts exactly once`()
    async throws
  {
    var happened: [FaultyLink.Fate: Int] = [:]
    var (impressions, clicks, kills, duplicates) = (0, 0, 0, 0)
    let seeds = PropertyCases.seeds(full: 200)
    for seed in try Self.kept() + Array(seeds) {
      let end = await Self.run(seed: seed)
      for link in end.links { happened.merge(link) { $0 + $1 } }
      impressions += end.server.counters.filter { $0.key.hasPrefix("impression ") }.count
      clicks += end.server.counters.filter { $0.key.hasPrefix("click ") }.count
      kills += end.kills
      duplicates += end.server.duplicates
      let faults = Self.faults(end)
      if !faults.isEmpty { Self.printStory(end.story, seed: seed) }
      #expect(
        faults.isEmpty,
        "seed \(seed): \(faults.prefix(5).joined(separator: "; ")). Add it to Tests/Fixtures/faults/seeds.txt."
      )
    }
    guard seeds.count >= 50 else { return }
    // Everything must have happened, or the test says nothing.
    for fate in FaultyLink.Fate.allCases {
      #expect(happened[fate, default: 0] > 0, "\(fate) never happened.")
    }
    #expect(
      impressions > seeds.count / 2 && clicks > seeds.count / 10 && kills > seeds.count / 10
        && duplicates > seeds.count / 2,
      "\((impressions, clicks, kills, duplicates))")
  }

  @Test(arguments: FaultyLink.Defect.allCases)
  func `a client that breaks the rule is found out`(_ defect: FaultyLink.Defect) async {
    var found = 0
    for seed in 1...12 {
      let end = await Self.run(seed: UInt64(seed), defect: defect)
      if !Self.faults(end).isEmpty { found += 1 }
    }
    #expect(found > 0, "\(defect) went unnoticed.")
  }

  struct End: Sendable {
    var book: Phone.Book
    var server: CountingServer
    var links: [[FaultyLink.Fate: Int]]
    var kills: Int
    var story: [String]
    /// No event was answered `retry`: then the protocol's clients keep the order.
    var keepsOrder: Bool
  }

  /// Seeds that failed once.
  static func kept() throws -> [UInt64] {
    String(decoding: try Golden.data("faults/seeds.txt"), as: UTF8.self)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
        UInt64($0.split(separator: " ").first ?? "")
      }
  }

  /// What is wrong at the end; empty when nothing is.
  static func faults(_ end: End) -> [String] {
    var faults: [String] = []
    let counters = end.server.counters
    for name in end.book.certain.sorted() where counters[name] != 1 {
      faults.append("\(name) counted \(counters[name, default: 0]) times")
    }
    for name in end.book.possible.subtracting(end.book.certain).sorted() where counters[name, default: 0] > 1
    {
      faults.append("\(name), called at a kill, counted \(counters[name, default: 0]) times")
    }
    let all = end.book.certain.union(end.book.possible)
    for name in counters.keys.sorted() where !all.contains(name) {
      if name.hasPrefix("impression ") || name.hasPrefix("click ") || name.hasPrefix("custom event ") {
        faults.append("\(name) never happened")
      }
    }
    if Set(end.server.events.map(\.id)).count != end.server.events.count {
      faults.append("an id counted for two people")
    }

    let arrived = end.server.events.compactMap { event -> (name: String, user: String?)? in
      guard case .custom(let name, _) = event.body, name != "offer" else { return nil }
      return (name, event.userID)
    }
    let users = Dictionary(end.book.calls.map { ($0.name, $0.user) }) { first, _ in first }
    for (name, user) in arrived where users[name] != .some(user) {
      faults.append("\(name) arrived for \(user ?? "nobody")")
    }
    if end.keepsOrder {
      let order = Dictionary(uniqueKeysWithValues: end.book.calls.enumerated().map { ($1.name, $0) })
      let positions = arrived.compactMap { order[$0.name] }
      if positions != positions.sorted() { faults.append("the order changed: \(arrived.map(\.name))") }
    }
    return faults
  }

  /// Prints how it came about: tasks may run in another order the next time.
  private static func printStory(_ story: [String], seed: UInt64) {
    print("The story of seed \(seed):")
    for line in story { print(line) }
  }

  static func run(seed: UInt64, defect: FaultyLink.Defect? = nil) async -> End {
    var chance = SeededGenerator(seed: seed)
    // In some timelines one fault alone, so that it is not hidden by others.
    let worst = FaultyLink.Fate.allCases.filter { $0 != .good }
    let fates =
      chance.oneIn(3) ? [chance.element(of: worst)] : worst.filter { _ in !chance.oneIn(3) } + [.good]
    let server = FaultyLink.Server(CountingServer(campaigns: [.onEvent("offer"), .onSessionStart()]))
    let phone = Phone(seed: seed, fates: fates, server: server, defect: defect)
    defer { phone.clean() }
    if chance.oneIn(2) { phone.becomeActive() }
    var kills = 0
    for _ in 0..<chance.int(10...50) {
      switch chance.int(0...19) {
      case 0...6: phone.logEvent()
      case 7...9: await phone.clock.advance(by: .milliseconds(chance.int(1...15_000)))
      case 10: await phone.clock.advance(by: .seconds(chance.int(15...400)))
      case 11: phone.becomeActive()
      case 12: phone.enterBackground()
      case 13: phone.flush()
      case 14: phone.changeUser()
      case 15, 16: phone.touch()
      case 17: server.withLock { $0.edit() }
      case 18 where chance.oneIn(2): await phone.restart()
      case 18:
        await phone.kill(isSudden: chance.oneIn(2))
        kills += 1
      default: await phone.settle()
      }
      if chance.oneIn(3) { await phone.settle() }
    }
    await phone.finish()
    return End(
      book: phone.book, server: server.now, links: phone.links.map(\.happened), kills: kills,
      story: phone.story.all,
      keepsOrder: server.now.retries == 0)
  }
}
