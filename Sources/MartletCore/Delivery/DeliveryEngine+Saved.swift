// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension DeliveryEngine {
  /// Everything that an engine needs to continue after a relaunch: the current user, what it
  /// remembers of them and of the users before, the session number, the last display and the last
  /// events.
  ///
  /// It does not include presentations of messages, which end with the process, events that wait
  /// for definitions, which are counted but never decided, and definitions, which are received
  /// again. Its JSON form is in MartletWire.
  public struct Saved: Equatable, Sendable {
    /// The current user, or nil if anonymous.
    public package(set) var userID: String?
    /// The number of the current session. The next one starts with `Input.sessionStarted`.
    public package(set) var session = 0
    public package(set) var lastDisplay: Instant?
    /// The memory of the current user.
    package var memory = PersonMemory()
    /// The previous users, most recent last.
    package var others: [OtherPerson] = []
    package var recent = RecentEvents()
    /// The banners, content and data that wait, and what was recorded of them.
    package var reach = ReachMachine()
    /// nil unless the clock was set back far, and may be wrong.
    package var aside: SetAside?

    /// The value of a new installation.
    public init() {}
  }

  /// What to keep for the next launch.
  public var saved: Saved {
    var copy = self
    copy.noteWhatWasCounted()
    return copy.kept
  }

  /// Continues from the `saved` value of another launch.
  ///
  /// Values that no engine can have saved are ignored: users beyond the limit, and the current user
  /// among the others.
  public init(policy: Policy = Policy(), environment: Environment, restoring saved: Saved) {
    self.init(policy: policy, environment: environment)
    kept = saved
    kept.reach.policy = self.policy.reach
    kept.session = max(saved.session, 0)
    var known = Set([saved.userID].compactMap(\.self).map { ExactText($0) })
    let former = saved.others.reversed().filter { known.insert(ExactText($0.userID)).inserted }
    kept.others = former.prefix(Self.otherUserLimit).reversed()
    // The first input is earlier than this, so it clamps all remembered times.
    clock = Instant(milliseconds: .max)
  }
}

extension DeliveryEngine {
  /// Everything that would end with the process. With `Saved` and the definitions, it creates an
  /// engine that continues exactly as this one, so that a recording can start in the middle of a
  /// run. Its JSON form is in MartletWire.
  public struct InFlight: Equatable, Sendable {
    package enum State: Equatable, Sendable {
      /// The campaign's delay ends at this time. The presenter does not know about it yet.
      case delayed(until: Instant)
      /// On its way to the screen since this time. It blocks the minimum interval.
      case handedOver(Instant)
      /// Queued. It blocks nothing.
      case queued(Outcome.QueueReason)
    }

    /// A campaign of a decision that can get the turn, in the version of the decision.
    package struct Successor: Equatable, Sendable {
      package var campaign: CampaignID
      package var version: Int

      package init(campaign: CampaignID, version: Int) {
        self.campaign = campaign
        self.version = version
      }
    }

    package struct Live: Equatable, Sendable {
      package var presentation: Presentation
      package var state: State
      /// The campaigns of the same decision that get the turn, in this order, if this one cannot be
      /// shown.
      package var successors: [Successor]
      /// True if the presenter can display it without a request. True for at most one, because its
      /// impression may count for the next one.
      package var isCleared: Bool
      /// The number of the presentation within its decision, from 1.
      package var attempt: Int
      /// As in the presentation, unless the clock has jumped back.
      package var triggeredAt: Instant
      /// True once its exposure was recorded, which happens at its first turn only: it can return
      /// to the stack and have another one.
      package var isExposed: Bool

      var isDelayed: Bool {
        if case .delayed = state { true } else { false }
      }

      package init(
        presentation: Presentation, state: State, successors: [Successor], isCleared: Bool, attempt: Int,
        triggeredAt: Instant,
        isExposed: Bool = false
      ) {
        self.presentation = presentation
        self.state = state
        self.successors = successors
        self.isCleared = isCleared
        self.attempt = attempt
        self.triggeredAt = triggeredAt
        self.isExposed = isExposed
      }
    }

    package struct Waiting: Equatable, Sendable {
      package var event: Event
      package var loggedAt: Instant
      /// The session in which it was logged.
      package var session: Int

      package init(event: Event, loggedAt: Instant, session: Int) {
        self.event = event
        self.loggedAt = loggedAt
        self.session = session
      }
    }

    package var live: [Live]
    package var waiting: [Waiting]
    package var syncSince: Instant?
    package var isInSession: Bool
    package var clock: Instant
    /// When each message that is on the screen appeared.
    package var visible: [String: Instant]

    package init(
      live: [Live], waiting: [Waiting], syncSince: Instant?, isInSession: Bool, clock: Instant,
      visible: [String: Instant] = [:]
    ) {
      self.live = live
      self.waiting = waiting
      self.syncSince = syncSince
      self.isInSession = isInSession
      self.clock = clock
      self.visible = visible
    }
  }

  /// The current value.
  public var inFlight: InFlight {
    InFlight(
      live: Array(live.entries), waiting: Array(pending.entries), syncSince: syncSince,
      isInSession: isInSession, clock: clock,
      visible: visible)
  }

  /// Continues from the values of another engine with the same definitions.
  public mutating func resume(_ saved: Saved, _ inFlight: InFlight) {
    kept = saved
    live = LivePresentations()
    for entry in inFlight.live { _ = live.add(entry) }
    pending = PendingEvents()
    for entry in inFlight.waiting { pending.add(entry) }
    syncSince = inFlight.syncSince
    isInSession = inFlight.isInSession
    clock = inFlight.clock
    visible = inFlight.visible
    kept.reach.policy = policy.reach
  }
}
