// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pushing

extension PushDelivery {
  /// Why it waits or was not sent, in addition to its outcome; nil if there is nothing to add.
  var reasonWords: String? {
    guard let detail else { return nil }
    return switch (outcome, detail) {
    case (nil, "quiet_hours"): "until the quiet hours are over"
    case (nil, "not_started"): "until the campaign starts"
    case (.cancelled, "exception"): "an exception of the campaign happened first"
    case (.optedOut, _): "since " + Self.date(detail)
    case (.heldOut, _): "until " + Self.date(detail)
    case (.capped, _): PushCaps.Limit(detail)?.words ?? detail
    case (.missingValue, _): "\(detail) has no value"
    case (.userNotVerified, _): "without a signature of the app’s backend, the device may not read \(detail)"
    case (.tooLarge, _): "the longest field is \(detail)"
    case (.expired, "quiet_hours"): "the quiet hours lasted longer"
    case (.noToken, "no_environment"): "the app does not say whether it is signed for development"
    case (.noKey, _): "of the environment \(detail)"
    case (.refused, "schedule"): "this version does not understand the campaign’s schedule"
    case (nil, _): PushReasonWords.sentence(detail) ?? "answer: \(detail)"
    case (.tokenInvalid, _), (.gaveUp, _), (.refused, _): "answer: \(detail)"
    default: detail
    }
  }

  /// A day as outcomes note it, in words.
  private static func date(_ day: String) -> String { UTCTime(field: day + "T00:00")?.date ?? day }
}
