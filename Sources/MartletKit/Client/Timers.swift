// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The deadlines of the client's own work, in monotonic time.
///
/// The client compares clocks before every command. The order of events is therefore the same
/// however late a sleeping task resumes.
struct Timers: Equatable, Sendable {
  enum Kind: Int, Hashable, Sendable, CaseIterable {
    /// Flush written records to the disk.
    case synchronize
    /// `DeliveryEngine.nextDeadline` was reached.
    case delivery
    case flush
    /// Requests to the server are allowed again.
    case retry
    /// Events of a user whose signature the server rejected may be sent again.
    case authentication
    /// A message has waited long enough for its assets or rendering, or a download is due for
    /// another attempt.
    case display
    /// Log the summary of repeated messages.
    case log
    /// Try the storage folder again.
    case launch
    /// A caller of `flush()` has waited long enough.
    case flushLimit
    /// The app should have reported by now that it is active.
    case appCheck
    /// A server should have responded by now.
    case serverCheck
    /// A notification has waited long enough for its answer, or its URL for the app.
    case push
    /// A banner or content has taken too long to appear.
    case reach
  }

  private var deadlines: [Kind: Duration] = [:]

  var earliest: Duration? { deadlines.values.min() }

  /// - Parameter deadline: nil clears it.
  mutating func set(_ kind: Kind, at deadline: Duration?) {
    deadlines[kind] = deadline
  }

  /// Keeps the current deadline if it is earlier.
  mutating func bringForward(_ kind: Kind, to deadline: Duration) {
    deadlines[kind] = min(deadlines[kind] ?? deadline, deadline)
  }

  mutating func clearAll() {
    deadlines = [:]
  }

  /// Removes and returns the earliest timer that is due.
  mutating func takeDue(at now: Duration) -> Kind? {
    let due = deadlines.filter { $0.value <= now }.min {
      ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue)
    }
    guard let kind = due?.key else { return nil }
    deadlines[kind] = nil
    return kind
  }
}
