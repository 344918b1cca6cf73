// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension DeliveryEngine {
  /// Everything that an engine needs to continue after a relaunch: the current user, what it remembers of them and of the users before, the
  /// session number, the last display and the last events.
  ///
  /// It does not include presentations, which end with the process, events that wait for definitions, which are counted but never decided,
  /// and definitions, which are received again. Its JSON form is in MartletWire.
  public struct Saved: Equatable, Sendable {
    /// The current user, or nil if anonymous.
    public package(set) var userID: String?
    /// The number of the current session. The next one starts with `Input.sessionStarted`.
    public package(set) var session: Int
    public package(set) var lastDisplay: Instant?
    package var memory: PersonMemory
    package var others: [OtherPerson]
    package var recent: RecentEvents

    /// The value of a new installation.
    public init() {
      session = 0
      memory = PersonMemory()
      others = []
      recent = RecentEvents()
    }
  }

  /// What to keep for the next launch.
  public var saved: Saved {
    var copy = self
    copy.noteWhatWasCounted()
    var saved = Saved()
    saved.userID = userID
    saved.session = session
    saved.lastDisplay = lastDisplay
    saved.memory = copy.memory
    saved.others = others
    saved.recent = recent
    return saved
  }

  /// Continues from the `saved` value of another launch.
  ///
  /// Values that no engine can have saved are ignored: users beyond the limit, and the current user among the others.
  public init(policy: Policy = Policy(), environment: Environment, restoring saved: Saved) {
    self.init(policy: policy, environment: environment)
    userID = saved.userID
    session = max(saved.session, 0)
    lastDisplay = saved.lastDisplay
    memory = saved.memory
    var known = Set([saved.userID].compactMap(\.self).map { ExactText($0) })
    let former = saved.others.reversed().filter { known.insert(ExactText($0.userID)).inserted }
    others = former.prefix(Self.otherUserLimit).reversed()
    recent = saved.recent
    // The first input is earlier, so that nothing remembered is later than it.
    clock = Instant(milliseconds: .max)
  }
}
