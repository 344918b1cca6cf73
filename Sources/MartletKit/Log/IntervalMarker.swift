// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the client measures if `Configuration.Logger.signposts` is on.
package enum MeasuredInterval: String, Hashable, Sendable, CaseIterable {
  /// The engine handles an input.
  case decide
  /// A request for the campaigns, until its answer is here.
  case sync
  /// A request with events, until its answer is here.
  case flush
}

/// Receives the beginning and the end of each interval, on any thread.
package protocol IntervalMarker: Sendable {
  /// An interval begins. The result ends it, and is called exactly once.
  func begin(_ interval: MeasuredInterval) -> @Sendable () -> Void
}

extension TransportRequest {
  /// nil if it is not measured.
  var interval: MeasuredInterval? {
    switch url.lastPathComponent {
    case "sync": .sync
    case "events": .flush
    default: nil
    }
  }
}
