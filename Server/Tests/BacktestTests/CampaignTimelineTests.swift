// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite("Which campaigns ran when")
struct CampaignTimelineTests {
  private static func change(_ number: Int, _ kind: CampaignChange.Kind, day: Int, version: Int = 1)
    -> CampaignChange
  {
    CampaignChange(number: number, version: version, kind: kind, at: Past.at(day: day), author: .system)
  }

  /// The versions that ran at noon of each day from day -3 to day 9; "." for none.
  private static func ran(_ campaign: Campaign, _ changes: [CampaignChange]) -> String {
    var timeline = CampaignTimeline()
    timeline.add(
      campaign, changes,
      changes.filter(\.hasContent).map { CampaignVersion(change: $0, snapshot: campaign.snapshot) })
    return (-3...9).map { day in
      timeline.campaigns(at: Past.at(day: day, 43_200)).first.map { "\($0.version)" } ?? "."
    }.joined()
  }

  private static func campaign(_ state: CampaignState, launched: Int, finished: Int? = nil) -> Campaign {
    var campaign = Campaign.on("cart_viewed", id: "c")
    campaign.state = state
    campaign.launchedAt = Past.at(day: launched)
    campaign.finishedAt = finished.map { Past.at(day: $0) }
    return campaign
  }

  @Test func `from launch to end, without pauses, each version from its change on`() {
    let changes = [
      Self.change(1, .created, day: -2), Self.change(2, .performed(.launch), day: 0),
      Self.change(3, .edited, day: 2, version: 2),
      Self.change(4, .performed(.pause), day: 3, version: 2), Self.change(5, .edited, day: 4, version: 3),
      Self.change(6, .performed(.resume), day: 5, version: 3),
      Self.change(7, .performed(.finish), day: 8, version: 3),
    ]
    #expect(Self.ran(Self.campaign(.finished, launched: 0, finished: 8), changes) == "...112..333..")
    #expect(
      Self.ran(Self.campaign(.finished, launched: 0, finished: 8), changes.reversed()) == "...112..333..",
      "in any order")
  }

  @Test func `one that was stored as running runs from its creation`() {
    let changes = [Self.change(1, .created, day: 1)]
    #expect(Self.ran(Self.campaign(.running, launched: 1), changes) == "....111111111")
  }

  @Test func `a draft never ran`() {
    var campaign = Self.campaign(.draft, launched: 0)
    campaign.launchedAt = nil
    #expect(
      Self.ran(campaign, [Self.change(1, .created, day: 0), Self.change(2, .edited, day: 1)])
        == ".............")
  }
}
