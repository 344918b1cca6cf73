// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages

/// The values of the template `campaigns/history`: who changed a campaign, when and what, newest
/// first.
struct HistoryPage {
  let id: String
  let name: String
  let items: [Item]
  /// Where the older changes are; nil if there are none.
  let older: String?
  /// Whether these are not the newest.
  let isLater: Bool

  struct Item {
    let author: String
    let doing: String
    let time: String
    let ago: String
    /// What changed, in one line; nil if only the state did.
    let summary: String?
    /// The page of the version; nil if there is none.
    let href: String?
    let isCurrent: Bool
    /// `Ran as version 3`
    let run: String?
  }

  static let length = 25

  struct Source {
    var campaign: Campaign
    /// One more than the page shows reveals whether there are more.
    var changes: [CampaignChange]
    /// Those of the changes, and the one before them.
    var versions: [CampaignVersion]
    /// When versions were made that were restored, by number.
    var restored: [Int: Instant]
    /// The number of the newest version.
    var current: Int?
    var suggestions: FormSuggestions
    var isLater: Bool
    var now: Instant
  }

  init(_ source: Source) {
    let campaign = source.campaign
    id = campaign.id.rawValue
    name = campaign.name
    isLater = source.isLater
    let shown = source.changes.prefix(Self.length)
    older =
      source.changes.count > shown.count
      ? shown.last.map { QueryString.url(Self.path(campaign.id), [("before", "\($0.number)")]) } : nil
    items = shown.map { change in
      var origin: Instant?
      if case .restored(let number) = change.kind { origin = source.restored[number] }
      return Item(
        author: change.author.words, doing: change.doing(source: origin), time: UTCTime(change.at).words,
        ago: AgoWords.words(change.at, now: source.now), summary: Self.summary(change, source),
        href: change.hasContent ? Self.path(campaign.id, change.number) : nil,
        isCurrent: change.number == source.current,
        run: change.hasRun ? "Ran as version \(change.version)" : nil)
    }
  }

  private static func summary(_ change: CampaignChange, _ source: Source) -> String? {
    guard change.hasContent, let place = source.versions.firstIndex(where: { $0.number == change.number })
    else { return nil }
    switch change.kind {
    case .created: return "The first version"
    case .edited, .restored, .performed: break
    }
    guard source.versions.indices.contains(place + 1) else { return "See this version" }
    let difference = VersionDifference(
      from: source.versions[place + 1].snapshot, to: source.versions[place].snapshot, source.suggestions)
    return difference.summary ?? "Nothing that the editor shows"
  }

  static func path(_ id: CampaignID, _ number: Int? = nil) -> String {
    "/campaigns/\(id.rawValue)/history" + (number.map { "/\($0)" } ?? "")
  }
}
