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
    case newest, name, state, priority, start, shown, clicked

    var words: String {
      switch self {
      case .newest: "Newest first"
      case .name: "By name"
      case .state: "By state"
      case .priority: "Highest priority first"
      case .start: "Latest start first"
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
    /// From the first page on.
    func sorted(by sort: Sort) -> Query { Query(state: state, search: search, sort: sort) }
  }

  /// As the template `campaigns/list` reads it.
  struct Model {
    let filters: [Filter]
    let search: String
    let stateValue: String?
    let sorts: [SortChoice]
    let columns: [Column]
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

    /// A head of the table, which sorts by it.
    struct Column {
      let label: String
      /// nil: nothing is sorted by it.
      let href: String?
      let isNumber: Bool
      /// As ARIA has it; nil: the list is sorted otherwise.
      let order: String?
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
    let names = Dictionary(campaigns.map { ($0.id, $0.name) }) { first, _ in first }
    // Hints stand on the campaign's own page; the most serious finding comes first.
    let marks = Dictionary(findings.filter { $0.severity != .hint }.map { ($0.campaign, Mark($0, names: names)) }) { first, _ in first }
    let words = query.search.lowercased().split(separator: " ")
    let found =
      words.isEmpty
      ? campaigns
      : campaigns.filter { campaign in
        let text = campaign.listedWords(marks[campaign.id])
        return words.allSatisfy { text.contains($0) }
      }
    filters = ([nil] + CampaignState.listed.map(Optional.some)).map { state in
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
    columns = CampaignListPage.Sort.columns.map { sort, label in
      Column(
        label: label, href: query.sorted(by: sort).path, isNumber: sort == .shown || sort == .clicked,
        order: sort == query.sort ? sort.order : nil)
    }
    let most = listed.map { counts[$0.id]?.impressions ?? 0 }.max() ?? 0
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
  /// All that the list says of it, its header and its tags, for searching.
  fileprivate func listedWords(_ mark: CampaignListPage.Model.Mark?) -> String {
    let marked = mark.map { [$0.words] + $0.others.map(\.name) } ?? []
    return
      ([
        name, content.triggerWords, content.message.header ?? "", content.message.kindWords, state.words, content.priority.words,
        content.shortScheduleWords,
      ] + content.rules.tags + marked).joined(separator: " ").lowercased()
  }
}

extension CampaignListPage.Sort {
  /// What the heads of the table sort by.
  fileprivate static let columns: [(CampaignListPage.Sort, String)] = [
    (.name, "Campaign"), (.state, "State"), (.priority, "Priority"), (.start, "Dates (UTC)"), (.shown, "Shown"), (.clicked, "Clicked"),
  ]

  fileprivate var order: String { self == .name || self == .state ? "ascending" : "descending" }
}

extension [Campaign] {
  /// Those that are equal stay in their order.
  fileprivate func sorted(by sort: CampaignListPage.Sort, _ counts: [CampaignID: CampaignCounts]) -> [Campaign] {
    func ordered(_ key: (Campaign) -> some Comparable) -> [Campaign] {
      let keys = map(key)
      return indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { self[$0] }
    }
    return switch sort {
    case .newest: self
    case .name: ordered { $0.name.lowercased() }
    case .state: ordered { CampaignState.listed.firstIndex(of: $0.state) ?? 0 }
    case .priority: ordered { $0.content.priority.rank }
    case .start: ordered { -($0.content.startsAt ?? $0.launchedAt ?? $0.createdAt).milliseconds }
    case .shown: ordered { -(counts[$0.id]?.impressions ?? 0) }
    case .clicked: ordered { -(counts[$0.id]?.clicks ?? 0) }
    }
  }
}

extension CampaignState {
  /// In the order in which the list has them.
  fileprivate static let listed: [CampaignState] = [.running, .draft, .paused, .finished]
}

extension Wire.Priority {
  /// The highest has the least. The order within a bucket is small (`CampaignLimits`).
  fileprivate var rank: Int {
    let buckets: [Wire.Priority.Bucket] = [.high, .medium, .low]
    let bucket = bucket.known.flatMap { buckets.firstIndex(of: $0) } ?? buckets.count
    return bucket * 1_000_000_000 - order
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
