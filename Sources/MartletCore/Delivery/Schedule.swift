// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// When a campaign is shown. All limits apply. Checked at the trigger and again at display.
public struct Schedule: Equatable, Sendable {
  /// nil: immediately.
  public var startsAt: Instant?
  /// The first instant at which it is no longer shown. nil: it does not end.
  public var endsAt: Instant?
  /// The start by the device's wall clock.
  public var startsAtLocally: LocalTime?
  public var endsAtLocally: LocalTime?
  /// How long it can be shown to a person after the device first received it with this field, which
  /// can be a later version than the first. Positive. If an edit changes the duration, it still
  /// starts at that time.
  public var expiresAfter: Duration?
  /// How long after its trigger a message can still be displayed, including a delay. Positive.
  public var displaysWithin: Duration?
  /// The times of day at which it is not shown. A delay that ends in one of them lasts until it is
  /// over.
  public var quietHours: [QuietHours]

  public init(
    startsAt: Instant? = nil, endsAt: Instant? = nil, startsAtLocally: LocalTime? = nil,
    endsAtLocally: LocalTime? = nil,
    expiresAfter: Duration? = nil, displaysWithin: Duration? = nil, quietHours: [QuietHours] = []
  ) {
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.startsAtLocally = startsAtLocally
    self.endsAtLocally = endsAtLocally
    self.expiresAfter = expiresAfter
    self.displaysWithin = displaysWithin
    self.quietHours = quietHours
  }
}

extension Schedule {
  /// The time of a check, and the other values that its result depends on.
  struct Moment {
    var now: Instant
    /// When the device first received the campaign with `expiresAfter`. nil: now.
    var receivedAt: Instant?
    /// The device's time zone: the offset from UTC at an instant.
    var utcOffset: (Instant) -> Duration

    var local: LocalTime { LocalTime(now, offset: utcOffset(now)) }

    /// When the wall clock shows `time` or later: an instant that is not after now if it does so
    /// now, otherwise the first one after now.
    func arrival(of time: LocalTime) -> Instant {
      guard local >= time else { return first(time) }
      let arrival = time.instant(offset: utcOffset(now))
      guard utcOffset(arrival) != utcOffset(now) else { return arrival }
      // The clock was changed since, maybe over this very time.
      let before = Moment(now: arrival - .seconds(86_400), receivedAt: nil, utcOffset: utcOffset)
      return before.local < time ? before.first(time) : arrival
    }

    /// The first instant after now at which the wall clock shows `time` or later. The offset from
    /// UTC can change before then.
    ///
    /// - Parameter time: later than the wall clock's time now.
    func first(_ time: LocalTime) -> Instant {
      var moment = self
      for _ in 0..<Self.mostChanges where moment.local < time { moment.now = moment.next(time) }
      return moment.now
    }

    /// The first instant from now on that is not in the quiet hours. At least a week later if there
    /// is none.
    func end(of quietHours: [QuietHours]) -> Instant {
      var moment = self
      for _ in 0..<Self.mostChanges {
        guard let end = quietHours.end(at: moment.local) else { break }
        moment.now = moment.next(end)
      }
      return moment.now
    }

    /// When the wall clock shows a later time, if nobody changes it; else, when it is changed
    /// before that.
    private func next(_ time: LocalTime) -> Instant {
      let offset = utcOffset(now)
      var (early, late) = (now, time.instant(offset: offset))
      guard utcOffset(late) != offset else { return late }
      while early.milliseconds + 1 < late.milliseconds {
        let middle = Instant(milliseconds: early.milliseconds + (late.milliseconds - early.milliseconds) / 2)
        if utcOffset(middle) == offset { early = middle } else { late = middle }
      }
      return late
    }

    /// More changes of the clock than there are in a week.
    private static let mostChanges = 16
  }

  /// A time in which a running campaign is not shown. Messages that were already triggered wait
  /// until it is over.
  struct Pause {
    var until: Instant
    /// The gate for events during the pause.
    var gate: Gate
    /// The recorded reason for messages that wait.
    var reason: Outcome.QueueReason
  }

  /// The gate that stops the campaign now, or nil if its schedule allows it.
  func gate(at moment: Moment) -> Gate? {
    if let startsAt, moment.now < startsAt { return .notStarted(startsAt: startsAt) }
    if let startsAtLocally, moment.local < startsAtLocally {
      return .notStarted(startsAt: moment.first(startsAtLocally))
    }
    if let endsAt = ending(at: moment), moment.now >= endsAt { return .ended(endsAt: endsAt) }
    return pause(at: moment)?.gate
  }

  /// The current pause, or nil if there is none.
  func pause(at moment: Moment) -> Pause? {
    guard !quietHours.isEmpty, quietHours.end(at: moment.local) != nil else { return nil }
    let until = moment.end(of: quietHours)
    return Pause(until: until, gate: .quietHours(until: until), reason: .quietHours)
  }

  /// The first instant at which the campaign is no longer shown to this person. nil: none is known.
  ///
  /// - Parameter triggeredAt: the trigger time of a message, which can end before its campaign.
  func ending(at moment: Moment, triggeredAt: Instant? = nil) -> Instant? {
    var ending = endsAt
    func end(_ instant: Instant) { ending = min(ending ?? instant, instant) }
    if let endsAtLocally { end(moment.arrival(of: endsAtLocally)) }
    if let expiresAfter { end((moment.receivedAt ?? moment.now) + expiresAfter) }
    if let displaysWithin, let triggeredAt { end(triggeredAt + displaysWithin) }
    return ending
  }

  /// What is left of the lengths of time that count from the receipt of the campaign and from the
  /// trigger. nil: it has none.
  func timeLeft(at moment: Moment, triggeredAt: Instant) -> Duration? {
    var relative = self
    (relative.endsAt, relative.endsAtLocally) = (nil, nil)
    return relative.ending(at: moment, triggeredAt: triggeredAt).map {
      max($0.duration(since: moment.now), .zero)
    }
  }
}

extension Schedule {
  /// Whether something that does not wait for a trigger can be sent.
  public enum Standing: Hashable, Sendable {
    case open
    /// Not before this instant.
    case notStarted(until: Instant)
    /// Quiet hours last until this instant.
    case quiet(until: Instant)
    /// It ended at this instant.
    case ended(at: Instant)
  }

  /// The standing for one device. `expiresAfter` and `displaysWithin` do not count, because nothing
  /// was received or triggered.
  ///
  /// - Parameter utcOffset: The device's offset from UTC at an instant.
  public func standing(at now: Instant, utcOffset: (Instant) -> Duration) -> Standing {
    var schedule = self
    schedule.expiresAfter = nil
    return withoutActuallyEscaping(utcOffset) { utcOffset in
      let moment = Moment(now: now, receivedAt: nil, utcOffset: utcOffset)
      switch schedule.gate(at: moment) {
      case .notStarted(let start)?: return .notStarted(until: start)
      case .ended(let end)?: return .ended(at: end)
      case .quietHours(let end)?: return .quiet(until: end)
      default: return .open
      }
    }
  }
}
