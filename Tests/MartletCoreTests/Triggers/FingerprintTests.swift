// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MartletCore

/// A count that is under way is kept over a restart while the triggers' fingerprint is the same.
@Suite("The fingerprint of triggers")
struct FingerprintTests {
  private func fingerprint(_ filter: Filter) -> UInt64 {
    [Trigger.customEvent(name: "e", filter)].fingerprint
  }

  @Test func `each category of events has a place and numbers of its own`() {
    let traits = Event.Category.allCases.map(\.traits)
    #expect(traits.map(\.place) == Array(0..<traits.count))
    // 6 to 8 are the numbers of combinations.
    let marks = traits.map(\.mark) + traits.compactMap(\.markOfAny) + [6, 7, 8]
    #expect(Set(marks).count == marks.count)
  }

  @Test func `equal filters have one, in whatever order the keys of an operand come`() {
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

  @Test func `different filters have different ones, equal ones the same`() {
    var filters: [UInt64: Filter] = [:]
    for seed in PropertyCases.seeds(full: 5_000) {
      var random = SeededGenerator(seed: seed)
      let filter = random.filter()
      let print = fingerprint(filter)
      #expect(print == fingerprint(filter))
      if let other = filters[print] { #expect(other == filter, "seed \(seed)") }
      filters[print] = filter
    }
    #expect(filters.count > PropertyCases.seeds(full: 5_000).count / 4)
  }

  @Test(
    arguments: [
      (.equals(.int(7)), 0xD502_8806_8591_2BE4),
      (.notEquals(.int(7)), 0xDDE5_C94B_1391_9DCB),
      (.less(.int(7)), 0xF685_36DE_D6C6_DD59),
      (.lessOrEqual(.ago(seconds: 60)), 0x6C5F_FD81_7F51_2769),
      (.greater(.int(7)), 0xC212_E3D0_2F2F_E16F),
      (.greaterOrEqual(.int(7)), 0xCDA5_893E_35DA_60F6),
      (.between(.int(1), .int(7)), 0x831A_3BFF_0F50_45F3),
      (.isIn([.int(1), .string("a")]), 0xE4D4_3D31_EC7C_2617),
      (.isNotIn([.int(1)]), 0x1704_8AFC_0AD6_C2EA),
      (.contains(.string("a")), 0x2A74_1533_017A_878A),
      (.contains(.string("a"), ignoringCase: true), 0x2CCF_A956_A66B_9C3D),
      (.startsWith("a"), 0xA716_CF76_D4AE_F30C),
      (.startsWith("a", ignoringCase: true), 0x98E6_C7BF_2EC8_5315),
      (.endsWith("a"), 0xD860_D17D_DB4E_CADE),
      (.endsWith("a", ignoringCase: true), 0xCA31_C9C6_3569_DDE7),
      (.matches(pattern: "a", ignoringCase: false), 0x09AA_D384_E1EE_A2B0),
      (.matches(pattern: "a", ignoringCase: true), 0xFB7B_8BCD_3C09_48F9),
      (.includesAny([.int(1)]), 0x1BCA_796C_5FB8_889D),
      (.includesAll([.int(1)]), 0x84A3_55BB_DF2F_D150),
      (.anyElement(.compare(Comparison(path: ["y"], operation: .exists))), 0x3780_7710_3792_E303),
      (.isBlank, 0x856C_2819_1C76_5F4F),
      (.isNotBlank, 0x856C_2919_1C76_6102),
      (.exists, 0x856C_2A19_1C76_62B5),
      (.doesNotExist, 0x856C_2B19_1C76_6468),
    ] as [(Comparison.Operation, UInt64)])
  func `an operation's is the same in every version: counts that are under way are kept`(
    _ operation: Comparison.Operation, _ number: UInt64
  ) {
    #expect(fingerprint(.compare(Comparison(path: ["x"], operation: operation))) == number)
  }

  @Test func `no two operations have one number`() {
    let numbers = Comparison.Operator.allCases.flatMap {
      $0.canIgnoreCase ? [$0.traits.number, $0.traits.number + 1] : [$0.traits.number]
    }
    #expect(Set(numbers).count == numbers.count)
  }
}
