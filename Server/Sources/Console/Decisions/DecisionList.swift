// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The latest decisions of devices about a campaign: shown or not, and why, with the values compared.
struct DecisionList {
  let decisionRows: [Row]
  let isEmpty: Bool
  let emptyText: String
  let moreHref: String?
  let lessHref: String?
  let countWords: String

  struct Row {
    let time: String
    let timeTitle: String
    let event: String
    let person: String
    let personHref: String
    let isChosen: Bool
    let verdict: String
    let reason: String?
  }

  init(_ source: CampaignPage.Source, query: CampaignPage.Query) {
    let campaign = source.campaign
    decisionRows = source.decisions.prefix(query.decisions).map { Row($0, campaign: campaign.id, names: source.names, now: source.now) }
    isEmpty = decisionRows.isEmpty
    emptyText =
      campaign.state == .draft
      ? "Devices decide once the campaign is launched."
      : "No device has logged an event that this campaign waits for."
    var more = query
    more.decisions = CampaignPage.Query.longList
    moreHref =
      query.decisions < CampaignPage.Query.longList && source.decisions.count > query.decisions
      ? more.path(campaign.id) + "#decisions" : nil
    var less = query
    less.decisions = CampaignPage.Query.shortList
    lessHref =
      query.decisions > CampaignPage.Query.shortList && decisionRows.count > CampaignPage.Query.shortList
      ? less.path(campaign.id) + "#decisions" : nil
    countWords =
      source.decisions.count > query.decisions
      ? "The latest \(query.decisions)" : NumberWords.plural(decisionRows.count, "decision", "decisions") + ", newest first"
  }
}

extension DecisionList.Row {
  fileprivate init(_ decision: StoredDecision, campaign: CampaignID, names: [String: String], now: Instant) {
    let record = decision.record
    time = UTCTime.exact(decision.at, now: now)
    timeTitle = UTCTime(decision.at).words
    event = DecisionWords.event(record)
    person = PersonWords.name(decision.personID)
    personHref = PersonPage.Query(campaign: campaign.rawValue).path(decision.personID)
    let own = record.candidates.first { $0.campaignID == campaign.rawValue }
    isChosen = own?.verdict == "chosen"
    verdict = GateWords.label(own?.verdict ?? "")
    let words = own?.words { names[$0].map { "“\($0)”" } ?? "a campaign that is gone" } ?? ""
    // Without values to compare there is nothing more to say than the label does; with them it is not said twice.
    reason = isChosen || words.isEmpty || words == own?.verdict ? nil : GateWords.withoutLabel(words)
  }
}

enum DecisionWords {
  /// What was decided on.
  static func event(_ record: Wire.DecisionRecord) -> String {
    switch record.eventKind {
    case "session_start": "Session start"
    case "purchase": record.eventName.map { "Purchase of \($0)" } ?? "Purchase"
    case "push_click": record.eventName.map { "Push \($0) opened" } ?? "Push opened"
    default: record.eventName ?? record.eventKind.replacing("_", with: " ")
    }
  }
}

/// What a decision's gate is called.
enum GateWords {
  static func label(_ verdict: String) -> String {
    switch verdict {
    case "chosen": "Chosen"
    case "filter": "Filter not met"
    case "not_started": "Not started"
    case "ended": "Ended"
    case "interval": "Too soon"
    case "priority": "Lower priority"
    default: verdict.replacing("_", with: " ")
    }
  }

  /// `interval, 12 s left of 30 s` → `12 s left of 30 s`
  static func withoutLabel(_ words: String) -> String {
    for label in ["interval, ", "lower priority "] where words.hasPrefix(label) { return String(words.dropFirst(label.count)) }
    return words
  }
}
