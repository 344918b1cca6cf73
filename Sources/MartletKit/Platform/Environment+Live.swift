// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletCore

private let start = ContinuousClock.now

extension Environment {
  /// The real clocks, random ids and randomness. This is the only place in the SDK that uses them.
  public static let live = Environment(
    now: { Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down))) },
    // It also goes on while the device sleeps, as `Task.sleep` does.
    monotonicNow: { start.duration(to: .now) },
    makeID: { UUID().uuidString.lowercased() },
    random: { Double.random(in: 0..<1) },
    sleep: { duration in try await Task.sleep(for: duration) },
    utcOffset: { instant in
      .seconds(
        TimeZone.current.secondsFromGMT(
          for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)))
    }
  )
}
