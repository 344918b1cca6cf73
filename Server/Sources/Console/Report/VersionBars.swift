// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// What people did with one version of a campaign's surfaces, as bars with their numbers.
struct VersionBars {
  let versionTitle: String
  let bars: [ReportSection.Bar]

  /// The newest version first. Empty if there is only one, because the funnel says the same.
  static func all(_ content: CampaignContent, _ totals: CampaignReport.Totals) -> [VersionBars] {
    guard totals.byVersion.count > 1 else { return [] }
    let most = totals.byVersion.values.flatMap(\.values).max() ?? 0
    return totals.byVersion.keys.sorted { (Int($0) ?? 0, $0) > (Int($1) ?? 0, $1) }.map { version in
      let counts = totals.byVersion[version] ?? [:]
      return VersionBars(
        versionTitle: version == CountLimits.other ? "Other versions" : "Version \(version)",
        bars: steps(content).filter { counts[$0.key] != nil }.map { step in
          let count = counts[step.key, default: 0]
          return ReportSection.Bar(
            barName: step.words, barCount: NumberWords.count(count), barUnit: count == 1 ? "time" : "times",
            barShare: "\(NumberWords.share(count, of: counts["delivered", default: 0])) of deliveries",
            barLength: NumberWords.bar(count, of: most), barHint: nil)
        })
    }
  }

  /// In the order in which they happen.
  private static func steps(_ content: CampaignContent) -> [(key: String, words: String)] {
    let noun = content.surfaces.contentNoun?.capitalisingFirst ?? "Content"
    return [
      ("delivered", "Delivered"), ("push:clicked", "Notification tapped"), ("banner:displayed", "Banner displayed"),
      ("banner:clicked", "Banner clicked"), ("banner:dismissed", "Banner closed"), ("content:displayed", noun + " displayed"),
      ("content:clicked", noun == "Survey" ? "Answers submitted" : "Action used"), ("content:dismissed", noun + " closed"),
      ("data:clicked", "Used by the app"), ("data:dismissed", "Refused by the app"),
    ]
  }
}
