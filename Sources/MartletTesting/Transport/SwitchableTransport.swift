// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletKit

/// Another transport that can be put offline: then nothing goes out, and what is under way fails, as in a tunnel.
public final class SwitchableTransport: Transport {
  /// The network is away.
  public struct Offline: Error, Hashable, Sendable {}

  private struct State {
    var isOnline: Bool
    var next = 0
    var underWay: [Int: Task<TransportResponse, any Error>] = [:]
  }

  private let wrapped: any Transport
  private let state: Locked<State>

  /// - Parameters:
  ///   - wrapped: gets what is sent while online.
  ///   - isOnline: how it begins.
  public init(_ wrapped: any Transport, isOnline: Bool = true) {
    self.wrapped = wrapped
    state = Locked(State(isOnline: isOnline))
  }

  /// False: `send` throws `Offline` at once, and what is under way is cancelled and ends with it.
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
