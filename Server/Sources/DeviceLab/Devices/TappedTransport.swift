// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Synchronization

/// A device's network that reports each request: what it carried and how it was answered.
struct TappedTransport: Transport {
  struct Exchange: Equatable, Sendable {
    enum Result: Equatable, Sendable {
      case offline
      case failed
      /// The server does not fetch it, and says why.
      case refused(String)
      case answered(Answer)
    }

    struct Answer: Equatable, Sendable {
      var status: Int
      var bytes = 0
      /// The campaigns in the answer, with their delays; nil if there are none, so that the
      /// previous ones still apply.
      var campaigns: [String: Duration]?
      /// The answer to a request to render a message at display.
      var rendering: Rendering?
    }

    enum Rendering: Equatable, Sendable {
      case rendered
      case withdrawn(Wire.Withdrawal)
    }

    enum Kind: Hashable, Sendable {
      case sync, events
      case render(presentationID: String)
      case asset(URL)
    }

    var kind: Kind
    /// The records in the request, in order.
    var events: [Wire.EventRecord] = []
    /// The push token in the request.
    var pushToken: String?
    var result = Result.failed
    var duration = Duration.zero
  }

  let network: SwitchableTransport
  let environment: Environment
  let traffic: Traffic
  /// A draft that replaces the server's campaigns. It is delivered here, not by a server, and never
  /// leaves this device.
  let draft: LabDraft?
  /// The arm that the device takes of a campaign or of the draft. nil: campaigns as they are.
  let arm: LabArm?
  let render: @Sendable (Wire.Campaign, Wire.RenderRequest) async -> Wire.RenderResponse
  /// Awaited before the client gets the answer.
  let onExchange: @Sendable (Exchange) async -> Void

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    traffic.begin()
    defer { traffic.end() }
    let document = request.method == "GET" ? nil : Self.document(request.body, headers: request.headers)
    let start = environment.monotonicNow()
    var exchange = Exchange(kind: Self.kind(of: request, document))
    if case .array(let events) = document?["events"] {
      exchange.events = events.compactMap { try? Wire.EventRecord(json: $0) }
    }
    exchange.pushToken = document?["device"]?["push_token"]?.string
    do {
      let response = try await answer(to: request, exchange.kind)
      exchange.duration = environment.monotonicNow() - start
      exchange.result = .answered(Self.answer(response, to: exchange.kind))
      await onExchange(exchange)
      return response
    } catch {
      exchange.duration = environment.monotonicNow() - start
      if error is SwitchableTransport.Offline { exchange.result = .offline }
      if let refusal = error as? FetchRefusal { exchange.result = .refused(refusal.description) }
      // Cancelled: the app was quit, or nothing waits for the answer any more.
      if !Task.isCancelled { await onExchange(exchange) }
      throw error
    }
  }

  private func answer(to request: TransportRequest, _ kind: Exchange.Kind) async throws -> TransportResponse {
    guard let draft else {
      var request = request
      switch kind {
      case .sync, .events, .render: request.headers[LabHeader.arm] = arm?.text
      // Files come from other servers too.
      case .asset: break
      }
      return try await network.send(request)
    }
    switch kind {
    case .asset: return try await network.send(request)
    case .sync:
      var request = request
      request.headers[LabHeader.draft] = "1"
      let response = try await network.send(request)
      return Self.rewritten(response) { (sync: Wire.SyncResponse) in draft.delivered(in: sync, as: arm) }
    case .events:
      let response = try await network.send(request)
      return Self.rewritten(response) { (events: Wire.EventsResponse) in
        var events = events
        events.definitionsTag = events.definitionsTag.map(draft.tag)
        return events
      }
    case .render:
      let bytes = Self.plain(request.body, headers: request.headers)
      guard network.isOnline, let asked = try? Wire.decode(Wire.RenderRequest.self, from: bytes) else {
        return try await network.send(request)
      }
      return TransportResponse(
        status: 200, headers: [:], body: Wire.encode(await render(draft.definition(in: arm), asked)))
    }
  }

  /// A successful answer with its document changed; any other answer unchanged.
  private static func rewritten<Document: Wire.Form>(
    _ response: TransportResponse, _ change: (Document) -> Document
  ) -> TransportResponse {
    guard (200..<300).contains(response.status),
      let document = try? Wire.decode(Document.self, from: plain(response.body, headers: response.headers))
    else { return response }
    let headers = response.headers.filter {
      !["content-encoding", "content-length"].contains($0.key.lowercased())
    }
    return TransportResponse(status: response.status, headers: headers, body: Wire.encode(change(document)))
  }

  private static func kind(of request: TransportRequest, _ document: Wire.JSONValue?) -> Exchange.Kind {
    if request.method == "GET" { return .asset(request.url) }
    if request.url.path.hasSuffix("/render") {
      return .render(presentationID: document?["presentation_id"]?.string ?? "")
    }
    return request.url.path.hasSuffix("/sync") ? .sync : .events
  }

  private static func answer(_ response: TransportResponse, to kind: Exchange.Kind) -> Exchange.Answer {
    var answer = Exchange.Answer(status: response.status, bytes: response.body.count)
    guard (200..<300).contains(response.status) else { return answer }
    switch kind {
    case .asset, .events: break
    case .sync:
      guard
        case .array(let campaigns) = document(response.body, headers: response.headers)?["definitions"]?[
          "campaigns"]
      else { break }
      answer.campaigns = Dictionary(
        campaigns.enumerated().map { index, campaign in
          let delay: Duration =
            if case .int(let milliseconds) = campaign["delay_ms"] { .milliseconds(milliseconds) } else {
              .zero
            }
          return (campaign["id"]?.string ?? "number \(index)", delay)
        }, uniquingKeysWith: { first, _ in first })
    case .render:
      guard let rendering = try? Wire.decode(Wire.RenderResponse.self, from: response.body) else { break }
      answer.rendering = rendering.withdrawn.map { .withdrawn($0) } ?? .rendered
    }
    return answer
  }

  private static func document(_ body: [UInt8], headers: [String: String]) -> Wire.JSONValue? {
    try? Wire.decode(Wire.JSONValue.self, from: plain(body, headers: headers))
  }

  private static func plain(_ body: [UInt8], headers: [String: String]) -> [UInt8] {
    let isCompressed = headers.contains {
      $0.key.lowercased() == "content-encoding" && $0.value.lowercased() == "gzip"
    }
    // The body may have been decompressed on the way although the header still names gzip.
    return isCompressed ? (try? Wire.Gzip.decompress(body, limit: 8 * Wire.Limits.bodyBytes)) ?? body : body
  }
}

/// Counts a device's requests under way, so that callers can wait until there are none.
final class Traffic: Sendable {
  private struct State {
    var underWay = 0
    var lastWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  func begin() { state.withLock { $0.underWay += 1 } }

  func end() {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.underWay -= 1
      guard state.underWay == 0 else { return [] }
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns when no request is under way, or after `patience` on the given clock.
  func quiet(within patience: Duration, _ environment: Environment) async {
    let number = state.withLock { state -> Int? in
      guard state.underWay > 0 else { return nil }
      state.lastWaiter += 1
      return state.lastWaiter
    }
    guard let number else { return }
    let limit = Task {
      try? await environment.sleep(patience)
      self.state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
    await withCheckedContinuation { continuation in
      let isQuiet = state.withLock { state in
        guard state.underWay > 0 else { return true }
        state.waiters[number] = continuation
        return false
      }
      if isQuiet { continuation.resume() }
    }
    limit.cancel()
  }
}
