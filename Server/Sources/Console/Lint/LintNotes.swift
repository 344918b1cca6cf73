// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages

/// What was found about a campaign in the company of the others, as pages show it.
struct LintNotes: Hashable {
  var items: [Item] = []

  struct Item: Hashable {
    /// `bad`, `warn`, `hint`
    let tone: String
    let text: String
    let remedy: String
    /// Leads to the field of the form that it is about; nil: it is about another campaign's.
    let href: String?
    let others: [Other]
  }

  struct Other: Hashable {
    let name: String
    let href: String
  }

  /// Worse than a hint.
  var serious: [Item] { items.filter { $0.tone != "hint" } }
}

extension LintNotes {
  /// - Parameters:
  ///   - findings: of `CampaignLint.findings(for:)`.
  ///   - href: leads to a field of the form, from its name in the campaign's wire form.
  ///   - known: fields about which an error says the same already.
  init(_ findings: [LintFinding], about id: CampaignID, names: [String: String], known: Set<String> = [], href: (String) -> String) {
    items = findings.filter { $0.campaign != id || !known.contains($0.field) }.map { finding in
      let isOwn = finding.campaign == id
      let others = isOwn ? finding.others : [finding.campaign]
      let name = names[finding.campaign.rawValue] ?? finding.campaign.rawValue
      let text =
        switch (isOwn, finding.code) {
        case (true, _): finding.message
        case (false, .shadowed):
          "“\(name)” is never shown while this campaign runs: this campaign matches the same events and has a higher rank."
        case (false, _): "“\(name)” has the same priority and the same trigger event. This campaign is newer, so it is shown first."
        }
      return Item(
        tone: finding.severity.tone, text: text, remedy: isOwn ? finding.remedy : finding.code.remedyForOther,
        href: isOwn ? href(finding.field) : nil,
        others: others.prefix(5).map { Other(name: names[$0.rawValue] ?? $0.rawValue, href: "/campaigns/\($0.rawValue)") })
    }
  }
}

extension LintFinding.Severity {
  var tone: String {
    switch self {
    case .error: "bad"
    case .warning: "warn"
    case .hint: "hint"
    }
  }
}

extension LintFinding.Code {
  fileprivate var remedyForOther: String {
    switch self {
    case .shadowed: "Limit how often this campaign is shown, or give the other one a higher priority."
    default: "Give them different priorities if the order matters."
    }
  }
}

extension Console {
  /// What is found about one campaign beside those that run. Nothing for a finished one.
  func lintNotes(
    _ candidate: Campaign, among others: CampaignShelf.Content, loggedEvents: Set<String>?, known: Set<String>, href: (String) -> String
  ) -> LintNotes {
    guard candidate.state != .finished else { return LintNotes() }
    var names = others.names
    names[candidate.id.rawValue] = candidate.name
    return LintNotes(
      others.findings(about: candidate, loggedEvents: loggedEvents, at: environment.now()), about: candidate.id, names: names, known: known,
      href: href)
  }
}
