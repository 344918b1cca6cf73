// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Logging
import NIOConcurrencyHelpers
import NIOCore

/// What clients have not taken yet of their answers, all of them within one limit of bytes.
///
/// Beyond the limit, the connection that has had something to take for the longest time ends,
/// because clients that do not read must not take the room of those that do.
struct UnreadBytes: Sendable {
  struct Number: Hashable, Sendable {
    fileprivate var value: Int
  }

  private let limit: Int
  private var counts: [Int: Int] = [:]
  /// When a connection got something to take, the first one first; with entries of connections that
  /// have taken everything.
  private var order: [(connection: Int, turn: Int)] = []
  private var turns: [Int: Int] = [:]
  private var next = 0
  private var nextTurn = 0
  private(set) var bytes = 0

  init(limit: Int) {
    self.limit = limit
  }

  mutating func open() -> Number {
    defer { next += 1 }
    return Number(value: next)
  }

  /// Returns the connections that have to end. What they have not taken counts no more.
  mutating func add(_ more: Int, to number: Number) -> [Number] {
    guard more > 0 else { return [] }
    if counts[number.value] == nil {
      // Entries that mean nothing any more are removed when they are the majority.
      if order.count > 64, order.count > counts.count * 2 {
        order.removeAll { turns[$0.connection] != $0.turn }
      }
      counts[number.value] = 0
      turns[number.value] = nextTurn
      order.append((number.value, nextTurn))
      nextTurn += 1
    }
    counts[number.value, default: 0] += more
    bytes += more
    var ended: [Number] = []
    var gone = 0
    while bytes > limit, gone < order.count {
      let (connection, turn) = order[gone]
      gone += 1
      guard turns[connection] == turn else { continue }
      bytes -= counts.removeValue(forKey: connection) ?? 0
      turns[connection] = nil
      ended.append(Number(value: connection))
    }
    order.removeFirst(gone)
    return ended
  }

  mutating func remove(_ less: Int, from number: Number) {
    guard less > 0, let count = counts[number.value] else { return }
    let taken = min(less, count)
    bytes -= taken
    counts[number.value] = count - taken
    guard taken == count else { return }
    counts[number.value] = nil
    turns[number.value] = nil
  }
}

/// Ends the connections that `UnreadBytes` names, and logs that once a minute at most.
final class UnreadAnswers: Sendable {
  /// A connection that has written answers.
  struct Account: Hashable, Sendable {
    fileprivate var number: UnreadBytes.Number
  }

  static let lineInterval = TimeAmount.minutes(1)

  private struct State {
    var unread: UnreadBytes
    var channels: [UnreadBytes.Number: any Channel] = [:]
    var lastLine: NIODeadline?
  }

  private let logger: Logger
  private let state: NIOLockedValueBox<State>

  init(limit: Int, logger: Logger) {
    self.logger = logger
    state = NIOLockedValueBox(State(unread: UnreadBytes(limit: limit)))
  }

  /// For tests: the bytes that clients have not taken.
  var bytes: Int { state.withLockedValue(\.unread.bytes) }

  func open(_ channel: any Channel) -> Account {
    let account = Account(
      number: state.withLockedValue { state in
        let number = state.unread.open()
        state.channels[number] = channel
        return number
      })
    channel.closeFuture.whenComplete { _ in self.state.withLockedValue { $0.channels[account.number] = nil } }
    return account
  }

  func add(_ bytes: Int, to account: Account) {
    let ended = state.withLockedValue { state in
      state.unread.add(bytes, to: account.number).compactMap { state.channels.removeValue(forKey: $0) }
    }
    guard let first = ended.first else { return }
    for channel in ended { channel.close(promise: nil) }
    let now = first.eventLoop.now
    let isWorthALine = state.withLockedValue { state in
      if let last = state.lastLine, now - last < Self.lineInterval { return false }
      state.lastLine = now
      return true
    }
    if isWorthALine { logger.warning("connections are closed because too much of their answers is unread") }
  }

  func remove(_ bytes: Int, from account: Account) {
    state.withLockedValue { $0.unread.remove(bytes, from: account.number) }
  }
}
