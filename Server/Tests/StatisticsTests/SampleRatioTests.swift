// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Statistics

@Suite struct SampleRatioTests {
  private static func test(_ epochs: ([Int], [Int])...) throws -> SampleRatio? {
    try SampleRatio(epochs.map { try #require(SampleRatio.Epoch(people: $0.0, shares: $0.1)) })
  }

  @Test(
    arguments: [
      ([5_100, 4_900], [1, 1], 4, 0.0455003, false), ([5_180, 4_820], [1, 1], 12.96, 0.000318217, true),
      ([44_000, 45_000], [5_000, 5_000], 11.235955, 0.000802278, false),
      ([450, 1_050, 480], [1, 2, 1], 8.181818, 0.0167240, false),
    ] as [([Int], [Int], Double, Double, Bool)])
  func `a split is tested by chi-squared`(
    people: [Int], shares: [Int], statistic: Double, chance: Double, isAlarm: Bool
  ) throws {
    let ratio = try #require(try Self.test((people, shares)))
    #expect(agrees(ratio.statistic, statistic) && agrees(ratio.chance, chance, within: 3e-6))
    #expect(ratio.isAlarm == isAlarm)
  }

  @Test func `epochs are tested with their own shares, and added`() throws {
    let ratio = try #require(try Self.test(([1_010, 8_990], [1, 9]), ([5_100, 4_900], [1, 1])))
    #expect(
      agrees(ratio.statistic, 4.111111) && ratio.degrees == 2 && agrees(ratio.chance, 0.128022, within: 3e-6))
  }

  @Test func `few people say nothing, nor does an arm that was not open`() throws {
    #expect(try Self.test(([9, 9], [1, 1])) == nil)
    #expect(try Self.test(([10, 10], [1, 1])) != nil)
    #expect(try Self.test(([95, 5], [19, 1])) == nil)
    #expect(try Self.test(([500, 0], [1, 0])) == nil)
    #expect(try Self.test(([50, 50, 0], [1, 1, 0]))?.degrees == 1)
    #expect(try Self.test() == nil)
  }

  @Test func `impossible counts are no epoch`() {
    #expect(SampleRatio.Epoch(people: [1, 2], shares: [1]) == nil)
    #expect(SampleRatio.Epoch(people: [-1, 2], shares: [1, 1]) == nil)
    #expect(SampleRatio.Epoch(people: [1, 2], shares: [0, 0]) == nil)
  }
}
