// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension DeliveryEngine {
  /// What is under way at a moment and would end with the process. Together with `Saved` and the definitions, it makes an engine that goes on
  /// exactly as this one does: what a recording needs to begin in the middle of a run. Its JSON form is in MartletWire.
  public struct InFlight: Hashable, Sendable {
    package enum State: Hashable, Sendable {
      case delayed(until: Instant)
      case handedOver(Instant)
      case queued(Outcome.QueueReason)
    }

    package struct Successor: Hashable, Sendable {
      package var campaign: CampaignID
      package var version: Int

      package init(campaign: CampaignID, version: Int) {
        self.campaign = campaign
        self.version = version
      }
    }

    package struct Live: Hashable, Sendable {
      package var presentation: Presentation
      package var state: State
      package var successors: [Successor]
      package var isCleared: Bool
      package var attempt: Int
      package var triggeredAt: Instant

      package init(
        presentation: Presentation, state: State, successors: [Successor], isCleared: Bool, attempt: Int, triggeredAt: Instant
      ) {
        self.presentation = presentation
        self.state = state
        self.successors = successors
        self.isCleared = isCleared
        self.attempt = attempt
        self.triggeredAt = triggeredAt
      }
    }

    package struct Waiting: Hashable, Sendable {
      package var event: Event
      package var loggedAt: Instant
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

    package init(live: [Live], waiting: [Waiting], syncSince: Instant?, isInSession: Bool, clock: Instant) {
      self.live = live
      self.waiting = waiting
      self.syncSince = syncSince
      self.isInSession = isInSession
      self.clock = clock
    }
  }

  /// What is under way now.
  public var inFlight: InFlight {
    InFlight(
      live: live.entries.map { entry in
        let state: InFlight.State =
          switch entry.state {
          case .delayed(let until): .delayed(until: until)
          case .handedOver(let at): .handedOver(at)
          case .queued(let reason): .queued(reason)
          }
        return InFlight.Live(
          presentation: entry.presentation, state: state,
          successors: entry.successors.map { InFlight.Successor(campaign: $0.campaign, version: $0.version) }, isCleared: entry.isCleared,
          attempt: entry.attempt, triggeredAt: entry.triggeredAt)
      },
      waiting: pending.entries.map { InFlight.Waiting(event: $0.event, loggedAt: $0.loggedAt, session: $0.session) }, syncSince: syncSince,
      isInSession: isInSession, clock: clock)
  }

  /// Goes on where another engine with the same definitions was asked for both.
  public mutating func resume(_ saved: Saved, _ inFlight: InFlight) {
    userID = saved.userID
    session = saved.session
    lastDisplay = saved.lastDisplay
    memory = saved.memory
    others = saved.others
    recent = saved.recent
    live = LivePresentations()
    for entry in inFlight.live {
      let state: LivePresentations.State =
        switch entry.state {
        case .delayed(let until): .delayed(until: until)
        case .handedOver(let at): .handedOver(at)
        case .queued(let reason): .queued(reason)
        }
      _ = live.add(
        LivePresentations.Entry(
          presentation: entry.presentation, state: state,
          successors: entry.successors.map { LivePresentations.Successor(campaign: $0.campaign, version: $0.version) }[...],
          isCleared: entry.isCleared, attempt: entry.attempt, triggeredAt: entry.triggeredAt))
    }
    pending = PendingEvents()
    for entry in inFlight.waiting {
      pending.add(PendingEvents.Entry(event: entry.event, loggedAt: entry.loggedAt, session: entry.session))
    }
    syncSince = inFlight.syncSince
    isInSession = inFlight.isInSession
    clock = inFlight.clock
  }
}
