// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages

/// The list of an app's campaigns, one line each, filtered by the address.
enum CampaignListPage {
  /// Lines per page.
  static let length = 50

  /// The order of the list.
  enum Sort: String, CaseIterable {
    case newest, updated, name, state, priority, start, shown, clicked

    var words: String {
      switch self {
      case .newest: "Newest first"
      case .updated: "Recently updated first"
      case .name: "Name"
      case .state: "State"
      case .priority: "Highest priority first"
      case .start: "Latest start first"
      case .shown: "Most shown first"
      case .clicked: "Most clicked first"
      }
    }

    fileprivate var order: String { self == .name || self == .state ? "ascending" : "descending" }
  }

  /// A column, and what sorts the table by it.
  fileprivate static let columns: [(label: String, name: String, sort: Sort?)] = [
    ("Campaign", "name", .name), ("State", "state", .state), ("Priority", "priority", .priority),
    ("Dates (UTC)", "dates", .start),
    ("Updated", "updated", .updated), ("Created by", "owner", nil), ("Shown", "count", .shown),
    ("Clicked", "count", .clicked),
  ]

  /// What the user chose; kept in the address.
  struct Query: Hashable, Sendable {
    var state: CampaignState?
    var search = ""
    var sort = Sort.newest
    /// Where the page begins or ends; nil for the first one.
    var place: ListPlace?

    var path: String { QueryString.url("/campaigns", filterFields + (place?.fields ?? [])) }

    /// What filters and sorts, wherever in the list; an empty value stands for the default.
    var filterFields: [(String, String)] {
      [("state", state?.rawValue ?? ""), ("q", search), ("sort", sort == .newest ? "" : sort.rawValue)]
    }

    func at(_ place: ListPlace?) -> Query { Query(state: state, search: search, sort: sort, place: place) }
    /// The same query in another order, from the first page.
    func sorted(by sort: Sort) -> Query { Query(state: state, search: search, sort: sort) }
  }

  /// Everything that the page shows.
  struct Source {
    /// All campaigns of the app.
    var campaigns: [Campaign]
    var counts: [CampaignID: CampaignCounts] = [:]
    /// Who created each campaign, as far as that is known.
    var creators: [CampaignID: Author] = [:]
    /// What lint finds among the running campaigns.
    var findings: [LintFinding] = []
    /// Of the reader.
    var role = Role.owner
    var filters = SavedFilterSection.Source()
    /// What cannot be read, one sentence each.
    var leftOut: [String] = []
    var now: Instant
  }

  /// The lines of a page, before they are drawn.
  struct Part {
    let campaigns: [Campaign]
    /// Of the chosen state.
    fileprivate let states: [(state: CampaignState?, count: Int)]
    fileprivate let most: Int
    fileprivate let marks: [CampaignID: Mark]
    fileprivate let pages: ListTable.Pages?
  }

  /// The values of the template `campaigns/list`.
  struct Model {
    let filters: [ListTable.Filter]
    let search: String
    let stateValue: String?
    let sorts: [ListTable.Choice]
    let columns: [Column]
    let pages: ListTable.Pages?
    let rows: [Row]
    let isEmpty: Bool
    let nothingFound: String?
    let back: String
    let canCreate: Bool
    let roleNote: String?
    let leftOut: [String]
    /// nil for somebody without an account.
    let saved: SavedFilterSection?
  }

  struct Column {
    let head: ListTable.Column
    let name: String
  }

  struct Row {
    /// On the page, from 0.
    let place: Int
    let id: String
    let name: String
    /// The name again if the list may cut it.
    let nameInFull: String?
    let kind: String
    /// The picture in `icons.svg` for a campaign without a drawing.
    let picture: String
    /// The part of the picture to show. Pictures of types have space on both sides.
    let pictureLeft: Int
    let pictureWidth: Int
    let drawing: String?
    let state: String
    let stateWords: String
    let trigger: String
    let triggerInFull: String?
    let priority: String
    let dates: String
    let datesInFull: String
    let updated: String
    let updatedInFull: String
    let owner: String
    let hasCounts: Bool
    let shown: String
    /// nil for nothing.
    let shownBar: String?
    let clicked: String
    let clickedBar: String?
    let clickShare: String?
    let actions: [CampaignPage.Action]
    let canFinish: Bool
    let canEdit: Bool
    let canDuplicate: Bool
    let mark: Mark?

