// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import StoreConformance
import Testing

@Suite struct CampaignSaveTests {
  private static let ana = Author.member(id: "ana", name: "Ana")

  private static func save(
    _ kind: CampaignChange.Kind = .edited, _ state: CampaignState = .draft, isAutomatic: Bool = false,
    writesContent: Bool = true, newest: CampaignChange? = nil
  ) -> CampaignSave {
    var campaign = Sample.campaign("c")
    campaign.state = state
    return CampaignSave(
      of: campaign, number: 7, as: kind, by: ana, isAutomatic: isAutomatic, writesContent: writesContent,
      newest: newest)
  }

  @Test(arguments: [
    (CampaignChange.Kind.edited, true, true), (.edited, false, false), (.restored(from: 2), false, false),
    (.performed(.pause), false, true), (.created, true, true),
  ])
  func `a history has what changed a campaign, and no save that changed nothing`(
    _ kind: CampaignChange.Kind, _ writesContent: Bool, _ isKept: Bool
  ) {
    let save = Self.save(kind, writesContent: writesContent)
    #expect((save.change != nil) == isKept && save.replaced == nil)
    #expect(save.endsAutomaticSaves == (kind == .edited && !writesContent))
  }

  @Test(arguments: [false, true], [CampaignState.draft, .running])
  func `content has run if the campaign ran when it was written, or runs with it since`(
    _ writesContent: Bool, _ state: CampaignState
  ) {
    let save = Self.save(writesContent ? .edited : .performed(.launch), state, writesContent: writesContent)
    #expect(save.change?.hasRun == (state == .running && writesContent))
    #expect(save.marksContent == (state == .running && !writesContent))
  }

  @Test func `an automatic save takes the place of the one before it`() {
    let at = Sample.campaign("c").updatedAt
    let before = CampaignChange(
      number: 6, version: 1, kind: .edited, at: at - .seconds(60), author: Self.ana,
      automaticSince: at - .seconds(90))
    let joined = Self.save(isAutomatic: true, newest: before)
    #expect(
      joined.replaced == 6 && joined.change?.automaticSince == at - .seconds(90) && joined.change?.number == 7
    )
    let first = Self.save(isAutomatic: true)
    #expect(first.replaced == nil && first.change?.automaticSince == at)
    let byHand = Self.save(newest: before)
    #expect(byHand.replaced == nil && byHand.change?.automaticSince == nil)
  }
}
