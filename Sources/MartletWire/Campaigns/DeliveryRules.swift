// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire {
  /// When, how often and how late a campaign may show. On the wire these are fields of the campaign itself; all may be absent.
  public struct DeliveryRules: Hashable, Sendable {
    /// `starts_at_local`, `ends_at_local`: `2026-12-24T18:00:00` on the device's clock on the wall.
    public var startsAtLocal: String?
    public var endsAtLocal: String?
    /// `expires_after_ms`: since the device first received the campaign.
    public var expiresAfterMilliseconds: Int64?
    /// `display_within_ms`: since the trigger.
    public var displayWithinMilliseconds: Int64?
    /// `delay_ms`: from the trigger to the display.
    public var delayMilliseconds: Int64?
    /// `quiet_hours`: when of a day it does not show, on the device's clock on the wall.
    public var quietHours: [QuietHours]
    /// `exceptions`: triggers that take the message back while the delay runs.
    public var exceptions: [Trigger]
    /// `re_eligibility`; absent: always.
    public var reEligibility: ReEligibility?
    /// `caps` of this campaign alone.
    public var caps: [Cap]
    /// `tags`, which shared caps count.
    public var tags: [String]
    /// `render`; absent: the device shows the message as it is.
    public var render: Open<Render>?

    public init(
      startsAtLocal: String? = nil, endsAtLocal: String? = nil, expiresAfterMilliseconds: Int64? = nil,
      displayWithinMilliseconds: Int64? = nil, delayMilliseconds: Int64? = nil, quietHours: [QuietHours] = [], exceptions: [Trigger] = [],
      reEligibility: ReEligibility? = nil, caps: [Cap] = [], tags: [String] = [], render: Open<Render>? = nil
    ) {
      self.startsAtLocal = startsAtLocal
      self.endsAtLocal = endsAtLocal
      self.expiresAfterMilliseconds = expiresAfterMilliseconds
      self.displayWithinMilliseconds = displayWithinMilliseconds
      self.delayMilliseconds = delayMilliseconds
      self.quietHours = quietHours
      self.exceptions = exceptions
      self.reEligibility = reEligibility
      self.caps = caps
      self.tags = tags
      self.render = render
    }

    /// When the server renders a message.
    public enum Render: String, Hashable, Sendable, CaseIterable {
      case atDisplay = "at_display"
    }
  }

  /// `{"from": "22:00", "to": "08:00", "weekdays": ["sat", "sun"]}`: a stretch of the day, by the device's clock.
  public struct QuietHours: Hashable, Sendable {
    /// `HH:MM`
    public var from: String
    /// `HH:MM`: the first minute that is not quiet; not later than `from`: of the next day.
    public var to: String
    /// The days on which it begins; empty: every day.
    public var weekdays: [Open<Weekday>]
    public var unknown: UnknownFields

    public init(from: String, to: String, weekdays: [Open<Weekday>] = [], unknown: UnknownFields = [:]) {
      self.from = from
      self.to = to
      self.weekdays = weekdays
      self.unknown = unknown
    }

    /// A day of the week.
    public typealias Weekday = MartletCore.QuietHours.Weekday
  }

  /// `{"type": "always"}`, `{"type": "once"}` or `{"type": "after", "after_ms": 86400000}`.
  public struct ReEligibility: Hashable, Sendable {
    public var type: Open<Kind>
    public var afterMilliseconds: Int64?
    public var unknown: UnknownFields

    public init(type: Open<Kind>, afterMilliseconds: Int64? = nil, unknown: UnknownFields = [:]) {
      self.type = type
      self.afterMilliseconds = afterMilliseconds
      self.unknown = unknown
    }

    /// `after` counts from the last impression.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case always, once, after
    }
  }

  /// `{"limit": 3, "within": "year"}`; among the caps of definitions with an optional `tag`.
  public struct Cap: Hashable, Sendable {
    /// Only in the caps of definitions; absent: all campaigns together.
    public var tag: String?
    public var limit: Int
    /// `session`, `day`, `week`, `month`, `year`, `lifetime`.
    public var within: Open<Window>
    public var unknown: UnknownFields

    public init(tag: String? = nil, limit: Int, within: Open<Window>, unknown: UnknownFields = [:]) {
      self.tag = tag
      self.limit = limit
      self.within = within
      self.unknown = unknown
    }

    /// All but the session and the lifetime are lengths of time that end now.
    public enum Window: String, Hashable, Sendable, CaseIterable {
      case session, day, week, month, year, lifetime
    }
  }
}
