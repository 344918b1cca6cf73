// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@testable import MartletCore

/// From the decision to the display.
extension NaiveEngine {
  func delay(of campaign: CampaignID) -> Int64? {
    for one in live where one.presentation.campaign == campaign {
      if case .delayed(let until) = one.state { return until }
    }
    return nil
  }

  mutating func handOver(
    _ campaign: CampaignDefinition, _ event: Event, _ successors: [CampaignDefinition], after failed: Live?,
    triggeredAt: Int64,
    _ now: Int64
  ) -> DeliveryEngine.Effect {
    let attempt = (failed?.attempt ?? 0) + 1
    let end = end(of: campaign, triggeredAt: triggeredAt, now)
    let presentation = Presentation(
      id: attempt == 1 ? event.id : "\(event.id)-\(attempt)", campaign: campaign.id,
      version: campaign.version, event: event,
      triggeredAt: Instant(milliseconds: triggeredAt), userID: person.id,
      endsAt: end.map { Instant(milliseconds: $0) },
      succeeds: failed?.presentation.id, isRenderedAtDisplay: campaign.isRenderedAtDisplay)
    let until = triggeredAt + campaign.delay.wholeMilliseconds
    let isCleared = until <= now && campaign.arm == nil && !live.contains { $0.isOnTheWay }
    live.append(
      Live(
        presentation: presentation, state: until > now ? .delayed(until: until) : .onTheWay(since: now),
        isCleared: isCleared,
        attempt: attempt, triggeredAt: triggeredAt, successors: successors))
    return until > now ? .record(record(presentation, .queued(.delay))) : .present(presentation)
  }

  func end(of one: Live, _ now: Int64) -> Int64? {
    let campaign = campaigns.first { $0.id == one.presentation.campaign }
    return campaign.flatMap { end(of: $0, triggeredAt: one.triggeredAt, now) }
  }

  func end(of campaign: CampaignDefinition, triggeredAt: Int64, _ now: Int64) -> Int64? {
    [end(of: campaign, now), campaign.schedule.displaysWithin.map { triggeredAt + $0.wholeMilliseconds }]
      .compactMap { $0 }.min()
  }

  func quietEnd(_ one: Live, _ now: Int64) -> Int64? {
    campaigns.first { $0.id == one.presentation.campaign }.flatMap { quietEnd($0, now) }
  }

  func obstacle(_ one: Live, _ now: Int64) -> Outcome? {
    if let end = end(of: one, now), now >= end { return .expired }
    guard let campaign = campaigns.first(where: { $0.id == one.presentation.campaign }) else { return nil }
    return frequencyGate(campaign, now) == nil ? nil : .discarded(.noLongerEligible)
  }

  mutating func request(_ id: String, _ now: Int64) -> [DeliveryEngine.Effect] {
    guard let index = live.firstIndex(where: { $0.presentation.id == id && !$0.isDelayed }) else { return [] }
    if let outcome = obstacle(live[index], now) { return end(outcome) { $0.presentation.id == id } }
    if let end = quietEnd(live[index], now) {
      return queue(index, .quietHours) + [.hold(id: id, .milliseconds(end - now))]
    }
    let rest = remaining(now, excluding: id)
    if rest == 0, live.contains(where: { other in isCounted(other, before: live[index], now) }) {
      return queue(index, .interval) + [.hold(id: id, .seconds(1))]
    }
    if rest > 0 { return queue(index, .interval) + [.hold(id: id, .milliseconds(rest))] }
    return clear(index, now)
  }

  func arm(of one: Live) -> ExperimentArm? { campaigns.first { $0.id == one.presentation.campaign }?.arm }

  mutating func clear(_ index: Int, _ now: Int64) -> [DeliveryEngine.Effect] {
    let one = live[index]
    let id = one.presentation.id
    let exposure: [DeliveryEngine.Effect] =
      arm(of: one) == nil || one.isExposed ? [] : [.expose(one.presentation)]
    if let arm = arm(of: one), arm.isWithheld {
      let effects = exposure + end(.withheld) { $0.presentation.id == id }
      person.impressions.append(
        Impression(campaign: one.presentation.campaign, tags: [], at: now, session: session, isWithheld: true)
      )
      return arm.keepsTurn ? effects : effects + giveTurn(after: one, now)
    }
    for other in live.indices { live[other].isCleared = other == index }
    live[index].state = .onTheWay(since: now)
    live[index].isExposed = one.isExposed || arm(of: one) != nil
    return exposure + [.clear(id: id)]
  }

