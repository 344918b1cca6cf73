// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Testing

@testable import Console

@Suite("Versions of a campaign on the time axis")
struct VersionMarksTests {
  private static let now = Samples.now

  private static func chart(_ versions: [CampaignVersionStart]) -> ReportChart {
    ReportChart(hours: [], range: .week, now: now, beginning: now, versions: versions)
  }

  private static func start(_ version: Int, hoursAgo: Int64) -> CampaignVersionStart {
    CampaignVersionStart(version: version, at: now - .seconds(hoursAgo * 3_600))
  }

  @Test func `each version of the period is a line at its time, and is named in the row of its day`() throws {
    let chart = Self.chart([
      Self.start(2, hoursAgo: 24 * 30), Self.start(3, hoursAgo: 49), Self.start(4, hoursAgo: 1),
      Self.start(5, hoursAgo: 0),
    ])
    #expect(chart.marks.count == 3)
    let places = try chart.marks.map { try #require(Double($0.x)) }
    #expect(places == places.sorted() && places.allSatisfy { (0...Double(chart.width)).contains($0) })
    #expect(chart.rows.compactMap(\.note).joined(separator: "|").contains("Version 4, Version 5"))
    let words = try #require(chart.markWords)
    #expect(words.hasPrefix("Dashed lines mark new versions: version 3 on ") && !words.contains("version 2"))
  }

  @Test func `many versions are counted in words, and all are in the table`() throws {
    let chart = Self.chart((2...9).map { Self.start($0, hoursAgo: Int64(100 - $0)) })
    #expect(try #require(chart.markWords).hasSuffix("; 4 older ones in the table."))
    #expect(chart.rows.compactMap(\.note).joined().matches(of: /Version/).count == 8)
  }

  @Test func `a chart without versions has neither lines nor words`() {
    let chart = Self.chart([])
    #expect(chart.marks.isEmpty && chart.markWords == nil && chart.rows.allSatisfy { $0.note == nil })
  }

  @Test func `a version begins with the change that raised its number`() {
    func change(_ number: Int, version: Int, _ kind: CampaignChange.Kind = .edited) -> CampaignChange {
      CampaignChange(
        number: number, version: version, kind: kind, at: Self.now + .seconds(number), author: .system)
    }
    let changes = [
      change(7, version: 3), change(6, version: 2, .performed(.pause)), change(5, version: 2),
      change(3, version: 1, .performed(.launch)),
      change(1, version: 1, .created),
    ]
    #expect(
      CampaignVersionStart.all(changes) == [
        CampaignVersionStart(version: 2, at: Self.now + .seconds(5)),
        CampaignVersionStart(version: 3, at: Self.now + .seconds(7)),
      ])
  }
}
