// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
public import MartletKit
public import MartletWire

/// Keeps each request until the test answers it or lets it fail.
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

  /// - Parameter ignoresCancellation: requests go on when their sender is cancelled, as one does whose answer is on its way already.
  public init(ignoresCancellation: Bool = false) {
    self.ignoresCancellation = ignoresCancellation
  }

  /// Requests that came so far.
  public var receivedCount: Int { state.withLock { $0.next } }
  /// Requests that nobody has answered yet.
  public var openCount: Int { state.withLock { $0.open.count } }
  /// Requests that nobody has answered yet and whose sender was not cancelled.
  package var awaitedCount: Int { state.withLock { state in state.open.keys.count { !state.abandoned.contains($0) } } }
  /// Requests whose sender lost interest before an answer.
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

  /// The next request that was not handed out yet; waits until there is one.
  ///
  /// When the waiting task is cancelled, as by the time limit of a test, it gives up, says so on standard error, and returns an empty
  /// request to `about:blank` whose answer nobody hears.
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

/// A request that waits for the test's answer. The first answer counts; an answer to a cancelled request is heard by nobody.
public struct HeldRequest: Sendable {
  public let request: TransportRequest
  let id: Int
  let transport: HeldTransport

  /// Answers with any response.
  public func answer(_ response: TransportResponse) {
    transport.finish(id, .success(response))
  }

  /// Answers with a document of the protocol.
  public func answer(_ form: some Wire.Form, status: Int = 200) {
    answer(TransportResponse(status: status, headers: ["content-type": "application/json"], body: Wire.encode(form)))
  }

  /// Ends without an answer, as when the network fails.
  public func fail(_ error: any Error) {
    transport.finish(id, .failure(error))
  }

  /// The events in the body, and everything else of a sync; nil when the body is something else.
  public var sync: Wire.SyncRequest? {
    request.url.path.hasSuffix("/sdk/v1/sync") ? try? Wire.decode(Wire.SyncRequest.self, from: request.plainBody) : nil
  }

  /// The events that the request carries.
  public var events: [Wire.EventRecord] {
    sync?.events ?? (try? Wire.decode(Wire.EventsRequest.self, from: request.plainBody))?.events ?? []
  }

  /// Answers as a server that stored every event, with these definitions for a sync.
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
  /// The body, decompressed when it was compressed; empty when that fails.
  public var plainBody: [UInt8] {
    guard headers["Content-Encoding"] == "gzip" else { return body }
    return (try? Wire.Gzip.decompress(body, limit: Wire.Limits.bodyBytes)) ?? []
  }
}
