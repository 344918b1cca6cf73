// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@Suite("People who saw a campaign, by what their devices say")
struct CampaignBreakdownTests {
  typealias Group = CampaignBreakdown.Group

  @Test
  func `values with the most people come first, then the others together, then those who are not known`() {
    var tally = CampaignBreakdown.Tally(by: .appVersion)
    for number in 0..<25 {
      for _ in 0...number { tally.add(field: "1.\(number)", clicked: number < 5, converted: number == 0) }
    }
    tally.add(field: nil, clicked: true, converted: false)
    tally.add(field: "", clicked: false, converted: false)
    let groups = tally.breakdown.groups
    #expect(groups.map(\.name).first == .value("1.24") && groups.count == CampaignBreakdown.mostGroups + 2)
    #expect(groups.prefix(20).map(\.shown) == (6...25).reversed())
    #expect(groups[20] == Group(.others(5), shown: 15, clicked: 15, converted: 1))
    #expect(groups[21] == Group(.unknown, shown: 2, clicked: 1))
  }

  static let languages: [(locale: String, group: CampaignBreakdown.Name)] = [
    ("de-AT", .value("de")), ("de_DE", .value("de")), ("zh-Hans-CN", .value("zh")), ("", .unknown),
  ]

  @Test(arguments: languages)
  func `a language is that of the locale`(locale: String, group: CampaignBreakdown.Name) {
    var tally = CampaignBreakdown.Tally(by: .language)
    tally.add(field: locale, clicked: false, converted: false)
    #expect(tally.breakdown.groups.map(\.name) == [group])
  }

  @Test func `it can be by everything that a device says, and by nothing else`() {
    #expect(
      CampaignBreakdown.facts == [.platform, .osVersion, .appVersion, .model, .language, .country, .timeZone])
  }
}
