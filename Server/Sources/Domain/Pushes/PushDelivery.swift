// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// The row of one device in a run.
public struct PushDelivery: Hashable, Sendable {
  public var deviceID: String
  /// The number of the push in the run, from 0: the same on all devices of the person. Only runs by
  /// events have several.
  public var occurrence: Int
  /// The person for whom it is (`PersonID`).
  public var personID: String
  /// The arm of the campaign's experiment for which it is. nil: there is none, it does not count
  /// the person, or the push has not come to its turn.
  public var arm: String?
  /// How often a sender took it.
  public var attempt: Int
  /// nil while it has not ended.
  public var outcome: PushOutcome?
  /// With an outcome: its detail. Without: why it waits, for example `quiet_hours` or APNs' reason.
  public var detail: String?
  /// When it can be tried again; nil if it has ended.
  public var dueAt: Instant?
  /// When it changed last.
  public var at: Instant

  public init(
    deviceID: String, occurrence: Int = 0, personID: String, arm: String? = nil, attempt: Int,
    outcome: PushOutcome?,
    detail: String? = nil, dueAt: Instant? = nil, at: Instant
  ) {
    self.deviceID = deviceID
    self.occurrence = occurrence
    self.personID = personID
    self.arm = arm
    self.attempt = attempt
    self.outcome = outcome
    self.detail = detail
    self.dueAt = dueAt
    self.at = at
  }

  /// The same in every attempt, so that a device shows the push once even if an answer of APNs was
  /// lost.
  public static func id(run: String, device: String, occurrence: Int = 0) -> String {
    "\(run):\(device)" + (occurrence == 0 ? "" : ":\(occurrence)")
  }
}

/// A row that a sender has taken. Nobody else takes it until the claim ends.
public struct ClaimedPush: Equatable, Sendable {
  public var deviceID: String
  /// As that of its row.
  public var occurrence: Int
  /// The number of the claim. A report with another number changes nothing.
  public var attempt: Int
  /// How often APNs refused it for now.
  public var tries: Int
  public var personID: String
  /// Whether somebody else uses the device now.
  public var isOfAnother: Bool
  /// How far the device is believed about the person, by the app's present settings.
  public var trust: DeviceTrust
  /// Whether signatures are required, and nobody vouched for the person.
  public var isUnverified: Bool
  /// When the person said that they want no notifications: with the attribute `push_subscription`.
  /// nil if they did not, or if the push does not depend on it.
  public var optedOutAt: Instant?
  /// The frequency cap that keeps it from the person, as `PushCaps.Limit.text`; nil if none does.
  public var reachedCap: String?
  /// Until when the global holdout keeps it from the person; nil if it does not.
  public var heldOutUntil: Instant?
  /// Whether the person is in the audience of the campaign.
  public var isEligible: Bool
  /// The arm of the campaign's experiment that the person is in. nil: there is none, or it does not
  /// count the person on this device.
  public var arm: String?
  /// nil if the device is gone.
  public var push: PushDevice?
  /// What the device says about itself; nil if it is not known.
  public var device: Wire.Device?
  /// What texts can name as `event.KEY`: of its event, or of its user in the run.
  public var values: [String: Wire.JSONValue]
  /// Whether the device itself sent the event that they are from.
  public var areOwnValues: Bool

  public init(
    deviceID: String, occurrence: Int = 0, attempt: Int, tries: Int = 0, personID: String,
    isOfAnother: Bool = false,
    trust: DeviceTrust = .named, isUnverified: Bool = false,
    optedOutAt: Instant? = nil, reachedCap: String? = nil, heldOutUntil: Instant? = nil,
    isEligible: Bool = true, arm: String? = nil,
    push: PushDevice?, device: Wire.Device? = nil,
    values: [String: Wire.JSONValue] = [:], areOwnValues: Bool = false
  ) {
    self.deviceID = deviceID
    self.occurrence = occurrence
    self.values = values
    self.areOwnValues = areOwnValues
    self.attempt = attempt
    self.tries = tries
    self.personID = personID
    self.isOfAnother = isOfAnother
    self.trust = trust
    self.isUnverified = isUnverified
    self.optedOutAt = optedOutAt
    self.reachedCap = reachedCap
    self.heldOutUntil = heldOutUntil
    self.isEligible = isEligible
    self.arm = arm
    self.push = push
    self.device = device
  }
}

/// What became of one attempt.
public struct PushReport: Hashable, Sendable {
  public enum Verdict: Hashable, Sendable {
    case ended(PushOutcome, detail: String? = nil)
    /// Not before this instant. `counts` if it was a failed try.
    case again(at: Instant, detail: String?, counts: Bool)
    /// APNs does not accept this token since that instant.
    case invalidToken(String, PushDevice.Death)
  }

  public var deviceID: String
  public var occurrence: Int
  public var attempt: Int
  public var verdict: Verdict
  /// Whether the push came to its turn: no rule kept it from the person, and only its sending was
  /// left. Experiments count the person from then on, whatever the verdict is.
  public var hadTurn: Bool

  public init(deviceID: String, occurrence: Int = 0, attempt: Int, verdict: Verdict, hadTurn: Bool = false) {
    self.deviceID = deviceID
    self.occurrence = occurrence
    self.attempt = attempt
    self.verdict = verdict
    self.hadTurn = hadTurn
  }
}

extension PushReport {
  public init(_ claimed: ClaimedPush, _ verdict: Verdict, hadTurn: Bool = false) {
    self.init(
      deviceID: claimed.deviceID, occurrence: claimed.occurrence, attempt: claimed.attempt, verdict: verdict,
      hadTurn: hadTurn)
  }
}

/// How far a run is.
public struct PushCounts: Hashable, Sendable {
  /// Rows that have not ended.
  public var waiting: Int
  public var outcomes: [PushOutcome: Int]

  public init(waiting: Int = 0, outcomes: [PushOutcome: Int] = [:]) {
    self.waiting = waiting
    self.outcomes = outcomes
  }

  public var total: Int { waiting + outcomes.values.reduce(0, +) }
}
