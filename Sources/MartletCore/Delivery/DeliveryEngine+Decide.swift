// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension DeliveryEngine {
  /// What would be decided on the event now, without any consequence: nil when no campaign names this kind of event, or when no
  /// definitions were received yet.
  ///
  /// Costs one hash look-up and no allocation when the answer is nil.
  public func decide(_ event: Event, at now: Instant) -> Decision? {
    guard let index else { return nil }
    let slots = index.slots(for: event.kind)
    guard !slots.isEmpty else { return nil }
    return decision(on: event, in: index, slots: slots, at: now)
  }

  /// A decision carries the id of its event: one event, one decision.
  func decision(on event: Event, in index: TriggerIndex, slots: TriggerIndex.Slots, at now: Instant) -> Decision {
    var candidates: [Candidate] = []
    var winner: CampaignID?
    let remaining = slots.isEmpty ? .zero : interval(at: now, excluding: nil)
    candidates.reserveCapacity(slots.general.count + slots.named.count)
    index.forEachCandidate(in: slots, of: event.kind, at: event.at) { campaign, miss in
      let verdict: Candidate.Verdict
      if let miss {
        verdict = .stopped(.filter(miss))
      } else if let startsAt = campaign.startsAt, now < startsAt {
        verdict = .stopped(.notStarted(startsAt: startsAt))
      } else if let endsAt = campaign.endsAt, now >= endsAt {
        verdict = .stopped(.ended(endsAt: endsAt))
      } else if remaining > .zero {
        verdict = .stopped(.interval(remaining: remaining, minimum: policy.minimumInterval))
      } else if let winner {
        verdict = .stopped(.priority(winner: winner))
      } else {
        winner = campaign.id
        verdict = .chosen
      }
      candidates.append(Candidate(campaign: campaign.id, version: campaign.version, verdict: verdict))
    }
    return Decision(id: event.id, event: event, at: now, userID: userID, candidates: candidates)
  }

  func interval(at now: Instant, excluding presentationID: String?) -> Duration {
    var latest = lastDisplay
    if let handover = live.latestHandover(excluding: presentationID) { latest = max(latest ?? handover, handover) }
    guard let latest else { return .zero }
    let elapsed = max(now.duration(since: latest), .zero)
    return max(policy.minimumInterval - elapsed, .zero)
  }
}

extension Candidate.Verdict {
  /// The reason to record for a campaign that matched and did not get its turn; nil for one that did, and for one that did not match.
  var suppression: Outcome.SuppressionReason? {
    switch self {
    case .chosen, .stopped(.filter): nil
    case .stopped(.notStarted): .notStarted
    case .stopped(.ended): .ended
    case .stopped(.interval): .interval
    case .stopped(.priority): .priority
    }
  }
}

extension OutcomeRecord {
  init(_ presentation: Presentation, _ outcome: Outcome) {
    self.init(decisionID: presentation.id, campaign: presentation.campaign, version: presentation.version, outcome: outcome)
  }
}
