// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension CampaignReport.Totals {
  /// Adds a rollup's number.
  public mutating func add(_ metric: CampaignMetric, detail: String, count: Int) {
    switch metric {
    case .eligible: eligible += count
    case .delivered: delivered += count
    case .impression: impressions += count
    case .uniqueImpression: uniqueImpressions += count
    case .click:
      clicks += count
      clicksByButton[detail, default: 0] += count
    case .uniqueClick: uniqueClicks += count
    case .dismissal: dismissals[detail, default: 0] += count
    case .outcome: outcomes[detail, default: 0] += count
    }
  }
}

extension CampaignReport {
  /// Adds an hour's number to the chart. Hours must come in order; an hour that has nothing to show is left out.
  public mutating func add(_ metric: CampaignMetric, count: Int, at hour: Instant) {
    switch metric {
    case .eligible, .delivered, .uniqueImpression, .uniqueClick: return
    case .impression, .click, .dismissal, .outcome: break
    }
    if hours.last?.start != hour { hours.append(Hour(start: hour)) }
    let last = hours.count - 1
    switch metric {
    case .impression: hours[last].impressions += count
    case .click: hours[last].clicks += count
    case .dismissal: hours[last].dismissals += count
    case .outcome: hours[last].notShown += count
    case .eligible, .delivered, .uniqueImpression, .uniqueClick: break
    }
  }
}
