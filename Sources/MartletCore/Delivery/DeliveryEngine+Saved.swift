// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension DeliveryEngine {
  /// Everything that an engine needs to continue after a relaunch: who uses the device, what is remembered of them and of the users before,
  /// the session's number, the last display and the last events.
  ///
  /// Not part of it are presentations, which end with the process, events that wait for definitions, which will not be decided any more
  /// but are counted, and definitions, which are received anew. Its JSON form is in MartletWire.
  public struct Saved: Hashable, Sendable {
    /// Whose memory it is; nil: anonymous.
    public package(set) var userID: String?
    /// The number of the session that ran; the next one is told by `Input.sessionStarted`.
    public package(set) var session: Int
    public package(set) var lastDisplay: Instant?
    package var memory: PersonMemory
    package var others: [OtherPerson]
    package var recent: RecentEvents

    /// Of a new installation.
    public init() {
      session = 0
      memory = PersonMemory()
      others = []
      recent = RecentEvents()
    }
  }

  /// What to keep for the next launch, as of now.
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

  /// Continues where another engine, in another launch, was asked for `saved`.
  ///
  /// What no engine can have saved is not believed: users beyond the limit, the present user among the others.
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
