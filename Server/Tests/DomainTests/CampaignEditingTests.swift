// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite struct CampaignEditingTests {
  private let later = Draft.now + .seconds(5)

  @Test func `a campaign goes from draft to running, paused, running and finished`() throws {
    var campaign = Draft.campaign
    for (action, state) in [
      (.launch, .running), (.pause, .paused), (.resume, .running), (.finish, .finished),
    ]
      as [(CampaignAction, CampaignState)]
    {
      campaign = try campaign.applying(action, at: later, validation: Draft.validation)
      #expect(campaign.state == state)
    }
    #expect(campaign.launchedAt == later)
    #expect(campaign.finishedAt == later)
    #expect(campaign.updatedAt == later)
    #expect(campaign.revision == 5)
    #expect(campaign.version == 1)
  }

  @Test(arguments: CampaignState.allCases, CampaignAction.allCases)
  func `an action that makes no sense in a state is refused`(_ state: CampaignState, _ action: CampaignAction)
  {
    var campaign = Draft.campaign
    campaign.state = state
    let isAllowed = state.allowedActions.contains(action)
    do throws(CampaignProblem) {
      _ = try campaign.applying(action, at: later, validation: Draft.validation)
      #expect(isAllowed)
    } catch {
      #expect(!isAllowed && error == .notAllowed(action, state: state))
    }
  }

  @Test(arguments: [CampaignState.draft, .paused])
  func `a campaign that cannot run is neither launched nor resumed, and says why`(_ state: CampaignState) {
    var campaign = Draft.campaign
    campaign.state = state
    campaign.content.triggers = []
    campaign.content.message?.imageAlt = nil
    do throws(CampaignProblem) {
      _ = try campaign.applying(state == .draft ? .launch : .resume, at: later, validation: Draft.validation)
      Issue.record("It was.")
    } catch {
      guard case .invalid(let diagnostics) = error else {
        Issue.record("\(error)")
        return
      }
      // The warning does not stand in the way.
      #expect(diagnostics.map(\.code) == ["trigger_missing"])
    }
  }

  @Test func `new content of a launched campaign is a new version, a new name is not`() throws {
    let launched = try Draft.campaign.applying(.launch, at: later, validation: Draft.validation)
    let renamed = try launched.editing(
      name: " Summer ", content: launched.content, at: later, validation: Draft.validation)
    #expect(renamed.name == "Summer")
    #expect(renamed.version == 1 && renamed.revision == 3)

    var content = launched.content
    content.message?.header = "Bye"
    #expect(
      try renamed.editing(name: "Summer", content: content, at: later, validation: Draft.validation).version
        == 2)
    #expect(
      try Draft.campaign.editing(name: "Summer", content: content, at: later, validation: Draft.validation)
        .version == 1)
  }

  @Test func `a draft may be incomplete, a launched campaign may not become so`() throws {
    var content = Draft.content
    content.triggers = []
    let draft = try Draft.campaign.editing(
      name: "Spring", content: content, at: later, validation: Draft.validation)
    #expect(draft.content == content)
    let launched = try Draft.campaign.applying(.launch, at: later, validation: Draft.validation)
    #expect(throws: CampaignProblem.self) {
      try launched.editing(name: "Spring", content: content, at: later, validation: Draft.validation)
    }
  }

  @Test func `a finished campaign is not edited`() {
    var finished = Draft.campaign
    finished.state = .finished
    #expect(throws: CampaignProblem.cannotEdit(state: .finished)) {
      try finished.editing(name: "Spring", content: finished.content, at: later, validation: Draft.validation)
    }
  }

  @Test func `a duplicate is a draft with a history of its own`() throws {
    let finished = try Draft.campaign.applying(.launch, at: Draft.now, validation: Draft.validation)
      .applying(.finish, at: Draft.now, validation: Draft.validation)
    let copy = finished.duplicate(id: "d", at: later)
    #expect(
      copy
        == Campaign(
          id: "d", appID: "shop", name: "Spring (copy)", content: finished.content, createdAt: later,
          updatedAt: later))
    var long = finished
    long.name = String(repeating: "x", count: 120)
    #expect(long.duplicate(id: "d", at: later).name.count == 120)
  }
}
