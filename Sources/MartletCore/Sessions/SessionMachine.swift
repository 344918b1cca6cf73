// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Decides when a session starts and ends.
///
/// A session starts when the app becomes active. It continues if the app is in the background for
/// less than the timeout. Otherwise it ends, as it does when the user changes. The caller provides
/// the ids, so that the machine is deterministic.
///
/// The wall clock can jump. A length is never negative. If the clock is earlier than when the app
/// moved to the background, the time in the background is unknown: a difference below the timeout
/// counts as a correction of the clock, and the session continues. A larger difference ends the
/// session, so that no clock can keep it alive forever.
public struct SessionMachine: Equatable, Sendable {
  /// What the app and the person did.
  public enum Input: Equatable, Sendable {
    /// The app became active. Repeated calls have no effect.
    case becameActive
    /// The app moved to the background. The timeout starts.
    case enteredBackground
    /// Ends the current session and, if the app is active, starts another.
    case userChanged
    /// The SDK was turned off or data was wiped: ends the session without starting another. The
    /// next `becameActive` starts one.
    case stopped
  }

  /// What happened to the session. The caller records it.
  public enum Effect: Equatable, Sendable {
    /// A new session, with an id from the caller.
    case started(id: String, at: Instant)
    /// The session ended at `at`: when the app moved to the background, or now if it was active.
    case ended(id: String, at: Instant, length: Duration)
  }

  private enum State: Equatable, Sendable {
    case idle
    case active(Session)
    case away(Session, since: Instant)
  }

  /// The time in the background after which the session ends. Never negative.
  public let timeout: Duration
  private var state = State.idle

  /// Creates a machine.
  ///
  /// - Parameter timeout: the time in the background after which the session ends. Negative values
  ///   count as zero.
  public init(timeout: Duration) { self.timeout = max(timeout, .zero) }

  /// The current session, also while the app is in the background and it may still continue.
  public var current: Session? {
    switch state {
    case .idle: nil
    case .active(let session), .away(let session, _): session
    }
  }

  /// Handles an input and returns the effects, in order.
  ///
  /// - Parameter makeID: called once for each new session.
  public mutating func handle(_ input: Input, at now: Instant, makeID: () -> String) -> [Effect] {
    switch (input, state) {
    case (.becameActive, .idle): return [start(at: now, id: makeID())]
    case (.becameActive, .away(let session, let since)):
      guard isOver(since: since, now: now) else {
        state = .active(session)
        return []
      }
      return [ended(session, at: since), start(at: now, id: makeID())]
    case (.enteredBackground, .active(let session)):
      state = .away(session, since: now)
      return []
    case (.userChanged, .active(let session)): return [ended(session, at: now), start(at: now, id: makeID())]
    case (.userChanged, .away(let session, let since)), (.stopped, .away(let session, let since)):
      state = .idle
      return [ended(session, at: since)]
    case (.stopped, .active(let session)):
      state = .idle
      return [ended(session, at: now)]
    case (.becameActive, .active), (.enteredBackground, .idle), (.enteredBackground, .away),
      (.userChanged, .idle), (.stopped, .idle):
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

/// A period in which one person uses the app.
public struct Session: Hashable, Sendable {
  /// From the caller of `SessionMachine`. Globally unique.
  public var id: String
  public var startedAt: Instant
}
