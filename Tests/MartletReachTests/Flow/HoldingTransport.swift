// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import Synchronization

/// Passes requests on, and keeps those for some URLs until a test releases them.
final class HoldingTransport: Transport {
  private struct State {
    var held: Set<String> = []
    var waiting: [Int: (url: String, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var lastID = 0
  }

  private let next: any Transport
  private let state = Mutex(State())

  init(_ next: any Transport) { self.next = next }

  /// The number of requests that wait.
  var held: Int { state.withLock { $0.waiting.count } }

  func hold(_ url: String) { _ = state.withLock { $0.held.insert(url) } }

  func release(_ url: String) {
    let freed = state.withLock { state in
      state.held.remove(url)
      let freed = state.waiting.filter { $0.value.url == url }
      for id in freed.keys { state.waiting[id] = nil }
      return freed.values.map(\.continuation)
    }
    for continuation in freed { continuation.resume() }
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let url = request.url.absoluteString
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          guard state.held.contains(url) else { return .success(()) }
          state.waiting[id] = (url, continuation)
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.continuation.resume(
        throwing: CancellationError())
    }
    return try await next.send(request)
  }
}
