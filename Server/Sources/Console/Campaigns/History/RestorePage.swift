// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

/// The values of the template `campaigns/restore`: asks before a version is put back, and says what
/// that changes.
struct RestorePage {
  let name: String
  let title: String
  let path: String
  let revision: Int
  let words: String
  let sides = ChangeSides(before: "Now", after: "Restored")
  let changes: [ChangeRow]
  /// Why it was not restored.
  let problems: [String]
  let problemsTitle: String

  init(
    _ version: CampaignVersion, of campaign: Campaign, _ suggestions: FormSuggestions, people: Int,
    problems: [Diagnostic] = []
  ) {
    name = campaign.name
    title = version.change.title
    path = HistoryPage.path(campaign.id, version.number)
    revision = campaign.revision
    changes = VersionDifference(from: campaign.snapshot, to: version.snapshot, suggestions).changes.map(
      ChangeRow.init)
    let reach =
      switch campaign.state {
      case .running:
        "The campaign is running. \(PeopleWords.concerned(people, version.snapshot.content)) Devices receive it on their next sync, at the start of a session."
      case .paused: "The campaign is paused. People receive the change when you resume it."
      case .draft, .finished: "The campaign is a draft, so nobody sees it yet."
      }
    words = reach + " What it says now stays in the history, so you can go back."
    let content = version.snapshot.content
    let form = CampaignForm(name: version.snapshot.name, content: content)
    let reading = form.reading(over: content)
    let index = CampaignType(content).map { FieldIndex($0, form, suggestions) }
    self.problems = problems.map { problem in
      let label = index?.label(reading.field(problem.field)) ?? problem.field
      return "\(label): \(problem.located)" + (problem.remedy.map { " " + $0 } ?? "")
    }
    problemsTitle =
      "Not restored: this version has \(NumberWords.plural(problems.count, "problem", "problems")) today. Duplicate the campaign or edit it instead."
  }
}
