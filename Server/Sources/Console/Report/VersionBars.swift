// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// What people did with one version of a campaign's surfaces, as bars with their numbers.
struct VersionBars {
  let versionTitle: String
  let bars: [ReportSection.Bar]

  /// How many versions are shown.
  private static let shown = 8

  /// The newest versions that the campaign has had, the newest first, and all others together.
  /// Empty if there is only one, because the funnel says the same.
  static func all(_ content: CampaignContent, version newest: Int, _ totals: CampaignReport.Totals)
    -> [VersionBars]
  {
    guard totals.byVersion.count > 1 else { return [] }
    // Devices say which version they had.
    let versions = totals.byVersion.keys.compactMap { Int($0) }.filter { (1...newest).contains($0) }.sorted(
      by: >
    ).prefix(shown)
    let others = totals.byVersion.filter { key, _ in !versions.contains { "\($0)" == key } }.values
      .reduce(into: [String: Int]()) { $0.merge($1, uniquingKeysWith: +) }
    let groups =
      versions.map { ("Version \($0)", totals.byVersion["\($0)"] ?? [:]) }
      + (others.isEmpty ? [] : [("Other versions", others)])
    let most = groups.flatMap(\.1.values).max() ?? 0
    return groups.map { title, counts in
      VersionBars(
        versionTitle: title,
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
    let noun = content.contentNoun?.capitalisingFirst ?? "Content"
    return [
      ("delivered", "Delivered"), ("push:clicked", "Notification tapped"),
      ("banner:displayed", "Banner displayed"),
      ("banner:clicked", "Banner clicked"), ("banner:dismissed", "Banner closed"),
      ("content:displayed", noun + " displayed"),
      ("content:clicked", noun == "Survey" ? "Answers submitted" : "Action used"),
      ("content:dismissed", noun + " closed"),
      ("data:clicked", "Used by the app"), ("data:dismissed", "Refused by the app"), ("", "Anything else"),
    ]
  }
}
