// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

struct AppStreams: Sendable {
  let decisions: Streams<Decision>
  let outcomes: Streams<OutcomeRecord>
  let sessions: Streams<Martlet.SessionUpdate>
  let notifications: Streams<Martlet.Notifications.Update>

  init(gate: Gate) {
    decisions = Streams(gate: gate)
    outcomes = Streams(gate: gate)
    sessions = Streams(gate: gate)
    notifications = Streams(gate: gate)
  }

  func close() {
    decisions.close()
    outcomes.close()
    sessions.close()
    notifications.close()
  }
}

/// The open streams of one kind of news. Each has its own position. After a wipe, elements that
/// were waiting are not delivered.
struct Streams<Element: Sendable>: Sendable {
  private struct News: Sendable {
    var element: Element
    var epoch: Int
  }

  private struct State: Sendable {
    var isClosed = false
    var nextID = 0
    var open: [Int: AsyncStream<News>.Continuation] = [:]
  }

  /// A reader that falls further behind loses the oldest elements.
  static var bufferLimit: Int { 1_000 }

  private let state = Locked(State())
  private let gate: Gate

  init(gate: Gate) {
    self.gate = gate
  }

  func open() -> AsyncStream<Element> {
    let (news, continuation) = AsyncStream.makeStream(
      of: News.self, bufferingPolicy: .bufferingNewest(Self.bufferLimit))
    let id = state.withLock { state -> Int? in
      guard !state.isClosed else { return nil }
      state.nextID += 1
      state.open[state.nextID] = continuation
      return state.nextID
    }
    let stream = AsyncStream<Element>(unfolding: { [gate] in
      for await one in news where !gate.isWiped(since: one.epoch) { return one.element }
      return nil
    })
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [state] _ in state.withLock { $0.open[id] = nil } }
    return stream
  }

  func send(_ element: Element, epoch: Int) {
    let open = state.withLock { Array($0.open.values) }
    for continuation in open { continuation.yield(News(element: element, epoch: epoch)) }
  }

  func close() {
    let open = state.withLock { state in
      state.isClosed = true
      defer { state.open = [:] }
      return Array(state.open.values)
    }
    for continuation in open { continuation.finish() }
  }
}

extension Martlet {
  /// The start or end of a session (see `Configuration.sessionTimeout`). A change of user also ends
  /// a session.
  public enum SessionUpdate: Hashable, Sendable {
    /// A session started. The value is its id, which its events have too.
    case started(String)
    /// A session ended. The value is its id. Reported when the next session starts, the user
    /// changes, or the SDK is turned off.
    case ended(String)
  }
}