    fileprivate init(_ campaign: Campaign, at place: Int, _ source: Source, _ part: Part, drawing: String?) {
      self.place = place
      let counts = source.counts[campaign.id] ?? CampaignCounts()
      mark = part.marks[campaign.id]
      id = campaign.id.rawValue
      name = campaign.name
      // Shorter ones fit in every layout.
      nameInFull = name.count > 24 ? name : nil
      kind = campaign.content.kindWords
      picture = campaign.content.kindPicture
      (pictureLeft, pictureWidth) = campaign.content.message == nil ? (24, 96) : (0, 48)
      self.drawing = drawing
      state = campaign.state.rawValue
      stateWords = campaign.state.words
      trigger = campaign.content.triggerWords
      triggerInFull = trigger.count > 48 ? trigger : nil
      priority = campaign.content.priority.words
      dates = campaign.content.shortScheduleWords
      datesInFull = campaign.content.scheduleWords
      updated = AgoWords.words(campaign.updatedAt, now: source.now)
      updatedInFull = UTCTime(campaign.updatedAt).words
      owner = source.creators[campaign.id]?.shortWords ?? "–"
      hasCounts = campaign.state != .draft || counts.impressions > 0
      shown = NumberWords.count(counts.impressions)
      shownBar = counts.impressions > 0 ? NumberWords.bar(counts.impressions, of: part.most) : nil
      clicked = NumberWords.count(counts.clicks)
      clickedBar = counts.clicks > 0 ? NumberWords.bar(counts.clicks, of: counts.impressions) : nil
      clickShare = counts.clicks > 0 ? NumberWords.share(counts.clicks, of: counts.impressions) : nil
      let allowed = source.role.may(.publish) ? campaign.state.allowedActions : []
      actions = allowed.filter { $0 != .finish }.map(CampaignPage.Action.init)
      canFinish = allowed.contains(.finish)
      canEdit = source.role.mayEdit(campaign)
      canDuplicate = source.role.may(.author)
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
      others = finding.others.prefix(2).map {
        LintNotes.Other(name: names[$0] ?? $0.rawValue, href: "/campaigns/\($0.rawValue)")
      }
    }
  }
}

extension CampaignListPage.Part {
  init(_ source: CampaignListPage.Source, query: CampaignListPage.Query) {
    let names = source.campaigns.names
    // Hints appear only on the campaign's own page. The most serious finding comes first.
    let marks = Dictionary(
      source.findings.filter { $0.severity != .hint }.map {
        ($0.campaign, CampaignListPage.Mark($0, names: names))
      }
    ) { first, _ in first }
    let search = ListSearch(query.search)
    let found =
      search.isEmpty
      ? source.campaigns
      : source.campaigns.filter {
        search.finds(
          in: $0.listedWords(marks[$0.id], source.creators[$0.id], now: source.now), times: $0.listedTimes)
      }
    states = ([nil] + CampaignState.listed.map(Optional.some)).map { state in
      (state, found.count { state == nil || $0.state == state })
    }
    let listed = ListTable.sorted(
      found.filter { query.state == nil || $0.state == query.state }.map {
        ListTable.Placed(line: $0, key: $0.key(query.sort, source.counts[$0.id]), id: $0.id.rawValue)
      })
    let page = ListTable.page(listed, at: query.place, length: CampaignListPage.length) { query.at($0).path }
    campaigns = page.lines.map(\.line)
    pages = page.pages
    most = listed.map { source.counts[$0.line.id]?.impressions ?? 0 }.max() ?? 0
    self.marks = marks
  }
}

