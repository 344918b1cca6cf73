// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
public import MartletKit
public import MartletWire

/// Holds each request until the test answers it or lets it fail.
///
///     let request = await transport.waitForRequest()
///     #expect(request.events.count == 2)
///     request.answer(.init(status: 503))
public final class HeldTransport: Transport {
  private struct State {
    var next = 0
    /// Arrived, not handed to the test yet.
    var arrived: [HeldRequest] = []
    /// In the order in which they came.
    var waiting: [(id: Int, continuation: CheckedContinuation<HeldRequest, Never>)] = []
    var nextWaiter = 0
    var waitersCancelled: Set<Int> = []
    var open: [Int: CheckedContinuation<TransportResponse, any Error>] = [:]
    var cancelled: Set<Int> = []
    /// Their sender was cancelled, and they go on all the same.
    var abandoned: Set<Int> = []
    var cancelledCount = 0
  }

  private let state = Locked(State())
  private let ignoresCancellation: Bool

  /// Creates a transport.
  ///
  /// - Parameter ignoresCancellation: true if requests continue when their sender is cancelled, as if the response were already on its way.
  public init(ignoresCancellation: Bool = false) {
    self.ignoresCancellation = ignoresCancellation
  }

  /// The number of requests so far.
  public var receivedCount: Int { state.withLock { $0.next } }
  /// The number of requests without an answer.
  public var openCount: Int { state.withLock { $0.open.count } }
  /// Requests that nobody has answered yet and whose sender was not cancelled.
  package var awaitedCount: Int { state.withLock { state in state.open.keys.count { !state.abandoned.contains($0) } } }
  /// The number of requests that were cancelled before an answer.
  public var cancelledCount: Int { state.withLock { $0.cancelledCount } }

  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<TransportResponse, any Error>) in
        let held = HeldRequest(request: request, id: id, transport: self)
        let (isCancelled, reader) = state.withLock { state -> (Bool, CheckedContinuation<HeldRequest, Never>?) in
          if state.cancelled.remove(id) != nil {
            state.cancelledCount += 1
            return (true, nil)
          }
          state.open[id] = continuation
          guard state.waiting.isEmpty else { return (false, state.waiting.removeFirst().continuation) }
          state.arrived.append(held)
          return (false, nil)
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        reader?.resume(returning: held)
      }
    } onCancel: {
      guard !ignoresCancellation else { return state.withLock { _ = $0.abandoned.insert(id) } }
      let open = state.withLock { state -> CheckedContinuation<TransportResponse, any Error>? in
        guard let open = state.open.removeValue(forKey: id) else {
          state.cancelled.insert(id)
          return nil
        }
        state.cancelledCount += 1
        return open
      }
      open?.resume(throwing: CancellationError())
    }
  }

  /// Returns the next request, and waits for one if necessary.
  ///
  /// If the waiting task is cancelled, for example by the time limit of a test, it gives up, prints this on standard error, and returns an
  /// empty request to `about:blank`.
  public func waitForRequest() async -> HeldRequest {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let arrived = state.withLock { state -> HeldRequest? in
          if !state.arrived.isEmpty { return state.arrived.removeFirst() }
          if state.waitersCancelled.remove(id) != nil { return giveUp(state.next) }
          state.waiting.append((id, continuation))
          return nil
        }
        if let arrived { continuation.resume(returning: arrived) }
      }
    } onCancel: {
      let (waiter, received) = state.withLock { state in
        let position = state.waiting.firstIndex { $0.id == id }
        if position == nil { state.waitersCancelled.insert(id) }
        return (position.map { state.waiting.remove(at: $0).continuation }, state.next)
      }
      if let waiter { waiter.resume(returning: giveUp(received)) }
    }
  }

  private func giveUp(_ received: Int) -> HeldRequest {
    GivenUp.say("HeldTransport.waitForRequest(): \(received) requests had come, all handed out, when the waiting task was cancelled.")
    guard let nowhere = URL(string: "about:blank") else { fatalError("about:blank is an address.") }
    return HeldRequest(request: TransportRequest(method: "POST", url: nowhere), id: 0, transport: self)
  }

  func finish(_ id: Int, _ result: Result<TransportResponse, any Error>) {
    let open = state.withLock { $0.open.removeValue(forKey: id) }
    open?.resume(with: result)
  }
}

/// A request that waits for the test's answer. Only the first answer counts. An answer to a cancelled request has no effect.
public struct HeldRequest: Sendable {
  public let request: TransportRequest
  let id: Int
  let transport: HeldTransport

  /// Answers with this response.
  public func answer(_ response: TransportResponse) {
    transport.finish(id, .success(response))
  }

  /// Answers with a document of the protocol.
  public func answer(_ form: some Wire.Form, status: Int = 200) {
    answer(TransportResponse(status: status, headers: ["content-type": "application/json"], body: Wire.encode(form)))
  }

  /// Ends without a response, as if the network failed.
  public func fail(_ error: any Error) {
    transport.finish(id, .failure(error))
  }

  /// The sync request in the body, or nil for another body.
  public var sync: Wire.SyncRequest? {
    request.url.path.hasSuffix("/sdk/v1/sync") ? try? Wire.decode(Wire.SyncRequest.self, from: request.plainBody) : nil
  }

  /// The events in the request.
  public var events: [Wire.EventRecord] {
    sync?.events ?? (try? Wire.decode(Wire.EventsRequest.self, from: request.plainBody))?.events ?? []
  }

  /// Answers like a server that stored every event, with these definitions for a sync.
  public func answerStored(definitions: Wire.Definitions? = nil) {
    let results = events.map { Wire.EventResult(id: $0.id, status: .known(.stored)) }
    if sync != nil {
      answer(Wire.SyncResponse(definitions: definitions, results: results))
    } else {
      answer(Wire.EventsResponse(results: results))
    }
  }
}

extension TransportRequest {
  /// The decompressed body, or empty if it cannot be decompressed.
  public var plainBody: [UInt8] {
    guard headers["Content-Encoding"] == "gzip" else { return body }
    return (try? Wire.Gzip.decompress(body, limit: Wire.Limits.bodyBytes)) ?? []
  }
}
