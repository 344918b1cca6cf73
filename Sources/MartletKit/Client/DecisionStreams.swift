// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The streams that apps opened on decisions; each has its own place in time.
struct DecisionStreams: Sendable {
  private struct State: Sendable {
    var isClosed = false
    var nextID = 0
    var open: [Int: AsyncStream<Decision>.Continuation] = [:]
  }

  /// A reader that falls further behind loses the oldest.
  static let bufferedDecisions = 1_000

  private let state = Locked(State())

  func open() -> AsyncStream<Decision> {
    let (stream, continuation) = AsyncStream.makeStream(of: Decision.self, bufferingPolicy: .bufferingNewest(Self.bufferedDecisions))
    let id = state.withLock { state -> Int? in
      guard !state.isClosed else { return nil }
      state.nextID += 1
      state.open[state.nextID] = continuation
      return state.nextID
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [state] _ in state.withLock { $0.open[id] = nil } }
    return stream
  }

  func send(_ decision: Decision) {
    let open = state.withLock { Array($0.open.values) }
    for continuation in open { continuation.yield(decision) }
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