  /// Its impression, which may come any moment, may forbid the other one's.
  func isCounted(_ other: Live, before one: Live, _ now: Int64) -> Bool {
    guard other.presentation.id != one.presentation.id, case .onTheWay(let since) = other.state,
      now < since + 30_000,
      let first = campaigns.first(where: { $0.id == other.presentation.campaign }),
      let second = campaigns.first(where: { $0.id == one.presentation.campaign })
    else { return false }
    if first.id == second.id, first.reEligibility != .always || !first.caps.isEmpty { return true }
    return sharedCaps.contains { cap in
      cap.tag.map { first.tags.contains($0) && second.tags.contains($0) } ?? true
    }
  }

  mutating func queue(_ index: Int, _ reason: Outcome.QueueReason) -> [DeliveryEngine.Effect] {
    if live[index].state == .queued(reason) { return [] }
    live[index].state = .queued(reason)
    live[index].isCleared = false
    return [.record(record(live[index].presentation, .queued(reason)))]
  }

  mutating func report(_ id: String, _ outcome: Outcome, _ now: Int64) -> [DeliveryEngine.Effect] {
    guard let index = live.firstIndex(where: { $0.presentation.id == id }) else { return [] }
    if case .queued(let reason) = outcome { return live[index].isDelayed ? [] : queue(index, reason) }
    let one = live.remove(at: index)
    var effects: [DeliveryEngine.Effect] = [.record(record(one.presentation, outcome))]
    switch outcome {
    case .shown:
      displayed = now
      let tags = campaigns.first { $0.id == one.presentation.campaign }?.tags ?? []
      person.impressions.append(
        Impression(campaign: one.presentation.campaign, tags: tags, at: now, session: session))
    case .discarded(.assetFailed), .discarded(.timedOut), .discarded(.orientation),
      .discarded(.unsupportedKind),
      .discarded(.invalidContent),
      .discarded(.renderFailed), .discarded(.withdrawn):
      effects += giveTurn(after: one, now)
    default: break
    }
    return effects
  }

  mutating func giveTurn(after failed: Live, _ now: Int64) -> [DeliveryEngine.Effect] {
    if remaining(now) > 0 { return [] }
    for (position, next) in failed.successors.enumerated() {
      guard let campaign = campaigns.first(where: { $0.id == next.id && $0.version == next.version }) else {
        continue
      }
      if scheduleGate(campaign, now) != nil || frequencyGate(campaign, now) != nil
        || delay(of: campaign.id) != nil
      {
        continue
      }
      if let end = end(of: campaign, triggeredAt: failed.triggeredAt, now), now >= end { continue }
      let rest = Array(failed.successors[(position + 1)...])
      return [
        handOver(
          campaign, failed.presentation.event, rest, after: failed, triggeredAt: failed.triggeredAt, now)
      ]
    }
    return []
  }

  mutating func passTime(_ now: Int64) -> [DeliveryEngine.Effect] {
    var effects: [DeliveryEngine.Effect] = []
    if definitions == nil {
      effects += dropOld(now)
    } else if let since = syncSince, now >= since + patience {
      syncSince = nil
      effects += decideWaiting(now)
    }
    for one in live where !one.isOnTheWay {
      let id = one.presentation.id
      if let end = end(of: one, now), now >= end {
        effects += self.end(.expired) { $0.presentation.id == id }
      } else if case .delayed(let until) = one.state, now >= until {
        if let outcome = obstacle(one, now) {
          effects += end(outcome) { $0.presentation.id == id }
          continue
        }
        let index = live.firstIndex { $0.presentation.id == id }!
        if let end = quietEnd(one, now) {
          live[index].state = .delayed(until: end)
          effects.append(.record(record(one.presentation, .queued(.quietHours))))
          continue
        }
        if remaining(now) > 0 {
          effects += queue(index, .interval)
        } else {
          live[index].isCleared = arm(of: one) == nil && !live.contains { $0.isOnTheWay }
          live[index].state = .onTheWay(since: now)
        }
        effects.append(.present(one.presentation))
      }
    }
    return effects
  }

  mutating func takeBack(by event: Event) -> [DeliveryEngine.Effect] {
    end(.discarded(.exceptionEvent)) { [campaigns] one in
      let campaign = campaigns.first { $0.id == one.presentation.campaign }
      return one.isDelayed && campaign?.exceptions.contains { NaiveTriggers.fires($0, event) } == true
    }
  }
}
