// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Banners, announcements and surveys. Each is closed as soon as it was seen, and nobody taps a
/// banner.
extension DeviceReplay {
  mutating func carryOut(_ effect: ReachMachine.Effect, at now: Instant) {
    switch effect {
    case .offer(let item, let attempt, _):
      perform(.reach(.answered(id: item.id, attempt: attempt, .show)), at: now)
      perform(.reach(.bannerClosed(id: item.id)), at: now)
    case .open(let item): perform(.reach(.contentExited(id: item.id)), at: now)
    case .load(let item) where deliveries[item.campaign].map({ withdraws(item.campaign, $0) }) == true:
      perform(.reach(.failed(id: item.id, .withdrawn)), at: now)
    case .load(let item): perform(.reach(.loaded(id: item.id)), at: now)
    case .record(let statistic) where statistic.isImpression: note(statistic.item, at: now)
    case .ended(let item, let outcome):
      switch outcome {
      case .exited, .actioned: break
      default: misses.append(Miss(campaign: item.campaign, outcome: outcome, at: now))
      }
    default: break
    }
  }

  /// When the item of a campaign arrived that still waits. nil: there is none.
  func waits(_ campaign: CampaignID) -> Instant? { reach.item(of: campaign)?.receivedAt }

  private mutating func note(_ item: ReachItem, at now: Instant) {
    guard let event = deliveries[item.campaign] else { return }
    shown.append(Shown(presentation: item.id, campaign: item.campaign, at: now, event: event))
  }
}
