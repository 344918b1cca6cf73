// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Why a row of a run ended. The raw values are stored and reported.
public enum PushOutcome: String, Hashable, Sendable, CaseIterable {
  /// APNs accepted it. Whether the device shows it, nobody is told.
  case sent
  /// The device has no push token.
  case noToken = "no_token"
  /// The person does not allow notifications, or was not asked yet.
  case notAllowed = "not_allowed"
  /// The person does not want notifications of this app, or not on this device. The detail is the
  /// day on which they said so, in UTC.
  case optedOut = "opted_out"
  /// The person is in the global holdout. The detail is the day on which its period ends, in UTC.
  case heldOut = "held_out"
  /// The person is in an arm of the campaign's experiment that gets nothing. The push would have
  /// been sent.
  case withheld
  /// The person is not in the campaign's audience.
  case notEligible = "not_eligible"
  /// A frequency cap of the person was reached. The detail says which: `all 3 day`.
  case capped
  /// APNs does not accept the token any more. The detail is APNs' reason.
  case tokenInvalid = "token_invalid"
  /// Its time was over before it could be sent.
  case expired
  /// APNs can never accept this push. The detail is APNs' reason.
  case refused
  /// APNs did not accept it in many attempts. The detail is the last reason.
  case gaveUp = "gave_up"
  /// There is no APNs key for the environment of the token, which is the detail.
  case noKey = "no_key"
  /// The text needs a value that the person does not have. The detail is its name.
  case missingValue = "missing_value"
  /// Nobody vouched for the user of the device. The detail is the value of the text that it
  /// therefore may not read. Without a detail, it gets nothing, because signatures are required.
  case userNotVerified = "user_not_verified"
  /// The payload is longer than APNs accepts. The detail is the longest field.
  case tooLarge = "too_large"
  /// Somebody else uses the device now.
  case personChanged = "person_changed"
  case cancelled

  /// A day in UTC, as details have it: `2026-05-03`.
  public static func day(_ instant: Instant) -> String {
    CivilTime(milliseconds: instant.milliseconds).dateText
  }
}
