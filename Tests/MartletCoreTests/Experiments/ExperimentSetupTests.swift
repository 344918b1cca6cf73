// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletCore

@Suite struct ExperimentSetupTests {
  private static let units = try? (0..<2_000).map { try ExperimentUnit("person-\($0)") }

  private func halves() throws -> Allocation { try Allocation(ExperimentShares(weights: [1, 1])) }

  @Test func `a unit is held out when its bucket is lower than the share`() throws {
    let unit = try ExperimentUnit("user_0000001")
    // Its buckets are 2,096 for the campaign and 2,118 for the period.
    #expect(try !Holdout.campaign(experiment: "c_1", share: 2_096).holdsOut(unit))
    #expect(try Holdout.campaign(experiment: "c_1", share: 2_097).holdsOut(unit))
    #expect(try !Holdout.global(period: "2026-q1", share: 2_118).holdsOut(unit))
    #expect(try Holdout.global(period: "2026-q1", share: 2_119).holdsOut(unit))
  }

  @Test func `a share of nothing holds nobody out, and a share of everything everybody`() throws {
    for unit in try #require(Self.units) {
      #expect(try !Holdout.campaign(experiment: "c_1", share: 0).holdsOut(unit))
      #expect(try Holdout.global(period: "p", share: 10_000).holdsOut(unit))
    }
  }

  @Test(arguments: [-1, 10_001]) func `a share outside 0 to 10,000 is refused`(share: Int) {
    #expect(throws: HoldoutError.isOutOfRange(share)) {
      try Holdout.campaign(experiment: "c_1", share: share)
    }
  }

  @Test func `a holdout without a salt is refused`() {
    #expect(throws: HoldoutError.hasNoSalt(.isEmpty)) { try Holdout.global(period: "", share: 1) }
  }

  @Test
  func `the order is excluded, global holdout, stored variant, campaign holdout, exclusive group, variant`()
    throws
  {
    let everybody = 10_000
    let unit = try ExperimentUnit("1")
    func answer(
      global: Int = 0, campaign: Int = 0, slot: Int = 0, stored: Int? = nil, isExcluded: Bool = false
    ) throws -> Assignment {
      try ExperimentSetup(
        experiment: "c_1", allocation: halves(), globalHoldout: .global(period: "2026-q1", share: global),
        campaignHoldout: .campaign(experiment: "c_1", share: campaign),
        slot: ExclusiveSlot(
          group: "group", allocation: Allocation(ExperimentShares(weights: [1])), slot: slot)
      ).assignment(of: unit, stored: stored, isExcluded: isExcluded)
    }
    #expect(
      try answer(global: everybody, campaign: everybody, slot: 1, stored: 7, isExcluded: true) == .excluded)
    #expect(try answer(global: everybody, campaign: everybody, slot: 1, stored: 7) == .heldOut(.global))
    #expect(try answer(campaign: everybody, slot: 1, stored: 7) == .variant(7))
    #expect(try answer(campaign: everybody, slot: 1) == .heldOut(.campaign))
    #expect(try answer(slot: 1) == .outsideSlot)
    // Its bucket is 8,446.
    #expect(try answer() == .variant(1))
  }

  @Test func `each unit is in exactly one slot of a group`() throws {
    let allocation = try Allocation(ExperimentShares(weights: [1, 2, 3]))
    let slots = try (0..<3).map { try ExclusiveSlot(group: "spring", allocation: allocation, slot: $0) }
    var counts = [0, 0, 0]
    for unit in try #require(Self.units) {
      let admitting = slots.filter { $0.admits(unit) }
      #expect(admitting.count == 1)
      counts[try #require(admitting.first).slot] += 1
    }
    #expect(counts.allSatisfy { $0 > 200 } && counts[2] > counts[0])
  }

  @Test func `a higher holdout keeps the variant of everybody who stays in`() throws {
    let low = try ExperimentSetup(
      experiment: "c_1", allocation: halves(), campaignHoldout: .campaign(experiment: "c_1", share: 1_000))
    let high = try ExperimentSetup(
      experiment: "c_1", allocation: halves(), campaignHoldout: .campaign(experiment: "c_1", share: 5_000))
    var stayed = 0
    for unit in try #require(Self.units) {
      let after = high.assignment(of: unit)
      if after == .heldOut(.campaign) { continue }
      stayed += 1
      #expect(low.assignment(of: unit) == after)
    }
    #expect((900...1_100).contains(stayed))
  }

  @Test(
    arguments: [
      (.excluded, false), (.heldOut(.global), true), (.heldOut(.campaign), true), (.outsideSlot, false),
      (.variant(0), true),
    ] as [(Assignment, Bool)])
  func `triggers are logged for all who are compared, held out or not`(assignment: Assignment, isLogged: Bool)
  {
    #expect(assignment.logsTriggers == isLogged)
  }
}
