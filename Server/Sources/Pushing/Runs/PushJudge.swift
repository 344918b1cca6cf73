// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletCore
import MartletWire

/// Decides whether a claimed push is sent now.
struct PushJudge: Sendable {
  private let expiresAt: Instant?
  private let isSilent: Bool
  /// A test reaches the device of whoever tries it, whatever they want from other runs.
  private let isForTrying: Bool
  /// nil if it does not apply.
  private let schedule: Schedule?
  /// Whether this version understands the campaign's schedule. If not, nothing is sent: it could be
  /// at the wrong time.
  private let isUnderstood: Bool

  init(_ run: PushRun) {
    expiresAt = run.expiresAt
    isSilent = run.push.isSilent
    isForTrying = run.audience.isForTrying
    if isForTrying {
      (schedule, isUnderstood) = (nil, true)
    } else {
      schedule = (try? run.definition.pushDefinition(withTriggers: false))?.schedule
      isUnderstood = schedule != nil
    }
  }

  /// Whether it depends on the device's clock.
  var needsDevice: Bool {
    guard let schedule else { return false }
    return !schedule.quietHours.isEmpty || schedule.startsAtLocally != nil || schedule.endsAtLocally != nil
  }

  /// What becomes of the push without sending it; nil if it is sent now.
  func verdict(_ claimed: ClaimedPush, at now: Instant) -> PushReport.Verdict? {
    guard isUnderstood else { return .ended(.refused, detail: "schedule") }
    if claimed.isOfAnother { return .ended(.personChanged) }
    if claimed.isUnverified { return .ended(.userNotVerified) }
    guard let push = claimed.push else { return .ended(.noToken) }
    if let end = push.obstacle(isSilent: isSilent, isForTrying: isForTrying)?.outcome {
      return .ended(end.outcome, detail: end.detail)
    }
    if !isSilent, !isForTrying, let since = claimed.optedOutAt {
      return .ended(.optedOut, detail: PushOutcome.day(since))
    }
    if let end = claimed.heldOutUntil { return .ended(.heldOut, detail: PushOutcome.day(end)) }
    if !claimed.isEligible { return .ended(.notEligible) }
    if let cap = claimed.reachedCap { return .ended(.capped, detail: cap) }
    if let expiresAt, now >= expiresAt { return .ended(.expired) }
    switch schedule?.standing(at: now, utcOffset: claimed.utcOffset(at:)) {
    case nil, .open?:
      return claimed.arm.map(Wire.ExperimentArm.withheldNames.contains) == true ? .ended(.withheld) : nil
    case .ended?: return .ended(.expired)
    case .quiet(let end)?: return wait(until: end, "quiet_hours")
    case .notStarted(let start)?: return wait(until: start, "not_started")
    }
  }

  /// When it is too late to show the push on this device; nil: never.
  func end(for claimed: ClaimedPush, at now: Instant) -> Instant? {
    let end = schedule?.end(at: now, utcOffset: claimed.utcOffset(at:))
    return [expiresAt, end].compactMap(\.self).min()
  }

  private func wait(until instant: Instant, _ reason: String) -> PushReport.Verdict {
    if let expiresAt, instant >= expiresAt { return .ended(.expired, detail: reason) }
    return .again(at: instant, detail: reason, counts: false)
  }
}

extension ClaimedPush {
  /// The device's offset from UTC at an instant; none if its time zone is not known.
  fileprivate func utcOffset(at instant: Instant) -> Duration {
    let zone = device?.timeZone.flatMap { TimeZone(identifier: $0) }
    return .seconds(
      zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)) ?? 0)
  }
}
