// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// The flushes that callers wait for.
struct AwaitedFlushes: Sendable {
  private struct Flush: Sendable {
    var turn: FlushTurn
    /// Events up to this one count.
    var through: UInt64
    /// How many of them were waiting at the start.
    var count: Int
    var dropped = 0
    /// In monotonic time.
    var deadline: Duration

    func result(_ outbox: Outbox, _ reason: Martlet.FlushResult.Reason?) -> Martlet.FlushResult {
      let waiting = outbox.count(through: through)
      let gone = max(count - waiting, 0)
      let dropped = min(dropped, gone)
      return Martlet.FlushResult(
        sent: gone - dropped, dropped: dropped, waiting: waiting, reason: waiting == 0 ? nil : reason)
    }
  }

  typealias Ended = (turn: FlushTurn, result: Martlet.FlushResult)

  static let patience = Duration.seconds(30)

  private var flushes: [Flush] = []

  /// The time at which the first caller has waited long enough, in monotonic time.
  var deadline: Duration? { flushes.map(\.deadline).min() }

  /// - Parameter now: in monotonic time.
  mutating func add(_ turn: FlushTurn, of outbox: Outbox, at now: Duration) {
    flushes.append(
      Flush(turn: turn, through: outbox.lastSequence, count: outbox.count, deadline: now + Self.patience))
  }

  mutating func noteDropped(_ count: Int) {
    for index in flushes.indices { flushes[index].dropped += count }
  }

  /// Removes and returns the flushes that ended. `obstacle` returns why events up to this one
  /// remain. nil if they are being sent.
  mutating func takeEnded(
    _ outbox: Outbox, at now: Duration, _ obstacle: (UInt64) -> Martlet.FlushResult.Reason?
  ) -> [Ended] {
    var ended: [Ended] = []
    flushes.removeAll { flush in
      if flush.turn.hasEnded {
        ended.append((flush.turn, Martlet.FlushResult(reason: .cancelled)))
        return true
      }
      var reason: Martlet.FlushResult.Reason?
      if (outbox.oldest() ?? .max) <= flush.through {
        reason = obstacle(flush.through) ?? (now >= flush.deadline ? .timedOut : nil)
        guard reason != nil else { return false }
      }
      ended.append((flush.turn, flush.result(outbox, reason)))
      return true
    }
    return ended
  }

  /// Called when the client ends.
  mutating func takeAll(_ outbox: Outbox) -> [Ended] {
    defer { flushes = [] }
    return flushes.map { ($0.turn, $0.result(outbox, .ended)) }
  }
}
