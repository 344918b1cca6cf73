// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Hummingbird
import Logging
public import MartletCore
import MartletWire
public import Metrics
import NIOConcurrencyHelpers
import NIOCore

/// Refuses requests that the server cannot answer soon: before reading their body, in constant
/// time, with 503 and `Retry-After`.
///
/// A request starts waiting when its body is complete, so that a client that sends slowly keeps
/// nobody away. Arriving bodies have their own limit (`ArrivingBodies`). All routes that share a
/// limit share one instance.
public struct LoadShedding: RouterMiddleware {
  /// Between two lines in the log that report it.
  static let lineInterval = Duration.seconds(60)

  private struct State {
    var queue: LoadQueue
    var arriving: ArrivingBodies
    var lastLine: Duration?
  }

  private let environment: MartletCore.Environment
  private let metrics: any MetricsFactory
  private let state: NIOLockedValueBox<State>

  public init(environment: MartletCore.Environment, metrics: any MetricsFactory, limits: LoadLimits) {
    self.environment = environment
    self.metrics = metrics
    state = NIOLockedValueBox(
      State(queue: LoadQueue(limits: limits), arriving: ArrivingBodies(limit: limits.arrivingBytes)))
  }

  public func handle(
    _ request: Request, context: ServerRequestContext,
    next: (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    let arrival = environment.monotonicNow()
    guard !state.withLockedValue({ $0.queue.isFull(at: arrival) }) else { throw refusal(context) }
    var request = request
    let bytes = try await receive(request, context)
    // Compressed bodies count with their decompressed size, which each of them declares.
    let size = request.isCompressed ? max(bytes.count, Wire.Gzip.declaredLength(of: bytes)) : bytes.count
    let now = environment.monotonicNow()
    guard
      let ticket = state.withLockedValue({ $0.queue.enter(bytes: min(size, Wire.Limits.bodyBytes), at: now) })
    else {
      throw refusal(context)
    }
    defer {
      let now = environment.monotonicNow()
      state.withLockedValue { $0.queue.leave(ticket, at: now) }
    }
    request.body = RequestBody(buffer: ByteBuffer(bytes: bytes))
    return try await next(request, context)
  }

  /// For tests: the bytes that have arrived of incomplete bodies, the number of those bodies, and
  /// the number that have ever begun.
  var arrivingBytes: Int { state.withLockedValue { $0.arriving.bytes } }
  var arriving: Int { state.withLockedValue { $0.arriving.count } }
  var begun: Int { state.withLockedValue { $0.arriving.begun } }

  private func receive(_ request: Request, _ context: ServerRequestContext) async throws -> [UInt8] {
    let number = state.withLockedValue { $0.arriving.begin() }
    do {
      try await request.receive { part, limit in
        guard let count = state.withLockedValue({ $0.arriving.append(part, to: number) }) else {
          throw refusal(context, isEnding: true)
        }
        if count > limit { throw Answers.bodyTooLarge(limit: limit) }
      }
    } catch {
      state.withLockedValue { _ = $0.arriving.end(number) }
      throw error
    }
    guard let bytes = state.withLockedValue({ $0.arriving.end(number) }) else {
      throw refusal(context, isEnding: true)
    }
    return bytes
  }

  /// `isEnding`: the rest of the body is not awaited.
  private func refusal(_ context: ServerRequestContext, isEnding: Bool = false) -> Refusal {
    Counter(label: "martlet_requests_shed_total", factory: metrics).increment()
    let now = environment.monotonicNow()
    let isWorthALine = state.withLockedValue { state in
      if let last = state.lastLine, now - last < Self.lineInterval { return false }
      state.lastLine = now
      return true
    }
    if isWorthALine { context.logger.warning("requests are rejected because the server is overloaded") }
    return Refusal(
      Answers.overloaded, headers: isEnding ? [.retryAfter: "5", .connection: "close"] : [.retryAfter: "5"])
  }
}
