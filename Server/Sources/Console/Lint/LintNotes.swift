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
    /// A link to the form's field that the note is about; nil if it is about another campaign's
    /// field.
    let href: String?
    var linkText = "Change it"
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
  init(
    _ findings: [LintFinding], about id: CampaignID, names: [String: String], known: Set<String> = [],
    href: (String) -> String
  ) {
    func name(_ campaign: CampaignID) -> String { names[campaign.rawValue] ?? campaign.rawValue }
    func links(_ others: [CampaignID]) -> [Other] {
      others.prefix(3).map { Other(name: name($0), href: "/campaigns/\($0.rawValue)") }
    }
    var items: [Item] = []
    var told: Set<LintFinding.Code> = []
    for finding in findings {
      if finding.campaign == id {
        guard !known.contains(finding.field) else { continue }
        items.append(
          Item(
            tone: finding.severity.tone, text: finding.message, remedy: finding.remedy,
            href: href(finding.field),
            others: links(finding.others)))
      } else if told.insert(finding.code).inserted {
        // What is the same of several others is said once.
        let others = findings.filter { $0.campaign != id && $0.code == finding.code }.map(\.campaign)
        items.append(
          Item(
            tone: finding.severity.tone, text: finding.code.words(of: others.map(name)),
            remedy: finding.code.remedyForOther, href: nil,
            others: links(others)))
      }
    }
    self.items = Array(items.prefix(Self.most))
  }

  /// Notes about one campaign. More would hide the rest of the page; the most serious come first.
  static let most = 10
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
  /// What other campaigns have to do with this one.
  fileprivate func words(of names: [String]) -> String {
    let quoted = names.prefix(3).map { "“\($0)”" }
    let all =
      names.count > 3
      ? quoted.joined(separator: ", ") + " and \(names.count - 3) more" : Array(quoted).listed("and")
    let isOne = names.count == 1
    return switch self {
    case .shadowed:
      "\(all) \(isOne ? "is" : "are") never shown while this campaign runs: this campaign matches the same events and has a higher rank."
    default: "Same priority and trigger event as \(all). This campaign is newer, so it is shown first."
    }
  }

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
    _ candidate: Campaign, among others: CampaignListCache.Content, loggedEvents: Set<String>?,
    known: Set<String>, href: (String) -> String
  ) -> LintNotes {
    guard candidate.state != .finished else { return LintNotes() }
    var names = others.names
    names[candidate.id.rawValue] = candidate.name
    return LintNotes(
      others.findings(about: candidate, loggedEvents: loggedEvents, at: environment.now()),
      about: candidate.id, names: names, known: known,
      href: href)
  }
}
