// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// When a request that failed may be sent again.
///
/// Waiting times are random between 1 s and a bound that doubles with each failure in a row, from 2 s to 5 min (full jitter: a thousand
/// devices that lost the same server do not come back together). A `Retry-After` of the server counts instead, up to an hour.
struct RetryPolicy: Equatable, Sendable {
  static let shortestDelay = Duration.seconds(1)
  static let longestDelay = Duration.seconds(300)
  /// A mistaken header must not silence a device for days.
  static let longestRetryAfter = Duration.seconds(3_600)

  enum Failure: Equatable, Sendable {
    /// No answer came, or one that cannot be read: a captive portal, say.
    case noAnswer
    /// `isExplained`: with a problem document, so that it was the server that spoke and no proxy.
    case status(Int, retryAfter: Duration?, isExplained: Bool)
  }

  enum Advice: Equatable, Sendable {
    /// `isServersWord`: not even a request of the app's own shortens it.
    case wait(Duration, isServersWord: Bool)
    /// The batch itself may be at fault: try a smaller one.
    case split
    /// Sending again changes nothing: wait for the next session.
    case stop
  }

  /// Failures in a row.
  private(set) var failures = 0

  mutating func succeeded() {
    failures = 0
  }

  /// - Parameter random: uniform in 0..<1.
  mutating func failed(_ failure: Failure, random: Double) -> Advice {
    switch failure {
    case .status(413, _, _), .status(400, _, isExplained: true), .status(422, _, isExplained: true):
      return .split
    case .status(408, let retryAfter, _), .status(429, let retryAfter, _), .status(500..., let retryAfter, _):
      return wait(retryAfter, random: random)
    case .noAnswer:
      return wait(nil, random: random)
    case .status:
      return .stop
    }
  }

  private mutating func wait(_ retryAfter: Duration?, random: Double) -> Advice {
    failures += 1
    if let retryAfter {
      return .wait(min(max(retryAfter, Self.shortestDelay), Self.longestRetryAfter), isServersWord: true)
    }
    let bound = min(Self.longestDelay, Self.shortestDelay * (1 << min(failures, 20)))
    return .wait(Self.shortestDelay + (bound - Self.shortestDelay) * min(max(random, 0), 1), isServersWord: false)
  }
}
