// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@testable import MartletCore

extension DeliveryEngine {
  /// What must hold after every input, and does not; empty when all is well.
  func violatedInvariants(at now: Instant) -> [String] {
    var violations: [String] = []
    func require(_ condition: Bool, _ rule: String) {
      if !condition { violations.append(rule) }
    }
    let ids = live.entries.map(\.presentation.id)
    require(ids.count <= LivePresentations.limit, "live presentations are bounded")
    require(Set(ids).count == ids.count, "a presentation is live once")
    require(
      live.entries.allSatisfy { $0.presentation.userID.isExactly(userID) },
      "live presentations belong to the present user")
    require(
      live.entries.allSatisfy {
        index?[$0.presentation.campaign]?.definition.version == $0.presentation.version
      },
      "live presentations have a campaign, in the version that was decided on")
    require(
      pending.entries.isEmpty || index == nil || syncSince != nil,
      "events wait only while definitions may come")
    require(pending.entries.count <= PendingEvents.limit, "waiting events are bounded")
    require(kept.recent.past.count <= RecentEvents.limit, "remembered events are bounded")
    require(kept.lastDisplay ?? now <= now, "no display lies in the future")
    require(
      live.latestHandover(excluding: nil) ?? now <= now, "no presentation was handed over in the future")
    require(
      live.entries.allSatisfy { entry in if case .handedOver = entry.state { true } else { !entry.isCleared }
      },
      "only what was handed over is cleared")
    require(live.entries.count { $0.isCleared } <= 1, "one presentation is cleared at most")
    require(kept.memory.campaigns.count <= PersonMemory.campaignLimit, "remembered campaigns are bounded")
    require(kept.others.count <= Self.otherUserLimit, "remembered users are bounded")
    require(!kept.others.contains { userID.isExactly($0.userID) }, "the present user is remembered once")
    let remaining = interval(at: now, excluding: nil)
    require(
      remaining >= .zero && remaining <= policy.minimumInterval,
      "the remaining interval is between zero and the minimum")
    return violations
  }
}
