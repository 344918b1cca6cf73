// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
public import MartletWire
import NIOConcurrencyHelpers

/// How many requests of an app that named users were vouched for, and how many were tolerated or
/// refused and why, for each hour of the last day. Holds at most 24 hours of 17 numbers.
struct SignatureCounts: Sendable {
  private var hours: [(hour: Int64, counts: [SignatureOutcome: Int])] = []

  /// Hours that are remembered, including the current one.
  static let hours = 24

  init() {}

  mutating func add(_ outcome: SignatureOutcome, at now: Instant) {
    let hour = Self.hour(now)
    // When a clock was put back, counting continues in the last hour.
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

/// What happened to a request that named users while signatures were checked.
public enum SignatureOutcome: Hashable, Sendable {
  /// A signature vouched for all of them.
  case vouched
  /// The request was accepted all the same.
  case tolerated(Wire.UserSignature.Refusal)
  /// The request was refused, wholly or in part.
  case refused(Wire.UserSignature.Refusal)
}

/// The figures of `SignatureCounts` for each app, in memory only: they begin with the process. The
/// metrics keep what lasts.
public final class SignatureLedger: Sendable {
  private let counts = NIOLockedValueBox<[AppID: SignatureCounts]>([:])
  /// When the figures begin.
  public let startedAt: Instant

  public init(startedAt: Instant) {
    self.startedAt = startedAt
  }

  public func add(_ outcome: SignatureOutcome, app: AppID, at now: Instant) {
    counts.withLockedValue { $0[app, default: SignatureCounts()].add(outcome, at: now) }
  }

  /// Of the last 24 hours.
  public func totals(of app: AppID, at now: Instant) -> [SignatureOutcome: Int] {
    counts.withLockedValue { $0[app]?.totals(at: now) } ?? [:]
  }
}
