// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// At most so many impressions in a stretch of time, for each person.
public struct FrequencyCap: Hashable, Sendable {
  /// 1…`maximumLimit`.
  public var limit: Int
  public var window: Window

  /// At most `limit` impressions within the window.
  public init(_ limit: Int, within window: Window) {
    self.limit = limit
    self.window = window
  }

  /// The greatest limit; impressions are remembered one by one up to it.
  public static let maximumLimit = 100

  /// The stretch of time that a cap looks back over.
  ///
  /// All but the session are lengths of time that end now, so that no change of clock or time zone makes room before its time: a day is 24
  /// hours, a week 7 days, a month 30 days, a year 365 days.
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

/// A cap over several campaigns: those that carry a tag, or all of them.
public struct SharedCap: Hashable, Sendable {
  /// nil: all campaigns count together.
  public var tag: String?
  public var cap: FrequencyCap

  /// The cap over the campaigns with the tag; without one, over all.
  public init(tag: String? = nil, _ cap: FrequencyCap) {
    self.tag = tag
    self.cap = cap
  }
}
