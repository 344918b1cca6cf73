// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages

/// What lint finds about a campaign among the others, in the form that pages show.
struct LintNotes: Hashable {
  var items: [Item] = []

  struct Item: Hashable {
    /// `bad`, `warn`, `hint`
    let tone: String
    let text: String
    let remedy: String
    /// A link to the form's field that the note is about; nil if it is about another campaign's field.
    let href: String?
    let others: [Other]
  }

  struct Other: Hashable {
    let name: String
    let href: String
  }

  /// The notes that are more serious than a hint.
  var serious: [Item] { items.filter { $0.tone != "hint" } }
}

extension LintNotes {
  /// - Parameters:
  ///   - findings: The result of `CampaignLint.findings(for:)`.
  ///   - href: Returns the link to a form field for its name in the campaign's wire form.
  ///   - known: Fields for which an error already says the same.
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
  /// What lint finds about one campaign among the running ones. Empty for a finished campaign.
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
