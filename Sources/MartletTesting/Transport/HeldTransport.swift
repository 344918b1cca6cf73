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
    /// Requests that arrived, but were not passed to the test yet.
    var arrived: [HeldRequest] = []
    /// The waiting readers, in order of arrival.
    var readers: [(id: Int, continuation: CheckedContinuation<HeldRequest, any Error>)] = []
    var nextReader = 0
    var open: [Int: CheckedContinuation<TransportResponse, any Error>] = [:]
    /// The requests that continue although their sender was cancelled.
    var abandoned: Set<Int> = []
    var cancelledCount = 0
  }

  private let state = Locked(State())
  private let ignoresCancellation: Bool

  /// Creates a transport. With `ignoresCancellation`, requests continue when their sender is
  /// cancelled, as if a response were on its way.
  public init(ignoresCancellation: Bool = false) {
    self.ignoresCancellation = ignoresCancellation
  }

  /// The number of requests so far.
  public var receivedCount: Int { state.withLock { $0.next } }
  /// The number of requests without an answer.
  public var openCount: Int { state.withLock { $0.open.count } }
  /// The number of requests without an answer whose sender was not cancelled.
  package var awaitedCount: Int {
    state.withLock { state in state.open.keys.count { !state.abandoned.contains($0) } }
  }
  /// The number of requests that were cancelled before an answer.
  public var cancelledCount: Int { state.withLock { $0.cancelledCount } }

  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    if Task.isCancelled, !ignoresCancellation {
      state.withLock { $0.cancelledCount += 1 }
      throw CancellationError()
    }
    return try await waiting(in: state) { state, continuation in
      let held = HeldRequest(request: request, id: id, transport: self)
      state.open[id] = continuation
      if state.readers.isEmpty {
        state.arrived.append(held)
      } else {
        state.readers.removeFirst().continuation.resume(returning: held)
      }
    } leave: { [ignoresCancellation] state in
      guard !ignoresCancellation else {
        state.abandoned.insert(id)
        return nil
      }
      let open = state.open.removeValue(forKey: id)
      if open != nil { state.cancelledCount += 1 }
      return open
    }
  }

  /// Returns the next request, and waits for one if necessary.
  ///
  /// If the waiting task is cancelled, for example by the time limit of a test, it gives up, prints
  /// this on standard error, and returns an empty request to `about:blank`.
  public func waitForRequest() async -> HeldRequest {
    let id = state.withLock { state in
      state.nextReader += 1
      return state.nextReader
    }
    let request = try? await waiting(in: state) { state, continuation in
      if state.arrived.isEmpty {
        state.readers.append((id, continuation))
      } else {
        continuation.resume(returning: state.arrived.removeFirst())
      }
    } leave: { state in
      state.readers.firstIndex { $0.id == id }.map { state.readers.remove(at: $0).continuation }
    }
    return request ?? giveUp(receivedCount)
  }

  private func giveUp(_ received: Int) -> HeldRequest {
    GivenUp.say(
      "HeldTransport.waitForRequest(): \(received) requests had come, all handed out, when the waiting task was cancelled."
    )
    guard let nowhere = URL(string: "about:blank") else { fatalError("about:blank is an address.") }
    return HeldRequest(request: TransportRequest(method: "POST", url: nowhere), id: 0, transport: self)
  }

  func finish(_ id: Int, _ result: Result<TransportResponse, any Error>) {
    let open = state.withLock { $0.open.removeValue(forKey: id) }
    open?.resume(with: result)
  }
}

/// A request that waits for the test's answer. Only the first answer counts. An answer to a
/// cancelled request has no effect.
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
    answer(TransportResponse(form, status: status))
  }

  /// Ends without a response, as if the network failed.
  public func fail(_ error: any Error) {
    transport.finish(id, .failure(error))
  }

  /// The sync request in the body, or nil for another body.
  public var sync: Wire.SyncRequest? {
    request.url.path.hasSuffix("/sdk/v1/sync")
      ? try? Wire.decode(Wire.SyncRequest.self, from: request.plainBody) : nil
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
