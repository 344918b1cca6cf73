// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(os)
import os

/// Intervals for Instruments, with the subsystem `martlet`.
struct SystemSignposts: IntervalMarker {
  private let signposter = OSSignposter(subsystem: "martlet", category: "intervals")

  /// The system requires names that are known when the code is compiled.
  func begin(_ interval: MeasuredInterval) -> @Sendable () -> Void {
    let id = signposter.makeSignpostID()
    let state =
      switch interval {
      case .decide: signposter.beginInterval("decide", id: id)
      case .sync: signposter.beginInterval("sync", id: id)
      case .flush: signposter.beginInterval("flush", id: id)
      }
    return { [signposter] in
      switch interval {
      case .decide: signposter.endInterval("decide", state)
      case .sync: signposter.endInterval("sync", state)
      case .flush: signposter.endInterval("flush", state)
      }
    }
  }
}
#endif
