// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages

/// The list of an app's campaigns, one line each, filtered by the address.
enum CampaignListPage {
  /// Lines per page.
  static let length = 30

  /// The order of the list.
  enum Sort: String, CaseIterable {
    case newest, name, state, priority, start, shown, clicked

    var words: String {
      switch self {
      case .newest: "Newest first"
      case .name: "Name"
      case .state: "State"
      case .priority: "Highest priority first"
      case .start: "Latest start first"
      case .shown: "Most shown first"
      case .clicked: "Most clicked first"
      }
    }

    /// The columns that the table can be sorted by.
    fileprivate static let columns: [(CampaignListPage.Sort, String)] = [
      (.name, "Campaign"), (.state, "State"), (.priority, "Priority"), (.start, "Dates (UTC)"), (.shown, "Shown"), (.clicked, "Clicked"),
    ]

    fileprivate var order: String { self == .name || self == .state ? "ascending" : "descending" }
  }

  /// What the user chose; kept in the address.
  struct Query: Hashable, Sendable {
    var state: CampaignState?
    var search = ""
    var sort = Sort.newest
    /// The page number, from 1.
    var page = 1

    var path: String {
      QueryString.url(
        "/campaigns",
        [
          ("state", state?.rawValue ?? ""), ("q", search), ("sort", sort == .newest ? "" : sort.rawValue),
          ("page", page == 1 ? "" : String(page)),
        ])
    }

    func on(page: Int) -> Query { Query(state: state, search: search, sort: sort, page: page) }
    /// The same query in another order, from the first page.
    func sorted(by sort: Sort) -> Query { Query(state: state, search: search, sort: sort) }
  }

  /// The values of the template `campaigns/list`.
  struct Model {
    let filters: [ListTable.Filter]
    let search: String
    let stateValue: String?
    let sorts: [ListTable.Choice]
    let columns: [ListTable.Column]
    let pages: ListTable.Pages?
    let rows: [Row]
    let isEmpty: Bool
    let nothingFound: String?
    let back: String
    let canCreate: Bool
    let roleNote: String?

    struct Row {
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
      let actions: [CampaignPage.Action]
      let canFinish: Bool
      let canEdit: Bool
      let canDuplicate: Bool
      let mark: Mark?

      init(_ campaign: Campaign, _ counts: CampaignCounts, most: Int, mark: CampaignListPage.Model.Mark?, role: Role) {
        self.mark = mark
        id = campaign.id.rawValue
        name = campaign.name
        kind = campaign.content.kindWords
        kindIcon = campaign.content.kindIcon
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
        let allowed = role.may(.publish) ? campaign.state.allowedActions : []
        actions = allowed.filter { $0 != .finish }.map(CampaignPage.Action.init)
        canFinish = allowed.contains(.finish)
        canEdit = role.mayEdit(campaign)
        canDuplicate = role.may(.author)
      }
    }

    /// A problem that keeps a campaign from showing as it should.
    struct Mark {
      let tone: String
      let words: String
      let others: [LintNotes.Other]

      fileprivate init(_ finding: LintFinding, names: [CampaignID: String]) {
        tone = finding.severity.tone
        words = finding.code.shortWords
        others = finding.others.prefix(2).map { LintNotes.Other(name: names[$0] ?? $0.rawValue, href: "/campaigns/\($0.rawValue)") }
      }
    }
  }
}

extension CampaignListPage.Model {
  /// - Parameters:
  ///   - campaigns: All campaigns of the app, in list order.
  ///   - findings: What lint finds among the running campaigns.
  ///   - role: Of the reader.
  init(
    campaigns: [Campaign], counts: [CampaignID: CampaignCounts], query: CampaignListPage.Query, findings: [LintFinding] = [],
    role: Role = .owner
  ) {
    let names = Dictionary(campaigns.map { ($0.id, $0.name) }) { first, _ in first }
    // Hints appear only on the campaign's own page. The most serious finding comes first.
    let marks = Dictionary(findings.filter { $0.severity != .hint }.map { ($0.campaign, Mark($0, names: names)) }) { first, _ in first }
    let search = ListSearch(query.search)
    let found = search.isEmpty ? campaigns : campaigns.filter { search.finds(in: $0.listedWords(marks[$0.id]), times: $0.listedTimes) }
    filters = ([nil] + CampaignState.listed.map(Optional.some)).map { state in
      ListTable.Filter(
        label: state?.words ?? "All", count: NumberWords.count(found.count { state == nil || $0.state == state }),
        href: CampaignListPage.Query(state: state, search: query.search, sort: query.sort).path, isCurrent: state == query.state)
    }
    let listed = found.filter { query.state == nil || $0.state == query.state }.sorted(by: query.sort, counts)
    let part = ListTable.part(listed, page: query.page, length: CampaignListPage.length) { query.on(page: $0).path }
    pages = part.pages
    sorts = ListTable.choices(query.sort, \.words)
    columns = CampaignListPage.Sort.columns.map { sort, label in
      ListTable.Column(
        label: label, href: query.sorted(by: sort).path, isNumber: sort == .shown || sort == .clicked,
        order: sort == query.sort ? sort.order : nil)
    }
    let most = listed.map { counts[$0.id]?.impressions ?? 0 }.max() ?? 0
    rows = part.lines.map { Row($0, counts[$0.id] ?? CampaignCounts(), most: most, mark: marks[$0.id], role: role) }
    canCreate = role.may(.author)
    roleNote = role.note
    isEmpty = campaigns.isEmpty
    self.search = query.search
    stateValue = query.state?.rawValue
    back = query.on(page: part.page).path
    let state = query.state.map { $0.words.lowercased() + " " } ?? ""
    nothingFound =
      campaigns.isEmpty || !rows.isEmpty
      ? nil : "No \(state)campaigns" + (query.search.isEmpty ? "." : " match “\(query.search)”.")
  }
}

extension Campaign {
  /// Everything the list shows of a campaign, its header and its tags, for searching.
  fileprivate func listedWords(_ mark: CampaignListPage.Model.Mark?) -> String {
    let marked = mark.map { [$0.words] + $0.others.map(\.name) } ?? []
    return
      ([
        name, content.triggerWords, content.title, content.kindWords, state.words, content.priority.words,
        content.shortScheduleWords, content.scheduleWords,
      ] + content.rules.tags + marked).joined(separator: " ")
  }

  /// The dates that the list shows of a campaign.
  fileprivate var listedTimes: [String] {
    let local = [content.rules.startsAtLocal, content.rules.endsAtLocal].compactMap(\.self).compactMap { UTCTime(field: $0)?.instant }
    return ([content.startsAt, content.endsAt].compactMap(\.self) + local).map(UTCTime.stamp)
  }
}

extension [Campaign] {
  fileprivate func sorted(by sort: CampaignListPage.Sort, _ counts: [CampaignID: CampaignCounts]) -> [Campaign] {
    switch sort {
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
  /// The states in list order.
  fileprivate static let listed: [CampaignState] = [.running, .draft, .paused, .finished]
}

extension Wire.Priority {
  /// The highest priority has the lowest rank. The order within a bucket is small (`CampaignLimits`).
  fileprivate var rank: Int {
    let buckets: [Wire.Priority.Bucket] = [.high, .medium, .low]
    let bucket = bucket.known.flatMap { buckets.firstIndex(of: $0) } ?? buckets.count
    return bucket * 1_000_000_000 - order
  }
}
