// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A maximum number of impressions in a time window, for each person.
public struct FrequencyCap: Hashable, Sendable {
  /// From 1 to `maximumLimit`.
  public var limit: Int
  public var window: Window

  /// Creates a cap of up to `limit` impressions within the window.
  public init(_ limit: Int, within window: Window) {
    self.limit = limit
    self.window = window
  }

  /// The highest possible limit. Impressions are remembered up to this number.
  public static let maximumLimit = 100

  /// The time window of a cap.
  ///
  /// All windows except the session and the lifetime are durations that end now, so a change of
  /// clock or time zone cannot shorten them: a day is 24 hours, a week 7 days, a month 30 days, a
  /// year 365 days.
  public enum Window: String, Hashable, Sendable, CaseIterable {
    case session, day, week, month, year, lifetime

    /// nil for the session and the lifetime.
    public var length: Duration? {
      switch self {
      case .session, .lifetime: nil
      case .day: .seconds(86_400)
      case .week: .seconds(7 * 86_400)
      case .month: .seconds(30 * 86_400)
      case .year: .seconds(365 * 86_400)
      }
    }
  }
}

/// A cap for several campaigns: those with a tag, or all.
public struct SharedCap: Equatable, Sendable {
  /// The tag, or nil for all campaigns together.
  public var tag: String?
  public var cap: FrequencyCap

  /// Creates a cap for the campaigns with the tag, or for all campaigns if it is nil.
  public init(tag: String? = nil, _ cap: FrequencyCap) {
    self.tag = tag
    self.cap = cap
  }
}

/// How often a person can see a campaign again. Impressions count, and items that had their turn
/// unseen, such as data that the app took. Triggers and messages that could not be shown do not.
public enum ReEligibility: Equatable, Sendable {
  /// Each time it is triggered.
  case always
  /// Once per person.
  case once
  /// Again after this time since the last impression, from `shortest` to `longest`.
  case after(Duration)

  /// One second.
  public static let shortest = Duration.seconds(1)
  /// 720 days.
  public static let longest = Duration.seconds(720 * 86_400)

  /// What stops a campaign at `now` for somebody who had it last at `last`, or never. nil: nothing.
  public func gate(last: @autoclosure () -> Instant?, at now: Instant) -> Gate? {
    guard self != .always, let last = last() else { return nil }
    guard case .after(let length) = self else { return .reEligibility(lastShown: last, again: nil) }
    return now < last + length ? .reEligibility(lastShown: last, again: last + length) : nil
  }
}
