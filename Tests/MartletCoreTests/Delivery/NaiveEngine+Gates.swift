// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@testable import MartletCore

/// What can stop a campaign.
extension NaiveEngine {
  func triggerGate(_ campaign: CampaignDefinition, _ event: Event) -> Gate? {
    if campaign.triggers.contains(where: { NaiveTriggers.fires($0, event) }) { return nil }
    let groups = campaign.triggers.filter { !NaiveTriggers.isPlain($0) }
    guard groups.contains(where: { NaiveTriggers.concerns($0, event) }) else { return .filter(Self.someMiss) }
    let history = person.counted[campaign.id]!
    let results = groups.map { NaiveTriggers.run($0, history)[history.events.count - 1] }
    if results.contains(where: \.fires) { return nil }
    return results.compactMap(\.progress).first.map(Gate.history)
  }

  func scheduleGate(_ campaign: CampaignDefinition, _ now: Int64) -> Gate? {
    let wall = now + offset(now)
    if let start = campaign.schedule.startsAt, now < start.milliseconds {
      return .notStarted(startsAt: start)
    }
    if let start = campaign.schedule.startsAtLocally, wall < start.milliseconds {
      return .notStarted(startsAt: Instant(milliseconds: firstAfter(now, start.milliseconds)))
    }
    if let end = end(of: campaign, now), now >= end { return .ended(endsAt: Instant(milliseconds: end)) }
    return quietEnd(campaign, now).map { .quietHours(until: Instant(milliseconds: $0)) }
  }

  /// Minute by minute.
  func quietEnd(_ campaign: CampaignDefinition, _ now: Int64) -> Int64? {
    func isQuiet(_ minute: Int64) -> Bool {
      campaign.schedule.quietHours.contains { hours in
        let length = hours.to > hours.from ? hours.to - hours.from : 24 * 60 - hours.from + hours.to
        return [minute / 1_440, minute / 1_440 - 1].contains { day in
          let passed = minute - day * 1_440 - Int64(hours.from)
          let names: [QuietHours.Weekday] = [
            .sunday, .monday, .tuesday, .wednesday, .thursday, .friday, .saturday,
          ]
          // 1 January 1970 was a Thursday.
          let weekday = names[Int((day + 4) % 7)]
          return passed >= 0 && passed < Int64(length)
            && (hours.weekdays.isEmpty || hours.weekdays.contains(weekday))
        }
      }
    }
    var at = now
    while isQuiet((at + offset(at)) / 60_000) {
      let next = ((at + offset(at)) / 60_000 + 1) * 60_000 - offset(at)
      at = at < change && change < next ? change : next
    }
    return at == now ? nil : at
  }

  /// When the clock on the wall shows a time. If it does so already: when it did.
  private func arrival(of wall: Int64, _ now: Int64) -> Int64 {
    guard wall <= now + offset(now) else { return firstAfter(now, wall) }
    let arrival = wall - offset(now)
    guard offset(arrival) != offset(now) else { return arrival }
    let before = arrival - 86_400_000
    return before + offset(before) < wall ? firstAfter(before, wall) : arrival
  }

  /// The first instant after `now` at which the clock shows the time or later. It is changed once.
  private func firstAfter(_ now: Int64, _ wall: Int64) -> Int64 {
    let early = wall - offset(change - 1)
    return [early < change ? early : nil, max(change, wall - offset(change))].compactMap(\.self).filter {
      $0 > now
    }.min() ?? now
  }

  func patienceGate(_ campaign: CampaignDefinition, _ entry: Logged, _ now: Int64) -> Gate? {
    guard let length = campaign.schedule.displaysWithin?.wholeMilliseconds, now > entry.at,
      now >= entry.at + length
    else { return nil }
    return .ended(endsAt: Instant(milliseconds: entry.at + length))
  }

  func end(of campaign: CampaignDefinition, _ now: Int64) -> Int64? {
    var ends: [Int64] = []
    if let end = campaign.schedule.endsAt { ends.append(end.milliseconds) }
    if let end = campaign.schedule.endsAtLocally { ends.append(arrival(of: end.milliseconds, now)) }
    if let length = campaign.schedule.expiresAfter {
      ends.append(person.received[campaign.id]! + length.wholeMilliseconds)
    }
    return ends.min()
  }

  func frequencyGate(_ campaign: CampaignDefinition, _ now: Int64) -> Gate? {
    let own = person.impressions.filter { $0.campaign == campaign.id }
    if let last = own.map(\.at).max() {
      switch campaign.reEligibility {
      case .always: break
      case .once: return .reEligibility(lastShown: Instant(milliseconds: last), again: nil)
      case .after(let length):
        let again = last + length.wholeMilliseconds
        if now < again {
          return .reEligibility(lastShown: Instant(milliseconds: last), again: Instant(milliseconds: again))
        }
      }
    }
    let shared = sharedCaps.filter { cap in cap.tag.map { campaign.tags.contains($0) } ?? true }
    let caps =
      campaign.caps.map { (CapScope.campaign, $0) } + shared.map { ($0.tag.map { .tag($0) } ?? .all, $0.cap) }
    for (scope, cap) in caps {
      let count = person.impressions.count { impression in
        let counts =
          switch scope {
          case .campaign: impression.campaign == campaign.id
          case .tag(let tag): impression.tags.contains(tag) && !impression.isWithheld
          case .all: !impression.isWithheld
          }
        return counts && isInside(impression, cap.window, now)
      }
      if count >= cap.limit { return .cap(scope, cap, count: count) }
    }
    return nil
  }

  func isInside(_ impression: Impression, _ window: FrequencyCap.Window, _ now: Int64) -> Bool {
    let day: Int64 = 86_400_000
    return switch window {
    case .session: impression.session == session
    case .day: now - impression.at < day
    case .week: now - impression.at < 7 * day
    case .month: now - impression.at < 30 * day
    case .year: now - impression.at < 365 * day
    case .lifetime: true
    }
  }
}
