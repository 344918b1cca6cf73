// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// What a report says of a campaign that is nothing but a notification.
struct PushFigures {
  /// Since the beginning, without those for trying it out.
  let counts: PushCounts

  /// nil for a campaign that shows anything in the app.
  init?(_ campaign: Campaign, _ counts: PushCounts?) {
    guard campaign.content.isPushOnly else { return nil }
    self.counts = counts ?? PushCounts()
  }

  private var sent: Int { counts.outcomes[.sent, default: 0] }

  /// In the range, what people opened. What was sent has no time of its own, so it is counted since the beginning.
  func figures(_ opened: [ReportSection.Figure]) -> [ReportSection.Figure] {
    func figure(_ term: String, _ count: Int) -> ReportSection.Figure {
      ReportSection.Figure(
        term: term, value: NumberWords.count(count), unit: count == 1 ? "device" : "devices", change: "since the beginning")
    }
    return [figure("Sent", sent)] + opened + [figure("Not sent", counts.total - counts.waiting - sent)]
  }

  var steps: [SurfaceStep] {
    let sent = sent
    return [
      SurfaceStep(name: "Sent", note: "to a device, accepted by APNs", value: { _ in sent }, of: nil, isFigure: false),
      SurfaceStep(name: "Opened", note: "by a tap on the notification", value: { $0.steps["push:opened", default: 0] }, of: 0),
    ]
  }

  /// Why it was not sent, the most frequent reason first.
  var unsent: [ReportSection.Bar] {
    let unsent = counts.outcomes.filter { $0.key != .sent && $0.value > 0 }
    let whole = PushCounts(outcomes: unsent)
    return unsent.sorted { (-$0.value, $0.key.rawValue) < (-$1.value, $1.key.rawValue) }.map {
      ReportSection.Bar($0.key, of: whole, whole: "of those that were not sent")
    }
  }
}

extension ReportSection.Bar {
  /// - Parameter whole: `of all devices`; empty if it is clear.
  init(_ outcome: PushOutcome, of counts: PushCounts, whole: String = "") {
    let count = counts.outcomes[outcome, default: 0]
    self.init(
      barName: outcome.words, barCount: NumberWords.count(count), barUnit: count == 1 ? "device" : "devices",
      barShare: NumberWords.share(count, of: counts.total) + (whole.isEmpty ? "" : " " + whole),
      barLength: NumberWords.bar(count, of: counts.outcomes.values.max() ?? 0), barHint: nil)
  }
}
