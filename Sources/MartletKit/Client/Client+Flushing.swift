// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// A flush for which somebody waits.
struct AwaitedFlush: Sendable {
  var turn: FlushTurn
  /// Events up to here count.
  var through: UInt64
  /// How many of them waited when it began.
  var count: Int
  var dropped = 0
  /// In monotonic time.
  var deadline: Duration
}

extension Client {
  private static let flushLimit = Duration.seconds(30)

  func flush(for turn: FlushTurn) {
    if state.enabled { flushNow() }
    let deadline = environment.monotonicNow() + Self.flushLimit
    flushes.append(AwaitedFlush(turn: turn, through: outbox.lastSequence, count: outbox.count, deadline: deadline))
  }

  /// After each command: those that came to their end.
  func endFlushes() {
    guard !flushes.isEmpty else { return }
    flushes.removeAll { flush in
      guard let result = result(of: flush) else { return false }
      flush.turn.end(result)
      return true
    }
    if let deadline = flushes.map(\.deadline).min() { timers.set(.flushLimit, at: deadline) } else { timers.clear(.flushLimit) }
  }

  /// The client ends.
  func abandonFlushes() {
    for flush in flushes { flush.turn.end(account(of: flush, .ended)) }
    flushes = []
  }

  /// These went without being stored.
  func noteDropped(_ count: Int) {
    for index in flushes.indices { flushes[index].dropped += count }
  }

  /// nil: it is under way.
  private func result(of flush: AwaitedFlush) -> Martlet.FlushResult? {
    if flush.turn.hasEnded { return Martlet.FlushResult(reason: .cancelled) }
    guard state.enabled else { return account(of: flush, .disabled) }
    guard (outbox.oldest() ?? .max) <= flush.through else { return account(of: flush, nil) }
    guard settings.endpoint != nil else { return account(of: flush, .noEndpoint) }
    // Everything that is left is of people whom the server does not believe.
    guard (outbox.oldest(terms) ?? .max) <= flush.through else { return account(of: flush, .notAuthenticated) }
    switch line.closure {
    case .waiting(isServersWord: true): return account(of: flush, .serverBusy)
    case .waiting(isServersWord: false), .untilNextSession: return account(of: flush, trouble ?? .unreachable)
    case nil: return environment.monotonicNow() >= flush.deadline ? account(of: flush, .timedOut) : nil
    }
  }

  private func account(of flush: AwaitedFlush, _ reason: Martlet.FlushResult.Reason?) -> Martlet.FlushResult {
    let waiting = outbox.count(through: flush.through)
    let gone = max(flush.count - waiting, 0)
    let dropped = min(flush.dropped, gone)
    return Martlet.FlushResult(sent: gone - dropped, dropped: dropped, waiting: waiting, reason: waiting == 0 ? nil : reason)
  }
}
