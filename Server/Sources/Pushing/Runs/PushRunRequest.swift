// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import MartletWire
public import Store

/// What somebody asks to send.
public struct PushRunRequest: Equatable, Sendable {
  /// Chosen by the caller, so that a request can be repeated; nil for a new one.
  public var id: String?
  public var campaignID: CampaignID
  public var audience: PushRun.Audience
  /// nil: at once.
  public var startsAt: Instant?
  public var expiresAt: Instant?
  public var perMinute: Int?

  public init(
    id: String? = nil, campaignID: CampaignID, audience: PushRun.Audience, startsAt: Instant? = nil, expiresAt: Instant? = nil,
    perMinute: Int? = nil
  ) {
    self.id = id
    self.campaignID = campaignID
    self.audience = audience
    self.startsAt = startsAt
    self.expiresAt = expiresAt
    self.perMinute = perMinute
  }

  /// Everything that is wrong, by field.
  func diagnostics(at now: Instant, testDevices: Set<String>) -> [Diagnostic] {
    var found: [Diagnostic] = []
    func error(_ field: String, _ code: String, _ message: String, _ remedy: String) {
      found.append(Diagnostic(field: field, code: code, message: message, remedy: remedy))
    }
    if let id, !Wire.Limits.allow(id, upTo: Wire.Limits.idLength) || !id.utf8.allSatisfy(\.isIDCharacter) {
      error("id", "id_invalid", "An id has 1 to \(Wire.Limits.idLength) digits, ASCII letters and hyphens.", "Send another, or none.")
    }
    switch audience {
    case .everybody, .lab: break
    case .users(let users):
      if !(1...PushRunLimits.users).contains(users.count) {
        error("users", "out_of_range", "A run has 1 to \(NumberWords.count(PushRunLimits.users)) users.", "Send others in another run.")
      }
      if let index = users.firstIndex(where: { !Wire.Limits.allow($0, upTo: Wire.Limits.userIDLength) || $0.utf8.contains(0) }) {
        error("users[\(index)]", "user_id_invalid", "This is not a user id.", "Send the ids that the app passes to the SDK.")
      }
    case .device(let id):
      if !testDevices.contains(id) {
        error("device", "not_a_test_device", "This is not a test device.", "Mark it as a test device on the person’s page first.")
      }
    }
    if let perMinute, !PushRunLimits.perMinute.contains(perMinute) {
      error(
        "per_minute", "out_of_range", "The throttle is 1 to \(NumberWords.count(PushRunLimits.perMinute.upperBound)) pushes a minute.",
        "Send another number, or none for no limit.")
    }
    if let expiresAt, expiresAt <= max(now, startsAt ?? now) {
      error("expires_at", "end_before_start", "The run expires before it starts.", "Send a later time.")
    }
    return found
  }
}

extension UInt8 {
  fileprivate var isIDCharacter: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// Why a run was not started or changed.
public enum PushRunProblem: Error, Equatable, Sendable {
  case noCampaign
  case noRun
  /// What is wrong with each field.
  case invalid([Diagnostic])
  /// The campaign has no push.
  case noPush
  /// Only running campaigns send to people.
  case notRunning(CampaignState)
  /// Nobody uploaded an APNs key for the app.
  case noKey
  case notAllowed(PushRun.Action, PushRun.State)
  case store(StoreError)
}