extension CampaignListPage.Model {
  /// - Parameter drawings: The thumbnails of the part's campaigns, as far as they have one.
  init(
    _ source: CampaignListPage.Source, _ part: CampaignListPage.Part, query: CampaignListPage.Query,
    drawings: [CampaignID: String] = [:]
  ) {
    filters = part.states.map { state, count in
      ListTable.Filter(
        label: state?.words ?? "All", count: NumberWords.count(count),
        href: CampaignListPage.Query(state: state, search: query.search, sort: query.sort).path,
        isCurrent: state == query.state)
    }
    pages = part.pages
    sorts = ListTable.choices(query.sort, \.words)
    columns = CampaignListPage.columns.map { label, name, sort in
      CampaignListPage.Column(
        head: ListTable.Column(
          label: label, href: sort.map { query.sorted(by: $0).path },
          isNumber: sort == .shown || sort == .clicked,
          order: sort == query.sort ? sort?.order : nil),
        name: name)
    }
    rows = part.campaigns.enumerated().map { place, campaign in
      CampaignListPage.Row(campaign, at: place, source, part, drawing: drawings[campaign.id])
    }
    canCreate = source.role.may(.author)
    roleNote = source.role.note
    leftOut = source.leftOut
    isEmpty = source.campaigns.isEmpty
    self.search = query.search
    stateValue = query.state?.rawValue
    back = query.path
    saved = SavedFilterSection(source.filters, query: query)
    let state = query.state.map { $0.words.lowercased() + " " } ?? ""
    nothingFound =
      source.campaigns.isEmpty || !rows.isEmpty
      ? nil : "No \(state)campaigns" + (query.search.isEmpty ? "." : " match “\(query.search)”.")
  }
}

extension Campaign {
  /// Everything the list shows of a campaign, its header and its tags, for searching.
  fileprivate func listedWords(_ mark: CampaignListPage.Mark?, _ creator: Author?, now: Instant) -> String {
    let marked = mark.map { [$0.words] + $0.others.map(\.name) } ?? []
    return
      ([
        name, content.triggerWords, content.title, content.kindWords, state.words, content.priority.words,
        content.shortScheduleWords, content.scheduleWords, creator?.shortWords ?? "",
        AgoWords.words(updatedAt, now: now),
      ] + content.rules.tags + marked).joined(separator: " ")
  }

  /// The dates that the list shows of a campaign.
  fileprivate var listedTimes: [String] {
    let local = [content.rules.startsAtLocal, content.rules.endsAtLocal].compactMap(\.self).compactMap {
      UTCTime(field: $0)?.instant
    }
    return ([content.startsAt, content.endsAt, updatedAt].compactMap(\.self) + local).map(UTCTime.stamp)
  }
}

extension Campaign {
  /// What a sort goes by, ascending.
  fileprivate func key(_ sort: CampaignListPage.Sort, _ counts: CampaignCounts?) -> ListPlace.Key {
    switch sort {
    case .newest: .number(-createdAt.milliseconds)
    case .updated: .number(-updatedAt.milliseconds)
    case .name: .text(name.lowercased())
    case .state: .number(Int64(CampaignState.listed.firstIndex(of: state) ?? 0))
    case .priority: .number(Int64(content.priority.rank))
    case .start: .number(-(content.startsAt ?? launchedAt ?? createdAt).milliseconds)
    case .shown: .number(-Int64(counts?.impressions ?? 0))
    case .clicked: .number(-Int64(counts?.clicks ?? 0))
    }
  }
}

extension Author {
  /// `Ana`, in a table.
  var shortWords: String {
    switch self {
    case .member(_, let name): name
    case .key(_, let name): "Key “\(name)”"
    case .link: "Sign-in link"
    case .system, .automaticWinner: "Martlet"
    }
  }
}

extension CampaignState {
  /// The states in list order.
  fileprivate static let listed: [CampaignState] = [.running, .draft, .paused, .finished]
}

extension Wire.Priority {
  /// The highest priority has the lowest rank. The order within a bucket is small
  /// (`CampaignLimits`).
  fileprivate var rank: Int {
    let buckets: [Wire.Priority.Bucket] = [.high, .medium, .low]
    let bucket = bucket.known.flatMap { buckets.firstIndex(of: $0) } ?? buckets.count
    return bucket * 1_000_000_000 - order
  }
}
