// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import NIOCore

/// What one connection is doing, and its deadline for that.
///
/// Bytes alone extend nothing; only a whole header or enough of a body does. So a client that
/// trickles data has no more time than one that sends nothing. While the server works on an answer,
/// the client has no deadline, however long that takes: a stream of events may last for hours.
struct ConnectionTiming: Sendable {
  private enum Reading {
    case header(since: NIODeadline, isFirst: Bool)
    case body(since: NIODeadline, bytes: Int)
  }

  private let limits: ConnectionLimits
  private var reading: Reading
  private var openRequests = 0
  /// Since when a client has accepted nothing of what it should, and how many bytes it had accepted
  /// then.
  private var stuck: (since: NIODeadline, accepted: Int)?
  private var stoppingSince: NIODeadline?

  init(limits: ConnectionLimits, at now: NIODeadline) {
    self.limits = limits
    reading = .header(since: now, isFirst: true)
  }

  // MARK: - What happens

  mutating func headerCame(at now: NIODeadline) {
    openRequests += 1
    reading = .body(since: now, bytes: 0)
  }

  mutating func bodyCame(bytes: Int) {
    guard case .body(let since, let before) = reading else { return }
    reading = .body(since: since, bytes: before + bytes)
  }

  mutating func requestEnded(at now: NIODeadline) {
    reading = .header(since: now, isFirst: false)
  }

  mutating func answerEnded(at now: NIODeadline) {
    openRequests -= 1
    if case .header = reading { reading = .header(since: now, isFirst: false) }
  }

  mutating func writabilityChanged(to isWritable: Bool, accepted: Int, at now: NIODeadline) {
    stuck = isWritable ? nil : (now, accepted)
  }

  /// `accepted`: the bytes of answers that the client has accepted up to now.
  mutating func clientAccepted(_ accepted: Int, at now: NIODeadline) {
    if let stuck, accepted > stuck.accepted { self.stuck = (now, accepted) }
  }

  mutating func serverStops(at now: NIODeadline) { stoppingSince = now }

  // MARK: - What follows

  /// True while a request has begun and its body is not complete.
  var isReadingBody: Bool { if case .body = reading { true } else { false } }

  /// When to close the connection unless something happens before; nil for never.
  var deadline: NIODeadline? {
    var deadlines: [NIODeadline] = []
    switch reading {
    case .header(let since, let isFirst) where openRequests == 0:
      deadlines.append(since + (isFirst ? limits.headerTimeout : limits.idleTimeout))
      if let stoppingSince { deadlines.append(stoppingSince + limits.stopTimeout) }
    case .header: break
    case .body(let since, let bytes):
      deadlines.append(
        since + limits.bodyTimeout + .milliseconds(Int64(bytes) * 1_000 / Int64(limits.minimumRate)))
      if let stoppingSince { deadlines.append(stoppingSince + limits.stopTimeout) }
    }
    if let stuck { deadlines.append(stuck.since + limits.writeTimeout) }
    return deadlines.min()
  }
}
