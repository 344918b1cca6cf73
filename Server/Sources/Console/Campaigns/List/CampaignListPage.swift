// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages

/// Every campaign of an app, one line each, narrowed by what the address says.
enum CampaignListPage {
  /// Longer searches are cut.
  static let searchLength = 120

  /// What was chosen; kept in the address.
  struct Query: Hashable, Sendable {
    var state: CampaignState?
    var search: String

    init(state: CampaignState? = nil, search: String = "") {
      self.state = state
      self.search = search
    }

    var path: String {
      QueryString.url("/campaigns", [("state", state?.rawValue ?? ""), ("q", search)])
    }
  }

  /// As the template `campaigns/list` reads it.
  struct Model {
    let filters: [Filter]
    let search: String
    let stateValue: String?
    let rows: [Row]
    let hasRows: Bool
    let isEmpty: Bool
    let nothingFound: String?
    let back: String

    struct Filter {
      let label: String
      let count: String
      let href: String
      let isCurrent: Bool
    }

    struct Row {
      let index: Int
      let id: String
      let name: String
      let kind: String
      let kindIcon: String
      let state: String
      let stateWords: String
      let trigger: String
      let priority: String
      let dates: String
      let datesInFull: String
      let hasCounts: Bool
      let shown: String
      let shownBar: String
      let clicked: String
      let clickedBar: String
      let clickShare: String
      let actions: [Action]
      let canFinish: Bool
      let mark: Mark?
    }

    /// What keeps it from showing as it should.
    struct Mark {
      let tone: String
      let words: String
      let others: [LintNotes.Other]
    }

    struct Action {
      let value: String
      let verb: String
    }
  }
}

extension CampaignListPage.Model {
  /// - Parameters:
  ///   - campaigns: All of the app, in the order in which they are to be listed.
  ///   - findings: of the running ones together.
  init(
    campaigns: [Campaign], counts: [CampaignID: CampaignCounts], query: CampaignListPage.Query, findings: [LintFinding] = []
  ) {
    let words = query.search.lowercased().split(separator: " ")
    let found = campaigns.filter { campaign in
      let text = "\(campaign.name) \(campaign.content.triggerWords) \(campaign.content.message.header ?? "")".lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    let states: [CampaignState?] = [nil, .running, .draft, .paused, .finished]
    filters = states.map { state in
      Filter(
        label: state?.words ?? "All", count: NumberWords.count(found.count { state == nil || $0.state == state }),
        href: CampaignListPage.Query(state: state, search: query.search).path, isCurrent: state == query.state)
    }
    let listed = found.filter { query.state == nil || $0.state == query.state }
    let most = listed.map { counts[$0.id]?.impressions ?? 0 }.max() ?? 0
    let names = Dictionary(campaigns.map { ($0.id, $0.name) }) { first, _ in first }
    // Hints stand on the campaign's own page; the most serious finding comes first.
    let marks = Dictionary(findings.filter { $0.severity != .hint }.map { ($0.campaign, Mark($0, names: names)) }) { first, _ in first }
    rows = listed.enumerated().map { index, campaign in
      Row(campaign, counts[campaign.id] ?? CampaignCounts(), index: index, most: most, mark: marks[campaign.id])
    }
    hasRows = !rows.isEmpty
    isEmpty = campaigns.isEmpty
    search = query.search
    stateValue = query.state?.rawValue
    back = query.path
    let state = query.state.map { $0.words.lowercased() + " " } ?? ""
    nothingFound =
      campaigns.isEmpty || hasRows
      ? nil : "There is no \(state)campaign" + (query.search.isEmpty ? "." : " with “\(query.search)” in its name, header or trigger.")
  }
}

extension CampaignListPage.Model.Row {
  init(_ campaign: Campaign, _ counts: CampaignCounts, index: Int, most: Int, mark: CampaignListPage.Model.Mark?) {
    self.mark = mark
    self.index = index
    id = campaign.id.rawValue
    name = campaign.name
    kind = campaign.content.message.kindWords
    kindIcon = campaign.content.message.kindIcon
    state = campaign.state.rawValue
    stateWords = campaign.state.words
    trigger = campaign.content.triggerWords
    priority = campaign.content.priority.words
    dates = campaign.content.shortScheduleWords
    datesInFull = campaign.content.scheduleWords
    hasCounts = campaign.state != .draft || counts.impressions > 0
    shown = NumberWords.count(counts.impressions)
    shownBar = NumberWords.bar(counts.impressions, of: most)
    clicked = NumberWords.count(counts.clicks)
    clickedBar = NumberWords.bar(counts.clicks, of: counts.impressions)
    clickShare = NumberWords.share(counts.clicks, of: counts.impressions)
    let allowed = campaign.state.allowedActions
    actions = allowed.filter { $0 != .finish }.map { CampaignListPage.Model.Action(value: $0.rawValue, verb: $0.verb) }
    canFinish = allowed.contains(.finish)
  }
}

extension CampaignListPage.Model.Mark {
  fileprivate init(_ finding: LintFinding, names: [CampaignID: String]) {
    tone = finding.severity.tone
    words = finding.code.shortWords
    others = finding.others.prefix(2).map { LintNotes.Other(name: names[$0] ?? $0.rawValue, href: "/campaigns/\($0.rawValue)") }
  }
}
