// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletKit

/// A transport that can go offline: then nothing is sent, and open requests fail.
public final class SwitchableTransport: Transport {
  /// The network is not available.
  public struct Offline: Error, Hashable, Sendable {}

  private struct State {
    var isOnline: Bool
    var next = 0
    var underWay: [Int: Task<TransportResponse, any Error>] = [:]
  }

  private let wrapped: any Transport
  private let state: Locked<State>

  /// Creates a transport that passes requests to `wrapped` while it is online. `isOnline` is the
  /// initial value.
  public init(_ wrapped: any Transport, isOnline: Bool = true) {
    self.wrapped = wrapped
    state = Locked(State(isOnline: isOnline))
  }

  /// False: `send` throws `Offline` immediately, and open requests are cancelled.
  public var isOnline: Bool {
    get { state.withLock { $0.isOnline } }
    set {
      let interrupted = state.withLock { state -> [Task<TransportResponse, any Error>] in
        state.isOnline = newValue
        guard !newValue else { return [] }
        defer { state.underWay = [:] }
        return Array(state.underWay.values)
      }
      for task in interrupted { task.cancel() }
    }
  }

  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    let started = state.withLock { state -> (id: Int, task: Task<TransportResponse, any Error>)? in
      guard state.isOnline else { return nil }
      state.next += 1
      let task = Task { [wrapped] in try await wrapped.send(request) }
      state.underWay[state.next] = task
      return (state.next, task)
    }
    guard let started else { throw Offline() }
    defer { state.withLock { $0.underWay[started.id] = nil } }
    do {
      return try await withTaskCancellationHandler {
        try await started.task.value
      } onCancel: {
        started.task.cancel()
      }
    } catch {
      throw isOnline ? error : Offline()
    }
  }
}
