// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// What can be said about a running campaign at a glance: its most serious problem, or that there
/// is none.
struct CampaignHealth: Hashable {
  /// `good`, `warn`, `bad` or `plain`.
  let tone: String
  /// In a few words.
  let words: String
  /// The whole sentence, for the list of what needs attention; nil if nothing does.
  let sentence: String?
  /// Where the problem can be solved.
  let href: String

  var isProblem: Bool { sentence != nil }

  /// - Parameters:
  ///   - report: What it counted since it began.
  ///   - findings: What lint finds among the running campaigns.
  init(
    _ campaign: Campaign, _ report: CampaignReport?, _ findings: [LintFinding], names: [String: String],
    at now: Instant
  ) {
    let page = "/campaigns/\(campaign.id.rawValue)"
    let own = findings.filter { $0.campaign == campaign.id && $0.severity != .hint }
    let totals = report?.totals ?? CampaignReport.Totals()
    let notShown = totals.outcomes.values.reduce(0, +)
    if let finding = own.first(where: { $0.severity == .error }) ?? own.first {
      let others = finding.others.prefix(2).map { "“\(names[$0.rawValue] ?? $0.rawValue)”" }.joined(
        separator: " and ")
      self.init(
        tone: finding.severity.tone, words: finding.code.shortWords + (others.isEmpty ? "" : " " + others),
        sentence: finding.message + " " + finding.remedy, href: page)
    } else if let doubt = report?.doubts(about: campaign, at: now).first {
      self.init(tone: "bad", words: "Unusual figures", sentence: doubt.message, href: page + "#report")
    } else if totals.impressions == 0, notShown > 0, campaign.content.message != nil {
      self.init(
        tone: "warn", words: "Triggered, never shown",
        sentence:
          "It was triggered \(NumberWords.plural(notShown, "time", "times")) and never shown. Its report says why.",
        href: page + "#outcomes-title")
    } else if totals.delivered == 0 {
      self.init(tone: "plain", words: "Not delivered yet", sentence: nil, href: page)
    } else {
      self.init(tone: "good", words: "No problems", sentence: nil, href: page)
    }
  }

  private init(tone: String, words: String, sentence: String?, href: String) {
    self.tone = tone
    self.words = words
    self.sentence = sentence
    self.href = href
  }
}
