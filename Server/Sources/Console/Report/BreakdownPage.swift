// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire
import Pages
import Statistics

/// The people who saw a campaign, in groups by what their devices say: how many clicked and
/// converted, as rates with what is likely.
struct BreakdownPage {
  let name: String
  let facts: [ListTable.Filter]
  let ranges: [ListTable.Filter]
  let period: String
  /// Of the first column.
  let factWords: String
  /// Of the conversions; nil for a campaign without any.
  let conversionWords: String?
  let rows: [Row]
  /// Shown instead of rows when nobody saw it in the period.
  let nobody: String?
  /// Where the people are counted if there are too many to do it every time; nil otherwise.
  let countHref: String?
  /// nil if they were counted while the page waited.
  let counting: CountingNote?

  struct Row {
    let groupName: String
    /// Whether the name is not what devices say.
    let isOurs: Bool
    let people: String
    let clicked: Cell
    let converted: Cell?
  }

  struct Cell {
    let words: String
    let bar: RateBar
  }

  /// What the address says.
  struct Query {
    var fact: AudienceFact = .appVersion
    var range = ReportRange.standard
    /// Whether the people are counted however long it takes.
    var countsAll = false

    func path(_ id: CampaignID) -> String {
      QueryString.url(
        "/campaigns/\(id)/breakdown",
        [
          ("by", fact == .appVersion ? "" : fact.rawValue),
          ("range", range == .standard ? "" : range.rawValue),
          ("count", countsAll ? "all" : ""),
        ])
    }
  }

  /// - Parameter breakdown: nil if it is not counted yet, or not before somebody asks, because
  ///   there are too many people.
  init(
    _ campaign: Campaign, _ breakdown: CampaignBreakdown?, query: Query, counting note: CountingNote? = nil
  ) {
    counting = note
    (name, period, factWords) = (campaign.name, query.range.words, query.fact.label)
    facts = CampaignBreakdown.facts.map { fact in
      var other = query
      other.fact = fact
      return ListTable.Filter(label: fact.label, href: other.path(campaign.id), isCurrent: fact == query.fact)
    }
    ranges = ReportRange.allCases.map { range in
      var other = query
      (other.range, other.countsAll) = (range, false)
      return ListTable.Filter(
        label: range.label, href: other.path(campaign.id), isCurrent: range == query.range)
    }
    var counting = query
    counting.countsAll = true
    countHref = breakdown == nil && note == nil ? counting.path(campaign.id) : nil
    let groups = breakdown?.groups ?? []
    nobody = breakdown != nil && groups.isEmpty ? "Nobody saw it \(query.range.words)." : nil
    let rule = campaign.content.conversionRules.first
    conversionWords = rule.map { "\($0.name) within \($0.windowWords)" }
    func cells(_ count: (CampaignBreakdown.Group) -> Int) -> [Cell] {
      let rates = groups.map { Rate(count($0), of: $0.shown) }
      return zip(rates, RateBar.all(rates.map { $0?.readableEstimate })).map { rate, bar in
        Cell(words: rate.map { ReadoutWords.rate($0) } ?? "", bar: bar)
      }
    }
    let converted = cells(\.converted)
    rows = zip(groups, cells(\.clicked)).enumerated().map { place, found in
      Row(
        groupName: found.0.name.words, isOurs: found.0.name.isOurs, people: NumberWords.count(found.0.shown),
        clicked: found.1,
        converted: rule == nil ? nil : converted[place])
    }
  }
}

extension CampaignBreakdown.Name {
  fileprivate var isOurs: Bool { if case .value = self { false } else { true } }

  fileprivate var words: String {
    switch self {
    case .value(let value): value
    case .others(let count): NumberWords.plural(count, "other value", "other values")
    case .unknown: "Not known"
    }
  }
}
