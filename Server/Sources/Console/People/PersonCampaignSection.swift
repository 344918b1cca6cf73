// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire

/// The running campaigns as the person gets them, those that are for them first.
struct PersonCampaignSection {
  let lines: [Line]
  /// Those that are not shown.
  let omitted: String?

  struct Line {
    let name: String
    let href: String
    let chip: String
    /// The class of the chip.
    let tone: String
    let words: String
  }

  static let most = 50

  init(_ standings: [PersonCampaigns.Standing], _ names: AudienceNames) {
    let sorted = standings.filter(\.eligibility.isEligible) + standings.filter { !$0.eligibility.isEligible }
    lines = sorted.prefix(Self.most).map { standing in
      let experiment = standing.campaign.content.experiment
      let isWithheld = standing.arm.map(Wire.ExperimentArm.withheldNames.contains) ?? false
      let arm = standing.arm.map { arm in
        isWithheld
          ? "; in the experiment: \(arm), gets nothing"
          : "; in the experiment: \(experiment?.variants.first { $0.id == arm }?.name ?? "variant \(arm.uppercased())")"
      }
      let isEligible = standing.eligibility.isEligible
      return Line(
        name: standing.campaign.name, href: "/campaigns/\(standing.campaign.id.rawValue)",
        chip: isEligible ? (isWithheld ? "Withheld" : "Gets it") : "Does not get it",
        tone: isEligible && !isWithheld ? " chip-good" : "",
        words: standing.eligibility.words(names)
          + (isEligible ? (arm ?? "") + (isWithheld ? "" : Self.words(standing.languages)) : ""))
    }
    omitted =
      sorted.count > Self.most ? "\(NumberWords.count(sorted.count - Self.most)) more are not shown." : nil
  }

  /// `; texts in German (AT), on another device in English`. Empty for a campaign with one
  /// language.
  private static func words(_ languages: [String]) -> String {
    let names = languages.map { $0.isEmpty ? "the campaign’s own language" : LanguageWords.label($0) }
    guard let first = names.first else { return "" }
    return "; texts in \(first)" + names.dropFirst().map { ", on another device in \($0)" }.joined()
  }
}
