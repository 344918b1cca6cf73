// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How often something happened to one person, and when: the total, and the last times.
package struct Tally: Equatable, Sendable {
  /// Older times are only counted.
  static let limit = max(FrequencyCap.maximumLimit, Repetition.maximumTimes + 1)

  package private(set) var total = 0
  /// Oldest first.
  package private(set) var times: ContiguousArray<Instant> = []
  package private(set) var inSession = 0
  /// The highest number that is read from a file, so that counting cannot overflow.
  package static let highest = 1 << 53
  package private(set) var session = 0

  package init() {}

  package init(total: Int, times: ContiguousArray<Instant>, inSession: Int, session: Int) {
    self.total = min(max(total, times.count), Self.highest)
    self.times = ContiguousArray(times.suffix(Self.limit).sorted())
    self.inSession = min(max(inSession, 0), self.total)
    self.session = session
  }

  var last: Instant? { times.last }

  mutating func add(_ now: Instant, session: Int) {
    total += 1
    if times.count == Self.limit { times.removeFirst() }
    times.append(now)
    if self.session != session {
      self.session = session
      inSession = 0
    }
    inSession += 1
  }

  func count(inSession session: Int) -> Int { self.session == session ? inSession : 0 }

  /// The number of times less than `length` ago, up to `limit`.
  func count(inLast length: Duration, at now: Instant) -> Int {
    var count = 0
    for time in times.reversed() {
      guard now.duration(since: time) < length else { break }
      count += 1
    }
    return count
  }

  func count(in window: HistoryWindow, at now: Instant, session: Int) -> Int {
    switch window {
    case .session: count(inSession: session)
    case .last(let length): count(inLast: length, at: now)
    }
  }

  func count(in window: FrequencyCap.Window, at now: Instant, session: Int) -> Int {
    switch window {
    case .session: count(inSession: session)
    case .lifetime: total
    case .day, .week, .month, .year: window.length.map { count(inLast: $0, at: now) } ?? total
    }
  }

  /// Adjusts to a clock that jumped back to `now`: no time may be later than that.
  mutating func clamp(to now: Instant) {
    for index in times.indices.reversed() {
      guard times[index] > now else { return }
      times[index] = now
    }
  }

  /// The times of before, and of what was added since.
  mutating func restoreTimes(of before: Tally) {
    guard total >= before.total else { return }
    times = ContiguousArray((before.times + times.suffix(total - before.total)).sorted().suffix(Self.limit))
  }

  /// Adds the tally of an anonymous person who turns out to be the same person.
  mutating func merge(_ other: Tally) {
    total += other.total
    times = ContiguousArray((times + other.times).sorted().suffix(Self.limit))
    if session == other.session {
      inSession += other.inSession
    } else if other.session > session {
      session = other.session
      inSession = other.inSession
    }
  }
}
