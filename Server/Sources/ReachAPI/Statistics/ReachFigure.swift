// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// One figure of a campaign under the name that the old service used. `all` is the one table of
/// names.
struct ReachFigure: Sendable {
  /// What the figures are computed from. Both count each event once.
  struct Source: Sendable {
    var totals: CampaignReport.Totals
    /// Of all runs for people.
    var pushes: PushCounts
    var draft: Draft
  }

  /// The old name.
  var name: String
  /// The name in Martlet's vocabulary.
  var unified: String
  /// Where Martlet's own interface has it.
  var place: String
  /// Which campaigns have it.
  var isOf: @Sendable (CampaignKind, Draft) -> Bool
  var value: @Sendable (Source) -> Wire.JSONValue

  /// The figures of a campaign. Those that it cannot have are left out.
  static func figures(_ source: Source, _ kind: CampaignKind) -> [String: Wire.JSONValue] {
    all.filter { $0.isOf(kind, source.draft) }.reduce(into: [:]) { $0[$1.name] = $1.value(source) }
  }

  static let all: [ReachFigure] = [
    count("queued", "queued", "a run’s `total`; without a push, `eligible`", everywhere) {
      $0.isPushed ? $0.pushes.total : $0.totals.eligible
    },
    count("pushed", "pushed", "a run’s `sent`; without a push, `delivered`", everywhere) {
      $0.isPushed ? $0.sent : $0.totals.delivered
    },
    count("pushed-native", "pushed", "a run’s `sent`", outsideApp) { $0.sent },
    count("delivered", "delivered", "`steps.delivered`", { kind, _ in kind != .nativePushes }) {
      $0.totals.steps["delivered"] ?? 0
    },
    count("dropped", "dropped", "`outcomes.dropped:…`", { kind, _ in kind != .nativePushes }) {
      $0.totals.outcomes.sum(of: "dropped")
    },
    count("system-notification-actioned", "push.opened", "`steps.push:opened`", outsideApp) {
      $0.totals.steps["push:opened"] ?? 0
    },
    count("in-app-notification-displayed", "banner.displayed", "`impressions_by_surface.banner`", hasBanner) {
      $0.totals.impressionsBySurface["banner"] ?? 0
    },
    count("in-app-notification-actioned", "banner.clicked", "`clicks_by_button.banner`", hasBanner) {
      $0.totals.clicksByButton["banner"] ?? 0
    },
    count("in-app-notification-exited", "banner.dismissed", "`dismissals.banner:…`", hasBanner) {
      $0.totals.dismissals.sum(of: "banner")
    },
    count(
      "content-displayed", "content.displayed",
      "`impressions_by_surface.content` and `steps.content:displayed`", hasContent
    ) {
      ($0.totals.impressionsBySurface["content"] ?? 0) + ($0.totals.steps["content:displayed"] ?? 0)
    },
    count(
      "content-actioned", "content.clicked", "`clicks_by_button.content`, of data `steps.data:used`",
      hasContentOrData
    ) {
      ($0.draft.content.data == nil
        ? $0.totals.clicksByButton["content"] : $0.totals.steps["data:used"]) ?? 0
    },
    count(
      "content-exited", "content.dismissed", "`dismissals.content:…`, of data `steps.data:refused`",
      hasContentOrData
    ) {
      $0.draft.content.data == nil
        ? $0.totals.dismissals.sum(of: "content") : $0.totals.steps["data:refused"] ?? 0
    },
    ReachFigure(
      name: "answers", unified: "content.clicked(answers)", place: "`answers`, without the empty answer",
      isOf: { kind, _ in kind == .polls },
      value: { source in
        .object(
          source.totals.answers.mapValues { answers in
            .object(answers.filter { !$0.key.isEmpty }.mapValues { .int(Int64($0)) })
          })
      }),
  ]

  private static func count(
    _ name: String, _ unified: String, _ place: String,
    _ isOf: @escaping @Sendable (CampaignKind, Draft) -> Bool,
    _ value: @escaping @Sendable (Source) -> Int
  ) -> ReachFigure {
    ReachFigure(name: name, unified: unified, place: place, isOf: isOf, value: { .int(Int64(value($0))) })
  }

  private static let everywhere: @Sendable (CampaignKind, Draft) -> Bool = { _, _ in true }
  private static let outsideApp: @Sendable (CampaignKind, Draft) -> Bool = { _, draft in
    draft.content.push != nil
  }
  private static let hasBanner: @Sendable (CampaignKind, Draft) -> Bool = { _, draft in
    draft.content.banner != nil
  }
  private static let hasContent: @Sendable (CampaignKind, Draft) -> Bool = { _, draft in
    draft.content.content != nil
  }
  private static let hasContentOrData: @Sendable (CampaignKind, Draft) -> Bool = { _, draft in
    draft.content.content != nil || draft.content.data != nil
  }

  /// The table as documents show it.
  static var markdown: String {
    (["| old name | unified name | in the report of `/api/v1` |", "|---|---|---|"]
      + all.map { "| `\($0.name)` | `\($0.unified)` | \($0.place) |" }).joined(separator: "\n")
  }
}

extension ReachFigure.Source {
  fileprivate var isPushed: Bool { draft.content.runPush != nil }
  fileprivate var sent: Int { pushes.outcomes[.sent] ?? 0 }
}

extension [String: Int] {
  /// The counts of a word and of those that begin with it and a colon.
  fileprivate func sum(of word: String) -> Int {
    reduce(0) { $0 + ($1.key == word || $1.key.hasPrefix(word + ":") ? $1.value : 0) }
  }
}
