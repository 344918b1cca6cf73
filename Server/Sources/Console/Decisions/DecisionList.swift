// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The latest decisions of devices about a campaign: shown or not, and why, with the values
/// compared.
struct DecisionList {
  let decisionRows: [Row]
  let isEmpty: Bool
  let emptyText: String
  let nothingFound: String?
  let moreHref: String?
  let lessHref: String?
  let countWords: String
  /// nil if there are too few decisions to need a search.
  let search: Search?
  let decisionColumns: [ListTable.Column]

  /// The order of the list.
  enum Sort: String, CaseIterable {
    case newest, decision, event, person

    fileprivate var column: String {
      switch self {
      case .newest: "Time (UTC)"
      case .decision: "Decision"
      case .event: "Event"
      case .person: "Person"
      }
    }
  }

  /// The search field above the list, and the other fields of the address.
  struct Search {
    let action: String
    let value: String
    let kept: [Kept]
    let allHref: String

    struct Kept {
      let keptName: String
      let keptValue: String
    }
  }

  struct Row {
    let time: String
    let timeTitle: String
    let event: String
    let person: String
    let personHref: String
    let isChosen: Bool
    let verdict: String
    let reason: String?

    /// Everything the list shows of a decision.
    fileprivate var listedWords: String {
      [time, timeTitle, verdict, reason ?? "", event, person].joined(separator: " ")
    }

    fileprivate init(_ decision: StoredDecision, campaign: CampaignID, names: [String: String], now: Instant)
    {
      let record = decision.record
      time = UTCTime.exact(decision.at, now: now)
      timeTitle = UTCTime(decision.at).words
      event = record.eventTitle
      person = PersonWords.name(decision.personID)
      personHref = PersonPage.Query(campaign: campaign.rawValue).path(decision.personID)
      let own = record.candidates.first { $0.campaignID == campaign.rawValue }
      isChosen = own?.verdict == "chosen"
      verdict = own?.verdict.label ?? ""
      reason = own?.valueWords { names[$0].map { "“\($0)”" } ?? "a deleted campaign" }
    }
  }

  init(_ source: CampaignPage.Source, query: CampaignPage.Query) {
    let campaign = source.campaign
    let looked = ListSearch(query.decisionSearch)
    let rows = source.decisions.map {
      (Row($0, campaign: campaign.id, names: source.names, now: source.now), $0)
    }
    let found = rows.filter { row, decision in
      looked.finds(
        in: row.listedWords + " " + decision.personID.dropFirst(2), times: [UTCTime.stamp(decision.at)])
    }.map(\.0)
    let sorted: [Row] =
      switch query.decisionSort {
      case .newest: found
      case .decision: found.ordered { $0.verdict }
      case .event: found.ordered { $0.event.lowercased() }
      case .person: found.ordered { $0.person.lowercased() }
      }
    decisionRows = Array(sorted.prefix(query.decisions))
    isEmpty = source.decisions.isEmpty
    emptyText =
      campaign.state == .draft
      ? "Devices start to decide when you launch the campaign."
      : source.whole.isQuiet
        ? "No device has logged a trigger event for this campaign yet."
        : "Devices have reported none of their decisions about this campaign. Settings, App says which share of them they report."
    nothingFound =
      isEmpty || !found.isEmpty
      ? nil
      : "None of \(rows.count == CampaignPage.Query.searched ? "the latest " : "the ")"
        + "\(NumberWords.plural(rows.count, "decision", "decisions")) match “\(query.decisionSearch)”."
    func path(_ change: (inout CampaignPage.Query) -> Void) -> String {
      var changed = query
      change(&changed)
      return changed.path(campaign.id) + "#decisions"
    }
    let (short, long) = (CampaignPage.Query.shortList, CampaignPage.Query.longList)
    moreHref = query.decisions < long && found.count > query.decisions ? path { $0.decisions = long } : nil
    lessHref = query.decisions > short && decisionRows.count > short ? path { $0.decisions = short } : nil
    let isWhole = query.decisionSearch.isEmpty && query.decisionSort == .newest
    countWords =
      isWhole
      ? found.count > query.decisions
        ? "The latest \(query.decisions)"
        : NumberWords.plural(found.count, "decision", "decisions") + ", newest first"
      : (found.count > decisionRows.count ? "\(NumberWords.count(decisionRows.count)) of " : "")
        + "\(NumberWords.count(found.count)) found"
        + (rows.count == CampaignPage.Query.searched
          ? " among the latest \(NumberWords.count(rows.count))" : "")
    search =
      isWhole && rows.count <= short
      ? nil
      : Search(
        action: "/campaigns/\(campaign.id)#decisions", value: query.decisionSearch,
        kept: query.kept.map { Search.Kept(keptName: $0, keptValue: $1) },
        allHref: path {
          $0.decisionSearch = ""
          $0.decisionSort = .newest
        })
    let sorts = search != nil
    decisionColumns = Sort.allCases.map { sort in
      ListTable.Column(
        label: sort.column, href: sorts ? path { $0.decisionSort = sort } : nil,
        order: sorts && sort == query.decisionSort ? (sort == .newest ? "descending" : "ascending") : nil)
    }
  }
}

extension CampaignPage.Query {
  /// The fields of the address that a search keeps.
  fileprivate var kept: [(String, String)] {
    var other = self
    other.decisionSearch = ""
    return other.fields.filter { !$0.1.isEmpty }
  }
}
