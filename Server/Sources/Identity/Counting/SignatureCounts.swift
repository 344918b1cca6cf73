// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// How many requests of an app that named users were vouched for, and what became of the others and why, hour by hour of the last day. Holds at most 24
/// hours of 17 numbers.
struct SignatureCounts: Sendable {
  private var hours: [(hour: Int64, counts: [SignatureOutcome: Int])] = []

  /// Hours that are remembered, the one that runs included.
  static let hours = 24

  init() {}

  mutating func add(_ outcome: SignatureOutcome, at now: Instant) {
    let hour = Self.hour(now)
    // A clock that was put back goes on in the hour that it was in.
    if let last = hours.last, last.hour >= hour {
      hours[hours.count - 1].counts[outcome, default: 0] += 1
    } else {
      hours.append((hour, [outcome: 1]))
    }
    if hours.count > Self.hours { hours.removeFirst(hours.count - Self.hours) }
  }

  /// Of the last 24 hours.
  func totals(at now: Instant) -> [SignatureOutcome: Int] {
    let first = Self.hour(now) - Int64(Self.hours) + 1
    return hours.filter { $0.hour >= first }.reduce(into: [:]) { $0.merge($1.counts, uniquingKeysWith: +) }
  }

  private static func hour(_ now: Instant) -> Int64 { now.milliseconds / 3_600_000 }
}
