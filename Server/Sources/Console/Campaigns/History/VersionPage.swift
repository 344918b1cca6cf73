// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore

/// The values of the template `campaigns/version`: one version of a campaign, and how it differs
/// from another.
struct VersionPage {
  let name: String
  /// `Version of 21 Nov 2026, 14:05 UTC`
  let title: String
  let words: String
  let isCurrent: Bool
  let path: String
  let historyPath: String
  let canRestore: Bool
  let roleNote: String?
  let choices: [ListTable.Choice]
  /// What each side of the difference is.
  let sides: ChangeSides
  let changes: [ChangeRow]
  /// Whether there is nothing to compare with.
  let isFirst: Bool
  let pictures: CampaignPictures?

  struct Source {
    var campaign: Campaign
    var version: CampaignVersion
    /// What it is compared with; nil for the oldest.
    var base: CampaignVersion?
    /// The changes that wrote content, newest first.
    var others: [CampaignChange]
    var suggestions: FormSuggestions
    var pictures: CampaignPictures?
    var role: Role
    var now: Instant
  }

  init(_ source: Source) {
    let (campaign, change) = (source.campaign, source.version.change)
    name = campaign.name
    title = change.title.capitalisingFirst
    path = HistoryPage.path(campaign.id, change.number)
    historyPath = HistoryPage.path(campaign.id)
    isCurrent = source.others.first?.number == change.number
    words =
      "\(change.author.words) \(change.doing()) \(AgoWords.words(change.at, now: source.now))."
      + (change.hasRun ? " It ran as version \(change.version)." : " It never ran.")
    let mayEdit = source.role.mayEdit(campaign)
    canRestore = mayEdit && !isCurrent && campaign.state != .finished
    roleNote = mayEdit || campaign.state == .finished ? nil : source.role.note
    choices = source.others.filter { $0.number != change.number }.map { other in
      let current = other.number == source.others.first?.number ? ", current" : ""
      return ListTable.Choice(
        value: "\(other.number)", label: "\(UTCTime(other.at).words), \(other.author.words)\(current)",
        isChosen: other.number == source.base?.number)
    }
    isFirst = source.base == nil
    pictures = source.pictures
    guard let base = source.base else {
      (sides, changes) = (ChangeSides(before: "", after: ""), [])
      return
    }
    let isBaseCurrent = base.number == source.others.first?.number
    sides =
      base.number < change.number
      ? ChangeSides(before: "Before", after: "This version")
      : ChangeSides(before: "This version", after: isBaseCurrent ? "Current version" : "Later version")
    // Whatever is chosen, the older one stands first.
    let (older, newer) = base.number < change.number ? (base, source.version) : (source.version, base)
    changes = VersionDifference(from: older.snapshot, to: newer.snapshot, source.suggestions).changes.map(
      ChangeRow.init)
  }
}
