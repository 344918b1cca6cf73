// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletCore
import NIOConcurrencyHelpers

/// The figures of `SignatureCounts` for each app, in memory only: they begin with the process. What lasts is in the metrics.
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
