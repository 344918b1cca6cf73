// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Domain

struct RunCountsTests {
  @Test(arguments: ["", "a", "aaa", "aab", "abab", "abcaabbcc", "bbbbba"])
  func `counts are those of the keys, in the order in which the keys came first`(_ text: String) {
    var counts = RunCounts<Character>()
    for character in text { counts.add(character) }
    var order: [Character] = []
    for character in text where !order.contains(character) { order.append(character) }
    #expect(counts.counts.map(\.key) == order)
    #expect(counts.counts.map(\.number) == order.map { key in text.count { $0 == key } })
  }
}
