// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import ServerTestSupport
import StoreConformance
import Testing

@Suite struct CampaignSetTests {
  @Test(arguments: 1...200 as ClosedRange<UInt64>) func `is a set, and its bytes give it back`(_ seed: UInt64)
  {
    var chance = SeededGenerator(seed: seed)
    func some() -> Set<Int> {
      let end = [1, 8, 64, 65, 200, 5_000].randomElement(using: &chance) ?? 1
      return Set(
        (0..<Int.random(in: 0..<40, using: &chance)).map { _ in Int.random(in: 0..<end, using: &chance) })
    }
    let (one, two) = (some(), some())
    let (set, other) = (CampaignSet(one.shuffled(using: &chance)), CampaignSet(two))
    #expect(set.numbers == one.sorted() && set.isEmpty == one.isEmpty)
    #expect((0..<5_100).allSatisfy { set.contains($0) == one.contains($0) })
    var union = set
    union.formUnion(other)
    #expect(union == CampaignSet(one.union(two)))
    #expect(set.subtracting(other) == CampaignSet(one.subtracting(two)))
    #expect(set.isSubset(of: other) == one.isSubset(of: two))
    #expect((set == other) == (one == two))
    #expect(CampaignSet(bytes: set.bytes) == set)
  }

  @Test func `one launch among very many campaigns takes a few bytes`() {
    #expect(CampaignSet(100_000..<100_008).bytes.count <= 4)
    #expect(CampaignSet(0..<200).bytes.count == 26)
  }

  @Test(
    arguments: [
      // Nothing behind the number of zeros; a zero first or last; a number that does not end; far
      // too many zeros.
      [0], [0, 0], [0, 0, 1], [0, 1, 0], [0x80], [0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 1],
      Array(repeating: 0xFF, count: 12),
    ] as [[UInt8]])
  func `what is damaged is not taken for a set`(_ bytes: [UInt8]) {
    #expect(CampaignSet(bytes: bytes) == nil)
  }
}
