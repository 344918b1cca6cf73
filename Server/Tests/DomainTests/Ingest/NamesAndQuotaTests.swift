// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import ServerTestSupport
import StoreConformance
import Testing

@Suite struct NamesAndQuotaTests {
  @Test
  func
    `without a place a new name takes that of the first who may give way, and no batch replaces more than a few`()
  {
    let weak = (0..<60).map { "weak-\($0)" }
    let claims = EventNames.Claims(waitedFor: ["awaited", "weak-1"], weak: weak)
    var names = EventNames(
      today: 9, stored: ["weak-0": EventNames.Entry()], count: CountLimits.eventNames, claims: claims)
    #expect(names.counted("weak-0", by: 1) == "weak-0" && names.counted("", by: 1) == "")
    #expect(names.counted("awaited", by: 1) == "awaited" && names.replaced.isEmpty)
    let counted = (0..<30).filter { names.counted("new-\($0)", by: 1) != "" }
    #expect(counted == Array(0..<CountLimits.replacedNames))
    // Not one that the batch has counted, nor one that a campaign waits for.
    #expect(names.replaced == Array(weak[2..<2 + CountLimits.replacedNames]))
    #expect(Set(names.changed.keys.map(\.text)) == Set(["weak-0", "awaited"] + counted.map { "new-\($0)" }))
    #expect(names.changed.values.allSatisfy { $0.lastDay == 9 && $0.people.count == 1 })
  }

  @Test func `a name that gave way and is sent later in the same batch needs a place again`() {
    let claims = EventNames.Claims(weak: ["weak-0", "weak-1"])
    let stored: [ExactText: EventNames.Entry] = ["weak-0": EventNames.Entry(), "weak-1": EventNames.Entry()]
    var names = EventNames(today: 9, stored: stored, count: CountLimits.eventNames, claims: claims)
    #expect(names.counted("new", by: 1) == "new" && names.replaced == ["weak-0"])
    #expect(names.counted("weak-0", by: 1) == "weak-0" && names.replaced == ["weak-0", "weak-1"])
    #expect(names.counted("weak-1", by: 1) == "")
    #expect(Set(names.changed.keys) == ["new", "weak-0"])
  }

  @Test func `a name that the same people send on the same day needs no writing`() {
    var names = EventNames(today: 9, stored: [:], count: 0)
    _ = names.counted("a", by: 1)
    var again = EventNames(today: 9, stored: names.changed)
    #expect(again.counted("a", by: 1) == "a" && again.changed.isEmpty)
    // A clock of the server that goes back forgets nothing.
    var earlier = EventNames(today: 8, stored: names.changed)
    #expect(earlier.counted("a", by: 1) == "a" && earlier.changed.isEmpty)
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func
    `of a day with too many decisions the newest of each device stays before the second of any, and test devices before all`(
      seed: UInt64
    )
  {
    var chance = SeededGenerator(seed: seed)
    let quota = DecisionQuota(perReason: 1_000, perDay: Int.random(in: 1...50, using: &chance))
    let ranks = (0..<100).map { _ in Int64.random(in: 0...12, using: &chance) }
    let surplus = Set(quota.surplus(ranks))
    #expect(surplus.count == 100 - max(1, quota.perDay * 4 / 5))
    func turn(_ index: Int) -> Int { ranks[index] == 0 ? 0 : ranks[..<index].count { $0 == ranks[index] } }
    let kept = ranks.indices.filter { !surplus.contains($0) }
    #expect((kept.map(turn).max() ?? 0) <= (surplus.map(turn).min() ?? .max))
    if surplus.contains(where: { ranks[$0] == 0 }) { #expect(kept.allSatisfy { ranks[$0] == 0 }) }
  }

  @Test func `about twenty people are many, however often one of them sends`() {
    var people = NamePeople()
    for _ in 0..<1_000 { _ = people.add(7) }
    #expect(people.count == 1)
    let needed = (0..<200).map { run in
      var people = NamePeople()
      var count: Int64 = 0
      while !people.areMany {
        _ = people.add(Int64(run) * 1_000 + count)
        count += 1
      }
      return Int(count)
    }
    #expect(needed.allSatisfy { (NamePeople.many...30).contains($0) })
    #expect(
      (CountLimits.establishedPeople - 1...CountLimits.establishedPeople + 1).contains(
        needed.reduce(0, +) / needed.count))
  }
}
