// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The moments at which the client has something to do by itself, in monotonic time.
///
/// Due work is found by comparing clocks, not by counting on a task to wake up in time: the client asks before every command, so that the
/// order of events is the same however late a sleeping task resumes.
struct Timers: Equatable, Sendable {
  enum Kind: Int, Hashable, Sendable, CaseIterable {
    /// Bring written records to the disk.
    case synchronize
    /// `DeliveryEngine.nextDeadline` has come.
    case delivery
    /// Send what waits.
    case flush
    /// The server may be asked again.
    case retry
    /// What is said of a user whom the server did not believe may be tried again.
    case authentication
    /// A message has waited long enough for what it needs, or a download is to be tried again.
    case display
    /// What the log counted is to be summed up.
    case log
    /// The storage folder is to be tried again.
    case launch
    /// Somebody has waited long enough for a flush.
    case flushLimit
    /// By now the app should have said that it is active.
    case appCheck
    /// By now a server should have answered.
    case serverCheck
  }

  private var deadlines: [Kind: Duration] = [:]

  /// When something is due next; nil: nothing is.
  var earliest: Duration? { deadlines.values.min() }

  /// - Parameter deadline: nil: it is not due any more.
  mutating func set(_ kind: Kind, at deadline: Duration?) {
    deadlines[kind] = deadline
  }

  /// One that is set already for an earlier moment stays.
  mutating func bringForward(_ kind: Kind, to deadline: Duration) {
    deadlines[kind] = min(deadlines[kind] ?? deadline, deadline)
  }

  mutating func clearAll() {
    deadlines = [:]
  }

  /// Takes out the one that is due, the earliest first.
  mutating func takeDue(at now: Duration) -> Kind? {
    let due = deadlines.filter { $0.value <= now }.min { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }
    guard let kind = due?.key else { return nil }
    deadlines[kind] = nil
    return kind
  }
}
