// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Decides when a session starts and ends.
///
/// A session starts when the app becomes active without one, continues across a stay in the background shorter than the timeout, and ends
/// otherwise or when the user changes. Ids come from the caller, so that the machine stays deterministic.
public struct SessionMachine: Hashable, Sendable {
  public enum Input: Hashable, Sendable {
    case becameActive
    case enteredBackground
    /// Ends the running session and, when the app is active, starts another.
    case userChanged
    /// Tracking was switched off or data was wiped: ends the session without starting another.
    case stopped
  }

  public enum Effect: Hashable, Sendable {
    case started(id: String, at: Instant)
    /// `at` is the moment the app went to the background, or now when it was active.
    case ended(id: String, at: Instant, length: Duration)
  }

  // The implementation follows: init(timeout: Duration); mutating func handle(_:at:makeID:) -> [Effect]; var current: Session?
}
