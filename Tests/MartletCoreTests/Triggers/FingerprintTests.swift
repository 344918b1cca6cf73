// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

/// A count that is under way is kept over a restart while the triggers' fingerprint is the same.
@Suite("The fingerprint of triggers")
struct FingerprintTests {
  private func fingerprint(_ filter: Filter) -> UInt64 { [Trigger.customEvent(name: "e", filter)].fingerprint }

  @Test("equal filters have one, in whatever order the keys of an operand come")
  func order() {
    let members = (0..<40).map { ("key \($0)", Value.int(Int64($0))) }
    var roomy: [String: Value] = [:]
    // A dictionary of another capacity has another order, as one of another run has.
    roomy.reserveCapacity(4_000)
    for (key, value) in members.reversed() { roomy[key] = value }
    let plain = Dictionary(uniqueKeysWithValues: members)
    #expect(Array(plain.keys) != Array(roomy.keys) && plain == roomy)
    func filter(_ members: [String: Value]) -> Filter {
      .compare(Comparison(path: ["x"], operation: .equals(.object(Properties(members)))))
    }
    #expect(fingerprint(filter(plain)) == fingerprint(filter(roomy)))
  }

  @Test("different filters have different ones, equal ones the same")
  func differences() {
    var filters: [UInt64: Filter] = [:]
    for seed in PropertyCases.seeds(usual: 5_000) {
      var random = SeededGenerator(seed: seed)
      let filter = random.filter()
      let print = fingerprint(filter)
      #expect(print == fingerprint(filter))
      if let other = filters[print] { #expect(other == filter, "seed \(seed)") }
      filters[print] = filter
    }
    #expect(filters.count > PropertyCases.seeds(usual: 5_000).count / 4)
  }
}
