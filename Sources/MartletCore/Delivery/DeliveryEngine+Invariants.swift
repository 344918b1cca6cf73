// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension DeliveryEngine {
  /// What must hold after every input, and does not; empty when all is well. For tests.
  func violatedInvariants(at now: Instant) -> [String] {
    var violations: [String] = []
    func require(_ condition: Bool, _ rule: String) {
      if !condition { violations.append(rule) }
    }
    let ids = live.entries.map(\.presentation.id)
    require(ids.count <= LivePresentations.limit, "live presentations are bounded")
    require(Set(ids).count == ids.count, "a presentation is live once")
    require(live.entries.allSatisfy { $0.presentation.userID == userID }, "live presentations belong to the present user")
    require(live.entries.allSatisfy { index?.endings[$0.presentation.campaign] != nil }, "live presentations have a campaign")
    require(pending.entries.isEmpty || index == nil, "events wait only while there are no definitions")
    require(pending.entries.count <= PendingEvents.limit, "waiting events are bounded")
    require(recent.ids.count <= RecentEvents.limit, "remembered events are bounded")
    require(lastDisplay ?? now <= now, "no display lies in the future")
    require(live.latestHandover(excluding: nil) ?? now <= now, "no presentation was handed over in the future")
    let remaining = interval(at: now, excluding: nil)
    require(remaining >= .zero && remaining <= policy.minimumInterval, "the remaining interval is between zero and the minimum")
    return violations
  }
}
