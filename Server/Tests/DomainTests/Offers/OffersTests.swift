// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import ServerTestSupport
import StoreConformance
import Testing

@Suite struct OffersTests {
  private static let hour = CountedTime.hour(of: Sample.now)

  private struct Key: Hashable {
    var campaign: Int
    var step: Offers.Step
    var isTest: Bool
  }

  /// One entry for each campaign, step and kind of device.
  private struct Naive {
    var first: [Key: Instant] = [:]

    mutating func merge(_ other: Naive) { first.merge(other.first) { min($0, $1) } }

    /// For each campaign and step, where it counts.
    var counted: [[Int]: Offers.Slot] {
      var counted: [[Int]: Offers.Slot] = [:]
      for (key, hour) in first {
        let place = [key.campaign, key.step == .eligible ? 0 : 1]
        if key.isTest, first[Key(campaign: key.campaign, step: key.step, isTest: false)] != nil { continue }
        counted[place] = Offers.Slot(hour: hour, isTest: key.isTest)
      }
      return counted
    }
  }

  private static func some(_ chance: inout SeededGenerator) -> (Offers, Naive) {
    var (offers, naive) = (Offers(), Naive())
    for _ in 0..<Int.random(in: 0..<6, using: &chance) {
      let campaigns = (0..<Int.random(in: 0..<20, using: &chance)).map { _ in
        Int.random(in: 0..<90, using: &chance)
      }
      let step = Offers.Step.allCases.randomElement(using: &chance) ?? .eligible
      // Also before 1970, as clocks may be.
      let at =
        (Bool.random(using: &chance) ? hour : Instant(milliseconds: -7_200_000))
        + .seconds(Int.random(in: 0..<20_000, using: &chance))
      let isTest = Bool.random(using: &chance)
      offers.add(CampaignSet(campaigns), step, at: at, isTest: isTest)
      for campaign in campaigns {
        let key = Key(campaign: campaign, step: step, isTest: isTest)
        naive.first[key] = naive.first[key] ?? CountedTime.hour(of: at)
      }
    }
    return (offers, naive)
  }

  private static func counted(_ offers: Offers) -> [[Int]: Offers.Slot] {
    var counted: [[Int]: Offers.Slot] = [:]
    for step in Offers.Step.allCases {
      for (slot, campaigns) in offers.counted(step) {
        for campaign in campaigns.numbers {
          #expect(
            counted.updateValue(slot, forKey: [campaign, step == .eligible ? 0 : 1]) == nil, "counted twice")
        }
      }
    }
    return counted
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `offers of two people count as a naive count says, before and after they turn out to be one`(
    _ seed: UInt64
  ) {
    var chance = SeededGenerator(seed: seed)
    let (one, naiveOne) = Self.some(&chance)
    let (two, naiveTwo) = Self.some(&chance)
    #expect(Self.counted(one) == naiveOne.counted)
    #expect(Offers(bytes: one.bytes) == one)
    #expect(one.isEmpty == naiveOne.first.isEmpty)

    var (both, naive) = (one, naiveOne)
    both.merge(two)
    naive.merge(naiveTwo)
    #expect(Self.counted(both) == naive.counted)
    #expect(Offers(bytes: both.bytes) == both)
    var turned = two
    turned.merge(one)
    #expect(turned == both)

    // The counters of both come to those of the one.
    var counts = OfferCounts()
    counts.move(from: Offers(), to: one)
    counts.move(from: Offers(), to: two)
    counts.move(from: two, to: Offers())
    counts.move(from: one, to: both)
    var numbers: [[Int]: [Offers.Slot: Int]] = [:]
    for (key, number) in counts.numbers {
      for campaign in key.campaigns.numbers {
        numbers[[campaign, key.step == .eligible ? 0 : 1], default: [:]][key.slot, default: 0] += number
      }
    }
    let remaining = numbers.mapValues { $0.filter { $0.value != 0 } }.filter { !$0.value.isEmpty }
    #expect(remaining == naive.counted.mapValues { [$0: 1] })
  }

  @Test func `a first sync adds to one number for each step, whatever the number of campaigns`() {
    var offers = Offers()
    for step in Offers.Step.allCases {
      offers.add(CampaignSet(0..<1_000), step, at: Self.hour, isTest: false)
    }
    var counts = OfferCounts()
    counts.move(from: Offers(), to: offers)
    #expect(counts.numbers.count == 2)
    #expect(offers.bytes.count < 150)
  }

  @Test(
    arguments: [
      [1], [1, 2], [3, 0, 9, 1], [3, 0, 0], [3, 0, 2, 0, 0],
      [1, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 2, 0, 1],
    ] as [[UInt8]])
  func `what is damaged is not taken for offers`(_ bytes: [UInt8]) {
    #expect(Offers(bytes: bytes) == nil)
  }
}
