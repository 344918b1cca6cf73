// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite("The global holdout")
struct GlobalHoldoutTests {
  private static func instant(_ year: Int64, _ month: Int64, _ day: Int64, _ hour: Int64 = 0) throws
    -> Instant
  {
    Instant(
      milliseconds: try #require(CivilTime(year: year, month: month, day: day, hour: hour)).milliseconds)
  }

  @Test func `a period is a quarter in UTC, from its first instant to the last before the next one`() throws {
    for (month, quarter) in zip(Int64(1)...12, [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]) {
      #expect(try HoldoutPeriod(containing: Self.instant(2026, month, 15)).name == "2026-q\(quarter)")
    }
    let last = HoldoutPeriod(containing: try Self.instant(2026, 12, 31, 23))
    let (begin, end) = (try Self.instant(2026, 10, 1), try Self.instant(2027, 1, 1))
    #expect(last.begin == begin && last.end == end)
    #expect(
      HoldoutPeriod(containing: last.end).name == "2027-q1"
        && HoldoutPeriod(containing: last.end - .milliseconds(1)) == last)
    #expect(HoldoutPeriod(containing: last.end).previous == last && last.previous.name == "2026-q3")
    #expect(try HoldoutPeriod(containing: Self.instant(2024, 2, 29)).name == "2024-q1")
  }

  @Test func `a period is found by its name, and by nothing else`() throws {
    let period = try #require(HoldoutPeriod(name: "2026-q4"))
    #expect(try period == HoldoutPeriod(containing: Self.instant(2026, 11, 1)))
    for text in [
      "", "2026", "2026-q0", "2026-q5", "2026-q", "26-q1", "2026-q1-q1", "2026-q11", "abcd-q1", "0000-q1",
      "-026-q1",
    ] {
      #expect(HoldoutPeriod(name: text) == nil, "\(text)")
    }
  }

  @Test func `who is held out stays so for the period, and every period draws again`() throws {
    let setting = GlobalHoldout(share: 1_000)
    let days = [
      try Self.instant(2026, 1, 1), try Self.instant(2026, 3, 31, 23), try Self.instant(2026, 4, 1),
    ]
    let heldOut = days.map { day in
      Set((0..<2_000).filter { setting.end(for: ExperimentStanding(unit: "\($0)"), at: day) != nil })
    }
    #expect(heldOut[0] == heldOut[1] && heldOut[0] != heldOut[2])
    // One in ten, give or take five standard deviations.
    #expect(heldOut.allSatisfy { (133...267).contains($0.count) }, "\(heldOut.map(\.count))")
    let one = try #require(heldOut[0].first)
    #expect(setting.end(for: ExperimentStanding(unit: "\(one)"), at: days[0]) == days[2])
    #expect(GlobalHoldout(share: 2_000).end(for: ExperimentStanding(unit: "\(one)"), at: days[0]) == days[2])
  }

  @Test func `nobody is held out while it is off, before it was switched on, and without something to draw`()
    throws
  {
    let now = try Self.instant(2026, 5, 1)
    let everybody = (0..<500).map { ExperimentStanding(unit: "\($0)") }
    #expect(everybody.allSatisfy { GlobalHoldout().end(for: $0, at: now) == nil })
    let setting = GlobalHoldout(share: 2_000, changedAt: now)
    #expect(everybody.contains { setting.end(for: $0, at: now) != nil })
    #expect(everybody.allSatisfy { setting.end(for: $0, at: now - .milliseconds(1)) == nil })
    #expect(setting.end(for: ExperimentStanding(unit: ""), at: now) == nil)
  }

  @Test
  func
    `people are compared 14 days after the period began or the share changed, and not at all if it changed later`()
    throws
  {
    let period = HoldoutPeriod(containing: try Self.instant(2026, 5, 1))
    #expect(try GlobalHoldout(share: 500).countedFrom(in: period) == Self.instant(2026, 4, 15))
    var setting = GlobalHoldout()
    setting.change(to: 500, at: try Self.instant(2026, 5, 2))
    #expect(try setting.countedFrom(in: period) == Self.instant(2026, 5, 16))
    setting.change(to: 500, at: try Self.instant(2026, 6, 1))
    #expect(try setting.changedAt == Self.instant(2026, 5, 2))
    setting.change(to: 600, at: try Self.instant(2026, 7, 1))
    #expect(setting.countedFrom(in: period) == nil)
    #expect(
      try setting.countedFrom(in: HoldoutPeriod(containing: try Self.instant(2026, 8, 1)))
        == Self.instant(2026, 7, 15))
  }

  @Test(arguments: [(-1, false), (0, true), (1, true), (2_000, true), (2_001, false)])
  func `a share is from 0% to 20%`(share: Int, isValid: Bool) {
    let problems = AppSettings(globalHoldout: GlobalHoldout(share: share)).diagnostics
    #expect(problems.map(\.field) == (isValid ? [] : ["global_holdout.share"]))
    #expect(isValid || problems.first?.remedy?.contains("5%") == true)
  }

  @Test func `devices are not told whether a campaign ignores it`() {
    var content = Draft.content
    content.ignoresGlobalHoldout = true
    let campaign = Campaign(
      id: "c", appID: "a", name: "C", content: content, createdAt: Draft.now, updatedAt: Draft.now)
    #expect(campaign.definition.ignoresGlobalHoldout && !campaign.sentDefinition.ignoresGlobalHoldout)
  }
}
