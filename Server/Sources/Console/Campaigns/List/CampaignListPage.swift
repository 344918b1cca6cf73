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
  /// Lines of one page.
  static let length = 30

  /// What comes first.
  enum Sort: String, CaseIterable {
    case newest, name, shown, clicked

    var words: String {
      switch self {
      case .newest: "Newest first"
      case .name: "By name"
      case .shown: "Most shown first"
      case .clicked: "Most clicked first"
      }
    }
  }

  /// What was chosen; kept in the address.
  struct Query: Hashable, Sendable {
    var state: CampaignState?
    var search: String
    var sort: Sort
    /// From 1.
    var page: Int

    init(state: CampaignState? = nil, search: String = "", sort: Sort = .newest, page: Int = 1) {
      self.state = state
      self.search = search
      self.sort = sort
      self.page = page
    }

    var path: String {
      QueryString.url(
        "/campaigns",
        [
          ("state", state?.rawValue ?? ""), ("q", search), ("sort", sort == .newest ? "" : sort.rawValue),
          ("page", page == 1 ? "" : String(page)),
        ])
    }

    func on(page: Int) -> Query { Query(state: state, search: search, sort: sort, page: page) }
  }

  /// As the template `campaigns/list` reads it.
  struct Model {
    let filters: [Filter]
    let search: String
    let stateValue: String?
    let sorts: [SortChoice]
    let pages: Pages?
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

    struct SortChoice {
      let value: String
      let label: String
      let isChosen: Bool
    }

    /// Where in a list that is longer than a page.
    struct Pages {
      let words: String
      let previous: String?
      let next: String?
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
    let found =
      words.isEmpty
      ? campaigns
      : campaigns.filter { campaign in
        let text = campaign.listedWords
        return words.allSatisfy { text.contains($0) }
      }
    let states: [CampaignState?] = [nil, .running, .draft, .paused, .finished]
    filters = states.map { state in
      Filter(
        label: state?.words ?? "All", count: NumberWords.count(found.count { state == nil || $0.state == state }),
        href: CampaignListPage.Query(state: state, search: query.search, sort: query.sort).path, isCurrent: state == query.state)
    }
    let listed = found.filter { query.state == nil || $0.state == query.state }.sorted(by: query.sort, counts)
    let pageCount = max(1, (listed.count + CampaignListPage.length - 1) / CampaignListPage.length)
    // A page beyond the end is the last one: campaigns may have gone since.
    let page = min(max(1, query.page), pageCount)
    let start = (page - 1) * CampaignListPage.length
    let shown = listed[start..<min(start + CampaignListPage.length, listed.count)]
    pages =
      pageCount == 1
      ? nil
      : Pages(
        words: "\(NumberWords.count(start + 1)) to \(NumberWords.count(start + shown.count)) of \(NumberWords.count(listed.count))",
        previous: page > 1 ? query.on(page: page - 1).path : nil, next: page < pageCount ? query.on(page: page + 1).path : nil)
    sorts = CampaignListPage.Sort.allCases.map { SortChoice(value: $0.rawValue, label: $0.words, isChosen: $0 == query.sort) }
    let most = listed.map { counts[$0.id]?.impressions ?? 0 }.max() ?? 0
    let names = Dictionary(campaigns.map { ($0.id, $0.name) }) { first, _ in first }
    // Hints stand on the campaign's own page; the most serious finding comes first.
    let marks = Dictionary(findings.filter { $0.severity != .hint }.map { ($0.campaign, Mark($0, names: names)) }) { first, _ in first }
    rows = shown.enumerated().map { index, campaign in
      Row(campaign, counts[campaign.id] ?? CampaignCounts(), index: index, most: most, mark: marks[campaign.id])
    }
    hasRows = !rows.isEmpty
    isEmpty = campaigns.isEmpty
    search = query.search
    stateValue = query.state?.rawValue
    back = query.on(page: page).path
    let state = query.state.map { $0.words.lowercased() + " " } ?? ""
    nothingFound =
      campaigns.isEmpty || hasRows
      ? nil : "There is no \(state)campaign" + (query.search.isEmpty ? "." : " with “\(query.search)” in what the list says of it.")
  }
}

extension Campaign {
  /// All that the list says of it, and its header, for searching.
  fileprivate var listedWords: String {
    [
      name, content.triggerWords, content.message.header ?? "", content.message.kindWords, state.words, content.priority.words,
      content.shortScheduleWords,
    ].joined(separator: " ").lowercased()
  }
}

extension [Campaign] {
  /// Those that are equal stay in their order.
  fileprivate func sorted(by sort: CampaignListPage.Sort, _ counts: [CampaignID: CampaignCounts]) -> [Campaign] {
    func count(_ campaign: Campaign) -> Int {
      let counts = counts[campaign.id] ?? CampaignCounts()
      return sort == .shown ? counts.impressions : counts.clicks
    }
    return switch sort {
    case .newest: self
    case .name: enumerated().sorted { ($0.element.name.lowercased(), $0.offset) < ($1.element.name.lowercased(), $1.offset) }.map(\.element)
    case .shown, .clicked: enumerated().sorted { (-count($0.element), $0.offset) < (-count($1.element), $1.offset) }.map(\.element)
    }
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
