// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The wall clock can be wrong, and be set right at any moment.
extension DeliveryEngine {
  /// A clock that is set back by less than this loses limits no more than this.
  private static let longestCorrection = Duration.seconds(3_600)
  /// A clock that is wrong for longer than this is the one that people live with.
  private static let longestMoment = Duration.seconds(86_400)

  /// Prevents a wall clock that jumped back from blocking forever: no remembered time may be later
  /// than now. If it jumped far, the times are set aside, because a clock that starts in 1970 is
  /// soon right again.
  mutating func noteClock(_ now: Instant) {
    defer { clock = now }
    if kept.aside != nil { recallTimes(at: now) }
    guard now < clock else { return }
    setTimesAside(at: now)
    if let last = kept.lastDisplay, last > now { kept.lastDisplay = now }
    live.clamp(to: now) { [index] in index?[$0]?.definition.delay ?? .zero }
    pending.clamp(to: now)
    kept.recent.clamp(to: now)
    kept.memory.clamp(to: now)
    for position in kept.others.indices { kept.others[position].memory.clamp(to: now) }
    if let since = syncSince, since > now { syncSince = now }
    for (id, at) in visible where at > now { visible[id] = now }
  }

  private mutating func setTimesAside(at now: Instant) {
    guard kept.aside == nil else { return }
    let items = kept.reach.items
    let latest =
      (items.map(\.receivedAt) + [kept.memory.latest].compactMap(\.self)
      + kept.others.compactMap(\.memory.latest)).max()
    guard let latest, latest > now + Self.longestCorrection else { return }
    let received = Dictionary(items.map { ($0.id, $0.receivedAt) }) { first, _ in first }
    kept.aside = SetAside(
      since: now, until: latest, userID: kept.userID, memory: kept.memory, others: kept.others,
      received: received)
  }

  /// Times that were set aside count again when the clock jumps past them all. If it gets there
  /// step by step, or stays away for long, it was right meanwhile.
  private mutating func recallTimes(at now: Instant) {
    guard let aside = kept.aside else { return }
    // After a launch, the time before is not known.
    let jump = now.duration(since: clock == Instant(milliseconds: .max) ? aside.since : clock)
    if now >= aside.until {
      kept.aside = nil
      if jump > aside.until.duration(since: aside.since) / 2 { restoreTimes(aside) }
    } else if now >= aside.since + Self.longestMoment, jump < Self.longestMoment {
      kept.aside = nil
    }
  }

  private mutating func restoreTimes(_ aside: SetAside) {
    if aside.userID.isExactly(kept.userID) { kept.memory.restoreTimes(of: aside.memory) }
    for position in kept.others.indices {
      let userID = kept.others[position].userID
      let before =
        userID.isExactly(aside.userID)
        ? aside.memory : aside.others.first { $0.userID.isExactly(userID) }?.memory
      if let before { kept.others[position].memory.restoreTimes(of: before) }
    }
    if !aside.userID.isExactly(kept.userID),
      let before = aside.others.first(where: { $0.userID.isExactly(kept.userID) })
    {
      kept.memory.restoreTimes(of: before.memory)
    }
    kept.reach.restoreTimes(aside.received)
  }
}

/// The times of what happened before the clock was set back, in case that it is set right again.
package struct SetAside: Equatable, Sendable {
  /// To when the clock was set back.
  package var since: Instant
  /// The latest of the times.
  package var until: Instant
  /// The user at that time, or nil if anonymous.
  package var userID: String?
  package var memory: PersonMemory
  package var others: [OtherPerson]
  /// When items were received, by their ids.
  package var received: [String: Instant]

  package init(
    since: Instant, until: Instant, userID: String?, memory: PersonMemory, others: [OtherPerson],
    received: [String: Instant]
  ) {
    self.since = since
    self.until = until
    self.userID = userID
    self.memory = memory
    self.others = others
    self.received = received
  }
}
