// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Decides when a session starts and ends.
///
/// A session starts when the app becomes active without one, continues across a stay in the background shorter than the timeout, and ends
/// otherwise or when the user changes. Ids come from the caller, so that the machine stays deterministic.
///
/// The wall clock may jump. A length is never negative. A clock that is found earlier than at the moment the app went to the background
/// says nothing of the time away: a difference below the timeout counts as a correction of the clock, and the session continues; a
/// larger one ends the session, so that no clock can keep one alive for ever.
public struct SessionMachine: Hashable, Sendable {
  /// What the app and its user did.
  public enum Input: Hashable, Sendable {
    /// The app came to the foreground. Repeated, it changes nothing.
    case becameActive
    /// The app left the foreground; from now on the timeout counts.
    case enteredBackground
    /// Ends the running session and, when the app is active, starts another.
    case userChanged
    /// Tracking was switched off or data was wiped: ends the session without starting another. The next `becameActive` starts one.
    case stopped
  }

  /// What became of the session; the caller records it.
  public enum Effect: Hashable, Sendable {
    /// A new session, whose id the caller made.
    case started(id: String, at: Instant)
    /// `at` is the moment the app went to the background, or now when it was active.
    case ended(id: String, at: Instant, length: Duration)
  }

  private enum State: Hashable, Sendable {
    case idle
    case active(Session)
    case away(Session, since: Instant)
  }

  /// A stay in the background of this length or longer ends the session. Never negative.
  public let timeout: Duration
  private var state = State.idle

  /// - Parameter timeout: how long the app may stay in the background before its session is over; a negative value counts as zero.
  public init(timeout: Duration) {
    self.timeout = max(timeout, .zero)
  }

  /// The running session; also while the app is in the background and the session may still continue.
  public var current: Session? {
    switch state {
    case .idle: nil
    case .active(let session), .away(let session, _): session
    }
  }

  /// Takes one input at `now` and returns what follows, in order.
  ///
  /// - Parameter makeID: called once for each session that starts.
  public mutating func handle(_ input: Input, at now: Instant, makeID: () -> String) -> [Effect] {
    switch (input, state) {
    case (.becameActive, .idle):
      return [start(at: now, id: makeID())]
    case (.becameActive, .active):
      return []
    case (.becameActive, .away(let session, let since)):
      guard isOver(since: since, now: now) else {
        state = .active(session)
        return []
      }
      return [ended(session, at: since), start(at: now, id: makeID())]

    case (.enteredBackground, .active(let session)):
      state = .away(session, since: now)
      return []
    case (.enteredBackground, .idle), (.enteredBackground, .away):
      return []

    case (.userChanged, .active(let session)):
      return [ended(session, at: now), start(at: now, id: makeID())]
    case (.userChanged, .away(let session, let since)), (.stopped, .away(let session, let since)):
      state = .idle
      return [ended(session, at: since)]
    case (.stopped, .active(let session)):
      state = .idle
      return [ended(session, at: now)]
    case (.userChanged, .idle), (.stopped, .idle):
      return []
    }
  }

  private mutating func start(at now: Instant, id: String) -> Effect {
    state = .active(Session(id: id, startedAt: now))
    return .started(id: id, at: now)
  }

  private func ended(_ session: Session, at end: Instant) -> Effect {
    .ended(id: session.id, at: end, length: max(end.duration(since: session.startedAt), .zero))
  }

  private func isOver(since: Instant, now: Instant) -> Bool {
    let away = now < since ? since.duration(since: now) : now.duration(since: since)
    return away >= timeout
  }
}
