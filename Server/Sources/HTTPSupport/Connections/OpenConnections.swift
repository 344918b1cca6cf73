// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore

/// Counts the connections of a server and decides which ones are too many and when to log that:
/// once when the limit is reached, and again after a minute at the earliest.
final class OpenConnections: Sendable {
  enum Admission: Hashable {
    case accepted
    case refused(isWorthALine: Bool)
  }

  static let lineInterval = TimeAmount.minutes(1)

  private struct State {
    var open = 0
    var lastLine: NIODeadline?
  }

  private let maximum: Int
  private let state = NIOLockedValueBox(State())

  init(maximum: Int) {
    self.maximum = maximum
  }

  /// Every call must be followed by `close()`, also when the connection was refused.
  func open(at now: NIODeadline) -> Admission {
    state.withLockedValue { state in
      state.open += 1
      guard state.open > maximum else { return .accepted }
      let isWorthALine = state.lastLine.map { now - $0 >= Self.lineInterval } ?? true
      if isWorthALine { state.lastLine = now }
      return .refused(isWorthALine: isWorthALine)
    }
  }

  func close() { state.withLockedValue { $0.open -= 1 } }
}
