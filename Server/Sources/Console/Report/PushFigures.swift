// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// What a report says of a campaign that is nothing but a notification: since the beginning,
/// without those for trying it out. It counts pushes, because each run can send another one to the
/// same device.
struct PushFigures {
  private let sent: Int
  private let waiting: Int
  /// What ended without being sent, by its reason.
  private let unsent: PushCounts

  /// nil for a campaign that shows anything in the app.
  init?(_ campaign: Campaign, _ counts: PushCounts?) {
    guard campaign.content.isPushOnly else { return nil }
    sent = counts?.outcomes[.sent] ?? 0
    waiting = counts?.waiting ?? 0
    unsent = PushCounts(outcomes: (counts?.outcomes ?? [:]).filter { $0.key != .sent && $0.value > 0 })
  }

  /// Whether nothing was ever meant to be sent.
  var isEmpty: Bool { sent + waiting + unsent.total == 0 }

  /// What people opened in the range, between what was sent and not sent. Those have no time of
  /// their own, so they are counted since the beginning.
  func figures(_ opened: [ReportSection.Figure]) -> [ReportSection.Figure] {
    func figure(_ term: String, _ count: Int) -> ReportSection.Figure {
      ReportSection.Figure(
        term: term, value: NumberWords.count(count), unit: count == 1 ? "push" : "pushes",
        change: "since the beginning")
    }
    return [figure("Sent", sent)] + opened + [figure("Not sent", unsent.total)]
  }

  var steps: [SurfaceStep] {
    [
      SurfaceStep(
        name: "Sent", note: "to a device, accepted by APNs", value: { [sent] _ in sent }, of: nil,
        isFigure: false),
      SurfaceStep(
        name: "Opened", note: "by a tap on the notification", value: { $0.steps["push:opened", default: 0] },
        of: 0),
    ]
  }

  /// Why it was not sent, the most frequent reason first.
  var unsentBars: [ReportSection.Bar] {
    unsent.outcomes.sorted { (-$0.value, $0.key.rawValue) < (-$1.value, $1.key.rawValue) }.map {
      ReportSection.Bar($0.key, of: unsent, unit: ("push", "pushes"), whole: " of those that were not sent")
    }
  }

  /// How many are still to be sent; nil for none. Shown beside the reasons, which say nothing of
  /// them.
  var waitingWords: String? {
    waiting == 0 ? nil : "\(NumberWords.plural(waiting, "push is", "pushes are")) still waiting."
  }
}

extension ReportSection.Bar {
  /// - Parameter whole: What the share is of, such as ` of all`; empty if it is clear.
  init(_ outcome: PushOutcome, of counts: PushCounts, unit: (one: String, many: String), whole: String = "") {
    let count = counts.outcomes[outcome, default: 0]
    self.init(
      barName: outcome.words, barCount: NumberWords.count(count), barUnit: count == 1 ? unit.one : unit.many,
      barShare: NumberWords.share(count, of: counts.total) + whole,
      barLength: NumberWords.bar(count, of: counts.outcomes.values.max() ?? 0), barHint: nil)
  }
}
