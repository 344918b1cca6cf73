// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Hummingbird
import Logging
public import MartletCore
import MartletWire
public import Metrics
import NIOConcurrencyHelpers
import NIOCore

/// Sends requests away that the server cannot answer soon: before their body is looked at, in constant time, with 503 and `Retry-After`.
///
/// A client that sends slowly takes no room: a request counts from the moment when its body is complete.
public struct LoadShedding: RouterMiddleware {
  public typealias Context = ServerRequestContext

  /// Between two lines in the log that say so.
  static let lineInterval = Duration.seconds(60)

  private struct State {
    var queue: LoadQueue
    var lastLine: Duration?
  }

  private let environment: MartletCore.Environment
  private let metrics: any MetricsFactory
  private let state: NIOLockedValueBox<State>

  public init(environment: MartletCore.Environment, metrics: any MetricsFactory) {
    self.init(environment: environment, metrics: metrics, limits: LoadQueue.Limits())
  }

  init(environment: MartletCore.Environment, metrics: any MetricsFactory, limits: LoadQueue.Limits) {
    self.environment = environment
    self.metrics = metrics
    state = NIOLockedValueBox(State(queue: LoadQueue(limits: limits)))
  }

  public func handle(
    _ request: Request, context: ServerRequestContext, next: (Request, ServerRequestContext) async throws -> Response
  ) async throws -> Response {
    let arrival = environment.monotonicNow()
    guard !state.withLockedValue({ $0.queue.isFull(at: arrival) }) else { throw refusal(context) }
    var request = request
    let bytes = try await request.receivedBytes()
    let now = environment.monotonicNow()
    guard let ticket = state.withLockedValue({ $0.queue.enter(bytes: bytes.count, at: now) }) else { throw refusal(context) }
    defer { state.withLockedValue { $0.queue.leave(ticket) } }
    request.body = RequestBody(buffer: ByteBuffer(bytes: bytes))
    return try await next(request, context)
  }

  private func refusal(_ context: ServerRequestContext) -> Refusal {
    Counter(label: "martlet_requests_shed_total", factory: metrics).increment()
    let now = environment.monotonicNow()
    let isWorthALine = state.withLockedValue { state in
      if let last = state.lastLine, now - last < Self.lineInterval { return false }
      state.lastLine = now
      return true
    }
    if isWorthALine { context.logger.warning("requests of devices are sent away, because more arrive than can be stored in time") }
    return Refusal(Answers.overloaded, headers: [.retryAfter: "5"])
  }
}
